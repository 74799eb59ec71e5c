"""Several games in a row: best of N, with sides swapped after each.

Where a series stands is written in the record of its game, as in `[Series "best of 3, game 2,
1 to 0, X begins, I am O"]`, so that what was cut off goes on as the series that it was.
"""

import re
from dataclasses import dataclass

from quincunx.core import AnyGame, Player, RecordError
from quincunx.core.text import quote
from quincunx.play.match import HUMAN, Match, new_seed, toss
from quincunx.play.saved_games import SERIES, Session, set_up, set_up_like

_FORM = re.compile(
    r"best of ([1-9][0-9]?), game ([1-9][0-9]?), ([0-9]{1,2}) to ([0-9]{1,2}), "
    r"(X|O|toss) begins, I am (X|O)"
)

YOU, OTHER = "you", "the other"


@dataclass
class Series:
    """What a series is, and where it stands."""

    length: int
    """Games at most."""
    first: Player | None
    """The side that begins every game; None for a toss before each."""
    seat: Player
    """The side of the person who chose the series, in the game at hand."""
    number: int = 1
    """Of the game at hand."""
    mine: int = 0
    theirs: int = 0
    """Games won by the person, and by the other side."""

    def __str__(self) -> str:
        return (
            f"best of {self.length}, game {self.number}, {self.mine} to {self.theirs}, "
            f"{self.first or 'toss'} begins, I am {self.seat}"
        )

    @staticmethod
    def read(text: str) -> "Series":
        found = _FORM.fullmatch(text)
        if not found:
            raise RecordError(
                f"The series reads {quote(text)}: write it as in {quote(str(EXAMPLE), 80)}."
            )
        length, number, mine, theirs = map(int, found.groups()[:4])
        first = None if found[5] == "toss" else Player(found[5])
        return Series(length, first, Player(found[6]), number, mine, theirs)

    @staticmethod
    def of(session: Session) -> "Series | None":
        """The series that a game belongs to."""
        text = session.match.tags.get(SERIES)
        return Series.read(text) if text else None

    @property
    def over(self) -> bool:
        """After the game at hand: one side has most of the games, or all are played."""
        return max(self.mine, self.theirs) > self.length // 2 or self.number >= self.length

    def count(self, winner: Player | None) -> None:
        self.mine += winner is self.seat
        self.theirs += winner is self.seat.other

    def next_game(self) -> None:
        """Sides are swapped, so the same letter begins: it is the other person's now."""
        self.number += 1
        self.seat = self.seat.other

    # In words.

    def called(self, session: Session) -> tuple[str, str]:
        """The person who chose the series, and the other."""
        book, other = session.book, self.seat.other
        return book.names.get(self.seat, YOU), book.names.get(other) or book.computers.get(
            other, OTHER
        )

    def score(self, me: str = YOU, other: str = OTHER) -> str:
        return f"{me} {self.mine}, {other} {self.theirs}"

    def toss_in_words(self, session: Session) -> str:
        """Who was found by the toss, if there was one."""
        if self.first or session.match.ply:
            return ""
        who = self.called(session)[session.match.start.turn is not self.seat]
        return f"The toss: {who} {'start' if who == YOU else 'starts'}."

    def seat_in_words(self, me: str) -> str:
        return f"{'You are' if me == YOU else f'{me} is'} {self.seat}"

    def standing(self, session: Session) -> str:
        """In a game that goes on."""
        called = self.called(session)
        where = f"Game {self.number} of a best of {self.length}: {self.score(*called)}"
        return f"{where}. {self.seat_in_words(called[0])}."

    def counted(self, session: Session) -> list[str]:
        """Counts the game that is over; what is to be told of it."""
        assert session.match.outcome
        self.count(session.match.outcome.winner)
        if self.length == 1:
            return []
        score = self.score(*self.called(session))
        told = f"After game {self.number}: {score}."
        return [told, *([self.decided(session)] if self.over else [])]

    def decided(self, session: Session) -> str:
        """Who won the series."""
        called, games = self.called(session), sorted((self.mine, self.theirs), reverse=True)
        result = "{} to {}".format(*games)
        if self.mine == self.theirs:
            return f"The series is drawn, {result}."
        winner = called[self.theirs > self.mine]
        who = {YOU: "You win", OTHER: "The other wins"}.get(winner, f"{winner} wins")
        return f"{who} the series, {result}."


EXAMPLE = Series(3, Player.X, Player.O, 2, 1, 0)


def first_session(
    series: Series,
    game: AnyGame,
    opponent: str,
    names: dict[Player, str] | None = None,
    markers: dict[Player, str] | None = None,
) -> Session:
    """The game at hand, from its start."""
    who = {series.seat: HUMAN, series.seat.other: opponent}
    return set_up(_new_match(series, game), who, names, markers)


def next_session(series: Series, before: Session) -> Session:
    """The same, kept in place of the game before, whose names and markers go with the players to
    their other sides."""
    match = _new_match(series, before.match.start.game)
    session = set_up_like(before.match, match, swapped=True)
    session.hold, session.trouble, session.settled = before.hold, before.trouble, True
    return session


def _new_match(series: Series, game: AnyGame) -> Match:
    seed = new_seed()
    match = Match(game.start(series.first or toss(seed), seed), seed=seed)
    if series.length > 1:
        match.tags[SERIES] = str(series)
    return match
