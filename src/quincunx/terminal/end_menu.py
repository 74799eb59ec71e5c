"""One game after the other at the terminal: the rest of a series, and what follows its end."""

from quincunx.play.match import SEED_NOTICE, TOSS, Match
from quincunx.play.saved_games import next_game
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.quit import see_through

AGAIN, SIDES, REVIEW, LEAVE = "Again", "Again with sides swapped", "Review of this game", "Leave"


def play_games(conversation: Conversation, record: str | None = None) -> int:
    """Play the game, the rest of its series, and others like it for as long as people at a terminal
    want them; return the exit status."""
    console = conversation.console
    while True:
        game, series = conversation.game, conversation.game.series
        if words := game.toss_in_words():
            console.say(words)
        status, chosen = see_through(conversation, record), SIDES
        if status or game.match.outcome is None:
            return status
        if series.over:
            if len(game.players) == 2 or not console.attended:
                return status
            console.say("")
            chosen = _ask_after(game.match, console)
        if chosen == LEAVE:
            return status
        with console.thinking("The computer"):
            following = next_game(game, swapped=chosen == SIDES)
        match = following.match
        if not series.over:
            console.say(f"{following.series.seat_in_words(following.book)} now.", "")
        if TOSS in match.tags or match.start != game.match.start:
            console.tell(SEED_NOTICE.format(match.seed))
        conversation = Conversation(following, console)


def _ask_after(match: Match, console: Console) -> str:
    """Ask what is to follow a finished game; a review is shown at once, and the question asked
    again."""
    from quincunx.terminal.menu import ask_which
    from quincunx.terminal.review import tell_review

    options = [AGAIN, SIDES, REVIEW, LEAVE]
    while (chosen := options[ask_which(console, "And now?", options)]) == REVIEW:
        tell_review(match, console)
    return chosen
