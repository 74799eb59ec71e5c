"""Three questions for somebody who has read nothing: which game, against whom, who starts."""

import os
import sys
from collections.abc import Sequence

from quincunx.core import Player
from quincunx.core.text import quote
from quincunx.games import game, game_class, game_ids
from quincunx.match import Match, new_seed, toss
from quincunx.players import LEVELS
from quincunx.terminal.console import Console
from quincunx.terminal.sitting import HUMAN, see_through, sit_down

UP, DOWN, ENTER = "\x1b[A", "\x1b[B", "\r"
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
    kinds = [game_class(game_id) for game_id in game_ids()]
    titles = [f"{kind.title}: {kind.summary}" for kind in kinds]
    which = kinds[choose(console, "Which game?", titles)]
    opponents = ["A person at this screen", *(f"The computer, {level}" for level in LEVELS)]
    opponent = [HUMAN, *LEVELS][choose(console, "Against whom?", opponents)]
    starts = ["I start", "The other starts", "Toss a coin"]
    start = choose(console, "Who starts?", starts)
    lengths = ["A single game", "Best of three, sides swapped", "Best of five, sides swapped"]
    games = (1, 3, 5)[choose(console, "How many?", lengths)]
    me = Player.X
    while True:
        match = _series(console, which.id(), opponent, me, start, games)
        if match is None:
            return LEAVE
        while True:
            options = [AGAIN, SIDES, OTHER, REVIEW, LEAVE]
            chosen = options[choose(console, "And now?", options)]
            if chosen != REVIEW:
                break
            _review(console, match)
        if chosen in (OTHER, LEAVE):
            return chosen
        if chosen == SIDES:
            me, start = me.other, {0: 1, 1: 0}.get(start, start)


def _series(
    console: Console, game_id: str, opponent: str, me: Player, start: int, games: int
) -> Match | None:
    """Games until one side has most of them; the last one, or None if the person left."""
    wins = {True: 0, False: 0}
    match = None
    for number in range(games):
        seat = me if number % 2 == 0 else me.other
        seed = new_seed()
        # Sides are swapped, so the same letter starts: it is the other person's now.
        first = (me, me.other, toss(seed))[start]
        if start == 2:
            console.say(f"The toss: {'you start' if first is seat else 'the other starts'}.")
        match = Match(game(game_id).start(first, seed), seed=seed)
        session = sit_down(match, console, {seat: HUMAN, seat.other: opponent})
        see_through(session)
        if match.outcome is None:
            return None
        if match.outcome.winner:
            wins[match.outcome.winner is seat] += 1
        if games > 1:
            console.say(f"After game {number + 1}: you {wins[True]}, the other {wins[False]}.")
        if max(wins.values()) > games // 2:
            break
    return match


def _review(console: Console, match: Match) -> None:
    from quincunx.analysis.review import review

    found = review(match)
    for move in found.moves:
        console.say(f"  {move.in_words()}")
    console.say(f"As X sees it: {found.value_line()} (+ won, = drawn, - lost, ? not known)")


def choose(console: Console, question: str, options: Sequence[str]) -> int:
    """The number of an option, from 0: by arrow keys where a terminal has them, or by number."""
    if console.interactive and console.live:
        console.say(f"{question} (arrows and Enter, or a number; q leaves)")
        return _by_keys(options)
    console.say(question)
    for number, option in enumerate(options, 1):
        console.say(f"  {number}. {option}")
    while True:
        answer = console.ask("Enter a number: ")
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(options):
            return int(answer) - 1
        console.say(f"{quote(answer)} is none of them: enter 1 to {len(options)}.")


def _by_keys(options: Sequence[str]) -> int:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    chosen = 0
    try:
        tty.setcbreak(descriptor)
        while True:
            _draw(options, chosen)
            key = _key(descriptor)
            if key in (UP, "k"):
                chosen = (chosen - 1) % len(options)
            elif key in (DOWN, "j"):
                chosen = (chosen + 1) % len(options)
            elif key.isdecimal() and key.isascii() and 1 <= int(key) <= len(options):
                chosen = int(key) - 1
                _wipe(options)
                _draw(options, chosen)
                break
            elif key in (ENTER, "\n"):
                break
            elif key in ("\x04", "q", ""):
                raise EOFError
            _wipe(options)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return chosen


def _key(descriptor: int) -> str:
    """One key press: a character, or the three of an arrow key."""
    from select import select

    key = os.read(descriptor, 1)
    while key[:1] == b"\x1b" and len(key) < len(UP) and select([descriptor], [], [], 0.05)[0]:
        key += os.read(descriptor, 1)
    return key.decode(errors="replace")


def _draw(options: Sequence[str], chosen: int) -> None:
    columns = os.get_terminal_size().columns
    for number, option in enumerate(options):
        sign = ">" if number == chosen else " "
        print(f"{sign} {number + 1}. {option}"[: columns - 1])
    sys.stdout.flush()


def _wipe(options: Sequence[str]) -> None:
    print(f"\x1b[{len(options)}A\x1b[J", end="")
