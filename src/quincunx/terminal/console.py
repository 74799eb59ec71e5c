"""Where questions are asked and answered: a person's terminal, or a pipe.

On a pipe the answer is written after its question, so that what comes out reads like the rule
books' samples. On a terminal long lines are broken at words; on a pipe and with `--plain` nothing
is changed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.books import Book
from quincunx.core import Player
from quincunx.core.text import clean

MAX_ANSWER_CHARS = 1_000
MIN_COLUMNS = 20
ROOM = 7
"""Columns that a question leaves for its answer: the longest commands fit."""
MOMENT = 0.15
COLOURS = {"X": "\x1b[1;36m", "O": "\x1b[1;33m"}
MARKED = "\x1b[7m"
PLAIN = "\x1b[0m"


class Console:
    def __init__(self, plain: bool = False) -> None:
        self.interactive = sys.stdin.isatty()
        self.live = sys.stdout.isatty() and not plain and os.environ.get("TERM") != "dumb"
        """Whether the screen can be marked, wrapped and drawn again."""
        self.colours = {} if os.environ.get("NO_COLOR") else COLOURS
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    @property
    def attended(self) -> bool:
        """Whether a person sees what is asked, and can answer it."""
        return self.interactive and sys.stdout.isatty()

    @property
    def columns(self) -> int | None:
        """How wide the screen is now; None where lines are not wrapped."""
        if not self.live:
            return None
        return max(MIN_COLUMNS, os.get_terminal_size(sys.stdout.fileno()).columns or 80)

    def say(self, *texts: str) -> None:
        """Each on a line of its own, or on lines."""
        for text in texts:
            print(self.fitted(text))

    def tell(self, words: str) -> None:
        """If there is something, on standard error: what a dialogue says stays as it is."""
        if words:
            print(self.fitted(words), file=sys.stderr, flush=True)

    def fitted(self, text: str, room: int = 0) -> str:
        """Broken at words where the screen is too narrow, with room for what follows."""
        columns = self.columns
        if columns is None or len(text) <= columns - room:
            return text
        from quincunx.terminal.wrap import wrap

        return wrap(text, columns - room)

    def ask(self, question: str) -> str:
        """The answer to a question, without white space at its ends; EOFError if there is none."""
        if self.interactive:
            return clean(input(self._prompt(question)).strip(), MAX_ANSWER_CHARS)
        print(question, end="", flush=True)
        line = sys.stdin.readline(MAX_ANSWER_CHARS)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_ANSWER_CHARS)
        if not line:
            print()
            raise EOFError
        answer = clean(line.strip(), MAX_ANSWER_CHARS)
        print(answer)
        return answer

    def _prompt(self, question: str) -> str:
        """The last line of a question, for the line editor, if there is one, which must be told
        what takes no room; the lines before are shown."""
        edits = _edits_lines()  # before anything is shown: who types at once is not echoed twice
        words = question.rstrip(" ")
        fitted = self.fitted(words, ROOM) + question[len(words) :]
        above, newline, last = fitted.rpartition("\n")
        print(above, end=newline, flush=True)
        if edits and "\x1b" in last:
            from quincunx.terminal.wrap import CODE

            last = CODE.sub("\x01\\g<0>\x02", last)
        return last

    def mark(self, marker: str, player: Player, new: bool) -> str:
        """In the player's colour; what the last move left there, turned over besides."""
        codes = self.colours.get(player, "") + (MARKED if new else "")
        return f"{codes}{marker}{PLAIN}" if codes else marker

    def show_in(self, book: Book) -> Book:
        """What this book says is shown here."""
        book.mark = self.mark if self.live else None
        book.columns = lambda: self.columns
        return book

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Shows that somebody thinks, if it takes longer than a moment."""
        columns = self.columns
        if not columns:
            yield
            return
        import threading

        words = f"{who} is thinking …"[: columns - 1]
        timer = threading.Timer(MOMENT, print, (words,), {"end": "", "flush": True})
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            print("\r\x1b[K", end="", flush=True)


def started_as() -> str:
    """The command as it can be typed again: `quincunx`, or what was typed if that is not found."""
    from shutil import which

    if which("quincunx"):
        return "quincunx"
    if os.path.basename(sys.argv[0]) == "__main__.py":
        return f"{sys.orig_argv[0]} -m quincunx"
    return sys.argv[0]


def _edits_lines() -> bool:
    """Lets `input` edit the line, where Python can: on Windows and in some builds it cannot."""
    try:
        import readline  # noqa: F401 - `input` finds it
    except ImportError:
        return False
    return True
