"""Questions for somebody who has read nothing: which game, against whom, who starts, how many."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from quincunx.core import Player
from quincunx.core.text import quote
from quincunx.games import each, game
from quincunx.players import LEVELS
from quincunx.series import Series
from quincunx.sessions import HUMAN
from quincunx.terminal.console import Console
from quincunx.terminal.series import begin, play_on
from quincunx.terminal.wrap import wrap

UP, DOWN, ENTER, RESIZED = "\x1b[A", "\x1b[B", "\r", "resized"
AGAIN, SIDES, OTHER, REVIEW, LEAVE = (
    "Again",
    "Again with sides swapped",
    "Another game",
    "Review of this game",
    "Leave",
)


def menu(console: Console) -> int:
    """Plays until the person leaves."""
    try:
        while True:
            if _games(console) == LEAVE:
                return 0
    except (EOFError, KeyboardInterrupt):
        print()
        return 0


def _games(console: Console) -> str:
    """One choice of game, opponent and start, and what follows from it."""
    titles = dict(each(lambda kind: (f"{kind.title}: {kind.summary}", kind)))
    which = [*titles.values()][ask_which(console, "Which game?", [*titles])]
    opponents = ["A person at this screen", *(f"The computer, {level}" for level in LEVELS)]
    opponent = [HUMAN, *LEVELS][ask_which(console, "Against whom?", opponents)]
    starts = ["I start", "The other starts", "Toss a coin"]
    start = ask_which(console, "Who starts?", starts)
    lengths = ["A single game", "Best of three, sides swapped", "Best of five, sides swapped"]
    games = (1, 3, 5)[ask_which(console, "How many?", lengths)]
    me = Player.X
    console.say("At every question `help` tells what can be typed.", "")
    while True:
        series = Series(games, (me, me.other, None)[start], me)
        match, _ = play_on(series, begin(series, game(which.id()), opponent, console))
        if match is None:
            return LEAVE
        console.say("")
        while True:
            options = [AGAIN, SIDES, OTHER, REVIEW, LEAVE]
            chosen = options[ask_which(console, "And now?", options)]
            if chosen != REVIEW:
                break
            from quincunx.terminal.review import tell_moves

            tell_moves(match, console.say)
        if chosen in (OTHER, LEAVE):
            return chosen
        if chosen == SIDES:
            me, start = me.other, {0: 1, 1: 0}.get(start, start)


def ask_which(console: Console, question: str, options: Sequence[str]) -> int:
    """The number of an option, from 0: by arrow keys where a terminal has them, or by number."""
    if console.interactive and console.live:
        with suppress(ImportError):  # Windows and some builds of Python know no single keys
            return _by_keys(console, question, options)
    console.say(question)
    for number, option in enumerate(options, 1):
        console.say(f"  {number}. {option}")
    while True:
        answer = console.ask("Enter a number: ")
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(options):
            return int(answer) - 1
        console.say(f"{quote(answer)} is none of them: enter 1 to {len(options)}.")


def _by_keys(console: Console, question: str, options: Sequence[str]) -> int:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    chosen = 0
    try:
        tty.setcbreak(descriptor)
        with _resizes() as resizes:
            while True:
                lines = _draw(console, question, options, chosen)
                key = _key(descriptor, resizes)
                if key in (UP, "k"):
                    chosen = (chosen - 1) % len(options)
                elif key in (DOWN, "j"):
                    chosen = (chosen + 1) % len(options)
                elif key.isdecimal() and key.isascii() and 1 <= int(key) <= len(options):
                    chosen = int(key) - 1
                elif key in (ENTER, "\n"):
                    return chosen
                elif key in ("\x04", "q", ""):
                    raise EOFError
                # After a resize nobody knows where the old lines are: the screen is cleared.
                wipe = "\x1b[H\x1b[2J" if key == RESIZED else f"\x1b[{lines}A\x1b[J"
                print(f"\r{wipe}", end="")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


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


def _draw(console: Console, question: str, options: Sequence[str], chosen: int) -> int:
    """Shows the question and the options; how many lines that took."""
    columns = console.columns or 80
    lines = [f"{question} (arrows or a number, then Enter; q leaves)"]
    for number, option in enumerate(options):
        lines.append(f"{'>' if number == chosen else ' '} {number + 1}. {option}")
    text = wrap("\n".join(lines), columns - 1)
    print(text, flush=True)
    return text.count("\n") + 1
