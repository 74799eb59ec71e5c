"""A question with a list of answers: by arrow keys where a terminal has them, or by number."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from quincunx.core.text import quote
from quincunx.terminal.console import Console
from quincunx.terminal.wrap import wrap

UP, DOWN, LEFT, ESCAPE, ENTER = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b", "\r"
RESIZED = "resized"


class StepBackError(EOFError):
    """One question back; where there is none before, that is leaving."""


def ask_which(
    console: Console, question: str, options: Sequence[str], chosen: int = 0, back: bool = True
) -> int:
    """The number of an option, from 0, where one is chosen already; StepBackError for the question
    before, EOFError to leave."""
    if console.interactive and console.live:
        with suppress(ImportError):  # Windows and some builds of Python know no single keys
            return _by_keys(console, question, options, chosen, back)
    console.say(question)
    for number, option in enumerate(options, 1):
        console.say(f"  {number}. {option}")
    while True:
        answer = ask_text(console, f"Enter a number{', or `back`' if back else ''}: ")
        if _is_one(answer, options):
            return int(answer) - 1
        console.say(f"{quote(answer)} is none of them: enter 1 to {len(options)}.")


def ask_text(console: Console, question: str) -> str:
    """An answer in words, but for those that lead back or away."""
    answer = console.ask(question)
    if answer.lower() == "back":
        raise StepBackError
    if answer.lower() in ("quit", "exit"):
        raise EOFError
    return answer


def _by_keys(
    console: Console, question: str, options: Sequence[str], chosen: int, back: bool
) -> int:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    keys = f"{question} (arrows or a number, then Enter; {'b goes back, ' if back else ''}q leaves)"
    typed, top = "", 0
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # what was typed ahead is not lost
        with _resizes() as resizes:
            while True:
                lines, top = _draw(console, keys, options, chosen, top)
                key = _key(descriptor, resizes)
                if key in ("\x04", "q", ""):
                    raise EOFError
                # After a resize nobody knows where the old lines are: the screen is cleared.
                wipe = "\x1b[H\x1b[2J" if key == RESIZED else f"\x1b[{lines}A\x1b[J"
                print(f"\r{wipe}", end="")
                typed = next((n for n in (typed + key, key) if _is_one(n, options)), "")
                if key in (UP, "k"):
                    chosen = (chosen - 1) % len(options)
                elif key in (DOWN, "j"):
                    chosen = (chosen + 1) % len(options)
                elif typed:
                    chosen = int(typed) - 1
                elif key in (ENTER, "\n"):
                    console.say(f"{question} {options[chosen]}")
                    return chosen
                elif back and key in (ESCAPE, LEFT, "b"):
                    raise StepBackError
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _is_one(number: str, options: Sequence[str]) -> bool:
    return number.isascii() and number.isdecimal() and 1 <= int(number) <= len(options)


@contextmanager
def _resizes() -> Iterator[int]:
    """A descriptor that can be read when the terminal has changed its size."""
    import signal

    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    woken = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handled = signal.signal(signal.SIGWINCH, lambda *_: None)
    try:
        yield reader
    finally:
        signal.signal(signal.SIGWINCH, handled)
        signal.set_wakeup_fd(woken)
        os.close(reader)
        os.close(writer)


def _key(descriptor: int, resizes: int) -> str:
    """One key press: a character, or the three of an arrow key; or a change of size."""
    from select import select

    ready, _, _ = select([descriptor, resizes], [], [])
    if resizes in ready:
        os.read(resizes, 1_000)
        return RESIZED
    key = os.read(descriptor, 1)
    while key[:1] == b"\x1b" and len(key) < len(UP) and select([descriptor], [], [], 0.05)[0]:
        key += os.read(descriptor, 1)
    return key.decode(errors="replace")


def _draw(
    console: Console, question: str, options: Sequence[str], chosen: int, top: int
) -> tuple[int, int]:
    """Shows the question and as many options as the screen holds, the chosen one among them; how
    many lines that took, and the first option that is shown."""
    screen = os.get_terminal_size(sys.stdout.fileno())
    columns, texts = (console.columns or 80) - 1, []
    for number, option in enumerate(options):
        text = f"{'>' if number == chosen else ' '} {number + 1}. {option}"
        texts.append(wrap(text, columns).split("\n"))
    head = wrap(question, columns).split("\n")
    room = (screen.lines or 24) - len(head) - 1  # the cursor stands below
    if sum(map(len, texts)) <= room:
        top, end = 0, len(texts)
    else:
        room -= 2  # for what is above and below
        top = min(top, chosen)
        while top < chosen and sum(map(len, texts[top : chosen + 1])) > room:
            top += 1
        end = chosen + 1
        while end < len(texts) and sum(map(len, texts[top : end + 1])) <= room:
            end += 1
    above = [f"  … {top} more above"] if top else []
    below = [f"  … {len(texts) - end} more below"] if end < len(texts) else []
    shown = [*head, *above, *(line for text in texts[top:end] for line in text), *below]
    print("\n".join(shown), flush=True)
    return len(shown), top
