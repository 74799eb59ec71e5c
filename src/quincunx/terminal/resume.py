"""Goes on with a game that was cut off, or watches or takes over what another terminal plays."""

from quincunx.core import GameError
from quincunx.sessions import describe, kept_games, resume
from quincunx.storage import FileError, Hold
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.series import go_on


def resume_one(number: int | None, console: Console) -> int:
    """The kept game of this number; without one the only one, or the one that is asked for."""
    games = kept_games()
    if not games:
        print("No game was cut off: `quincunx play GAME` begins one.")
        return 0
    if number is None and len(games) == 1:
        number = 1
    if number is None:
        lines = [describe(file) for file in games]
        if not console.interactive:
            for index, line in enumerate(lines, 1):
                print(f"{index}. {line}")
            print("`quincunx resume N` goes on with one of them.")
            return 0
        from quincunx.terminal.menu import ask_which

        try:
            number = 1 + ask_which(console, "Which game?", lines)
        except EOFError:
            return 0
    if not 1 <= number <= len(games):
        raise GameError(f"There is no game {number}: choose 1 to {len(games)}.")
    hold = Hold(games[number - 1])
    try:
        return _go_on_with(hold, number, console)
    finally:
        hold.release()


def _go_on_with(hold: Hold, number: int, console: Console) -> int:
    """A game that nobody else plays; else a person is asked what to do."""
    try:
        free = hold.take()
    except FileError:  # told when the game is first saved
        free = True
    if not free and not console.interactive:
        raise GameError(
            f"Game {number} is being played in another terminal: go on there, or ask for it at a "
            "terminal to watch it or to take it over."
        )
    if not free:
        from quincunx.terminal.menu import ask_which
        from quincunx.terminal.watching import watch

        ways = ["Watch it", "Take it over: it stops there", "Leave it alone"]
        try:
            way = ask_which(console, "This game is being played in another terminal.", ways)
        except EOFError:
            way = 2
        if way != 1:
            return watch(hold, console) if way == 0 else 0
        hold.take_over()
    return go_on(Conversation(resume(hold), console))
