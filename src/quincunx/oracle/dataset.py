"""A solution written out, position by position, so that anybody can check it by the rules alone.

A row holds a position's text, its value to the mover, distance and margin, the actions that keep
the value, and the features that learners see. `check` trusts no solver: it reads each text back,
plays every legal move by the plain rules, looks up the rows of what follows, and works out what
the row must say.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

from quincunx.core import AnyPosition, random_play
from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.oracle import oracle_of
from quincunx.oracle.retrograde import expand
from quincunx.oracle.verdicts import Proof, SolutionError, Value, Verdict, best_of, verdict_of_end

HEADER = "position,value,distance,margin,optimal_actions,features"


@dataclass(frozen=True, slots=True)
class Row:
    position: str
    value: Value
    distance: int | None
    margin: int | None
    optimal_actions: tuple[int, ...]
    features: tuple[int, ...]

    def to_csv(self) -> str:
        """Positions may hold commas, so they are quoted."""
        return ",".join(
            [
                f'"{self.position}"',
                self.value,
                "" if self.distance is None else str(self.distance),
                "" if self.margin is None else str(self.margin),
                " ".join(map(str, self.optimal_actions)),
                " ".join(map(str, self.features)),
            ]
        )

    @staticmethod
    def from_csv(line: str) -> "Row":
        try:
            _, position, rest = line.rstrip("\n").split('"')
            _, value, distance, margin, optimal, features = rest.split(",")
            return Row(
                position,
                Value(value),
                int(distance) if distance else None,
                int(margin) if margin else None,
                tuple(map(int, optimal.split())),
                tuple(map(int, features.split())),
            )
        except ValueError as error:
            raise SolutionError(f"{quote(line)} is no row of a solution.") from error


def _row(position: AnyPosition, verdict: Verdict, keeping: Iterable[int]) -> Row:
    exact = verdict.value, verdict.distance, verdict.margin
    return Row(str(position), *exact, tuple(keeping), position.features())


def rows_of(positions: Iterable[AnyPosition]) -> Iterator[Row]:
    """A row for each position, in their order."""

    @cache
    def judge(position: AnyPosition) -> Verdict:
        return oracle_of(position.game).judge_any(position)

    for position in positions:
        verdict = judge(position)
        keeping = [
            move.action
            for move in position.legal_moves()
            if judge(position.after(move)).value is verdict.value.reverse
        ]
        yield _row(position, verdict, keeping)


def random_positions(start: AnyPosition, count: int, number: int) -> Iterator[AnyPosition]:
    """Different positions from random play."""
    random, seen = Random(number), set[AnyPosition]()
    misses = 0
    while len(seen) < count and misses < 100:
        for position in islice(random_play(start, random), 1, None):
            if len(seen) < count and position not in seen and random.random() < 0.2:
                seen.add(position)
                misses = 0
                yield position
        misses += 1


def npz(rows: Sequence[Row], actions: int) -> bytes:
    """The rows as NumPy's archive of arrays."""
    import io

    with needs("fast"):
        import numpy as np
    points = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}
    optimal = np.zeros((len(rows), actions), np.int16)
    for row, one in enumerate(rows):
        optimal[row, list(one.optimal_actions)] = 1
    archive = io.BytesIO()
    np.savez_compressed(
        archive,
        positions=np.array([one.position for one in rows]),
        features=np.array([one.features for one in rows], np.int16),
        values=np.array([points[one.value] for one in rows], np.int16),
        distances=np.array([-1 if o.distance is None else o.distance for o in rows], np.int16),
        optimal=optimal,
    )
    return archive.getvalue()


def is_table(start: AnyPosition) -> bool:
    """Whether every position from here on has been solved, so that all can be listed."""
    oracle = oracle_of(start.game)
    return oracle.proof is Proof.TABLE or (
        start.outcome is None and oracle.judge(start).proof is Proof.TABLE
    )


def reachable(start: AnyPosition) -> Iterator[AnyPosition]:
    """The position and everything that can follow from it, each once; of positions that the oracle
    takes for one, the first that is met."""
    return (position for _, position, *_ in expand(start, oracle_of(start.game).identity))


def check(start: AnyPosition, rows: Iterable[Row]) -> Iterator[str]:
    """Yield the text of every position whose row is right; SolutionError at the first that is not.
    The start must have a row, and so must everything that can follow."""
    read: dict[AnyPosition, Row] = {start.game.parse(one.position): one for one in rows}
    identity = oracle_of(start.game).identity
    known = {identity(position): one for position, one in read.items()}
    if identity(start) not in known:
        raise SolutionError(f"The solution does not hold its start, {start}.")
    counted = any(one.margin is not None for one in known.values())
    for position, one in read.items():
        _check_row(position, one, known, counted)
        yield one.position


def check_along_games(start: AnyPosition, games: int) -> Iterator[AnyPosition]:
    """The same along random games, where positions are too many: each must be worth what the
    positions after its moves, judged on their own, make it."""
    oracle, random = oracle_of(start.game), Random(0)
    for _ in range(games):
        for position in random_play(start, random):
            if position.outcome:
                break
            given, verdicts = oracle.judge(position), []
            for move in position.legal_moves():
                after = position.after(move)
                end = _verdict_of_end(after, given.margin is not None)
                verdicts.append((end or oracle.judge(after)).of_move())
            right = best_of(verdicts, oracle.proof)
            exact = given.proof is Proof.TABLE
            if given.value is not right.value or (
                exact and given != replace(right, proof=given.proof)
            ):
                raise SolutionError(
                    f"{position} is given as {given.value} ({given.distance}, {given.margin}), "
                    f"but is {right.value} ({right.distance}, {right.margin})."
                )
            yield position


def _verdict_of_end(position: AnyPosition, counted: bool) -> Verdict | None:
    """What a finished game is worth by the rules alone, with the margin where margins count."""
    outcome = position.outcome
    if outcome is None:
        return None
    verdict = verdict_of_end(position, outcome, Proof.TABLE)
    if not (counted and outcome.counts):
        return verdict
    tally = outcome.counts[0]
    margin = tally.x - tally.o if position.turn == "X" else tally.o - tally.x
    return replace(verdict, margin=margin)


def _check_row(
    position: AnyPosition, given: Row, known: dict[Hashable, Row], counted: bool
) -> None:
    actions: dict[int, Verdict] = {}
    identity = oracle_of(position.game).identity
    for move in position.legal_moves():
        after = known.get(identity(position.after(move)))
        if after is None:
            raise SolutionError(f"{position} allows {move}, but what follows has no row.")
        exact = Verdict(after.value, Proof.TABLE, after.distance, margin=after.margin)
        actions[move.action] = exact.of_move()
    end = _verdict_of_end(position, counted)
    expected = end or best_of(list(actions.values()), Proof.TABLE)
    keeping = (a for a, verdict in sorted(actions.items()) if verdict.value is expected.value)
    right = _row(position, expected, keeping)
    if given != right:
        raise SolutionError(
            f"{position} is given as {given.value} ({given.distance}, {given.margin}), but "
            f"the rules and its successors make it {right.value} ({right.distance}, "
            f"{right.margin}), or its actions or features differ."
        )
