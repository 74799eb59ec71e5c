"""One game between two agents, by name.

A game is settled by its task alone: the start, the agents and a seed. So results are the same
no matter who plays the games and in which order they end.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from threading import RLock
from typing import Any, TypeVar

from quincunx.arena.statistics import format_figure, score
from quincunx.core import AnyGame, AnyPosition, Document, ForfeitError, Player, QuincunxError
from quincunx.core.text import clean, counted, listed
from quincunx.games import each, game
from quincunx.play.events import Seat, Setup
from quincunx.play.match import Match
from quincunx.play.record import read, result, write
from quincunx.play.session import Session
from quincunx.players import Agent, OutageError, Picker, Terms, player
from quincunx.players.chat import check_key_hosts
from quincunx.players.external import ExternalPlayer
from quincunx.work.pools import Runner, run_tasks

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
    max_plies: int | None = None
    """Where the game is broken off, if it is."""
    graded: Player = Player.X
    """The side whose moves are graded, where they are."""
    ply: int = 0
    """Moves played before the start, in the game that the start is taken from."""

    def agent(self, side: Player) -> Agent:
        return self.x if side is Player.X else self.o


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    task: Task
    match: Match
    exchanges: list[Document]
    """What outside programs were asked and answered."""

    @classmethod
    def from_document(cls, task: Task, document: Document) -> "PlayedGame":
        """Read a game from a line of a contest's file."""
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

    def document(self) -> Document:
        """Return the line of a contest's file."""
        tags = {name: self.match.tags.get(name.title()) for name in ("forfeit", "failed")}
        return {
            "round": self.task.number,
            "x": str(self.task.x),
            "o": str(self.task.o),
            "start": str(self.task.start),
            "result": result(self.match),
            "plies": self.match.ply,
            **{name: reason for name, reason in tags.items() if reason},
            "record": self.record,
            "exchanges": self.exchanges,
        }


def points(ended: str, side: Player) -> float:
    """Return what a game's result brings a side: 1 for a win, a half for a draw."""
    return 0.5 if ended == "draw" else float(ended == side)


def list_results(documents: Iterable[Document]) -> list[Document]:
    """Return the documents of games without their moves and exchanges."""
    return [
        {name: part for name, part in one.items() if name not in ("record", "exchanges")}
        for one in documents
    ]


def session_of(task: Task) -> Session:
    """Return the game of a task before its first move."""
    names = {side: str(task.agent(side)) for side in Player}
    match = Match(task.start, seed=task.seed, names=names)
    match.tags |= {"Round": str(task.number)} | {f"Seat{side}": names[side] for side in Player}
    if task.date:
        match.tags["Date"] = task.date
    seats = {side: Seat("computer", name, name) for side, name in names.items()}
    return Session(Setup.of(match, seats, task.seed, task.date), match)


def play(task: Task) -> PlayedGame:
    """Play the game of a task. An agent that gives no legal move loses it."""
    session = session_of(task)
    match = session.match
    players: dict[Player, Picker] = {}
    try:
        for side in Player:
            with _THINKING:
                players[side] = player(task.agent(side), task.seed, task.start, task.terms)
        while match.outcome is None and match.ply != task.max_plies:
            mover = players[match.position.turn]
            with nullcontext() if isinstance(mover, ExternalPlayer) else _THINKING:
                move = mover.pick(match)
            session.apply(session.advance(move))
    except OutageError as error:  # a forfeit elsewhere; here the game is played again
        match.tags["Failed"] = str(error)
    except ForfeitError as error:
        session.apply(session.resign(match.position.turn, "forfeit", str(error)))
    finally:
        for mover in players.values():
            mover.close()
    exchanges = [one for mover in players.values() for one in getattr(mover, "exchanges", [])]
    return PlayedGame(task, match, sorted(exchanges, key=lambda one: int(one["ply"])))


def play_all(
    tasks: Sequence[Task], workers: Runner, add: Callable[[PlayedGame], None] | None = None
) -> Iterator[PlayedGame]:
    """Play the games of a contest; add each to its file, if it has one, and yield it as soon as it
    has ended."""
    from quincunx.players.command import stop_idle

    try:
        for played in run_tasks(play, tasks, workers):
            if add:
                add(played)
            yield played
    finally:
        stop_idle()


def at_once(*agents: Agent) -> int:
    """Return how many games to play at the same time: many where they wait for a language model,
    and no program is started for each."""
    kinds = {str(one).partition(":")[0] for one in agents}
    return 32 if "chat" in kinds and "cmd" not in kinds else 1


