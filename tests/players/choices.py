"""What the choices of levels come to, computed from their distributions."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from quincunx import Match
from quincunx.core import AnyPosition
from quincunx.oracle import Value, analyze
from quincunx.players import LEVELS
from quincunx.players.levels import best_moves, greedy_moves, shallow_moves, style_weights

WAYS = (best_moves, shallow_moves, greedy_moves, Match.legal_moves)
"""In the order of a level's parts; tests hold `distribution` against them."""
WORTH = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}


def reachable(start: AnyPosition) -> list[AnyPosition]:
    """Every position that can be reached, in order of how soon."""
    order = [start]
    met = {start}
    for position in order:
        for move in position.legal_moves():
            after = position.after(move)
            if after not in met:
                met.add(after)
                order.append(after)
    return order


class Cost(NamedTuple):
    """The means of many choices in percent, for each level."""

    lost: list[float]
    """Value lost a choice: a win is worth 1, a draw one half, a loss 0."""
    kept: list[float]
    """In lost positions: the share of replies that keep the opponent's win."""


def mixed(by_way: list[float], moves: int) -> list[float]:
    """What comes of the four ways where there are so many moves, for each level."""
    parts = [style_weights(level, moves) for level in LEVELS]
    return [sum(p * f for p, f in zip(one, by_way, strict=True)) for one in parts]


Looks = dict[AnyPosition, list[list[Any]]]
"""The moves between which nothing decides, by position, for each way."""


def looks(positions: Iterable[AnyPosition]) -> Looks:
    """In positions that are not over."""
    matches = (Match(position) for position in positions)
    return {match.position: [way(match) for way in WAYS] for match in matches}


def images(positions: Iterable[AnyPosition]) -> dict[AnyPosition, int]:
    """Of the positions that are images of each other one, and how many of them there are: levels
    play alike in all."""
    every = {*positions}
    left, found = {*every}, {}
    for position in sorted(every, key=str):
        if position in left:
            alike = {position.mapped(symmetry) for symmetry in position.game.symmetries} & every
            found[position] = len(alike)
            left -= alike
    return found


def cost(found: Looks, shares: bool = True, times: Mapping[AnyPosition, int] | None = None) -> Cost:
    """Each position counts once, or so many times."""
    lost, kept, hopeless = [0.0] * len(LEVELS), [0.0] * len(LEVELS), 0
    for position, ways in found.items():
        analysis, count = analyze(position), times[position] if times else 1
        values = {item.move: WORTH[item.value] for item in analysis.moves}
        best = max(values.values())
        given = [count * (best - mean(values, moves)) for moves in ways]
        lost = added(lost, mixed(given, len(values)))
        if shares and analysis.value is Value.LOSS:
            hopeless += count
            wins = {move: winning_share(position.after(move)) for move in values}
            kept = added(kept, mixed([count * mean(wins, moves) for moves in ways], len(values)))
    assert hopeless or not shares
    all_of_them = sum(times.values()) if times else len(found)
    return Cost([one / all_of_them for one in lost], [one / max(hopeless, 1) for one in kept])


def mean(of: Mapping[Any, float], moves: list[Any]) -> float:
    return sum(of[move] for move in moves) / len(moves)


def added(one: list[float], two: list[float]) -> list[float]:
    return [a + b for a, b in zip(one, two, strict=True)]


def winning_share(position: AnyPosition) -> float:
    """The share of moves that keep a win; of a game that is over, the whole."""
    moves = analyze(position).moves
    return sum(item.value is Value.WIN for item in moves) / len(moves) if moves else 1.0


def falls(figures: list[float]) -> bool:
    return all(one > two for one, two in pairwise(figures))


class Tree:
    """Every game from a start in which no position comes again: who scores what, exactly."""

    def __init__(self, start: AnyPosition) -> None:
        order = reachable(start)
        numbers = {position: number for number, position in enumerate(order)}
        self.looks = looks(position for position in order if not position.outcome)
        self.ends = {
            number: WORTH_OF_WINNER[position.outcome.winner]
            for number, position in enumerate(order)
            if position.outcome
        }
        self.following = {
            numbers[position]: (
                position.turn,
                len(position.legal_moves()),
                [[numbers[position.after(move)] for move in moves] for moves in ways],
            )
            for position, ways in self.looks.items()
        }

    def score(self, x: str, o: str) -> float:
        """What X is expected to score."""
        levels, scores = {"X": x, "O": o}, dict(self.ends)
        for number in sorted(self.following, reverse=True):
            turn, count, ways = self.following[number]
            parts = style_weights(levels[turn], count)
            scores[number] = sum(
                part * mean(scores, moves) / 100
                for part, moves in zip(parts, ways, strict=True)
                if part
            )
        return scores[0]


WORTH_OF_WINNER = {"X": 1.0, "O": 0.0, None: 0.5}
