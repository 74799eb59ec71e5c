"""A series at the terminal: one game after the other, with the score between them."""

from collections.abc import Callable
from functools import partial

from quincunx.play.match import Match
from quincunx.play.saved_games import SavedGame
from quincunx.play.series import Series, next_game
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.end_menu import play_games
from quincunx.terminal.quit import see_through


def begin(series: Series, console: Console, made: Callable[[], SavedGame]) -> Conversation:
    """The game at hand, after its toss."""
    with console.thinking("The computer"):
        game = made()
    if toss := series.toss_in_words(game):
        console.say(toss)
    return Conversation(game, console)


def play_on(series: Series, conversation: Conversation) -> tuple[Match | None, int]:
    """From the game at hand to the end of the series; the last game, or None if it was left, and
    the exit status."""
    while True:
        status = see_through(conversation, keep=True)
        game, match, console = conversation.game, conversation.match, conversation.console
        if match.outcome is None:
            return None, status
        console.say(*series.counted(game))
        if series.over:
            game.forget()
            return match, status
        # The next game takes the place of this one in its file: no moment is without either.
        me = series.called(game)[0]
        series.swap_sides()
        console.say(f"{series.seat_in_words(me)} now.", "")
        conversation = begin(series, console, partial(next_game, series, game))


def go_on(conversation: Conversation) -> int:
    """A game that was cut off, and the series that it belongs to."""
    series = Series.of(conversation.game)
    if series is None:
        return play_games(conversation)
    conversation.console.say(series.standing(conversation.game), "")
    return play_on(series, conversation)[1]
