"""Resume a game that was cut off, or delete it."""

from contextlib import suppress

from quincunx.core import GameError
from quincunx.play.saved_games import delete_saved, describe, list_saved, resume
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.end_menu import play_games
from quincunx.terminal.menu import StepBackError, ask_which


def resume_one(number: int | None, console: Console, delete: bool = False) -> int:
    """Resume the saved game of this number; without a number the only one, or ask which."""
    games = list_saved()
    if not games:
        print("There is no unfinished game: `quincunx play GAME` begins one.")
        return 0
    if number is None and len(games) == 1:
        number = 1
    if number is None:
        if not console.interactive:
            for index, file in enumerate(games, 1):
                print(f"{index}. {describe(file)}")
            print("`quincunx resume N` goes on with one of them.")
            return 0
        return choose_kept(console)
    if not 1 <= number <= len(games):
        raise GameError(f"There is no game {number}: choose 1 to {len(games)}.")
    if not delete:
        return _open(games[number - 1], number, console)
    console.say(describe(games[number - 1]))
    return _delete(games[number - 1], number, console)


def choose_kept(console: Console) -> int:
    """Ask which game to resume or delete; raise StepBackError if there is none."""
    while games := list_saved():
        options = [*map(describe, games), "Delete one of them"]
        number = ask_which(console, "Which game?", options)
        if number < len(games):
            return _open(games[number], number + 1, console)
        with suppress(StepBackError):
            number = ask_which(console, "Delete which game?", options[:-1])
            _delete(games[number], number + 1, console)
    raise StepBackError


def _delete(file: str, number: int, console: Console) -> int:
    """Delete a game that nobody plays; on a terminal ask first."""
    if console.interactive and not ask_which(console, "Delete this?", ["Keep it", "Delete it"]):
        return 0
    delete_saved(file, f"Game {number}")
    console.say("The game is deleted.")
    return 0


def _open(file: str, number: int, console: Console) -> int:
    game = resume(file, f"Game {number}")
    if standing := game.series.standing(game.book):
        console.say(standing, "")
    return play_games(Conversation(game, console))
