"""Goes on with a game that was cut off, or watches or takes over what another terminal plays."""

from contextlib import suppress

from quincunx.core import GameError
from quincunx.play.saved_games import delete_saved, describe, list_saved, lock_saved, resume
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.end_menu import play_games
from quincunx.terminal.menu import StepBackError, ask_which


def resume_one(number: int | None, console: Console, delete: bool = False) -> int:
    """The kept game of this number; without one the only one, or the one that is asked for."""
    games = list_saved()
    if not games:
        print("No game was cut off: `quincunx play GAME` begins one.")
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
    """Goes on with a game that is chosen, or deletes some first; StepBackError if there is none."""
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
    """Only what nobody plays, and on a terminal only if it is meant."""
    if console.interactive and not ask_which(console, "Delete this?", ["Keep it", "Delete it"]):
        return 0
    delete_saved(file, f"Game {number}")
    console.say("The game is deleted.")
    return 0


def _open(file: str, number: int, console: Console) -> int:
    """A game that nobody else plays; else a person is asked what to do."""
    lock, free = lock_saved(file)
    try:
        if not free and not console.interactive:
            raise GameError(
                f"Game {number} is being played in another terminal: go on there, or ask for it at "
                "a terminal to watch it or to take it over."
            )
        if not free:
            from quincunx.terminal.watching import watch

            ways = ["Watch it", "Take it over: it stops there", "Leave it alone"]
            try:
                way = ask_which(console, "This game is being played in another terminal.", ways)
            except EOFError:
                way = 2
            if way != 1:
                return watch(lock, console) if way == 0 else 0
            lock.take_over()
        game = resume(lock)
        if standing := game.series.standing(game.book):
            console.say(standing, "")
        return play_games(Conversation(game, console))
    finally:
        lock.release()
