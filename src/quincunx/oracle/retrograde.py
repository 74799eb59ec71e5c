"""The generic solver: any game whose positions can be enumerated, loops included.

All positions that can be reached are listed, then the ends are carried back: a position with a
move to a lost one is won, one whose every move leads to a won one is lost. They are settled in
order of distance, so the winner hurries and the loser delays. What is never settled can be kept
up forever by either player: a draw.

It needs nothing of a game but legal moves, what follows from them, and the end. A game may give
positions with equal futures one `key`, and then each future is solved once.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from quincunx.core import AnyPosition, Move
from quincunx.oracle.base import Oracle, OutOfWorkError, Progress
from quincunx.oracle.verdicts import Proof, Value, Verdict, verdict_of_end


def carry_back(children: list[list[int]], ends: dict[int, int]) -> tuple[list[int], list[int]]:
    """The value of every position to its mover, 1 won, -1 lost, 0 drawn, and its distance.

    `children` holds where the moves of a position lead, `ends` the values of those without any.
    """
    parents: list[list[int]] = [[] for _ in children]
    for parent, following in enumerate(children):
        for child in following:
            parents[child].append(parent)
    values, distances = [0] * len(children), [0] * len(children)
    open_moves = [len(following) for following in children]
    for end, value in ends.items():
        values[end] = value
    # A queue settles in order of distance: ends first, then one ply from them, and so on. An end
    # that is drawn leaves its parents a way to draw; whether they do better is seen elsewhere.
    settled = deque(end for end, value in ends.items() if value)
    while settled:
        child = settled.popleft()
        for parent in parents[child]:
            open_moves[parent] -= 1
            if not values[parent] and (values[child] < 0 or not open_moves[parent]):
                values[parent] = -values[child]
                distances[parent] = distances[child] + 1
                settled.append(parent)
    return values, distances


def verdict(value: int, distance: int) -> Verdict:
    if not value:
        return Verdict(Value.DRAW, Proof.TABLE)
    return Verdict(Value.WIN if value > 0 else Value.LOSS, Proof.TABLE, distance)


def verdicts_from(
    start: AnyPosition, most: int | None = None, progress: Progress | None = None
) -> dict[Hashable, Verdict]:
    """The verdict of every position that can be reached, by its key; of `most` positions, or
    OutOfWorkError."""
    order, children, ends = list[Hashable](), list[list[int]](), {}
    for key, position, _, following in expand(start, lambda position: position.key(), most):
        if not following:
            outcome = position.outcome
            assert outcome is not None, f"no legal moves, yet not over: {position}"
            worth = verdict_of_end(position, outcome, Proof.TABLE).value
            ends[len(order)] = {Value.WIN: 1, Value.LOSS: -1}.get(worth, 0)
        order.append(key)
        children.append([*{*following}])
        if progress and len(order) % 1000 == 0:
            progress(len(order))
    solved = zip(order, *carry_back(children, ends), strict=True)
    table: dict[Hashable, Verdict] = {key: verdict(value, far) for key, value, far in solved}
    # A draw has a distance only where it is over, or is so after any move.
    for number, (key, after) in enumerate(zip(order, children, strict=True)):
        if table[key].value is Value.DRAW and all(child in ends for child in after):
            table[key] = Verdict(Value.DRAW, Proof.TABLE, distance=0 if number in ends else 1)
    return table


def expand(
    start: AnyPosition, identity: Callable[[AnyPosition], Hashable], most: int | None = None
) -> Iterator[tuple[Hashable, AnyPosition, Sequence[Any], list[int]]]:
    """Yield every position that can be reached, breadth first, those of equal identity once: its
    identity, itself, its moves and the numbers of what they lead to. OutOfWorkError beyond `most`.
    """
    known = identity(start)
    numbers, waiting = {known: 0}, deque([(known, start)])
    while waiting:
        own, position = waiting.popleft()
        moves, following = position.legal_moves(), list[int]()
        for move in moves:
            after = position.after(move)
            known = identity(after)
            number = numbers.get(known)
            if number is None:
                number = numbers[known] = len(numbers)
                waiting.append((known, after))
            following.append(number)
        if most is not None and len(numbers) > most:
            raise OutOfWorkError
        yield own, position, moves, following


class Retrograde(Oracle):
    """Solve what can be reached from a position when it is first asked about."""

    proof = Proof.TABLE

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.table: dict[Hashable, Verdict] = {}

    def judge(self, position: AnyPosition) -> Verdict:
        if position.key() not in self.table:
            self.table |= verdicts_from(position, self.most)
        return self.table[position.key()]

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        self.judge(position)  # solves all that follows at once
        return super().judge_moves(position)
