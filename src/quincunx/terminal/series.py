"""A series at the terminal: one game after the other, with the score between them."""

from quincunx.core import AnyGame, Player
from quincunx.match import Match
from quincunx.series import Series, next_session
from quincunx.sessions import SERIES, Session
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.leaving import see_through


def begin(
    series: Series,
    game: AnyGame,
    opponent: str,
    console: Console,
    before: Session | None = None,
    names: dict[Player, str] | None = None,
    markers: dict[Player, str] | None = None,
) -> Conversation:
    """The game at hand, after its toss."""
    with console.thinking("The computer"):
        session = next_session(series, game, opponent, before, names, markers)
    if series.first is None:
        mine = session.match.start.turn is series.seat
        console.say(f"The toss: {'you start' if mine else 'the other starts'}.")
    return Conversation(session, console)


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
            console.say(f"After game {series.number}: {series.score()}.")
        if series.over:
            session.forget()
            return match, status
        # The next game takes the place of this one in its file: no moment is without either.
        series.next_game()
        console.say(f"You are {series.seat} now.", "")
        opponent = match.tags[f"Seat{series.seat}"]
        conversation = begin(series, match.start.game, opponent, console, session)


def go_on(conversation: Conversation) -> int:
    """A game that was cut off, and the series that it belongs to."""
    text = conversation.match.tags.get(SERIES)
    if text is None:
        return see_through(conversation)
    series = Series.read(text)
    where = f"Game {series.number} of a best of {series.length}: {series.score()}"
    conversation.console.say(f"{where}. You are {series.seat}.", "")
    return play_on(series, conversation)[1]
