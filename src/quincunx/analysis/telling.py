"""Exact values told in sentences, for any game: what a move does, what answers it, how it ends.

A game's file under `reasons/` gives its own words. Everything said follows from the rules or from
the solution; tests read every sentence back and check it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from quincunx.analysis.grammar import Deed, Grammar, Step, said, score, share
from quincunx.analysis.words import move_in_words, verdict_in_words
from quincunx.core import Move, Outcome, Player
from quincunx.core.board import changed_cells
from quincunx.core.text import in_words, listed
from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, analyze, oracle_of

MOST_TOLD = 4
"""Plies of a line in words, where they end it; of a longer one the next two or three."""
MOST_LISTED = 3
MOST_COMPARED = 2_000
"""Moves times cells: beyond, not every move is looked into."""
MOST_SEARCHED = 500
"""The same where the end of a large grid is searched."""
Pairs = tuple[tuple[str, str], ...]
Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is what it is; without a move, that the game is over."""

    move: Move | None
    sentences: tuple[str, ...]
    """One to three. X and O in them stand for the players and for nothing else."""
    line: Moves = ()
    """The move and what best play makes of it, as far as it was looked into; none where its worth
    is not known."""
    cells: tuple[tuple[str, ...], ...] = ()
    """For each move of the line, or for the move alone, the cells to show, by their keys on the
    board."""
    pairs: Pairs = ()
    """Cells in pairs, where these win: whatever the loser takes, its partner is the answer."""
    plies: int = 1
    """How many moves of the line the sentences speak of."""
    better: str = ""
    """The sentence that names a better move, if one does."""


