"""Finished games at the terminal: listed, shown, and handed on."""

from contextlib import suppress

from quincunx.analysis.grammar import sentence
from quincunx.core import GameError
from quincunx.core.text import clean
from quincunx.play.history import PastGame, past_games
from quincunx.play.saved_games import book_of_saved
from quincunx.storage import FileError, write_new
from quincunx.terminal.console import Console
from quincunx.terminal.menu import StepBackError, ask_text, ask_which

NONE = "No game has been finished yet: `quincunx play GAME` begins one."


def all_past(console: Console) -> list[PastGame]:
    """The oldest first; what is wrong with the file is told."""
    games, complaints = past_games()
    for complaint in complaints:
        console.tell(complaint)
    return games


def past_game(games: list[PastGame], number: int | None) -> PastGame:
    """The one with this number, or the latest."""
    if not games:
        raise GameError(NONE)
    found = [one for one in games if number in (None, one.number)]
    if not found:
        raise GameError(f"There is no game {number}: choose 1 to {games[-1].number}.")
    return found[-1]


def look_back(console: Console) -> None:
    """Games are chosen, the latest first to hand, until the person goes back."""
    games = all_past(console)
    if not games:
        console.say(NONE)
        return
    chosen = len(games) - 1
    while True:
        lines = [past.in_words() for past in games]
        chosen = ask_which(console, "Which game?", lines, chosen)
        show(games[chosen], console)
        with suppress(StepBackError):
            hand_on(games[chosen], console)


def show(past: PastGame, console: Console) -> None:
    """Its moves, and how it ended."""
    match = past.match
    console.say(f"{past.number}. {past.in_words()}")
    console.say(console.show_in(book_of_saved(match)).board())
    console.say(" ".join(map(str, match.moves)) or "No move was played.")
    if match.outcome:
        console.say(sentence(match.outcome.reason))


def hand_on(past: PastGame, console: Console) -> None:
    """To what the person wants to do with it, until they go back."""
    while True:
        ways = ["Review", "Replay", "Write to a file"]
        way = ask_which(console, "And now?", ways)
        name = ask_text(console, "The name of the file, or `back`: ") if way == 2 else ""
        try:
            hand_to(ways[way].lower(), past, console, name)
        except FileError as error:
            console.say(str(error))


def hand_to(way: str, past: PastGame, console: Console, name: str = "") -> None:
    """A review, a replay, or a file of this name."""
    if way == "review":
        from quincunx.terminal.review import tell_review

        tell_review(past.match, console)
    elif way == "replay":
        from quincunx.terminal.replay import step_through

        step_through(past.match, console)
    else:
        write_new(name, past.text.strip().encode() + b"\n")
        console.say(f"Written to {clean(name, 200)}.")
