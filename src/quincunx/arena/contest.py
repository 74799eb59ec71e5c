"""One game between two agents, by name; and many of them, by one process or several.

A game is settled by its task alone: the start, the agents and a seed. So results are the same
whoever plays the games and in whatever order they end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from typing import Any, Protocol, TypeVar

from quincunx.core import AnyGame, AnyPosition, ForfeitError, Player, QuincunxError
from quincunx.core.text import counted
from quincunx.match import Match
from quincunx.players import Chooser, Terms, player
from quincunx.record import result, write

T = TypeVar("T")
R = TypeVar("R")
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class ArenaError(QuincunxError):
    """A contest cannot be held, or not go on."""


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    number: int
    """Counted from 1; in records the round."""
    start: AnyPosition
    x: str
    o: str
    seed: int
    terms: Terms = field(default_factory=Terms)
    date: str = ""
    most_plies: int | None = None
    """Where the game is broken off, if it is."""

    def agent(self, side: Player) -> str:
        return self.x if side is Player.X else self.o


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    task: Task
    match: Match
    exchanges: list[dict[str, Any]]
    """What outside programs were asked and answered."""

    @property
    def record(self) -> str:
        return write(self.match)

    def points(self, side: Player) -> float:
        """1 for a win, a half for a draw."""
        won = result(self.match)
        return 0.5 if won == "draw" else float(won == side)

    def document(self) -> dict[str, Any]:
        document = {
            "round": self.task.number,
            "x": self.task.x,
            "o": self.task.o,
            "start": str(self.task.start),
            "result": result(self.match),
            "plies": self.match.ply,
        }
        if "Forfeit" in self.match.tags:
            document["forfeit"] = self.match.tags["Forfeit"]
        return document


def play(task: Task) -> Played:
    """Plays the game of a task. An agent that gives no legal move loses it."""
    match = Match(task.start, seed=task.seed, names={Player.X: task.x, Player.O: task.o})
    match.tags |= {"Round": str(task.number), "SeatX": task.x, "SeatO": task.o}
    if task.date:
        match.tags["Date"] = task.date
    seats: dict[Player, Chooser] = {}
    try:
        for side in Player:
            seed = 2 * task.seed + (side is Player.O)
            seats[side] = player(task.agent(side), seed, task.start, task.terms)
        while match.outcome is None and match.ply != task.most_plies:
            match.advance(seats[match.position.turn].choose(match))
    except ForfeitError as error:
        match.resign(match.position.turn, "forfeit")
        match.tags["Forfeit"] = str(error)
    finally:
        for seat in seats.values():
            seat.close()
    asked = [one for seat in seats.values() for one in getattr(seat, "exchanges", [])]
    return Played(task, match, sorted(asked, key=lambda one: int(one["ply"])))


def check_agent(name: str, start: AnyPosition, terms: Terms) -> None:
    """Refuses a name before anything is played."""
    if name == "human":
        raise ArenaError("A human cannot be waited for here: `quincunx play` is for people.")
    player(name, 0, start, terms).close()


def pair_starts(game: AnyGame, pairs: int, seed: int) -> list[tuple[AnyPosition, int]]:
    """The start of each pair of games and its seed; drawn by lot where the game's start is."""
    seeds = [Random(f"pair {seed} {number}").randrange(10**9) for number in range(pairs)]
    return [(game.start(seed=one), one) for one in seeds]


def swapped_pairs(
    starts: Sequence[tuple[AnyPosition, int]],
    a: str,
    b: str,
    terms: Terms,
    date: str = "",
    first_number: int = 1,
) -> list[Task]:
    """From each start two games, the second with sides swapped."""
    return [
        Task(first_number + 2 * pair + swap, start, *sides, 2 * seed + swap, terms, date)
        for pair, (start, seed) in enumerate(starts)
        for swap, sides in enumerate(((a, b), (b, a)))
    ]


def pairs_of(games: int) -> int:
    """How many pairs make that many games."""
    if games < 2 or games % 2:
        raise ArenaError(
            f"Games are played in pairs with sides swapped: choose an even number, not {games}."
        )
    return games // 2


# Many at once.


class Submits(Protocol):
    """An executor like those of concurrent.futures: its futures have `result`, `cancel` and
    `add_done_callback`."""

    def submit(self, work: Callable[[T], R], task: T, /) -> Any: ...


def carried_out(
    work: Callable[[T], R], tasks: Sequence[T], executor: Submits | None = None
) -> Iterator[R]:
    """The results of the work on every task, each as soon as it is there."""
    if executor is None:
        yield from map(work, tasks)
        return
    done: SimpleQueue[Any] = SimpleQueue()
    with _interruption_held_back():
        futures = [executor.submit(work, task) for task in tasks]
    try:
        for future in futures:
            future.add_done_callback(done.put)
        for _ in futures:
            yield done.get().result()
    except BrokenExecutor as error:
        raise ArenaError("A worker process was ended from outside: begin again.") from error
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def _interruption_held_back() -> Iterator[None]:
    """Processes that are started in here never see a Ctrl-C; before they can ignore it themselves
    they would die of it, and say so at length. We see it a moment later."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(results: Iterable[R], number: Callable[[R], int], first: int = 1) -> Iterator[R]:
    """The same in the order of their numbers, each once all before it are there; what was waiting
    when no more come is not lost."""
    waiting: dict[int, R] = {}
    try:
        for one in results:
            waiting[number(one)] = one
            while first in waiting:
                yield waiting.pop(first)
                first += 1
    except GeneratorExit:
        raise
    except BaseException:
        for late in sorted(waiting):
            yield waiting[late]
        raise


@contextmanager
def workers(count: int | None = None, dask: str | None = None) -> Iterator[Executor | None]:
    """A pool of that many processes, or the cluster of the Dask scheduler at that address; None
    where one process is enough, the one that is there."""
    if dask is not None:
        from quincunx.arena.cluster import cluster

        with cluster(dask) as executor:
            yield executor
        return
    if count is None or count == 1:
        yield None
        return
    if count < 1:
        raise ArenaError(f"{counted(count, 'worker')} cannot play: choose 1 or more.")
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    processes = get_context("spawn")
    stopped, stop = processes.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, processes, _prepare_worker, (stopped,))
    try:
        yield pool
    except BaseException:
        stop.close()  # nobody waits for games in progress
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stop.close()
        stopped.close()


def _prepare_worker(stopped: Any) -> None:
    """Leaves an interruption to the process that gave the work, and ends when that one ends or says
    so; programs in play end with their keepers."""
    import os
    import signal
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        wait([parent.sentinel, stopped])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
