"""Games without an oracle of their own: `quincunx solve` lists every position, and keeps a large
table in the user's cache folder, where every later question finds it.

The file begins with a digest of each position's key, in order; in the same order follows what each
is worth, four bytes each. Its name has a digest of the rules' file: a table of rules that
have been changed since is not found.
"""

import os
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable
from contextlib import suppress
from functools import cached_property
from glob import escape, glob
from hashlib import blake2b
from math import inf, sqrt
from random import Random

from quincunx.core import AnyGame, AnyPosition, GameError, Move, random_play
from quincunx.oracle.base import OutOfWorkError, Progress
from quincunx.oracle.deepening import MAX_POSITIONS, Deepening
from quincunx.oracle.retrograde import verdicts_from
from quincunx.oracle.solution_files import PART, SolutionFile, find, path_of
from quincunx.oracle.verdicts import Proof, Value, Verdict
from quincunx.storage import FileError

MAX_LISTED = 2_000_000
"""Positions: what fits into memory."""
DIGEST, WORTH = 16, 4
STEPS = 100_000
"""Of the random games that an estimate takes: a second or a few."""
ENDLESS = (None, 0, 1)
"""The distances that a draw can have."""


def all_from(start: AnyPosition, progress: Progress) -> dict[Hashable, Verdict]:
    """The verdict of every position that can be reached, by its key. GameError where there are too
    many, at once if that is plain to see."""
    with suppress(OutOfWorkError):
        return verdicts_from(start, MAX_POSITIONS, progress)
    ruled_out = estimate(start, MAX_LISTED) > MAX_LISTED
    if not ruled_out:
        with suppress(OutOfWorkError):
            return verdicts_from(start, MAX_LISTED, progress)
    many = f"{MAX_LISTED:,} positions{' by an estimate' * ruled_out}"
    raise GameError(
        f"{start.game.title} {start.game.size} has more than {many}, too many to list here: "
        "choose a smaller size or a position nearer the end."
    )


