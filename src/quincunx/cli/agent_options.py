"""Options of the commands in which agents play."""

import json
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from quincunx.cli.options import seed, whole_number
from quincunx.cli.progress import watched
from quincunx.core.text import is_whole_number, listed, quote
from quincunx.players import LEVELS, Terms
from quincunx.pools import Workers, in_order, pool

if TYPE_CHECKING:  # a survey needs nothing of the arena
    from quincunx.arena.contest import Played, Task

AGENT = (
    f"An AGENT is a level ({listed([*LEVELS], 'or')}), a Python function (policy:FILE.py:NAME), a "
    "program (cmd:./my_bot), an address (http://…) or a language model (chat:MODEL@BASE_URL, with "
    "#VARIABLE if its key is not in QUINCUNX_API_KEY)."
)
LONGEST = 86_400


def seconds(text: str) -> float:
    whole, _, part = text.partition(".")
    digits = is_whole_number(whole, 5) and (not part or (part.isascii() and part.isdecimal()))
    if not digits or len(part) > 3 or not 0 < float(text) <= LONGEST:
        raise ArgumentTypeError(f"{quote(text)} is not a time in seconds, as in 10 or 0.5")
    return float(text)


def param(text: str) -> tuple[str, Any]:
    """A field of a request; its value is JSON, or a text as it stands."""
    key, equals, value = text.partition("=")
    if not (key and equals) or key in ("model", "messages"):
        raise ArgumentTypeError(f"{quote(text)} is no field to be set, as in temperature=0")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def header(text: str) -> tuple[str, str]:
    found = re.fullmatch(r"([\w-]+): *([ -~]*)", text, re.ASCII)
    if not found:
        words = quote(text.partition(":")[0])
        raise ArgumentTypeError(f"{words} begins no header, as in 'X-Title: my games'")
    return found[1], found[2].strip()


few = whole_number(2, "is not a whole number below 100, or begins with 0")
count = whole_number(6, "is not a whole number of at most 6 digits, or begins with 0")


def add_workers(parser: ArgumentParser, read: Callable[[str], int], words: str) -> Any:
    """Who does the work: so many on this machine, or a cluster."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--workers", type=read, metavar="W", help=words)
    either.add_argument(
        "--dask", metavar="ADDRESS", help="a Dask cluster's scheduler, as tcp://localhost:8786"
    )
    return either


def add_contest(parser: ArgumentParser) -> None:
    """What every contest takes."""
    terms = Terms()
    parser.add_argument("--seed", type=seed, metavar="N", help="repeats the contest of this number")
    add_workers(parser, few, "processes that play (1)").add_argument(
        "--at-once",
        type=whole_number(2, "is not a whole number from 1 to 99", 1),
        metavar="N",
        help="games side by side in one process (32 with language models and no cmd:, else 1)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=terms.seconds,
        metavar="S",
        help=f"for each answer of a program ({terms.seconds:g})",
    )
    parser.add_argument(
        "--retries",
        type=few,
        default=terms.retries,
        metavar="N",
        help=f"after an unreadable or illegal answer ({terms.retries})",
    )
    parser.add_argument(
        "--show-legal", action="store_true", help="tell language models the legal moves"
    )
    for name, read, shown, words in (
        ("--param", param, "KEY=VALUE", "a field for language models, as temperature=0"),
        ("--header", header, "'NAME: VALUE'", "a header for language models; never kept"),
    ):
        parser.add_argument(name, type=read, action="append", default=[], metavar=shown, help=words)
    parser.add_argument(
        "--patience",
        type=seconds,
        default=terms.patience,
        metavar="S",
        help=f"for a server that is busy or out ({terms.patience:g})",
    )


def terms_of(options: Namespace) -> Terms:
    return Terms(
        options.seconds,
        options.retries,
        options.show_legal,
        dict(options.param),
        dict(options.header),
        options.patience,
    )


@contextmanager
def workers(options: Namespace, *agents: str) -> Iterator[Workers]:
    """Those that the options name, or those that suit the agents."""
    from quincunx.arena.contest import at_once

    with pool(options.workers, options.dask) as found:
        yield found or options.at_once or at_once(*agents)


def carry_out(
    tasks: "Sequence[Task]", options: Namespace, executor: Workers, file: Any = None
) -> "list[Played]":
    """The games in the order of their tasks; each is added to the contest's file as soon as it has
    ended, and in order to the one that --record names."""
    from quincunx.arena.contest import held

    def ended() -> "Iterator[Played]":
        for one in held(tasks, executor):
            if file:
                file.add(one)
            yield one

    # A contest that goes on has only some of the numbers.
    places = {task.number: place for place, task in enumerate(tasks, 1)}
    done: list[Played] = []
    results = watched(ended(), "games", len(tasks))
    for played in in_order(results, lambda one: places[one.task.number]):
        done.append(played)
        if options.record is not None:
            from quincunx.transcripts import keep

            keep(options.record, played.record, played.exchanges)
    return done
