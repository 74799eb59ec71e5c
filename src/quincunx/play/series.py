"""Several games in a row: best of N, with sides swapped after each.

Where a series stands is written in the record of its game, as in `[Series "best of 3, game 2,
1 to 0, X begins, I am O"]`, so that what was cut off goes on as the series that it was.
"""

import re
from dataclasses import dataclass

from quincunx.core import AnyGame, Player, RecordError
from quincunx.core.text import quote
from quincunx.play.events import Score
from quincunx.play.match import HUMAN, Match, new_seed, toss
from quincunx.play.saved_games import SERIES, SavedGame, set_up, set_up_like

_FORM = re.compile(
    r"best of ([1-9][0-9]?), game ([1-9][0-9]?), ([0-9]{1,2}) to ([0-9]{1,2}), "
    r"(X|O|toss) begins, I am (X|O)"
)

YOU, OTHER = "you", "the other"
START = Score()


@dataclass
class Series:
    """What a series is, and where it stands."""

    length: int
    """Games at most."""
    first: Player | None
    """The side that begins every game; None for a toss before each."""
    seat: Player
    """The side of the person who chose the series, in the game at hand."""
    score: Score = START

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by the person, and by the other side."""
        x, o, _ = self.score
        return (x, o) if self.seat is Player.X else (o, x)

    def __str__(self) -> str:
        """Before the game at hand is counted."""
        return (
            f"best of {self.length}, game {self.score.games + 1}, "
            f"{' to '.join(map(str, self.wins))}, {self.first or 'toss'} begins, I am {self.seat}"
        )

    @staticmethod
    def read(text: str) -> "Series":
        found = _FORM.fullmatch(text)
        if not found:
            raise RecordError(
                f"The series reads {quote(text)}: write it as in {quote(str(EXAMPLE), 80)}."
            )
        length, number, mine, theirs = map(int, found.groups()[:4])
        first, seat = None if found[5] == "toss" else Player(found[5]), Player(found[6])
        score = Score(mine, theirs, number - 1)
        return Series(length, first, seat, score if seat is Player.X else score.swapped())

    @staticmethod
    def of(game: SavedGame) -> "Series | None":
        """Return the series that a game belongs to."""
        text = game.match.tags.get(SERIES)
        return Series.read(text) if text else None

    @property
    def over(self) -> bool:
        """After the game at hand: one side has most of the games, or all are played."""
        return max(self.wins) > self.length // 2 or self.score.games >= self.length

    def swap_sides(self) -> None:
        """Begin the next game: the same letter begins, which is the other person's now."""
        self.seat, self.score = self.seat.other, self.score.swapped()

    # In words.

    def called(self, game: SavedGame) -> tuple[str, str]:
        """Return the names of the person who chose the series, and of the other."""
        book, other = game.book, self.seat.other
        return book.names.get(self.seat, YOU), book.names.get(other) or book.computers.get(
            other, OTHER
        )

    def score_in_words(self, me: str = YOU, other: str = OTHER) -> str:
        mine, theirs = self.wins
        return f"{me} {mine}, {other} {theirs}"

    def toss_in_words(self, game: SavedGame) -> str:
        """Say who won the toss, if there was one."""
        if self.first or game.match.ply:
            return ""
        who = self.called(game)[game.match.start.turn is not self.seat]
        return f"The toss: {who} {'start' if who == YOU else 'starts'}."

    def seat_in_words(self, me: str) -> str:
        return f"{'You are' if me == YOU else f'{me} is'} {self.seat}"

    def standing(self, game: SavedGame) -> str:
        """Say how the series stands in a game that goes on."""
        called = self.called(game)
        where = f"Game {self.score.games + 1} of a best of {self.length}"
        return f"{where}: {self.score_in_words(*called)}. {self.seat_in_words(called[0])}."

    def counted(self, game: SavedGame) -> list[str]:
        """Count the game that is over, and return what to show about it."""
        assert game.match.outcome
        self.score = self.score.after(game.match.outcome.winner)
        if self.length == 1:
            return []
        score = self.score_in_words(*self.called(game))
        told = f"After game {self.score.games}: {score}."
        return [told, *([self.decided(game)] if self.over else [])]

    def decided(self, game: SavedGame) -> str:
        """Say who won the series."""
        called, (mine, theirs) = self.called(game), self.wins
        result = f"{max(self.wins)} to {min(self.wins)}"
        if mine == theirs:
            return f"The series is drawn, {result}."
        winner = called[theirs > mine]
        who = {YOU: "You win", OTHER: "The other wins"}.get(winner, f"{winner} wins")
        return f"{who} the series, {result}."


EXAMPLE = Series(3, Player.X, Player.O, Score(0, 1, 1))


def first_game(
    series: Series,
    game: AnyGame,
    opponent: str,
    names: dict[Player, str] | None = None,
    markers: dict[Player, str] | None = None,
) -> SavedGame:
    """Return the game at hand, from its start."""
    who = {series.seat: HUMAN, series.seat.other: opponent}
    return set_up(_new_match(series, game), who, names, markers)


def next_game(series: Series, before: SavedGame) -> SavedGame:
    """Return the same, saved in place of the game before, whose names and markers go with the
    players to their other seats."""
    match = _new_match(series, before.match.start.game)
    game = set_up_like(before.match, match, swapped=True)
    game.lock, game.trouble, game.settled = before.lock, before.trouble, True
    return game


def _new_match(series: Series, game: AnyGame) -> Match:
    seed = new_seed()
    match = Match(game.start(series.first or toss(seed), seed), seed=seed)
    if series.length > 1:
        match.tags[SERIES] = str(series)
    return match
