"""A person's progress: results by game, opponent and seat, and mistakes from game to game."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from quincunx.analysis.review import WIN_DELAYED, review
from quincunx.core import Player, QuincunxError
from quincunx.oracle import Value, analyze
from quincunx.play.history import PastGame

MAX_REVIEWED_GAMES = 20
"""Of each kind of game: reviewing hundreds would take minutes."""


@dataclass(frozen=True)
class Results:
    """A person's results in one game, against one opponent, in one seat."""

    game: str
    opponent: str
    seat: Player
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Mistakes:
    """A person's mistakes in one past game."""

    number: int
    """Of the game in the history."""
    game: str
    date: str
    mistakes: int | None
    """None where the values are not known."""


def results(games: Sequence[PastGame]) -> list[Results]:
    """Count the results of the games with one person, sorted by game, opponent and seat."""
    counts: Counter[tuple[str, str, Player, str]] = Counter()
    for past in games:
        if seat := past.person:
            result = past.tags["Result"]
            ended = {"draw": "drawn", seat.value: "won"}.get(result, "lost")
            counts[past.tags["Game"], past.seat(seat.other), seat, ended] += 1
    keys = sorted({key[:3] for key in counts})
    return [Results(*key, *(counts[*key, e] for e in ("won", "drawn", "lost"))) for key in keys]


def mistakes(
    games: Sequence[PastGame], seen: Callable[[int], None] = lambda _: None
) -> list[Mistakes]:
    """Count the mistakes in the latest games with one person, the oldest first. A delayed win is no
    mistake here."""
    taken: Counter[str] = Counter()
    found = []
    for past in reversed(games):
        seat, game = past.person, past.tags["Game"]
        if seat is None or taken[game] == MAX_REVIEWED_GAMES:
            continue
        taken[game] += 1
        try:
            match = past.match
        except QuincunxError:  # changed by hand since
            continue
        count = None
        if analyze(match.start).value is not Value.UNKNOWN:
            made = review(match).mistakes(seat)
            count = sum(one.mistake != WIN_DELAYED for one in made)
        found.append(Mistakes(past.number, game, past.tags.get("Date", ""), count))
        seen(len(found))
    return found[::-1]


def progress_document(
    games: Sequence[PastGame], found: Sequence[Mistakes], streak: int
) -> dict[str, Any]:
    return {
        "games": len(games),
        "results": [asdict(one) for one in results(games)],
        "mistakes": [asdict(one) for one in found],
        "puzzle_streak": streak,
    }
