"""One game between two agents, by name.

A game is settled by its task alone: the start, the agents and a seed. So results are the same
whoever plays the games and in whatever order they end.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from threading import RLock
from typing import Any, TypeVar

from quincunx.arena.statistics import score, told
from quincunx.core import AnyGame, AnyPosition, ForfeitError, Player, QuincunxError
from quincunx.core.text import clean, counted, listed
from quincunx.games import each, game
from quincunx.play.match import Match
from quincunx.play.record import read, result, write
from quincunx.players import Agent, OutageError, Picker, Terms, player
from quincunx.players.chat import check_apart
from quincunx.players.outside import OutsidePlayer
from quincunx.work.pools import Workers, carried_out

_THINKING = RLock()
"""The oracle is asked by one game at a time; for others games wait side by side."""
T = TypeVar("T")
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}

RESULT = """\
{game} {size}, {count}, --seed {seed}
{a} against {b}: {wins} won, {draws} drawn, {losses} lost
Score {score}, 95 % by seat; as X {as_x:g} of {half}, as O {as_o:g} of {half}"""


class ArenaError(QuincunxError):
    """A contest cannot be held, or not go on."""


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    number: int
    """Counted from 1; in records the round."""
    start: AnyPosition
    x: Agent
    o: Agent
    seed: int
    terms: Terms = field(default_factory=Terms)
    date: str = ""
    most_plies: int | None = None
    """Where the game is broken off, if it is."""

    def agent(self, side: Player) -> Agent:
        return self.x if side is Player.X else self.o


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    task: Task
    match: Match
    exchanges: list[dict[str, Any]]
    """What outside programs were asked and answered."""

    @classmethod
    def kept(cls, task: Task, document: dict[str, Any]) -> "Played":
        """What a contest's file tells of a game."""
        return cls(task, read(document["record"]), document["exchanges"])

    @property
    def failed(self) -> str:
        """Why the game could not be played, if a server was out."""
        return self.match.tags.get("Failed", "")

    @property
    def record(self) -> str:
        return write(self.match)

    def points(self, side: Player) -> float:
        return points(result(self.match), side)

    def document(self) -> dict[str, Any]:
        tags = {name: self.match.tags.get(name.title()) for name in ("forfeit", "failed")}
        return {
            "round": self.task.number,
            "x": str(self.task.x),
            "o": str(self.task.o),
            "start": str(self.task.start),
            "result": result(self.match),
            "plies": self.match.ply,
            **{name: reason for name, reason in tags.items() if reason},
        }


def points(ended: str, side: Player) -> float:
    """What a game's result brings a side: 1 for a win, a half for a draw."""
    return 0.5 if ended == "draw" else float(ended == side)


def play(task: Task) -> Played:
    """Plays the game of a task. An agent that gives no legal move loses it."""
    names = {side: str(task.agent(side)) for side in Player}
    match = Match(task.start, seed=task.seed, names=names)
    match.tags |= {"Round": str(task.number)} | {f"Seat{side}": names[side] for side in Player}
    if task.date:
        match.tags["Date"] = task.date
    seats: dict[Player, Picker] = {}
    try:
        for side in Player:
            with _THINKING:
                seats[side] = player(task.agent(side), task.seed, task.start, task.terms)
        while match.outcome is None and match.ply != task.most_plies:
            seat = seats[match.position.turn]
            with nullcontext() if isinstance(seat, OutsidePlayer) else _THINKING:
                move = seat.pick(match)
            match.advance(move)
    except OutageError as error:
        match.tags["Failed"] = str(error)
    except ForfeitError as error:
        match.resign(match.position.turn, "forfeit")
        match.tags["Forfeit"] = str(error)
    finally:
        for seat in seats.values():
            seat.close()
    asked = [one for seat in seats.values() for one in getattr(seat, "exchanges", [])]
    return Played(task, match, sorted(asked, key=lambda one: int(one["ply"])))


def held(tasks: Sequence[Task], workers: Workers) -> Iterator[Played]:
    """The games of a contest, each as soon as it has ended."""
    from quincunx.players.command import end_idle

    try:
        yield from carried_out(play, tasks, workers)
    finally:
        end_idle()


