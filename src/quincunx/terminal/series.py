"""A series at the terminal: one game after the other, with the score between them."""

from collections.abc import Callable
from functools import partial

from quincunx.match import Match
from quincunx.series import Series, next_session
from quincunx.sessions import SERIES, Session
from quincunx.terminal.after import play_games
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.leaving import see_through

YOU, OTHER = "you", "the other"


def begin(series: Series, console: Console, made: Callable[[], Session]) -> Conversation:
    """The game at hand, after its toss."""
    with console.thinking("The computer"):
        session = made()
    if series.first is None:
        who = _called(series, session)[session.match.start.turn is not series.seat]
        console.say(f"The toss: {who} {'start' if who == YOU else 'starts'}.")
    return Conversation(session, console)


def _called(series: Series, session: Session) -> tuple[str, str]:
    """The person who chose the series, and the other."""
    names, other = session.book.names, series.seat.other
    return names.get(series.seat, YOU), names.get(other) or session.book.computers.get(other, OTHER)


def _decided(series: Series, session: Session) -> str:
    """Who won the series."""
    called, games = _called(series, session), sorted((series.mine, series.theirs), reverse=True)
    result = "{} to {}".format(*games)
    if series.mine == series.theirs:
        return f"The series is drawn, {result}."
    winner = called[series.theirs > series.mine]
    who = {YOU: "You win", OTHER: "The other wins"}.get(winner, f"{winner} wins")
    return f"{who} the series, {result}."


def _seat(series: Series, me: str) -> str:
    return f"{'You are' if me == YOU else f'{me} is'} {series.seat}"


def play_on(series: Series, conversation: Conversation) -> tuple[Match | None, int]:
    """From the game at hand to the end of the series; the last game, or None if it was left, and
    the exit status."""
    while True:
        status = see_through(conversation, keep=True)
        session, match, console = conversation.session, conversation.match, conversation.console
        if match.outcome is None:
            return None, status
        series.count(match.outcome.winner)
        if series.length > 1:
            score = series.score(*_called(series, session))
            console.say(f"After game {series.number}: {score}.")
        if series.over:
            if series.length > 1:
                console.say(_decided(series, session))
            session.forget()
            return match, status
        # The next game takes the place of this one in its file: no moment is without either.
        me = _called(series, session)[0]
        series.next_game()
        console.say(f"{_seat(series, me)} now.", "")
        conversation = begin(series, console, partial(next_session, series, session))


def go_on(conversation: Conversation) -> int:
    """A game that was cut off, and the series that it belongs to."""
    text = conversation.match.tags.get(SERIES)
    if text is None:
        return play_games(conversation)
    series = Series.read(text)
    called = _called(series, conversation.session)
    where = f"Game {series.number} of a best of {series.length}: {series.score(*called)}"
    conversation.console.say(f"{where}. {_seat(series, called[0])}.", "")
    return play_on(series, conversation)[1]
