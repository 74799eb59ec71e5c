"""Exact values in sentences, for any game: what a move does, what answers it, how it ends.

A game's `reasons.py` gives it words of its own. Every sentence follows from the rules or from the
solution; tests read each one back and check it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from quincunx.analysis.grammar import Clause, Grammar, Ply, score, sentence, share
from quincunx.analysis.words import move_in_words, verdict_in_words
from quincunx.core import Move, Outcome, Player
from quincunx.core.board import changed_cells
from quincunx.core.text import in_words, listed
from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, analyze, oracle_of

MAX_NARRATED_PLIES = 4
"""Of a line that ends the game; of a longer one the next two or three plies are narrated."""
MAX_LISTED = 3
MAX_COMPARED_CELLS = 2_000
"""Moves times cells: beyond, not every reply is looked at."""
MAX_SEARCHED_CELLS = 500
"""The same where the end of a large grid is searched."""
Pairs = tuple[tuple[str, str], ...]
Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is good or bad; without a move, that the game is over."""

    move: Move | None
    sentences: tuple[str, ...]
    """One to three. X and O in them always stand for the players."""
    line: Moves = ()
    """The move and best play after it, as far as it was looked at; empty where the value of the
    move is not known."""
    cells: tuple[tuple[str, ...], ...] = ()
    """For each move of the line, or for the move alone, the keys of the cells to show."""
    pairs: Pairs = ()
    """Cells in pairs, where these win: whatever the loser takes, its partner is the answer."""
    plies: int = 1
    """How many moves of the line the sentences cover."""
    better: str = ""
    """The sentence that names a better move, if one does."""


