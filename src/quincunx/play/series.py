"""Several games in a row: best of N, with sides swapped after each.

Where a series stands is written in the record of its game, as in `[Series "best of 3, game 2,
1 to 0, X begins, I am O"]`, so that what was cut off goes on as the series that it was.
"""

import re
from dataclasses import dataclass

from quincunx.books import Book
from quincunx.core import Player, RecordError
from quincunx.core.text import quote
from quincunx.play.events import Score
from quincunx.play.match import TOSS, Match
from quincunx.play.record import only_person

_FORM = re.compile(
    r"best of ([1-9][0-9]?), game ([1-9][0-9]?), ([0-9]{1,2}) to ([0-9]{1,2}), "
    r"(X|O|toss) begins, I am (X|O)"
)

SERIES = "Series"
"""The tag of a game that belongs to a series."""
EXAMPLE = "best of 3, game 2, 1 to 0, X begins, I am O"
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
                f"The series reads {quote(text)}: write it as in {quote(EXAMPLE, 80)}."
            )
        length, number, mine, theirs = map(int, found.groups()[:4])
        first, seat = None if found[5] == "toss" else Player(found[5]), Player(found[6])
        score = Score(mine, theirs, number - 1)
        return Series(length, first, seat, score if seat is Player.X else score.swapped())

    @staticmethod
    def of(match: Match) -> "Series":
        """Return the series that a game belongs to; a single game is one by itself."""
        if text := match.tags.get(SERIES):
            return Series.read(text)
        first = None if TOSS in match.tags else match.start.turn
        return Series(1, first, only_person(match.tags) or Player.X)

    @property
    def over(self) -> bool:
        """After the game at hand: one side has most of the games, or all are played."""
        return max(self.wins) > self.length // 2 or self.score.games >= self.length

    def swap_sides(self) -> None:
        """Begin the next game: the same letter begins, which is the other person's now."""
        self.seat, self.score = self.seat.other, self.score.swapped()

    # In words.

    def called(self, book: Book) -> tuple[str, str]:
        """Return the names of the person who chose the series, and of the other."""
        names, other = book.computers | book.names, self.seat.other
        return names.get(self.seat, YOU), names.get(other, OTHER)

    def score_in_words(self, book: Book) -> str:
        (me, other), (mine, theirs) = self.called(book), self.wins
        return f"{me} {mine}, {other} {theirs}"

    def seat_in_words(self, book: Book) -> str:
        me = self.called(book)[0]
        return f"{'You are' if me == YOU else f'{me} is'} {self.seat}"

    def standing(self, book: Book) -> str:
        """Say how a series of several games stands in a game that goes on."""
        if self.length == 1:
            return ""
        where = f"Game {self.score.games + 1} of a best of {self.length}"
        return f"{where}: {self.score_in_words(book)}. {self.seat_in_words(book)}."

    def counted(self, book: Book) -> list[str]:
        """Count the game that is over, and return what to show about it."""
        assert book.match.outcome
        self.score = self.score.after(book.match.outcome.winner)
        if self.length == 1:
            return []
        score = f"After game {self.score.games}: {self.score_in_words(book)}."
        return [score, self.decided(book)] if self.over else [score]

    def decided(self, book: Book) -> str:
        """Say who won the series."""
        mine, theirs = self.wins
        result = f"{max(self.wins)} to {min(self.wins)}"
        if mine == theirs:
            return f"The series is drawn, {result}."
        winner = self.called(book)[theirs > mine]
        who = {YOU: "You win", OTHER: "The other wins"}.get(winner, f"{winner} wins")
        return f"{who} the series, {result}."
