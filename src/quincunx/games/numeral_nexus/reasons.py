"""Numeral Nexus: sequences threatened and stopped."""

from collections.abc import Sequence

from quincunx.analysis import explainer
from quincunx.analysis.explainer import MAX_LISTED
from quincunx.analysis.grammar import Clause, Ply
from quincunx.core import Move, Outcome
from quincunx.core.text import listed
from quincunx.games.numeral_nexus.ideas import threats
from quincunx.games.numeral_nexus.opening_book import answer_to
from quincunx.games.numeral_nexus.rules import Line, NumeralNexusPosition, Placement, Swap
from quincunx.games.numeral_nexus.states import States
from quincunx.oracle import MoveAnalysis

MAX_PROVED_PLIES = 6
"""Plies to the end that a line is followed for, beyond the book: a proof from farther is work."""


class Explainer(explainer.Explainer):
    preposition = "by"

    def describe(self, position: NumeralNexusPosition, move: Placement | Swap) -> list[Clause]:
        names = position.game.names
        if isinstance(move, Placement):
            return [("place", f"{move.number} on {names[move.cell]}")]
        return [("swap", f"{names[move.first]} and {names[move.second]}")]

    def list_effects(self, ply: Ply) -> list[Clause]:
        before, _, after = ply
        states = States(after.game)
        stopped = threats(before, after.turn)
        points: list[Clause] = []
        if stopped and not states.wins_now(states.of_position(after)):
            points.append(("stop", listed([*stopped.values()][:MAX_LISTED])))
        found = dict([*threats(after, before.turn).items()][:MAX_LISTED])
        if found:
            words = listed([*found.values()])
            if len(found) > 1 and not _can_stop_all(set(found), after):
                words += f", and {'only one' if len(found) == 2 else 'not all'} can be stopped"
            points.append(("threaten", words))
        return points

    def describe_ending(self, last: NumeralNexusPosition, outcome: Outcome) -> Clause:
        if not isinstance(outcome, Line):
            return super().describe_ending(last, outcome)
        sequence = "-".join(map(str, outcome.numbers))
        return "form", f"{sequence} from {outcome.cells[0]} to {outcome.cells[-1]}"

    def list_cells(self, ply: Ply) -> set[str]:
        """What is threatened too, or the sequence."""
        outcome, names = ply.after.outcome, ply.after.game.names
        line = outcome.cells if isinstance(outcome, Line) else ()
        cells = () if outcome else threats(ply.after, ply.before.turn)
        return {*super().list_cells(ply), *line, *(names[cell] for cell in cells)}

    def continue_line(self, item: MoveAnalysis, after: NumeralNexusPosition) -> Sequence[Move]:
        if (item.distance or 0) > MAX_PROVED_PLIES and answer_to(after) is None:
            return ()
        return super().continue_line(item, after)


def _can_stop_all(cells: set[int], position: NumeralNexusPosition) -> bool:
    """Whether some reply leaves none of these threats, or ends the game."""
    following = map(position.after, position.legal_moves())
    rival = position.turn.other
    return any(after.outcome or not cells & threats(after, rival).keys() for after in following)
