"""Numeral Nexus: sequences threatened and stopped."""

from collections.abc import Sequence

from quincunx.analysis.grammar import Deed, Step
from quincunx.analysis.telling import MOST_LISTED, Telling
from quincunx.core import Move, Outcome, Player
from quincunx.core.text import listed
from quincunx.games.numeral_nexus.opening_book import answer_to
from quincunx.games.numeral_nexus.rules import Line, NumeralNexusPosition, Placement, Swap
from quincunx.games.numeral_nexus.states import States
from quincunx.oracle import MoveAnalysis

MAX_LINE_PLIES = 6
"""Plies to the end that a line is followed for, beyond the book: a proof from farther is work."""


class Book(Telling):
    opening = "by"

    def deeds(self, position: NumeralNexusPosition, move: Placement | Swap) -> list[Deed]:
        names = position.game.names
        if isinstance(move, Placement):
            return [("place", f"{move.number} on {names[move.cell]}")]
        return [("swap", f"{names[move.first]} and {names[move.second]}")]

    def points(self, step: Step) -> list[Deed]:
        before, _, after = step
        states = States(after.game)
        stopped = threats(before, after.turn)
        points: list[Deed] = []
        if stopped and not states.wins_now(states.of_position(after)):
            points.append(("stop", listed([*stopped.values()][:MOST_LISTED])))
        found = dict([*threats(after, before.turn).items()][:MOST_LISTED])
        if found:
            words = listed([*found.values()])
            if len(found) > 1 and not _can_stop_all(set(found), after):
                words += f", and {'only one' if len(found) == 2 else 'not all'} can be stopped"
            points.append(("threaten", words))
        return points

    def ending(self, last: NumeralNexusPosition, outcome: Outcome) -> Deed:
        if not isinstance(outcome, Line):
            return super().ending(last, outcome)
        sequence = "-".join(map(str, outcome.numbers))
        return "form", f"{sequence} from {outcome.cells[0]} to {outcome.cells[-1]}"

    def shown(self, step: Step) -> set[str]:
        """What is threatened too, or the sequence."""
        outcome, names = step.after.outcome, step.after.game.names
        line = outcome.cells if isinstance(outcome, Line) else ()
        cells = () if outcome else threats(step.after, step.before.turn)
        return {*super().shown(step), *line, *(names[cell] for cell in cells)}

    def follow(self, item: MoveAnalysis, after: NumeralNexusPosition) -> Sequence[Move]:
        if (item.distance or 0) > MAX_LINE_PLIES and answer_to(after) is None:
            return ()
        return super().follow(item, after)


def threats(position: NumeralNexusPosition, player: Player) -> dict[int, str]:
    """The cells on which a number of the pool would complete a sequence, and one of those each:
    '4-5-6 on B2'."""
    owners, numbers = position.owners, position.numbers
    pool = [number for number, left in position.pool().items() if left]
    found: dict[int, str] = {}
    for line in position.game.lines:
        empty = [cell for cell in line if owners[cell] == "-"]
        if len(empty) == 1 and sum(owners[cell] == player for cell in line) == 2:
            for number in pool:
                row = [number if cell in empty else numbers[cell] for cell in line]
                if row[0] < row[1] < row[2] or row[0] > row[1] > row[2]:
                    name = position.game.names[empty[0]]
                    found.setdefault(empty[0], f"{'-'.join(row)} on {name}")
    return found


def _can_stop_all(cells: set[int], position: NumeralNexusPosition) -> bool:
    """Whether some reply leaves none of these threats, or ends the game."""
    following = map(position.after, position.legal_moves())
    rival = position.turn.other
    return any(after.outcome or not cells & threats(after, rival).keys() for after in following)
