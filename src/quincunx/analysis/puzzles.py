"""Puzzles: positions with exactly one move that wins, or that saves the draw.

They come from random play and are kept only where the exact value of every move is known, so
each wrong answer has its exact refutation. A seed gives the same puzzle to everybody.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import islice
from math import inf
from random import Random
from time import monotonic
from typing import Any

from quincunx.analysis.reasons import explain
from quincunx.analysis.words import verdict_in_words
from quincunx.core import AnyGame, AnyPosition, GameError, Move, random_play
from quincunx.core.text import counted, listed
from quincunx.games import each, game, game_ids
from quincunx.oracle import MoveAnalysis, Value, analyze, oracle_of

FEWEST_MOVES = 3, 2
"""To choose from: two where a game has no puzzle with three."""
MOST_TRIES = 400
MOST_PUZZLES = 80
"""That are looked at for one of a certain kind."""
ENOUGH = 2
HARDEST = 5
MOST_LISTED = 30


@dataclass(frozen=True)
class Puzzle:
    position: AnyPosition
    goal: Value
    """WIN, or DRAW where that is the best that can be had."""
    solution: Any
    difficulty: int
    """From 1 to 5."""
    seed: int

    def question(self) -> str:
        what = "wins" if self.goal is Value.WIN else "saves the draw"
        return f"{self.position.turn} to move: one move {what}."

    def proof(self) -> tuple[Move, ...]:
        """Best play after a solution that wins, to the end, as far as it is known; after one that
        saves the draw nothing proves it."""
        after = analyze(self.position.after(self.solution))
        return (after.line or ()) if self.goal is Value.WIN else ()

    @cached_property
    def reply(self) -> Any:
        """The best reply to the solution; None if none is left."""
        replies = analyze(self.position.after(self.solution)).moves
        return replies[0].move if replies else None

    @cached_property
    def following(self) -> "Puzzle | None":
        """The puzzle after the solution and the best reply, if one move alone wins there again."""
        if self.goal is not Value.WIN or self.reply is None:
            return None
        position = self.position.after(self.solution).after(self.reply)
        analysis = analyze(position)
        if len(analysis.moves) < FEWEST_MOVES[-1] or len(analysis.best()) != 1:
            return None
        return replace(self, position=position, solution=analysis.moves[0].move)

    def at(self, number: int) -> "Puzzle":
        """The puzzle of the first, second, third … move that is to be found."""
        if number == 1:
            return self
        if self.following is None:
            raise GameError("The puzzle has fewer moves to be found: ask for one before.")
        return self.following.at(number - 1)

    @property
    def length(self) -> int:
        """How many moves running are to be found."""
        return 1 + (self.following.length if self.following else 0)

    def narrowed(self, left: Sequence[Any]) -> list[Any]:
        """A hint: of the moves that are left, half of the wrong ones are ruled out; the last wrong
        one is the person's."""
        wrong = [move for move in left if move != self.solution]
        random = Random(f"hint {self.seed} {len(wrong)}")
        return sorted([self.solution, *random.sample(wrong, (len(wrong) + 1) // 2)])

    def narrowed_in_words(self, left: Sequence[Any]) -> str:
        what = verdict_in_words(analyze(self.position).verdict)
        some = listed([*map(str, left)], "or") if len(left) <= MOST_LISTED else ""
        return f"The move {what}. It is {some or f'one of {len(left)} moves'}."

    def check(self, move: Any) -> "Answer":
        """Right, or wrong with its refutation. The move must be legal."""
        right, after = move == self.solution, self.position.after(move)
        told = explain(self.position, move, self.position.turn).sentences
        reply = None if right or after.outcome else analyze(after).moves[0].move
        if right:
            return Answer(right, reply, " ".join([f"{move} is the move.", *told]))
        # What would win instead is still to be found.
        return Answer(right, reply, " ".join(one for one in told if " instead " not in one))


@dataclass(frozen=True, slots=True)
class Answer:
    right: bool
    refutation: Any | None
    """The reply that shows why not."""
    words: str


def generate(which: AnyGame, seed: int) -> Puzzle:
    """The puzzle of a game that belongs to a seed."""
    random = Random(f"puzzle {which.id()} {which.size} {seed}")
    for fewest in [choices for choices in FEWEST_MOVES for _ in range(MOST_TRIES)]:
        start: AnyPosition = which.start(random.choice("XO"), random.randrange(10**9))
        played = random_play(start, random)
        positions = [one for one in played if len(one.legal_moves()) >= fewest]
        # From the end: what is near it is soon judged, and more often has a single answer.
        puzzles = (_puzzle(one, seed) for one in reversed(positions))
        found = list(islice(filter(None, puzzles), ENOUGH))
        if found:
            return max(found, key=lambda puzzle: puzzle.difficulty)
    raise GameError(f"{which.title} {which.size} makes no puzzles: choose another size.")


def find(
    which: AnyGame | None,
    seed: int,
    difficulty: int | None = None,
    moves: int = 1,
    seconds: float = inf,
) -> Puzzle:
    """The puzzle of a seed, or of the first after it that is so difficult and so long at least; of
    any game, if none is given. After so many seconds no other is looked at."""
    ends = monotonic() + seconds
    for number in range(seed, seed + MOST_PUZZLES):
        found = generate(which, number) if which else of_any_game(number)
        if difficulty in (None, found.difficulty) and (moves == 1 or found.length >= moves):
            return found
        if monotonic() > ends:
            break
    title = which.title if which else "any game"
    raise GameError(
        f"None of {counted(number - seed + 1, 'puzzle')} of {title} was like that: ask for fewer "
        "moves, or another difficulty."
    )


def daily(day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody."""
    return of_any_game(day.toordinal())


def of_any_game(seed: int) -> Puzzle:
    """The puzzle of the game that a seed falls on, or of the next that makes one."""
    ids = game_ids()
    first = seed % len(ids)
    return next(each(lambda kind: generate(game(kind.id()), seed), ids[first:] + ids[:first]))


def _puzzle(position: AnyPosition, seed: int) -> Puzzle | None:
    """The puzzle that a position makes, if it makes one."""
    oracle = oracle_of(position.game)
    if not oracle.may_be_puzzle(position):
        return None
    verdict = oracle.judge(position)
    if verdict.value not in (Value.WIN, Value.DRAW) or verdict.distance == 1:
        return None
    analysis = analyze(position)
    best, *wrong = analysis.moves
    if any(item.value in (analysis.value, Value.UNKNOWN) for item in wrong):
        return None
    return Puzzle(analysis.position, analysis.value, best.move, _difficulty(best, wrong), seed)


def _difficulty(best: MoveAnalysis, wrong: list[MoveAnalysis]) -> int:
    """Long wins are hard to see, and wrong moves tempt that are not punished at once."""
    tempting = sum(item.distance is None or item.distance > 2 for item in wrong)
    length = 9 if best.distance is None else best.distance
    return min(HARDEST, 1 + length // 4 + (tempting >= 3) + (tempting >= 6))
