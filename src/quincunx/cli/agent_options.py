"""Options of the commands in which agents play."""

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from quincunx.cli.options import EITHER, Options, flag, game_id, option, seed, whole_number
from quincunx.cli.progress import watched
from quincunx.core.text import is_whole_number, listed, quote
from quincunx.players import LEVELS, Terms
from quincunx.work.pools import Workers, in_order, pool

if TYPE_CHECKING:  # a survey needs nothing of the arena
    from quincunx.arena.contest import PlayedGame, Task

AGENT = (
    f"An AGENT is a level ({listed([*LEVELS], 'or')}), a Python function (policy:FILE.py:NAME), a "
    "program (cmd:./my_bot), an address (http://…) or a language model (chat:MODEL@BASE_URL, with "
    "#VARIABLE if its key is not in QUINCUNX_API_KEY)."
)
LONGEST = 86_400
TERMS = Terms()


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
    name, colon, value = text.partition(":")
    named = colon and re.fullmatch(r"[\w-]+", name, re.ASCII)
    if not (named and value.isascii() and value.isprintable()):
        raise ArgumentTypeError(f"{quote(name)} begins no header, as in 'X-Title: my games'")
    return name, value.strip()


few = whole_number(2, "is not a whole number below 100, or begins with 0")
count = whole_number(6, "is not a whole number of at most 6 digits, or begins with 0")


AGENTS = {"agent": option("AGENT", AGENT)}
DASK = {"--dask": option("ADDRESS", "a Dask cluster's scheduler, as tcp://localhost:8786")}
CONTEST: Options = {
    "--seed": option("N", "repeats the contest of this number", seed),
    EITHER: {
        "--workers": option("W", "processes that play (1)", few),
        **DASK,
        "--at-once": option(
            "N",
            "games side by side in one process (32 with language models and no cmd:, else 1)",
            whole_number(2, "is not a whole number from 1 to 99", 1),
        ),
    },
    "--seconds": option("S", "for each answer of a program (%(default)g)", seconds, TERMS.seconds),
    "--retries": option(
        "N", "after an unreadable or illegal answer (%(default)s)", few, TERMS.retries
    ),
    "--show-legal": flag("tell language models the legal moves"),
    "--no-system": flag(
        "send language models no message of the role system", dest="system", action="store_false"
    ),
    "--param": option(
        "KEY=VALUE",
        "a field for language models, as temperature=0",
        param,
        [],
        action="append",
    ),
    "--header": option(
        "'NAME: VALUE'",
        "a header for language models; never kept",
        header,
        [],
        action="append",
    ),
    "--patience": option(
        "S", "for a server that is busy or out (%(default)g)", seconds, TERMS.patience
    ),
}
"""What every contest takes."""
RECORD = {"--record": option("FILE", "add the games to this file")}


def several_games(words: str) -> Options:
    """Games of which some may be named, else all are taken."""
    return {
        "--game": option("GAME", f"may be given several times ({words})", game_id, action="append")
    }


def terms_of(options: Namespace) -> Terms:
    return Terms(
        options.seconds,
        options.retries,
        options.show_legal,
        dict(options.param),
        dict(options.header),
        options.patience,
        options.system,
    )


@contextmanager
def workers(options: Namespace, *agents: str) -> Iterator[Workers]:
    """Those that the options name, or those that suit the agents."""
    from quincunx.arena.contest import at_once

    with pool(options.workers, options.dask) as found:
        yield found or options.at_once or at_once(*agents)


def carry_out(
    tasks: "Sequence[Task]", options: Namespace, executor: Workers, file: Any = None
) -> "list[PlayedGame]":
    """The games in the order of their tasks; each is added to the contest's file as soon as it has
    ended, and in order to the one that --record names."""
    from quincunx.arena.contest import play_all

    def ended() -> "Iterator[PlayedGame]":
        for one in play_all(tasks, executor):
            if file:
                file.add(one)
            yield one

    # A contest that goes on has only some of the numbers.
    places = {task.number: place for place, task in enumerate(tasks, 1)}
    done: list[PlayedGame] = []
    results = watched(ended(), "games", len(tasks))
    for played in in_order(results, lambda one: places[one.task.number]):
        done.append(played)
        if options.record is not None:
            from quincunx.play.transcripts import keep

            keep(options.record, played.record, played.exchanges)
    return done
