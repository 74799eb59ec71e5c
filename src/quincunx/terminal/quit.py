"""Play a game to its end, however it ends: over, left, cut off, or unsaved."""

import sys

from quincunx.core.text import quote
from quincunx.storage import FileError
from quincunx.terminal.console import started_as
from quincunx.terminal.conversation import Conversation, QuitError
from quincunx.terminal.menu import ask_text

AGAIN = "Press Enter to try again, type the name of a file to write it there, or `quit`: "


def see_through(conversation: Conversation, record: str | None = None) -> int:
    """Play the game; return the exit status. A game that is left can be resumed; a finished one is
    counted, added to the record file, if one was named, and to the history, and deleted unless the
    next game of its series replaces it."""
    game, match, console = conversation.game, conversation.match, conversation.console
    over, going, status = False, False, 0
    try:
        conversation.play()
        over = True
    except (QuitError, EOFError, KeyboardInterrupt) as end:
        status = leave(conversation, asked=isinstance(end, QuitError))
        if isinstance(end, KeyboardInterrupt):
            status = 130
    finally:
        for computer in game.players.values():
            computer.close()
        try:
            if record is not None and (match.ply or match.termination):
                over = add_to(record, conversation) and over
            if over:
                console.tell(game.remember())
                console.say(*game.series.counted(game.book))
                going = not game.series.over
            if over and not going:
                game.forget()
        finally:
            if not going:
                game.release()
    return status


def leave(conversation: Conversation, asked: bool) -> int:
    """What is said, and asked if need be, when a game is left, because the player asked for it or
    not; the exit status."""
    game, console = conversation.game, conversation.console
    try:
        console.tell(game.save())
        while game.trouble and console.interactive:
            console.tell(f"\nThe latest moves are not saved: {game.trouble}")
            answer = console.ask(AGAIN)
            if answer.lower() in ("quit", "exit"):
                break
            if not answer:
                console.tell(game.save())
            elif conversation.write_to(answer):
                return 0
    except (EOFError, KeyboardInterrupt):
        print(file=sys.stderr)
    if game.trouble:
        console.tell(f"\nThe latest moves are not saved: {game.trouble}")
        return 1
    if game.is_saved:
        console.tell(f"\nThe game is saved: `{started_as()} resume` continues it.")
    elif not asked:
        print(file=sys.stderr)
    return 0


def add_to(name: str, conversation: Conversation) -> bool:
    """Whether the game was added to a file of records. If it cannot be, it stays where it is kept,
    and on a terminal the player may try again."""
    game, console = conversation.game, conversation.console
    while True:
        try:
            game.add_to(name)
            return True
        except FileError as error:
            console.tell(game.save())
            trouble = str(error)
            if game.lock and game.is_saved and not game.trouble:
                trouble = f"{error} The game is saved in {quote(game.lock.name, 200)}."
            if not console.interactive:
                raise FileError(trouble) from error
        console.tell(trouble)
        try:
            name = ask_text(console, AGAIN, back=()) or name
        except (EOFError, KeyboardInterrupt):
            return False
