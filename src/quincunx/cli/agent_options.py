"""The options of the commands in which agents play."""

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from quincunx.cli.options import EITHER, Options, flag, game_id, option, seed, whole_number
from quincunx.cli.progress import show_progress
from quincunx.core.text import listed, quote
from quincunx.players import LEVELS, Terms
from quincunx.work.pools import Runner, in_order, pool

if TYPE_CHECKING:  # a survey needs nothing of the arena
    from quincunx.arena.contest import PlayedGame, Task

AGENT = (
    f"An AGENT is a level ({listed([*LEVELS], 'or')}), a strategy (strategy:NAME), a Python "
    "function (policy:FILE.py:NAME), a program (cmd:./my_bot), an address (http://…) or a language "
    "model (chat:MODEL@BASE_URL, with #VARIABLE if its key is not in QUINCUNX_API_KEY)."
)
MAX_SECONDS = 86_400
SECONDS = re.compile(r"(0|[1-9][0-9]{0,4})(\.[0-9]{0,3})?")
TERMS = Terms()


def seconds(text: str) -> float:
    if not SECONDS.fullmatch(text) or not 0 < float(text) <= MAX_SECONDS:
        raise ArgumentTypeError(f"{quote(text)} is not a time in seconds, as in 10 or 0.5")
    return float(text)


def param(text: str) -> tuple[str, Any]:
    """Read a field for requests; its value is JSON, or else plain text."""
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
DASK = {
    "--dask": option(
        "ADDRESS", "use the Dask cluster with this scheduler, as in tcp://localhost:8786"
    )
}
CONTEST: Options = {
    "--seed": option("N", "repeat the contest of this seed", seed),
    EITHER: {
        "--workers": option("W", "number of processes (1)", few),
        **DASK,
        "--at-once": option(
            "N",
            "games at once in one process (32 with language models and no cmd:, else 1)",
            whole_number(2, "is not a whole number from 1 to 99", 1),
        ),
    },
    "--seconds": option(
        "S", "time limit for each answer of a program (%(default)g)", seconds, TERMS.seconds
    ),
    "--retries": option(
        "N", "retries after an unreadable or illegal answer (%(default)s)", few, TERMS.retries
    ),
    "--show-legal": flag("show language models the legal moves"),
    "--no-system": flag(
        "send language models no message of the role system", dest="system", action="store_false"
    ),
    "--param": option(
        "KEY=VALUE",
        "send language models this field, as in temperature=0",
        param,
        [],
        action="append",
    ),
    "--header": option(
        "'NAME: VALUE'",
        "send language models this header; it is never saved",
        header,
        [],
        action="append",
    ),
    "--patience": option(
        "S", "wait so long for a server that is busy or down (%(default)g)", seconds, TERMS.patience
    ),
}
"""What every contest accepts."""
RECORD = {"--record": option("FILE", "add the games to this file")}


def several_games(words: str) -> Options:
    """Describe the option for some of the games."""
    return {
        "--game": option(
            "GAME",
            f"take this game; may be given several times ({words})",
            game_id,
            action="append",
        )
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
def workers(options: Namespace, *agents: str) -> Iterator[Runner]:
    """Provide the workers that the options name, or those that suit the agents."""
    from quincunx.arena.contest import at_once

    with pool(options.workers, options.dask) as found:
        yield found or options.at_once or at_once(*agents)


def carry_out(
    tasks: "Sequence[Task]",
    executor: Runner,
    record: str | None = None,
    add: "Callable[[PlayedGame], None] | None" = None,
) -> "list[PlayedGame]":
    """Play the tasks and return their games in order. Each game is added to the contest's file when
    it has ended, and in order to the record file."""
    from quincunx.arena.contest import play_all

    # A contest that goes on has only some of the numbers.
    places = {task.number: place for place, task in enumerate(tasks, 1)}
    done: list[PlayedGame] = []
    results = show_progress(play_all(tasks, executor, add), f"of {len(tasks):,} games")
    for played in in_order(results, lambda one: places[one.task.number]):
        done.append(played)
        if record is not None:
            from quincunx.play.transcripts import keep

            keep(record, played.record, played.exchanges)
    return done