class Explainer(Grammar):
    """Explain the moves of one position, to one of the players or to neither."""

    def __init__(self, analysis: Analysis, you: Player | None) -> None:
        super().__init__(analysis.position, you)
        self.analysis, self.best = analysis, analysis.moves[0]
        self.narrated: dict[Moves, int] = {}
        """By line, how many of its moves the sentences cover."""

    # What a game may put in its own words, besides `describe`.

    def list_effects(self, ply: Ply) -> list[Clause]:
        """List what a player has, threatens or stops by a move; true whatever the value."""
        return self.count_clauses(ply)

    def describe_ending(self, last: Any, outcome: Outcome) -> Clause:
        """Describe what the winner does in the last position, or who moved last in a draw."""
        verb = "win" if outcome.winner else "draw"
        if not outcome.counts:
            return verb, f"because {outcome.reason}"
        of, *counts = tally = outcome.counts[0]
        if tally.leader is not None is not outcome.winner:
            return "end", f"with {score(max(counts), min(counts), of)}"
        tie = ", on the tie-break" if outcome.winner else ""
        return verb, f"with {in_words(tally.x)} {of}s each{tie}"

    def list_cells(self, ply: Ply) -> set[str]:
        """List the cells to show with a move."""
        return changed_cells(ply.before.board(), ply.after.board())

    def list_pairs(self, after: Any) -> Pairs:
        """List the pairs by which the player of a winning move goes on to win after it."""
        return ()

    def continue_line(self, item: MoveAnalysis, after: Any) -> Sequence[Move]:
        """Return best play after a move that wins or loses, to the end or a few moves of it."""
        return oracle_of(after.game).line(after) or ()

    # Explanations.

    def explain(self, move: Move | None) -> Explanation:
        """Explain a move, or the best one."""
        item = self.hardest or self.best if move is None else self.item(move)
        line, last = self.line(item), move_in_words(item, self.analysis)
        if item.value is Value.UNKNOWN:
            sentences = [self.state_effects(item), self.name_better(item) or self.count_proved()]
            last = "not proved"
            if self.analysis.value is not Value.UNKNOWN:
                last = f"what {self.as_gerund(item.move)} is worth is not known"
        elif self.is_mistake(item):
            sentences = [self.narrate(item, line), self.name_better(item)]
        elif item.value is Value.WIN:
            sentences = self.explain_win(item, line)
        elif item.value is Value.LOSS:
            sentences = self.explain_loss(item, line)
        else:
            sentences = [self.state_effects(item), self.explain_draw(item, line)]
        return self._explanation(item, line, [*sentences, sentence(last)])

    def compare(self, move: Move, other: Move) -> Explanation:
        """Explain why one of two moves is better, or that neither is."""
        one, two = sorted(map(self.item, (move, other)), key=self.analysis.moves.index)
        item = one if two.value in (one.value, Value.UNKNOWN) else two
        line, refuted = self.line(item), item is two or item.value is Value.LOSS
        second = self.narrate(item, line) if refuted else self.state_effects(two)
        words = [f"{self.as_gerund(i.move)} {verdict_in_words(i.verdict)}" for i in (one, two)]
        if one.verdict == two.verdict and one.value is not Value.UNKNOWN:
            words[1] = f"and so does {self.as_gerund(two.move)}"
        last = sentence(", ".join(words))
        return self._explanation(item, line, [self.state_effects(one), second, last])

    def _explanation(
        self, item: MoveAnalysis, line: Moves, sentences: list[str | None]
    ) -> Explanation:
        plies, cells = self.play_out(line or (item.move,)), []
        for ply in plies:
            keys = self.list_cells(ply)
            cells.append(tuple(cell.key for cell in ply.before.board().cells if cell.key in keys))
        winning = {Value.WIN: 0, Value.LOSS: 1}.get(item.value, len(line))
        pairs = self.list_pairs(plies[winning].after) if winning < len(line) else ()
        better = self.name_better(item) or ""
        return Explanation(
            item.move,
            tuple(filter(None, sentences)),
            line,
            tuple(cells),
            pairs,
            self.narrated.get(line, 1),
            better if better in sentences else "",
        )

    # A move that is a mistake, wins, loses, draws, or whose value is not known.

    def is_mistake(self, item: MoveAnalysis) -> bool:
        best = self.analysis.value
        return item.value is not best and (item.value is Value.LOSS or best is Value.WIN)

    def name_better(self, item: MoveAnalysis) -> str | None:
        if self.best.value is Value.UNKNOWN or self.best.verdict.order() >= item.verdict.order():
            return None
        words = f"{self.as_gerund(self.best.move)} instead {verdict_in_words(self.best.verdict)}"
        effects = self.list_effects(self.play_out([self.best.move])[0])
        if not effects or self.best.value is item.value or self.best.distance == 1:
            return sentence(words)
        return sentence(f"{words}: {self.conjugate(self.mover, effects, 'then')}")

    def explain_win(self, item: MoveAnalysis, line: Moves) -> list[str | None]:
        if self.after(item).outcome:
            return [self.state_effects(item)]
        others = [one for one in self.analysis.moves if one is not item]
        effects = self.state_effects(item)
        second = self.name_better(item) if item.distance_exact else None
        if others and not {one.value for one in others} & {Value.WIN, Value.UNKNOWN}:
            second = self.narrate(others[0], self.line(others[0]), opening="otherwise, if")
        if not effects:
            return [self.narrate(item, line), second]
        return [effects, second or (self.narrate(item, line, 1) if item.distance else None)]

    def explain_loss(self, item: MoveAnalysis, line: Moves) -> list[str | None]:
        if self.after(item).outcome:
            return [self.narrate(item, line)]
        gerund, replies = self.as_gerund(item.move), self.count_replies(item)
        saves = f"nothing saves {self.name(self.mover)}"
        words = self.vary("every move loses", "all moves lose", saves)
        if len(self.analysis.moves) == 1:
            words = "there is no other move"
        if item is self.hardest:
            hard = self.vary("sets the hardest problem", "is hardest to answer")
            words += f", but {gerund} {hard}: {replies}"
        elif replies:
            words += f", and after {gerund} {replies}"
        elif item.verdict == self.analysis.verdict:
            words += f", but {gerund} holds out as long as any move"
        else:
            return [sentence(words), self.narrate(item, line)]
        return [sentence(words), self.narrate(item, line, 1, "then")]

    def count_replies(self, item: MoveAnalysis) -> str | None:
        """Write how many replies win; None where each would take a search."""
        if item.proof is Proof.SEARCH and item.margin is None:
            return None
        replies = analyze(self.after(item))
        wins, every = len(replies.best()), len(replies.moves)
        if wins == every:
            return "every reply wins"
        only = "only " if 2 * wins <= every else ""
        return f"{only}{share(wins, every)} replies {'wins' if wins == 1 else 'win'}"

    def reply_shares(self, value: Value, analysis: Analysis) -> list[float]:
        """Return for each move what share of the replies has this value; an empty list where there
        are too many to look at."""
        moves, limit, shares = analysis.moves, MAX_COMPARED_CELLS, []
        if analysis.proof is Proof.SEARCH:
            limit = 0 if analysis.margin is None else MAX_SEARCHED_CELLS
        known = all(item.value is not Value.UNKNOWN for item in moves)
        for item in moves if known and len(moves) * self.position.game.cells <= limit else ():
            replies = [one.value for one in analyze(analysis.position.after(item.move)).moves]
            shares.append(replies.count(value) / len(replies) if replies else value is Value.WIN)
        return shares

    @cached_property
    def hardest(self) -> MoveAnalysis | None:
        """In a lost position, the move that leaves the smallest share of winning replies, if the
        shares differ."""
        lost = self.analysis.value is Value.LOSS
        shares = self.reply_shares(Value.WIN, self.analysis) if lost else []
        return self.analysis.moves[shares.index(min(shares))] if len(set(shares)) > 1 else None

    def list_traps(self, item: MoveAnalysis) -> list[tuple[float, Move]]:
        """List the replies that keep a draw, each with the share of answers that lose to it."""
        replies = analyze(self.after(item))
        shares = zip(self.reply_shares(Value.LOSS, replies), replies.moves, strict=False)
        return [(share, one.move) for share, one in shares if one.value is replies.value]

    def explain_draw(self, item: MoveAnalysis, line: Moves) -> str | None:
        moves, after, parts = self.analysis.moves, self.after(item), []
        keeping = [self.as_gerund(one.move) for one in moves if one.value is Value.DRAW]
        if len(keeping) == len(moves) > 1:
            parts.append("every move keeps the draw")
        elif len(keeping) > 1 and self.analysis.value is Value.DRAW:
            few = f"only {listed(keeping)}" if len(keeping) <= MAX_LISTED else ""
            parts.append(f"{few or f'{share(len(keeping), len(moves))} moves'} keep the draw")
        if len(line) == 3:
            self.narrated[line] = 3
            trap = analyze(after.after(line[1]))
            lost, every = sum(one.value is Value.LOSS for one in trap.moves), len(trap.moves)
            holds = f"{share(lost, every)} replies {'loses' if lost == 1 else 'lose'}"
            if lost == every - 1:
                holds = f"only {self.as_gerund(line[2], trap.position)} holds the draw"
            hope = ("hope", f"to {self.as_gerund(line[1], after, str)}, when {holds}")
            parts.append(self.conjugate(self.rival, [hope]))
        elif not after.outcome and self.list_traps(item):
            parts.append(f"{self.name(self.rival)} can set no trap on the next turn")
        return sentence("; ".join(parts)) if parts else None

    def count_proved(self) -> str | None:
        values = [item.value for item in self.analysis.moves]
        known = [
            f"{count} {'is' if count == 1 else 'are'} proved to {end}"
            for value, end in ((Value.DRAW, "draw"), (Value.LOSS, "lose"))
            if (count := values.count(value))
        ]
        return sentence(f"of {len(values)} moves, {listed(known)}") if known else None

    # A line, and its narration.

    def line(self, item: MoveAnalysis) -> Moves:
        after = self.after(item)
        if item.value is Value.UNKNOWN:
            return ()
        if after.outcome:
            return (item.move,)
        if item.value is not Value.DRAW:
            return (item.move, *self.continue_line(item, after))
        if self.is_mistake(item):
            return item.move, analyze(after).moves[0].move
        share, reply = max(self.list_traps(item), key=itemgetter(0), default=(0, item.move))
        return (item.move, *((reply, analyze(after.after(reply)).moves[0].move) if share else ()))

    def narrate(
        self, item: MoveAnalysis, line: Moves, begin: int = 0, opening: str = "if"
    ) -> str | None:
        """Write a line as a sentence: 'If X places in 3, O places in 2, takes 5, and ends with five
        markers to four.' It may begin with the reply, and state it rather than suppose it."""
        plies = self.play_out(line)
        end = plies[-1].after.outcome if len(line) <= MAX_NARRATED_PLIES else None
        if not end:
            plies = plies[: 3 if item.value is Value.WIN else 2]
        self.narrated[line] = len(plies)
        turns = [(ply.before.turn, self.describe(ply.before, ply.move)) for ply in plies]
        player, outlook = self.outlook(item, plies[-1], end)
        if turns[-1][0] is player:
            turns[-1][1].extend(outlook)
        else:
            turns.append((player, outlook))
        clauses = [self.conjugate(*turn) for turn in turns]
        supposed = 0 if opening == "then" else begin + 1
        main = clauses[supposed or begin :]
        if not main or len(plies) <= begin:
            return None
        words = f"{', '.join(main[:-1])}, and {main[-1]}" if len(main) > 1 else main[0]
        return sentence(
            f"{opening} {clauses[begin]}, {words}" if supposed else f"{opening} {words}"
        )

    def outlook(
        self, item: MoveAnalysis, ply: Ply, end: Outcome | None
    ) -> tuple[Player, list[Clause]]:
        """Return who ends the game and how, or would with best play."""
        if end:
            return end.winner or ply.before.turn, [self.describe_ending(ply.after, end)]
        if item.value is Value.DRAW:
            return self.rival, [("hold", "the draw")]
        winner = self.mover if item.value is Value.WIN else self.rival
        if item.margin is None:
            effects = self.list_effects(ply) if ply.before.turn is winner else []
            counts = [words for _, words in self.count_clauses(ply)]
            uncounted = [one for one in effects if one[1] not in counts]
            return winner, uncounted or [("win", "with best play")]
        if item.margin == 0:
            return winner, [("win", "the tie-break with best play")]
        more = (self.position.game.cells + abs(item.margin)) // 2
        total = score(more, more - abs(item.margin), self.noun)
        return winner, [("with best play end", f"with {total}")]

    def state_effects(self, item: MoveAnalysis) -> str | None:
        """Write what a move does by itself."""
        after, gerund = self.after(item), self.as_gerund(item.move)
        if outcome := after.outcome:
            ending = self.conjugate(self.mover, [self.describe_ending(after, outcome)])
            return sentence(f"by {gerund}, {ending}") if item.value is not Value.LOSS else None
        effects = self.list_effects(self.play_out([item.move])[0])
        clause, how = self.conjugate(self.mover, effects), f"{self.preposition} {gerund}"
        words = f"{how}, {clause}"
        if not {",", ":"} & set(clause):
            words = self.vary(words, f"{clause} {how}")
        return sentence(words) if effects else None

    def item(self, move: Move) -> MoveAnalysis:
        return next(item for item in self.analysis.moves if item.move == move)

    def after(self, item: MoveAnalysis) -> Any:
        return self.position.after(item.move)
