"""Options of the commands in which agents play."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from quincunx.cli.options import seed, whole_number
from quincunx.cli.progress import watched
from quincunx.core.text import is_whole_number, listed, quote
from quincunx.players import LEVELS, Terms
from quincunx.pools import carried_out, in_order, pool

if TYPE_CHECKING:  # a survey needs nothing of the arena
    from quincunx.arena.contest import Played

T = TypeVar("T")
R = TypeVar("R")
AGENT = (
    f"An AGENT is a level ({listed([*LEVELS], 'or')}), a program (cmd:./my_bot), an address "
    "(http://…) or a language model (chat:MODEL@BASE_URL)."
)
LONGEST = 86_400


def seconds(text: str) -> float:
    whole, _, part = text.partition(".")
    digits = is_whole_number(whole, 5) and (not part or (part.isascii() and part.isdecimal()))
    if not digits or len(part) > 3 or not 0 < float(text) <= LONGEST:
        raise ArgumentTypeError(f"{quote(text)} is not a time in seconds, as in 10 or 0.5")
    return float(text)


few = whole_number(2, "is not a whole number below 100, or begins with 0")
count = whole_number(6, "is not a whole number of at most 6 digits, or begins with 0")


def add_workers(parser: ArgumentParser, read: Callable[[str], int], words: str) -> None:
    """Who does the work: so many on this machine, or a cluster."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--workers", type=read, metavar="W", help=words)
    either.add_argument(
        "--dask", metavar="ADDRESS", help="a Dask cluster's scheduler, as tcp://localhost:8786"
    )


def add_contest(parser: ArgumentParser) -> None:
    """What every contest takes."""
    terms = Terms()
    parser.add_argument("--seed", type=seed, metavar="N", help="repeats the contest of this number")
    add_workers(parser, few, "processes that play (1)")
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


def terms_of(options: Namespace) -> Terms:
    return Terms(options.seconds, options.retries, options.show_legal)


def carry_out(
    work: Callable[[T], R], tasks: Sequence[T], options: Namespace, played: "Callable[[R], Played]"
) -> list[R]:
    """What came of the games, in order; each is added to the file that --record names."""
    done: list[R] = []
    with pool(options.workers, options.dask) as executor:
        results = watched(carried_out(work, tasks, executor), "games", len(tasks))
        for one in in_order(results, lambda one: played(one).task.number):
            done.append(one)
            if options.record is not None:
                from quincunx.transcripts import keep

                keep(options.record, played(one).record, played(one).exchanges)
    return done
