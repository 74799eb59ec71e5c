"""A question with a list of answers, chosen by number."""

from collections.abc import Sequence

from quincunx.core.text import quote
from quincunx.terminal.console import Console


class StepBackError(EOFError):
    """One question back; where there is none before, that is leaving."""


def ask_which(
    console: Console, question: str, options: Sequence[str], chosen: int = 0, back: bool = True
) -> int:
    """Return the number of an option, from 0; Enter alone takes the one that is chosen already.
    StepBackError leads to the question before, EOFError away."""
    console.say(question)
    for number, option in enumerate(options):
        console.say(f"{'>' if number == chosen else ' '} {number + 1}. {option}")
    prompt = f"Enter a number{', `b` to go back' if back else ''} or `q` to leave: "
    while answer := ask_text(console, prompt, ("back", "b"), ("quit", "exit", "q")):
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(options):
            return int(answer) - 1
        console.say(f"{quote(answer)} is none of them: enter 1 to {len(options)}.")
    return chosen


def ask_text(
    console: Console,
    question: str,
    back: tuple[str, ...] = ("back",),
    leave: tuple[str, ...] = ("quit", "exit"),
) -> str:
    """Return an answer in words, but for those that lead back or away."""
    answer = console.ask(question)
    if answer.lower() in back:
        raise StepBackError
    if answer.lower() in leave:
        raise EOFError
    return answer