def estimate(start: AnyPosition, enough: float = inf) -> int:
    """How many positions there are at the least, by how seldom random games meet: of N positions,
    drawn evenly or not, those of two games are the same at least once in N. Positions with as many
    owned cells are compared with each other, and of one game only the later half of them, so that
    the few of the opening do not hide the many that follow. It ends once there are more than
    enough."""
    random, steps, least = Random(0), 0, 0
    seen = defaultdict[int, Counter[Hashable]](Counter)
    counts, pairs, meetings = Counter[int](), Counter[int](), Counter[int]()
    while steps < STEPS and least <= enough:
        played = defaultdict[int, list[Hashable]](list)
        for position in random_play(start, random):
            text = str(position)
            played[text.count("X") + text.count("O")].append(position.key())
            steps += 1
        for owned, keys in played.items():
            later, met = keys[len(keys) // 2 :], seen[owned]
            pairs[owned] += counts[owned] * len(later)
            meetings[owned] += sum(met[key] for key in later)
            counts[owned] += len(later)
            met.update(later)
        least = sum(int(pairs[owned] / _at_most(meetings[owned])) for owned in pairs)
    return least


def _at_most(count: int) -> float:
    """How many are to be expected at the most where so many were counted, nearly certainly."""
    return count + 2 * sqrt(count) + 3


class Listed(Deepening):
    """The generic oracle of one game and size: reads a table that was kept, else searches."""

    positions_are = "all that can be reached, those with the same future once"

    def __init__(self, game: AnyGame, most: int = MAX_POSITIONS) -> None:
        super().__init__(most)
        self.game = game
        self.most = most
        """Positions: a larger table is kept."""
        self.too_large: set[AnyPosition] = set()
        """Starts from which more can be reached."""

    @cached_property
    def name(self) -> str:
        """What the tables of these rules begin with."""
        with open(sys.modules[type(self.game).__module__].__file__ or "", "rb") as file:
            rules = blake2b(file.read(), digest_size=8).hexdigest()
        return f"{self.game.id()}-{self.game.size}-{rules}"

    @cached_property
    def files(self) -> list[SolutionFile]:
        """The tables that are there, one a start."""
        with suppress(OSError, FileError):
            names = glob(f"{escape(path_of(self.name, ''))[:-1]}-*.json")
            found = [find(os.path.basename(name)[: -len(".json")]) for name in sorted(names)]
            return [file for file in found if file and _fits(file)]
        return []

    def identity(self, position: AnyPosition) -> Hashable:
        """A player's seat counts besides the future: exploitability is shown by seat."""
        return position.turn, position.key()

    def solution_file(self, position: AnyPosition) -> SolutionFile | None:
        """None where a table is made in a second."""
        found = self._file(position)
        if not found.whole:
            with suppress(OutOfWorkError):
                self.table.judge(position)
                return None
        return found

    def knows(self, position: AnyPosition) -> bool:
        """By the start, where one stands for all, so that whatever was asked before the answer is
        the same."""
        if self._find(position):
            return True
        start = position if self.game.has_random_start else self.game.start()
        if start not in self.too_large:
            try:
                self.table.judge(start)
            except OutOfWorkError:
                self.too_large.add(start)
        return start not in self.too_large

    def judge(self, position: AnyPosition) -> Verdict:
        return self._find(position) or super().judge(position)

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        children = {move: self._find(position.after(move)) for move in position.legal_moves()}
        found = {move: verdict.of_move() for move, verdict in children.items() if verdict}
        return found if len(found) == len(children) else super().judge_moves(position)

    def solve(self, position: AnyPosition, progress: Progress) -> Verdict:
        table = all_from(position, progress)
        self.positions = len(table)
        worth = {_digest(key): _code(verdict) for key, verdict in table.items()}
        if self.most < len(table) == len(worth):
            file = SolutionFile(self._file(position).name + PART)
            file.begin()
            file.add(b"".join(sorted(worth)), 0)
            codes = (worth[digest].to_bytes(WORTH, "little") for digest in sorted(worth))
            file.add(b"".join(codes), len(worth))
            file.finish()
        return table[position.key()]

    def _file(self, start: AnyPosition) -> SolutionFile:
        """The table of what can be reached from a position, there or not."""
        return SolutionFile(f"{self.name}-{_digest(start.key()).hex()[:16]}")

    def _find(self, position: AnyPosition) -> Verdict | None:
        if not self.files:
            return None
        digest = _digest(position.key())
        for file in self.files:
            count = file.sizes[1] // WORTH

            def digest_at(place: int, file: SolutionFile = file) -> bytes:
                return file.piece(0, DIGEST * place, DIGEST)

            place = bisect_left(range(count), digest, key=digest_at)
            if place < count and digest_at(place) == digest:
                return _verdict(int.from_bytes(file.piece(1, WORTH * place, WORTH), "little"))
        return None


def _fits(file: SolutionFile) -> bool:
    return len(file.sizes) == 2 and file.sizes[0] * WORTH == file.sizes[1] * DIGEST


def _digest(key: Hashable) -> bytes:
    return blake2b(repr(key).encode(), digest_size=DIGEST).digest()


def _code(verdict: Verdict) -> int:
    """A draw is 0 to 2 by its distance; else a win is odd, a loss even."""
    if verdict.value is Value.DRAW:
        return ENDLESS.index(verdict.distance)
    assert verdict.distance is not None
    return 2 * verdict.distance + (3 if verdict.value is Value.WIN else 4)


def _verdict(code: int) -> Verdict:
    if code < len(ENDLESS):
        return Verdict(Value.DRAW, Proof.TABLE, ENDLESS[code])
    value = Value.WIN if code % 2 else Value.LOSS
    return Verdict(value, Proof.TABLE, (code - 3) // 2)
