"""The levels against each other and against `random`, in both seats, with 95 % intervals.

`python -m bench levels [--workers W] [--games N] [--only BOARD] [--file FILE]` plays 1,000 games of
each pair of neighbours (Numeral Nexus 200), and keeps every finished pair of games in the file:
after Ctrl-C the same command goes on. It needs the standard library and Quincunx alone. `make
bench` plays a short form on the default sizes.

Wanted, of the level above against the one below, over both seats: 55 to 80 %, the interval above
one half; on boards that are out of reach of exact values and of 3x4 the interval alone. Against
`random`, in neither seat a fall from level to level that is more than chance. Of fewer games only
what can hardly be chance fails.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from hashlib import sha256
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import quincunx
from quincunx import Match
from quincunx.arena.statistics import Z, mean
from quincunx.core import AnyGame
from quincunx.players import LEVELS, LevelError, LevelPlayer, levels, looking, perfect
from quincunx.players.levels import level_player
from quincunx.work.pools import carried_out, pool

GAMES, FEWER = 1_000, {"numeral-nexus": 200}
SHORT, FEWER_SHORT = 40, {"numeral-nexus": 8}
LARGE = 100
"""Games a pair where a board is out of reach of exact values."""
MORE = ("swap-nine-3x4", "grid-clash-3x4", "zone-conquest-3x4", "crossed-paths-8x8")
OUT_OF_REACH = ("swap-nine-5x5", "grid-clash-5x5", "zone-conquest-5x5")
LOWEST, HIGHEST = 0.55, 0.80
LOWEST_OF = {"crossed-paths": 0.53}


class Pairing(NamedTuple):
    """Two games with seats changed, from the same start."""

    board: str
    one: str
    other: str
    number: int


class Found(NamedTuple):
    """What the level that is named first scored in each seat."""

    x: float
    o: float


Results = dict[Pairing, Found]


def game_of(board: str) -> AnyGame:
    game_id, _, size = board.rpartition("-")
    rows, _, columns = size.partition("x")
    return quincunx.game(game_id, (int(rows), int(columns)))


def score(board: str, x: str, o: str, number: int) -> float:
    """Of X in one game."""
    match = Match(game_of(board).start(seed=number))
    seed = crc32(f"{board} {x} {o} {number}".encode())  # so that no two pairs draw alike
    players = {"X": LevelPlayer(x, 2 * seed), "O": LevelPlayer(o, 2 * seed + 1)}
    while match.outcome is None:
        match.advance(players[match.position.turn].pick(match))
    return {"X": 1.0, "O": 0.0, None: 0.5}[match.outcome.winner]


def play(pairing: Pairing) -> tuple[Pairing, Found]:
    board, one, other, number = pairing
    return pairing, Found(score(board, one, other, number), 1 - score(board, other, one, number))


def able(board: str) -> list[str]:
    """The levels that play on a board."""
    start = game_of(board).start(seed=0)
    try:
        level_player("perfect", 0, start)
    except LevelError:
        return [level for level in LEVELS if level != "perfect"]
    return [*LEVELS]


def pairings(board: str, games: int) -> Iterator[Pairing]:
    names = able(board)
    pairs = dict.fromkeys((upper, lower) for lower, upper in pairwise(names))
    pairs |= dict.fromkeys((name, "random") for name in names)  # the first against itself
    for number in range(games // 2):
        for one, other in pairs:
            yield Pairing(board, one, other, number)


# The file of finished games.


def heading() -> str:
    """What the results depend on; those of other levels are not mixed with these."""
    sources = "".join(map(getsource, (levels, looking, perfect)))
    return f"levels {sha256(sources.encode()).hexdigest()[:16]}"


def load(file: Path) -> Results:
    """What is finished. A line that was cut off is played again."""
    text = file.read_text() if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text or not whole:
        file.write_text(whole or f"{heading()}\n")
    first, *lines = (whole or heading()).splitlines()
    if first != heading():
        raise SystemExit(f"{file} holds games of other levels: name another file, or remove it.")
    found = (json.loads(line) for line in lines)
    return {Pairing(*words): Found(*scores) for words, scores in found}


def play_all(wanted: list[Pairing], workers: int, file: Path | None) -> Results:
    results = load(file) if file else {}
    left = [pairing for pairing in wanted if pairing not in results]
    kept = file.open("a") if file else nullcontext()
    try:
        with kept as lines, pool(workers) as executor:
            for pairing, found in carried_out(play, left, executor):
                results[pairing] = found
                if lines:
                    print(json.dumps([pairing, found]), file=lines, flush=True)
                done = len(results)
                if sys.stderr.isatty() and done % 20 == 0:
                    print(f"\r{done} of {len(wanted)} pairs", end="", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"Stopped at {len(results)} of {len(wanted)} pairs: the same command goes on.")
        raise SystemExit(130) from None
    return results


# What came of it.


class Report:
    def __init__(self, results: Results, full: bool) -> None:
        self.results = results
        self.full = full
        self.fails: list[str] = []
        self.bounds: list[str] = []

    def found(self, board: str, one: str, other: str) -> list[Found]:
        return [f for p, f in self.results.items() if p[:3] == (board, one, other)]

    def table(self, board: str) -> Iterator[str]:
        names = able(board)
        games = 2 * len(self.found(board, names[1], names[0]))
        yield f"{board}, {games} games a pair"
        yield f"  {'':9} {'against the one below':24} {'as X, as O':12} against random as X, as O"
        before: list[list[float]] = []
        for number, name in enumerate(names):
            alone = self.found(board, name, "random")
            seats = [[found.x for found in alone], [found.o for found in alone]]
            shown = "  ".join(f"{_mean(seat):.3f}" for seat in seats)
            if number:
                yield f"  {name:9} {self._against_below(board, name, names[number - 1])}  {shown}"
                self._check_random(board, names[number - 1 : number + 1], before, seats)
            else:
                yield f"  {name:9} {'':37}  {shown}"
            before = seats

    def _against_below(self, board: str, upper: str, lower: str) -> str:
        found = self.found(board, upper, lower)
        over = mean([(one.x + one.o, 2) for one in found], 1.0)
        seats = [_mean([one.x for one in found]), _mean([one.o for one in found])]
        middle = over["mean"]
        # Where all pairs are alike nothing is known of others.
        low, high = (0.0, 1.0) if over["low"] is None else (over["low"], over["high"])
        pair = f"{board}: {upper} against {lower}"
        share = f"{middle:.1%} ({low:.1%} to {high:.1%})"
        lowest = LOWEST_OF.get(board.rpartition("-")[0], LOWEST)
        if board in OUT_OF_REACH:
            lowest, highest = 0.5, 1.0
        else:
            highest = HIGHEST
        # Of few games only what can hardly be chance is held against the levels.
        least, most = (middle, middle) if self.full else (high, low)
        if not lowest <= least or not most <= highest:
            self.fails.append(f"{pair} {share}, not within {lowest:.0%} and {highest:.0%}")
        elif self.full and low <= 0.5:
            self.fails.append(f"{pair} {share}, not certainly more than one half")
        for seat, points in zip("XO", seats, strict=True):
            if points in (0, 1):
                self.bounds.append(f"{pair} {points:.0%} as {seat}")
        return f"{share:24} {seats[0]:.3f}  {seats[1]:.3f}"

    def _check_random(
        self, board: str, names: list[str], before: list[list[float]], now: list[list[float]]
    ) -> None:
        for seat, old, new in zip("XO", before, now, strict=True):
            fall = _mean(old) - _mean(new)
            words = f"{board}: {names[1]} as {seat} against random, {fall:.3f} below {names[0]}"
            chance = Z * (_variance(old) + _variance(new)) ** 0.5
            if fall > 0:
                kept = self.fails if fall > chance else self.bounds
                kept.append(words if fall > chance else f"{words}, within chance ({chance:.3f})")
            elif _mean(new) == 1:
                self.bounds.append(f"{board}: {names[1]} as {seat} beats random in every game")


def _mean(points: list[float]) -> float:
    return sum(points) / len(points)


def _variance(points: list[float]) -> float:
    """Of the mean."""
    middle = _mean(points)
    return sum((point - middle) ** 2 for point in points) / len(points) ** 2


def tell(boards: dict[str, int], workers: int, file: Path | None, full: bool) -> None:
    # Numeral Nexus first: its games are the longest to wait for.
    order = sorted(boards, key=lambda board: not board.startswith("numeral"))
    wanted = [pairing for board in order for pairing in pairings(board, boards[board])]
    report = Report(play_all(wanted, workers, file), full)
    for board in boards:
        print("\n".join(report.table(board)))
    print("\nAt a bound:", *report.bounds or ["nothing"], sep="\n  ")
    print("\nFails:", *report.fails or ["nothing"], sep="\n  ")
    if report.fails:
        raise SystemExit("The levels are not as they should be.")


def default_boards() -> list[str]:
    return [f"{name}-{quincunx.game(name).size}" for name in quincunx.game_ids()]


def measure() -> None:
    """The short form."""
    boards = {b: FEWER_SHORT.get(b.rpartition("-")[0], SHORT) for b in default_boards()}
    tell(boards, os.cpu_count() or 1, None, full=False)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench levels", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", type=int, help="a pair, instead of 1,000 (Numeral Nexus: 200)")
    parser.add_argument("--only", default="", help="boards whose names contain this")
    parser.add_argument("--file", type=Path, default=Path("levels.jsonl"), help="finished games")
    options = parser.parse_args(words)
    boards = {}
    for board in [*default_boards(), *MORE, *OUT_OF_REACH]:
        usual = LARGE if board in OUT_OF_REACH else FEWER.get(board.rpartition("-")[0], GAMES)
        if options.only in board:
            boards[board] = min(usual, options.games or usual)
    tell(boards, options.workers, options.file, full=not options.games)
