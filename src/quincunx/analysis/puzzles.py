"""Puzzles: positions with exactly one move that wins, or that saves the draw.

Those of the five games were found by `tools/puzzles.py` and are read from a file, one puzzle a
line: game, difficulty, moves to find, goal, solution and position. For any other game they are
found on request, by a search that looks at a limited number of positions. Puzzle N of a game is at
place N of its list, which starts again after the last one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain
from random import Random
from typing import Any

from quincunx.analysis.reasons import explain
from quincunx.analysis.words import verdict_in_words
from quincunx.core import AnyGame, AnyPosition, GameError, Move, random_play
from quincunx.core.text import counted, listed
from quincunx.games import each, game, game_ids
from quincunx.oracle import Analysis, MoveAnalysis, Value, analyze, oracle_of

MAX_DIFFICULTY = 5
MAX_LISTED = 30
MIN_MOVES = 3, 2
"""Legal moves of a puzzle: two where a game has no puzzle with three."""
MAX_PUZZLES = 60
"""For a game without prepared puzzles."""
MAX_WORK = 2_000
"""Positions that the search for them looks at."""
MAX_FROM_GAME = 2
"""Puzzles from one random game, so that they differ."""


@dataclass(frozen=True)
class Puzzle:
    position: AnyPosition
    goal: Value
    """WIN, or DRAW where nothing better is possible."""
    solution: Any
    difficulty: int
    """From 1 to 5."""
    length: int
    """How many moves in a row are to be found."""
    seed: int
    """Its number in the list of its game."""

    def heading(self, day: date | None = None) -> str:
        """Name the puzzle, by its day if it is the puzzle of one."""
        name = f"{self.position.game.title}, puzzle {f'of {day}' if day else self.seed}"
        return f"{name}, difficulty {self.difficulty} of {MAX_DIFFICULTY}"

    def question(self) -> str:
        what = "wins" if self.goal is Value.WIN else "saves the draw"
        return f"{self.position.turn} to move: one move {what}."

    @property
    def solved(self) -> Analysis:
        """The position after the solution."""
        return analyze(self.position.after(self.solution))

    def proof(self) -> tuple[Move, ...]:
        """Return best play after a winning solution, as far as it is known; a draw has no such
        line."""
        return (self.solved.line or ()) if self.goal is Value.WIN else ()

    def proof_in_words(self) -> str:
        line = " ".join(map(str, self.proof()))
        return f"With best play it goes on: {line}." if line else ""

    @cached_property
    def reply(self) -> Any:
        """The best reply to the solution, if there is one."""
        replies = self.solved.moves
        return replies[0].move if replies else None

    @cached_property
    def next_puzzle(self) -> "Puzzle | None":
        """The puzzle after the solution and the best reply, if again only one move wins."""
        if self.goal is not Value.WIN or self.reply is None:
            return None
        position = self.solved.position.after(self.reply)
        analysis = analyze(position)
        if len(analysis.moves) < MIN_MOVES[-1] or len(analysis.best()) != 1:
            return None
        left = self.length - 1
        return replace(self, position=position, solution=analysis.moves[0].move, length=left)

    def at(self, number: int) -> "Puzzle":
        """Return the puzzle of the first, second, third … move that is to be found."""
        if number == 1:
            return self
        if self.next_puzzle is None:
            raise GameError("This puzzle has fewer moves to find: choose an earlier one.")
        return self.next_puzzle.at(number - 1)

    def narrow(self, left: Sequence[Any]) -> list[Any]:
        """Rule out half of the wrong moves that are left; the last wrong one stays."""
        wrong = [move for move in left if move != self.solution]
        random = Random(f"hint {self.seed} {len(wrong)}")
        return sorted([self.solution, *random.sample(wrong, (len(wrong) + 1) // 2)])

    def hint(self, left: Sequence[Any]) -> str:
        what = verdict_in_words(analyze(self.position).verdict)
        some = listed([*map(str, left)], "or") if len(left) <= MAX_LISTED else ""
        return f"The move {what}. It is {some or f'one of {len(left)} moves'}."

    def check(self, move: Any) -> "Answer":
        """Judge a legal move: right, or wrong with its refutation."""
        right, after = move == self.solution, self.position.after(move)
        reason = explain(self.position, move, self.position.turn)
        reply = None if right or after.outcome else analyze(after).moves[0].move
        if right:
            return Answer(right, reply, " ".join([f"{move} is the move.", *reason.sentences]))
        # What would win instead is still to be found.
        told = (one for one in reason.sentences if one != reason.better)
        return Answer(right, reply, " ".join(told))


@dataclass(frozen=True, slots=True)
class Answer:
    right: bool
    refutation: Any | None
    """The reply that shows why not."""
    words: str


def find(which: AnyGame | None, seed: int, difficulty: int | None = None, moves: int = 1) -> Puzzle:
    """Return the puzzle with this number, or the next one of this difficulty and at least this
    length. Without a game, the number selects one; if that has no such puzzle, the next game is
    taken."""
    for puzzles in _lists(which, seed):
        for number in range(seed, seed + len(puzzles)):
            found = puzzles[number % len(puzzles)]
            if difficulty in (None, found.difficulty) and found.length >= moves:
                return replace(found, seed=number)
    where = f"{which.title} {which.size} has" if which else "There is"
    there = [f"{key} (at most {counted(most, 'move')})" for key, most in kinds(which).items()]
    if not there:
        raise GameError(f"{where} no puzzle: choose another game or size.")
    raise GameError(f"{where} no such puzzle: choose difficulty {listed(there, 'or')}.")


def kinds(which: AnyGame | None) -> dict[int, int]:
    """Return the difficulties that there are, each with the largest number of moves to find."""
    most: dict[int, int] = {}
    for puzzle in chain.from_iterable(_lists(which)):
        most[puzzle.difficulty] = max(puzzle.length, most.get(puzzle.difficulty, 0))
    return dict(sorted(most.items()))


def _lists(which: AnyGame | None, seed: int = 0) -> Iterable[Sequence[Puzzle]]:
    """Return the puzzles of a game, or of each game in turn."""
    if which:
        return [puzzles_of(which)]
    ids = game_ids()
    first = seed % len(ids)
    return each(lambda kind: puzzles_of(game(kind.id())), ids[first:] + ids[:first])


@cache
def puzzles_of(which: AnyGame) -> Sequence[Puzzle]:
    """Return all puzzles of a game, prepared or found now."""
    lines = _prepared().get(which.id(), []) if which == game(which.id()) else []
    return [_read(which, line) for line in lines] or search(which)


@cache
def _prepared() -> dict[str, list[str]]:
    """Return the lines of the file by game."""
    lines: dict[str, list[str]] = {}
    for line in files(__package__).joinpath("puzzles.txt").read_text("utf-8").splitlines():
        lines.setdefault(line.split()[0], []).append(line)
    return lines


def _read(which: AnyGame, line: str) -> Puzzle:
    _, difficulty, moves, goal, solution, position = line.split(maxsplit=5)
    at, move = which.parse(position), which.read_move(solution)
    return Puzzle(at, Value(goal), move, int(difficulty), int(moves), 0)


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody, whatever games are installed."""
    ids = [*_prepared()]
    return find(game(ids[day.toordinal() % len(ids)]), day.toordinal())


