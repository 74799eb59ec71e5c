"""One game between two agents, by name.

A game is settled by its task alone: the start, the agents and a seed. So results are the same
whoever plays the games and in whatever order they end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from quincunx.arena.statistics import score, told
from quincunx.core import AnyGame, AnyPosition, ForfeitError, Player, QuincunxError
from quincunx.core.text import clean, counted
from quincunx.match import Match
from quincunx.players import Picker, Terms, player
from quincunx.record import result, write

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
        return points(result(self.match), side)

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


def points(ended: str, side: Player) -> float:
    """What a game's result brings a side: 1 for a win, a half for a draw."""
    return 0.5 if ended == "draw" else float(ended == side)


def play(task: Task) -> Played:
    """Plays the game of a task. An agent that gives no legal move loses it."""
    match = Match(task.start, seed=task.seed, names={Player.X: task.x, Player.O: task.o})
    match.tags |= {"Round": str(task.number), "SeatX": task.x, "SeatO": task.o}
    if task.date:
        match.tags["Date"] = task.date
    seats: dict[Player, Picker] = {}
    try:
        for side in Player:
            seed = 2 * task.seed + (side is Player.O)
            seats[side] = player(task.agent(side), seed, task.start, task.terms)
        while match.outcome is None and match.ply != task.most_plies:
            match.advance(seats[match.position.turn].pick(match))
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


def summary(finished: list[Played], a: str, b: str, seed: int) -> dict[str, Any]:
    """How the first agent fared. In odd rounds it is X."""
    sides = (Player.O, Player.X)
    points = [played.points(sides[played.task.number % 2]) for played in finished]
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
        "results": [played.document() for played in finished],
    }


def in_words(document: dict[str, Any]) -> str:
    """The same for people."""
    a, b = (clean(name, 80) for name in document["agents"])
    half = document["games"] // 2
    lines = [
        f"{document['game']} {document['size']}, {counted(document['games'], 'game')}, "
        f"--seed {document['seed']}",
        f"{a} against {b}: {document['wins']} won, {document['draws']} drawn, "
        f"{document['losses']} lost",
        f"Score {told(document['score'], 2)}, 95 % by seat; as X {document['as_x']:g} of {half}, "
        f"as O {document['as_o']:g} of {half}",
        *document["forfeits"],
    ]
    return "\n".join(lines)
