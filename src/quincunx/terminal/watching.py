"""Looks on at a game that another terminal plays."""

import os

from quincunx.play.match import Match
from quincunx.play.record import read
from quincunx.play.saved_games import book_of_saved
from quincunx.storage import FileLock
from quincunx.terminal.console import Console, started_as


def watch(lock: FileLock, console: Console) -> int:
    """Shows the moves as they come, and writes nothing, until the game is over or left."""
    console.say("You are watching: Ctrl-C leaves.")
    shown = None
    try:
        while lock.in_use:
            for record in lock.changes():
                shown = show(read(record.decode()), shown, console)
    except KeyboardInterrupt:
        console.say("")
        return 130
    if not (shown and shown.outcome):
        left = f"The other terminal has left the game: `{started_as()} resume` goes on with it."
        console.say(left if os.path.exists(lock.name) else "The game is over.")
    return 0


def show(match: Match, before: Match | None, console: Console) -> Match:
    """What is new, then the board, unless it was seen."""
    book = console.show_in(book_of_saved(match))
    if before and before.start == match.start and match.moves[: before.ply] == before.moves:
        for ply in range(before.ply, match.ply):
            name = book.name(match.positions[ply].turn)
            console.say(f"Move {ply + 1}: {name} played {match.moves[ply]}.")
    else:
        console.say(f"{match.start.game.title}, after move {match.ply}:")
        before = None
    if before is None or before.ply < match.ply:
        console.say(book.board(), "")
    if match.outcome:
        console.say(*book.end(match.outcome))
    return match