class Telling(Grammar):
    """One position, told to one of the players or to neither."""

    def __init__(self, analysis: Analysis, you: Player | None) -> None:
        super().__init__(analysis.position, you)
        self.analysis, self.best = analysis, analysis.moves[0]
        self.plies: dict[Moves, int] = {}
        """Of each line, how many moves were told."""

    # What a game says in its own words, besides its deeds.

    def points(self, step: Step) -> list[Deed]:
        """What a player has, threatens or stops by a move; certain, whatever the value."""
        return self.count(step)

    def ending(self, last: Any, outcome: Outcome) -> Deed:
        """What the winner does in the last position, or whoever moved last in a draw."""
        verb = "win" if outcome.winner else "draw"
        if not outcome.counts:
            return verb, f"because {outcome.reason}"
        of, *counts = tally = outcome.counts[0]
        if tally.leader is not None is not outcome.winner:
            return "end", f"with {score(max(counts), min(counts), of)}"
        tie = ", on the tie-break" if outcome.winner else ""
        return verb, f"with {in_words(tally.x)} {of}s each{tie}"

    def shown(self, step: Step) -> set[str]:
        """The cells to show with a move."""
        return changed_cells(step.before.board(), step.after.board())

    def pairs(self, after: Any) -> Pairs:
        """The pairs by which the player of a winning move goes on to win after it."""
        return ()

    def follow(self, item: MoveAnalysis, after: Any) -> Sequence[Move]:
        """Best play after a move that wins or loses, to the end or a few moves of it."""
        return oracle_of(after.game).line(after) or ()

    # Reasons.

    def explain(self, move: Move | None) -> Reason:
        item = self.hardest or self.best if move is None else self.item(move)
        line, last = self.line(item), move_in_words(item, self.analysis)
        if item.value is Value.UNKNOWN:
            told = [self.does(item), self.better(item) or self.certain()]
            last = "not proved"
            if self.analysis.value is not Value.UNKNOWN:
                last = f"what {self.doing(item.move)} is worth is not known"
        elif self.is_mistake(item):
            told = [self.story(item, line), self.better(item)]
        elif item.value is Value.WIN:
            told = self.winning(item, line)
        elif item.value is Value.LOSS:
            told = self.lost(item, line)
        else:
            told = [self.does(item), self.drawn(item, line)]
        return self.reason(item, line, [*told, said(last)])

    def compare(self, move: Move, other: Move) -> Reason:
        """Why one of two moves is better, or that neither is."""
        one, two = sorted(map(self.item, (move, other)), key=self.analysis.moves.index)
        item = one if two.value in (one.value, Value.UNKNOWN) else two
        line, refuted = self.line(item), item is two or item.value is Value.LOSS
        told = [self.does(one), self.story(item, line) if refuted else self.does(two)]
        words = [f"{self.doing(i.move)} {verdict_in_words(i.verdict)}" for i in (one, two)]
        if one.verdict == two.verdict and one.value is not Value.UNKNOWN:
            words[1] = f"and so does {self.doing(two.move)}"
        return self.reason(item, line, [*told, said(", ".join(words))])

    def reason(self, item: MoveAnalysis, line: Moves, told: list[str | None]) -> Reason:
        steps, cells = self.steps(line or (item.move,)), []
        for step in steps:
            keys = self.shown(step)
            cells.append(tuple(cell.key for cell in step.before.board().cells if cell.key in keys))
        winning = {Value.WIN: 0, Value.LOSS: 1}.get(item.value, len(line))
        pairs = self.pairs(steps[winning].after) if winning < len(line) else ()
        better = self.better(item) or ""
        return Reason(
            item.move,
            tuple(filter(None, told)),
            line,
            tuple(cells),
            pairs,
            self.plies.get(line, 1),
            better if better in told else "",
        )

    # A move that gives something away, wins, loses, draws, or of which that is not known.

    def is_mistake(self, item: MoveAnalysis) -> bool:
        best = self.analysis.value
        return item.value is not best and (item.value is Value.LOSS or best is Value.WIN)

    def better(self, item: MoveAnalysis) -> str | None:
        if self.best.value is Value.UNKNOWN or self.best.verdict.order() >= item.verdict.order():
            return None
        words = f"{self.doing(self.best.move)} instead {verdict_in_words(self.best.verdict)}"
        points = self.points(self.steps([self.best.move])[0])
        if not points or self.best.value is item.value or self.best.distance == 1:
            return said(words)
        return said(f"{words}: {self.did(self.mover, points, 'then')}")

    def winning(self, item: MoveAnalysis, line: Moves) -> list[str | None]:
        if self.after(item).outcome:
            return [self.does(item)]
        others = [one for one in self.analysis.moves if one is not item]
        does, besides = self.does(item), self.better(item) if item.distance_exact else None
        if others and not {one.value for one in others} & {Value.WIN, Value.UNKNOWN}:
            besides = self.story(others[0], self.line(others[0]), opening="otherwise, if")
        if not does:
            return [self.story(item, line), besides]
        return [does, besides or (self.story(item, line, 1) if item.distance else None)]

    def lost(self, item: MoveAnalysis, line: Moves) -> list[str | None]:
        if self.after(item).outcome:
            return [self.story(item, line)]
        doing, replies = self.doing(item.move), self.replies(item)
        saves = f"nothing saves {self.name(self.mover)}"
        told = self.pick("every move loses", "all moves lose", saves)
        if len(self.analysis.moves) == 1:
            told = "there is no other move"
        if item is self.hardest:
            hard = self.pick("sets the hardest problem", "is hardest to answer")
            told += f", but {doing} {hard}: {replies}"
        elif replies:
            told += f", and after {doing} {replies}"
        elif item.verdict == self.analysis.verdict:
            told += f", but {doing} holds out as long as any move"
        else:
            return [said(told), self.story(item, line)]
        return [said(told), self.story(item, line, 1, "then")]

    def replies(self, item: MoveAnalysis) -> str | None:
        """How many replies win; None where each would take a search."""
        if item.proof is Proof.SEARCH and item.margin is None:
            return None
        found = analyze(self.after(item))
        wins, every = len(found.best()), len(found.moves)
        if wins == every:
            return f"whatever {self.did(self.rival, [('reply', '')])} wins"
        only = "only " if 2 * wins <= every else ""
        return f"{only}{share(wins, every)} replies {'wins' if wins == 1 else 'win'}"

    def shares(self, value: Value, analysis: Analysis) -> list[float]:
        """Of each move, how large a share of the replies is worth so much; nothing where they
        cannot all be looked into."""
        moves, most, shares = analysis.moves, MOST_COMPARED, []
        if analysis.proof is Proof.SEARCH:
            most = 0 if analysis.margin is None else MOST_SEARCHED
        known = all(item.value is not Value.UNKNOWN for item in moves)
        for item in moves if known and len(moves) * self.position.game.cells <= most else ():
            replies = [one.value for one in analyze(analysis.position.after(item.move)).moves]
            shares.append(replies.count(value) / len(replies) if replies else value is Value.WIN)
        return shares

    @cached_property
    def hardest(self) -> MoveAnalysis | None:
        """Where all is lost, the move that leaves the least share of replies that win, if the
        shares differ."""
        lost = self.analysis.value is Value.LOSS
        shares = self.shares(Value.WIN, self.analysis) if lost else []
        return self.analysis.moves[shares.index(min(shares))] if len(set(shares)) > 1 else None

    def traps(self, item: MoveAnalysis) -> list[tuple[float, Move]]:
        """What the opponent of a draw may hope for: the replies that keep it, each with the share
        of answers that lose."""
        found = analyze(self.after(item))
        shares = zip(self.shares(Value.LOSS, found), found.moves, strict=False)
        return [(share, one.move) for share, one in shares if one.value is found.value]

    def drawn(self, item: MoveAnalysis, line: Moves) -> str | None:
        moves, after, told = self.analysis.moves, self.after(item), []
        keeping = [self.doing(one.move) for one in moves if one.value is Value.DRAW]
        if len(keeping) == len(moves) > 1:
            told.append("every move keeps the draw")
        elif len(keeping) > 1 and self.analysis.value is Value.DRAW:
            few = f"only {listed(keeping)}" if len(keeping) <= MOST_LISTED else ""
            told.append(f"{few or f'{share(len(keeping), len(moves))} moves'} keep the draw")
        if len(line) == 3:
            self.plies[line] = 3
            trap = analyze(after.after(line[1]))
            lost, every = sum(one.value is Value.LOSS for one in trap.moves), len(trap.moves)
            holds = f"{share(lost, every)} replies {'loses' if lost == 1 else 'lose'}"
            if lost == every - 1:
                holds = f"only {self.doing(line[2], trap.position)} holds the draw"
            hope = ("hope", f"to {self.doing(line[1], after, str)}, when {holds}")
            told.append(self.did(self.rival, [hope]))
        elif not after.outcome and self.traps(item):
            told.append(f"{self.name(self.rival)} can set no trap on the next turn")
        return said("; ".join(told)) if told else None

    def certain(self) -> str | None:
        values = [item.value for item in self.analysis.moves]
        ends = {Value.DRAW: "draw", Value.LOSS: "lose"}
        known = [f"{in_words(values.count(v))} proved to {ends[v]}" for v in ends if v in values]
        return said(f"of {len(values)} moves {listed(known)}") if known else None

    # A line, and its story.

    def line(self, item: MoveAnalysis) -> Moves:
        after = self.after(item)
        if item.value is Value.UNKNOWN:
            return ()
        if after.outcome:
            return (item.move,)
        if item.value is not Value.DRAW:
            return (item.move, *self.follow(item, after))
        if self.is_mistake(item):
            return item.move, analyze(after).moves[0].move
        share, reply = max(self.traps(item), key=itemgetter(0), default=(0, item.move))
        return (item.move, *((reply, analyze(after.after(reply)).moves[0].move) if share else ()))

    def story(
        self, item: MoveAnalysis, line: Moves, begin: int = 0, opening: str = "if"
    ) -> str | None:
        """'If X places in 3, O places in 2, takes 5, and ends with five markers to four.' It may
        begin with the reply, or tell rather than suppose it."""
        steps = self.steps(line)
        end = steps[-1].after.outcome if len(line) <= MOST_TOLD else None
        if not end:
            steps = steps[: 3 if item.value is Value.WIN else 2]
        self.plies[line] = len(steps)
        deeds = [(step.before.turn, self.deeds(step.before, step.move)) for step in steps]
        player, outlook = self.outlook(item, steps[-1], end)
        if deeds[-1][0] is player:
            deeds[-1][1].extend(outlook)
        else:
            deeds.append((player, outlook))
        told = [self.did(*one) for one in deeds]
        supposed = 0 if opening == "then" else begin + 1
        main = told[supposed or begin :]
        if not main or len(steps) <= begin:
            return None
        words = f"{', '.join(main[:-1])}, and {main[-1]}" if len(main) > 1 else main[0]
        return said(f"{opening} {told[begin]}, {words}" if supposed else f"{opening} {words}")

    def outlook(
        self, item: MoveAnalysis, step: Step, end: Outcome | None
    ) -> tuple[Player, list[Deed]]:
        """Who ends it and how, or would."""
        if end:
            return end.winner or step.before.turn, [self.ending(step.after, end)]
        if item.value is Value.DRAW:
            return self.rival, [("hold", "the draw")]
        winner = self.mover if item.value is Value.WIN else self.rival
        if item.margin is None:
            points = self.points(step) if step.before.turn is winner else []
            counted = [words for _, words in self.count(step)] if self.noun else []
            more = [one for one in points if one[1] not in counted]
            return winner, more or [("win", "with best play")]
        if item.margin == 0:
            return winner, [("win", "the tie-break with best play")]
        more = (self.position.game.cells + abs(item.margin)) // 2
        total = score(more, more - abs(item.margin), self.noun)
        return winner, [("with best play end", f"with {total}")]

    def does(self, item: MoveAnalysis) -> str | None:
        """What a move does by itself."""
        after, doing = self.after(item), self.doing(item.move)
        if outcome := after.outcome:
            ending = self.did(self.mover, [self.ending(after, outcome)])
            return said(f"by {doing}, {ending}") if item.value is not Value.LOSS else None
        points = self.points(self.steps([item.move])[0])
        did = self.did(self.mover, points)
        told = f"{self.opening} {doing}, {did}"
        if not {",", ":"} & set(did):
            told = self.pick(told, f"{did} {self.opening} {doing}")
        return said(told) if points else None

    def item(self, move: Move) -> MoveAnalysis:
        return next(item for item in self.analysis.moves if item.move == move)

    def after(self, item: MoveAnalysis) -> Any:
        return self.position.after(item.move)
