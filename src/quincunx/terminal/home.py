"""Home: what somebody finds who has read nothing, and where they come back to."""

from collections.abc import Callable
from contextlib import suppress

from quincunx.core import QuincunxError
from quincunx.play.saved_games import list_saved
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.menu import StepBackError, ask_which

INTERRUPTED = 130


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

    _leave_if(choose_kept(console))


def _play(console: Console) -> None:
    from quincunx.terminal.end_menu import play_games
    from quincunx.terminal.game_setup import Questions

    conversation = Questions(console).ask()
    console.say("At every question `help` shows what can be typed.", "")
    _leave_if(play_games(conversation))


def _leave_if(status: int) -> None:
    """Leave home too when a game was interrupted."""
    if status == INTERRUPTED:
        raise KeyboardInterrupt


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
