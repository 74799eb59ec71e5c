"""Where a game is kept while it goes on, and what is said when it cannot be.

One process at a time writes a kept game. A game that cannot be written goes on all the same:
writing is tried again with every move, and asked about when the player leaves.
"""

import os
import sys
from contextlib import suppress
from time import strftime
from typing import TYPE_CHECKING

from quincunx.core.text import quote
from quincunx.storage import FileError, Hold, TakenOverError, games_folder, make_folder
from quincunx.terminal.console import Console

if TYPE_CHECKING:
    from quincunx.terminal.session import Session

AGAIN = "Press Enter to try again, type the name of a file to write it there, or `quit`: "


class Keeping:
    """The file of a game, ours alone: one that is resumed, or a new one."""

    def __init__(self, console: Console, hold: Hold | None = None) -> None:
        self.console, self.hold = console, hold
        self.name = f"{strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        self.trouble = ""
        """Why the game as it stands is not written, if it is not."""

    @property
    def exists(self) -> bool:
        return self.hold is not None and os.path.exists(self.hold.name)

    def save(self, record: bytes) -> None:
        """Tells when it cannot be done, and when it can again; TakenOverError if the game goes on
        elsewhere."""
        try:
            self._write(record)
        except FileError as error:
            if not self.trouble:
                self.tell(f"{error} The game goes on; saving is tried again after every move.")
            self.trouble = str(error)
        else:
            if self.trouble:
                self.tell("The game is saved again.")
            self.trouble = ""

    def _write(self, record: bytes) -> None:
        if self.hold is None:
            self.hold = Hold(os.path.join(games_folder(), self.name))
        folder = os.path.dirname(self.hold.name)
        if not os.path.isdir(folder):
            make_folder(folder)
            self.hold.release()
        if not self.hold.taken and not self.hold.take():
            raise FileError(f"{quote(self.hold.name, 200)} is in use by another process.")
        self.hold.write(record)

    def forget(self, record: bytes) -> None:
        """The game is over, and there is nothing to resume."""
        if self.hold and self.hold.taken:
            with suppress(FileError, TakenOverError):
                self.hold.end(record)
            self.hold.release()

    def release(self) -> None:
        if self.hold:
            self.hold.release()

    def tell(self, words: str) -> None:
        """On standard error: what a dialogue says stays as it is."""
        print(self.console.fitted(words), file=sys.stderr, flush=True)


def leave(session: "Session", keeping: Keeping, asked: bool) -> int:
    """What is said, and asked if need be, when a game is left, because the player asked for it or
    not; the exit status."""
    try:
        session.save()
        while keeping.trouble and session.console.interactive:
            keeping.tell(f"\nThe latest moves are not saved: {keeping.trouble}")
            answer = session.console.ask(AGAIN)
            if answer.lower() in ("quit", "exit"):
                break
            if not answer:
                session.save()
            elif session.write_to(answer):
                return 0
    except TakenOverError:
        keeping.tell("\nThe game was taken over, and goes on in another terminal.")
        return 0
    except (EOFError, KeyboardInterrupt):
        keeping.tell("")
    if keeping.trouble:
        keeping.tell(f"\nThe latest moves are not kept: {keeping.trouble}")
        return 1
    if keeping.exists:
        keeping.tell("\nThe game is kept: `quincunx resume` goes on with it.")
    elif not asked:
        keeping.tell("")
    return 0


def add_to(name: str, session: "Session", keeping: Keeping) -> bool:
    """Whether the game was added to a file of records. If it cannot be, it stays where it is kept,
    and on a terminal the player may try again."""
    from quincunx.players.transcripts import keep
    from quincunx.record import write

    some = [getattr(computer, "exchanges", []) for computer in session.players.values()]
    exchanges = sorted((one for part in some for one in part), key=lambda one: int(one["ply"]))
    while True:
        try:
            keep(name, write(session.match), exchanges)
            return True
        except FileError as error:
            with suppress(TakenOverError):
                session.save()
            trouble = str(error)
            if keeping.hold and keeping.exists and not keeping.trouble:
                trouble = f"{error} The game is kept in {quote(keeping.hold.name, 200)}."
            if not session.console.interactive:
                raise FileError(trouble) from error
        keeping.tell(trouble)
        try:
            answer = session.console.ask(AGAIN)
        except (EOFError, KeyboardInterrupt):
            answer = "quit"
        if answer.lower() in ("quit", "exit"):
            return False
        name = answer or name
