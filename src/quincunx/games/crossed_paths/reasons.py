"""Crossed Paths: the pairs of empty cells by which whoever is winning answers everything."""

from collections.abc import Sequence
from typing import Any

from quincunx.analysis import explainer
from quincunx.analysis.explainer import MAX_LISTED, Pairs
from quincunx.analysis.grammar import Clause, Ply
from quincunx.core import Move, Outcome
from quincunx.core.text import in_words, listed
from quincunx.games.crossed_paths.oracle import pairing
from quincunx.games.crossed_paths.rules import CrossedPathsPosition, Placement
from quincunx.oracle import MoveAnalysis, Value, analyze, oracle_of


class Explainer(explainer.Explainer):
    def describe(self, position: CrossedPathsPosition, move: Placement) -> list[Clause]:
        return [("place", f"on {move}")]

    def list_effects(self, ply: Ply) -> list[Clause]:
        replies = ply.after.legal_moves()
        if analyze(ply.after).value is not Value.LOSS:
            cells = f"{in_words(len(replies))} cell{'s'[: len(replies) - 1]}"
            return [("leave", f"{self.name(ply.after.turn)} {cells} to choose from")]
        answer = f"whatever {self.conjugate(ply.after.turn, [('take', '')])} with its partner"
        if ply.before is self.position:  # the first pairs, where the move itself is told
            partner, told = self.partners(ply.after), dict[str, str]()
            for cell in map(str, replies):
                if partner[cell] not in told:
                    told[cell] = f"{cell} with {partner[cell]}"
            more = ", and so on" if len(told) > MAX_LISTED else ""
            answer += f": {listed([*told.values()][:MAX_LISTED])}{more}"
        return [("answer", answer)]

    def describe_ending(self, last: CrossedPathsPosition, outcome: Outcome) -> Clause:
        cell = last.game.placements[last.last or 0]
        return "leave", f"{self.name(last.turn)} no empty cell in line with {cell}"

    def list_pairs(self, after: Any) -> Pairs:
        """Those of the line that is shown, where there is one, then a matching of the rest. Of a
        winning position both together are a maximum matching, as every answer wins."""
        played = oracle_of(after.game).line(after) or () if self.is_near_end(after) else ()
        for move in played:
            after = after.after(move)
        names = after.game.placements
        rest = [(names[one], names[two]) for one, two in pairing(after)]
        pairs = [*zip(played[::2], played[1::2], strict=True), *rest]
        return tuple((str(one), str(two)) for one, two in pairs)

    def is_near_end(self, after: CrossedPathsPosition) -> bool:
        """Whether the line is followed to the end of the game."""
        return analyze(after).distance is not None

    def partners(self, after: CrossedPathsPosition) -> dict[str, str]:
        pairs = self.list_pairs(after)
        return dict(pairs) | {two: one for one, two in pairs}

    def continue_line(self, item: MoveAnalysis, after: CrossedPathsPosition) -> Sequence[Move]:
        """Near the end all of it; else the winner's next answer."""
        if self.is_near_end(after):
            return super().continue_line(item, after)
        reply = analyze(after).moves[0].move
        if item.value is Value.LOSS:
            return (reply,)
        return reply, after.game.read_move(self.partners(after)[str(reply)])