def at_once(*agents: Agent) -> int:
    """How many games are played side by side: many where a language model is waited for, and no
    program is started for each."""
    kinds = {str(one).partition(":")[0] for one in agents}
    return 32 if "chat" in kinds and "cmd" not in kinds else 1


def no_game(failed: Sequence[Played]) -> ArenaError:
    """What is said where there is nothing to count."""
    return ArenaError(f"No game could be played. {failed[0].failed}")


def aside(failed: Sequence[Played], exchanges: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What a document says besides: games that a server's outage cost, and what language models
    took, by agent: requests, seconds, tokens, how answers ended."""
    agents: dict[str, Counter[str]] = {}
    for one in exchanges:
        if "finish_reason" in one:
            sums = agents.setdefault(one["agent"], Counter())
            sums.update(requests=1, seconds=one["seconds"])
            sums[f"finish_reason {one['finish_reason']}"] += 1
            sums.update(one["usage"])
    told = {"failed": [one.document() for one in failed], "usage": agents}
    return {key: value for key, value in told.items() if value}


def aside_in_words(document: dict[str, Any]) -> list[str]:
    """The same for people."""
    told = [f"Not played: {clean(one['failed'], 600)}" for one in document.get("failed", ())]
    for name, sums in document.get("usage", {}).items():
        parts = [f"{clean(key, 80)} {count:,.10g}" for key, count in sums.items()]
        told.append(f"{clean(name, 80)} took {listed(parts)}.")
    return told


def check_agents(names: Sequence[Agent], start: AnyPosition, terms: Terms) -> None:
    """Refuses a name before anything is played."""
    for name in names:
        if name == "human":
            raise ArenaError("A human cannot be waited for here: `quincunx play` is for people.")
        player(name, 0, start, terms).close()
    check_apart(names, terms)


def each_ready(names: Iterable[str] | None, ready: Callable[[AnyGame], T]) -> list[T]:
    """What is made ready of each game by name; of every game that can be, where none is named."""
    found = [ready(game(name)) for name in dict.fromkeys(names or ())]
    return found or [*each(lambda kind: ready(game(kind.id())))]


def pair_starts(game: AnyGame, pairs: int, seed: int) -> list[tuple[AnyPosition, int]]:
    """The start of each pair of games and its seed; drawn by lot where the game's start is."""
    seeds = [Random(f"pair {seed} {number}").randrange(10**9) for number in range(pairs)]
    return [(game.start(seed=one), one) for one in seeds]


def swapped_pairs(
    starts: Sequence[tuple[AnyPosition, int]],
    a: Agent,
    b: Agent,
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


def summary(played: list[Played], a: str, b: str, seed: int) -> dict[str, Any]:
    """How the first agent fared. In odd rounds it is X. A pair counts if both its games do."""
    played = sorted(played, key=lambda one: one.task.number)
    failed = [one for one in played if one.failed]
    lost = {(one.task.number + 1) // 2 for one in failed}
    finished = [one for one in played if (one.task.number + 1) // 2 not in lost]
    if not finished:
        raise no_game(failed)
    sides = (Player.O, Player.X)
    points = [one.points(sides[one.task.number % 2]) for one in finished]
    start = finished[0].task.start
    return {
        "game": start.game.id(),
        "size": start.game.size,
        "agents": [a, b],
        "seed": seed,
        "games": len(finished),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "score": score(points[::2], points[1::2]),
        "as_x": sum(points[::2]),
        "as_o": sum(points[1::2]),
        "forfeits": [f for p in finished if (f := p.match.tags.get("Forfeit"))],
        "results": [one.document() for one in finished],
        **aside(failed, (exchange for one in played for exchange in one.exchanges)),
    }


def in_words(document: dict[str, Any]) -> str:
    """The same for people."""
    a, b = (clean(name, 80) for name in document["agents"])
    shown = document | {
        "a": a,
        "b": b,
        "count": counted(document["games"], "game"),
        "half": document["games"] // 2,
        "score": told(document["score"], ".2f"),
    }
    return "\n".join([RESULT.format_map(shown), *document["forfeits"], *aside_in_words(document)])
