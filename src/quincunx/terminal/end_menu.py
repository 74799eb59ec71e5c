"""After a game at a terminal: a look back, another one, or enough."""

from quincunx.play.match import SEED_NOTICE, Match
from quincunx.play.saved_games import TOSS, again
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.quit import see_through

AGAIN, SIDES, REVIEW, LEAVE = "Again", "Again with sides swapped", "Review of this game", "Leave"


def ask_after(match: Match, console: Console, *others: str) -> str:
    """What is to follow a finished game, if not its review: that is told at once, and the question
    asked again."""
    from quincunx.terminal.menu import ask_which
    from quincunx.terminal.review import tell_review

    options = [AGAIN, SIDES, REVIEW, *others, LEAVE]
    while (chosen := options[ask_which(console, "And now?", options)]) == REVIEW:
        tell_review(match, console)
    return chosen


def play_games(conversation: Conversation, record: str | None = None) -> int:
    """The game, and others like it for as long as people at a terminal want them; the exit
    status."""
    game, console = conversation.game, conversation.console
    while True:
        if words := game.toss_in_words():
            console.say(words)
        status = see_through(conversation, record)
        people = len(game.players) < 2
        if status or game.match.outcome is None or not (people and console.attended):
            return status
        console.say("")
        try:
            chosen = ask_after(game.match, console)
        except (EOFError, KeyboardInterrupt):
            console.say("")
            return status
        if chosen == LEAVE:
            return status
        before, game = game, again(game, swapped=chosen == SIDES)
        if TOSS in game.match.tags or game.match.start != before.match.start:
            console.tell(SEED_NOTICE.format(game.match.seed))
        conversation = Conversation(game, console)