def search(which: AnyGame, enough: int = MAX_PUZZLES, work: int = MAX_WORK) -> Sequence[Puzzle]:
    """Find puzzles in random games, the same every time. Where exact values are out of reach there
    are none: each position would take a search."""
    found = dict[AnyPosition, Puzzle]()
    known = oracle_of(which).knows(which.start(seed=0))
    for fewest in MIN_MOVES if known else ():
        random, left = Random(f"puzzles {which.id()} {which.size}"), work
        while left > 0 and len(found) < enough:
            start: AnyPosition = which.start(random.choice("XO"), random.randrange(10**9))
            more = len(found) + MAX_FROM_GAME
            # From the end: what is near it is soon judged, and more often has a single answer.
            for position in reversed([*random_play(start, random)]):
                left -= 1
                if left < 0 or len(found) == more:
                    break
                if len(position.legal_moves()) >= fewest and (puzzle := judge(position)):
                    found[position] = puzzle
        if found:
            break
    return [*found.values()]


def judge(position: AnyPosition) -> Puzzle | None:
    """Return the puzzle of a position, if it is one."""
    verdict = oracle_of(position.game).judge(position)
    if verdict.value not in (Value.WIN, Value.DRAW) or verdict.distance == 1:
        return None
    analysis = analyze(position)
    best, *wrong = analysis.moves
    if any(item.value in (analysis.value, Value.UNKNOWN) for item in wrong):
        return None
    puzzle = Puzzle(position, analysis.value, best.move, _difficulty(best, wrong), 1, 0)
    return replace(puzzle, length=_count_moves(puzzle))


def _count_moves(puzzle: Puzzle) -> int:
    return 1 + (_count_moves(puzzle.next_puzzle) if puzzle.next_puzzle else 0)


def _difficulty(best: MoveAnalysis, wrong: list[MoveAnalysis]) -> int:
    """Rate a puzzle: long wins are hard to see, and wrong moves that are not punished at once
    tempt."""
    tempting = sum(item.distance is None or item.distance > 2 for item in wrong)
    length = 9 if best.distance is None else best.distance
    return min(MAX_DIFFICULTY, 1 + length // 4 + (tempting >= 3) + (tempting >= 6))
