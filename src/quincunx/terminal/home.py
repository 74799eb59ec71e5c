"""Home: what somebody finds who has read nothing, and where they come back to."""

from collections.abc import Callable
from contextlib import suppress

from quincunx.core import Player, QuincunxError
from quincunx.play.saved_games import list_saved
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.menu import StepBackError, ask_which

INTERRUPTED = 130
HOME = "Something else"


def home(
    console: Console,
    others: dict[str, Callable[[], bool]] = {},  # noqa: B006 - never changed
) -> int:
    """Until the person leaves, here or in another place to go to, which says whether they did."""
    ways: dict[str, Callable[[Console], object]] = {
        "Continue a game": _continue,
        "Play": _play,
        "Puzzle of the day": _puzzle,
        "Learn": _learn,
        "History": _history,
        "Rules": _rules,
    }
    try:
        while True:
            kept: list[str] = []
            with suppress(FileError):
                kept = list_saved()
            options = [*[*ways][0 if kept else 1 :], *others]
            way = options[ask_which(console, "What would you like?", options, back=False)]
            with suppress(StepBackError):
                try:
                    if way in others and others[way]():
                        return 0
                    if way in ways:
                        ways[way](console)
                except QuincunxError as error:
                    console.say(str(error))
    except (EOFError, KeyboardInterrupt):
        print()
        return 0


def _continue(console: Console) -> None:
    from quincunx.terminal.resume import choose_kept

    if choose_kept(console) == INTERRUPTED:
        raise KeyboardInterrupt


def _play(console: Console) -> None:
    """One choice of what to play, and what follows from it."""
    from quincunx.terminal.end_menu import LEAVE, SIDES, ask_after
    from quincunx.terminal.game_setup import Questions, begin_setup
    from quincunx.terminal.series import play_on

    questions, me = Questions(console), Player.X
    begun = questions.ask()
    console.say("At every question `help` tells what can be typed.", "")
    while True:
        match, status = play_on(*begun)
        if match is None:
            if status == INTERRUPTED:
                raise KeyboardInterrupt
            return
        console.say("")
        chosen = ask_after(match, console, HOME)
        if chosen == LEAVE:
            raise EOFError
        if chosen == HOME:
            return
        if chosen == SIDES:
            me = me.other
        begun = begin_setup(questions.setup, me, console)


def _puzzle(console: Console) -> None:
    from quincunx.terminal.puzzles import ask_daily

    ask_daily(console)


def _learn(console: Console) -> None:
    from quincunx.terminal.lessons import choose_lesson

    while True:
        choose_lesson(console)


def _history(console: Console) -> None:
    from quincunx.terminal.history import look_back

    look_back(console)


def _rules(console: Console) -> None:
    from quincunx.games import each
    from quincunx.terminal.conversation import tell_rules

    kinds = dict(each(lambda kind: (kind.title, kind)))
    while True:
        titles = [*kinds]
        tell_rules(kinds[titles[ask_which(console, "Which game?", titles)]], console)
        console.ask("Enter goes on: ")