def extras(documents: Iterable[Document], counted: Sequence[Any]) -> Document:
    """Return what else a summary says of games: those that a server's outage cost, and what
    language models used, by agent: requests, seconds, tokens, how answers ended. ArenaError if
    none of the games counts."""
    games, usage = list(documents), dict[str, Counter[str]]()
    for exchange in chain.from_iterable(one["exchanges"] for one in games):
        if "finish_reason" in exchange:
            sums = usage.setdefault(exchange["agent"], Counter())
            sums.update(requests=1, seconds=exchange["seconds"])
            sums[f"finish_reason {exchange['finish_reason']}"] += 1
            sums.update(exchange["usage"])
    failed = list_results(one for one in games if "failed" in one)
    if not counted:
        raise ArenaError(f"No game could be played. {failed[0]['failed']}")
    return {key: part for key, part in (("failed", failed), ("usage", usage)) if part}


def extras_in_words(document: Document) -> list[str]:
    """Return the same for people."""
    lines = [f"Not played: {clean(one['failed'], 600)}" for one in document.get("failed", ())]
    for name, sums in document.get("usage", {}).items():
        parts = [f"{clean(key, 80)} {count:,.10g}" for key, count in sums.items()]
        lines.append(f"{clean(name, 80)} took {listed(parts)}.")
    return lines


def check_agents(names: Sequence[Agent], start: AnyPosition, terms: Terms) -> None:
    """Refuse a name before anything is played."""
    for name in names:
        if name == "human":
            raise ArenaError("A human cannot play here: use `quincunx play`.")
        player(name, 0, start, terms).close()
    check_key_hosts(names, terms)


def prepare_games(names: Iterable[str] | None, ready: Callable[[AnyGame], T]) -> list[T]:
    """Prepare each game by name; every game that can be, where none is named."""
    named = [ready(game(name)) for name in dict.fromkeys(names or ())]
    return named or [*each(lambda kind: ready(game(kind.id())))]


def draw_starts(game: AnyGame, pairs: int, seed: int) -> list[tuple[AnyPosition, int]]:
    """Return the start of each pair of games and its seed; random where the game's start is."""
    seeds = [Random(f"pair {seed} {number}").randrange(10**9) for number in range(pairs)]
    return [(game.start(seed=one), one) for one in seeds]


def pair_tasks(
    starts: Sequence[tuple[AnyPosition, int]],
    a: Agent,
    b: Agent,
    terms: Terms,
    date: str = "",
    first_number: int = 1,
) -> list[Task]:
    """Return two games from each start, the second with sides swapped."""
    return [
        Task(first_number + 2 * pair + swap, start, *sides, 2 * seed + swap, terms, date)
        for pair, (start, seed) in enumerate(starts)
        for swap, sides in enumerate(((a, b), (b, a)))
    ]


def count_pairs(games: int) -> int:
    """Return how many pairs make that many games."""
    if games < 2 or games % 2:
        raise ArenaError(
            f"Games are played in pairs with sides swapped: choose an even number, not {games}."
        )
    return games // 2


def summary(played: Sequence[PlayedGame], agents: Iterable[Agent], seed: int) -> Document:
    """Return how the first agent fared. In odd rounds it is X. A pair counts if both its games
    do."""
    documents = sorted((one.document() for one in played), key=lambda one: one["round"])
    lost = {(one["round"] + 1) // 2 for one in documents if "failed" in one}
    finished = [one for one in documents if (one["round"] + 1) // 2 not in lost]
    besides = extras(documents, finished)
    sides = (Player.O, Player.X)
    scores = [points(one["result"], sides[one["round"] % 2]) for one in finished]
    game = played[0].task.start.game
    return {
        "game": game.id(),
        "size": game.size,
        "agents": [*map(str, agents)],
        "seed": seed,
        "games": len(finished),
        "wins": scores.count(1),
        "draws": scores.count(0.5),
        "losses": scores.count(0),
        "score": score(scores[::2], scores[1::2]),
        "as_x": sum(scores[::2]),
        "as_o": sum(scores[1::2]),
        "forfeits": [one["forfeit"] for one in finished if "forfeit" in one],
        "results": list_results(finished),
        **besides,
    }


def in_words(document: Document) -> str:
    """Return the same for people."""
    a, b = (clean(name, 80) for name in document["agents"])
    shown = document | {
        "a": a,
        "b": b,
        "count": counted(document["games"], "game"),
        "half": document["games"] // 2,
        "score": format_figure(document["score"], ".2f"),
    }
    return "\n".join([RESULT.format_map(shown), *document["forfeits"], *extras_in_words(document)])
