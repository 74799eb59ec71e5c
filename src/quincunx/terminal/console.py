"""Where questions are asked and answered: a person's terminal, or a pipe.

On a pipe the answer is written after its question, so that what comes out reads like the rule
books' samples. A computer's answers are written the same way everywhere.
"""

import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.core.text import clean

LONGEST_ANSWER = 1_000
COLOURS = {"X": "\x1b[1;36m", "O": "\x1b[1;33m"}
MARKED = "\x1b[7m"
PLAIN = "\x1b[0m"


class Console:
    def __init__(self, plain: bool = False) -> None:
        self.interactive = sys.stdin.isatty()
        self.styled = sys.stdout.isatty() and not plain and not os.environ.get("NO_COLOR")
        self.live = sys.stdout.isatty() and not plain
        self.answers: deque[str] = deque()
        """What a computer answers to the next questions."""
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, text: str = "") -> None:
        print(text)

    def ask(self, question: str) -> str:
        """The answer to a question, without white space at its ends; EOFError if there is none."""
        if self.answers:
            answer = self.answers.popleft()
            print(f"{question}{answer}")
            return answer
        if self.interactive:
            import readline  # noqa: F401 - lets `input` edit the line

            sys.stdout.flush()
            return clean(input(question).strip(), LONGEST_ANSWER)
        print(question, end="", flush=True)
        line = sys.stdin.readline(LONGEST_ANSWER)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST_ANSWER)
        if not line:
            print()
            raise EOFError
        answer = clean(line.strip(), LONGEST_ANSWER)
        print(answer)
        return answer

    def coloured(self, text: str, player: str, marked: bool = False) -> str:
        """In the player's colour; what is marked, turned over besides."""
        turned = MARKED if marked else ""
        return f"{COLOURS[player]}{turned}{text}{PLAIN}" if self.styled else text

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Shows that somebody thinks, if it takes longer than a moment."""
        if not self.live:
            yield
            return
        words = f"{who} is thinking …"

        def show() -> None:
            print(words, end="", flush=True)

        import threading

        timer = threading.Timer(0.3, show)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            print(f"\r{' ' * len(words)}\r", end="", flush=True)
