"""The options that several commands share, and what they print."""

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from math import inf
from typing import Any

from quincunx.core import AnyPosition, GameError
from quincunx.core.text import counted, is_whole_number, listed, quote, read_size
from quincunx.games import game, game_ids
from quincunx.play.match import SEED_NOTICE, Match, begin

Options = dict[str, dict[str, Any]]
"""Options and arguments by name, as `ArgumentParser.add_argument` takes them."""
EITHER = "either of"
"""The name under which a command has options that exclude each other."""
MARK = "\0"
"""Precedes the value of an option, so that argparse takes it for nothing else; no argument of a
program can contain it."""


def option(
    metavar: str,
    words: str,
    read: Callable[[str], Any] = str,
    default: Any = None,
    **more: Any,
) -> dict[str, Any]:
    """Describe an option with a value, or an argument."""

    def read_marked(text: str) -> Any:
        return read(text.removeprefix(MARK))

    return {"metavar": metavar, "help": words, "type": read_marked, "default": default, **more}


def flag(words: str, **more: Any) -> dict[str, Any]:
    """Describe an option without a value."""
    return {"help": words, "action": "store_true", **more}


def whole_number(
    digits: int, refusal: str, least: int = 0, most: float = inf
) -> Callable[[str], int]:
    """Return a reader of whole numbers with at most so many digits."""

    def read(text: str) -> int:
        if not is_whole_number(text, digits) or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{quote(text)} {refusal}")
        return int(text)

    return read


seed = whole_number(18, "is not a whole number of at most 18 digits, or begins with 0")


def first(text: str) -> str:
    if text.lower() not in ("x", "o", "toss"):
        raise ArgumentTypeError(f"{quote(text)} cannot begin, choose x, o or toss")
    return text.lower()


def size(text: str) -> tuple[int, int]:
    try:
        return read_size(text)
    except GameError as error:
        raise ArgumentTypeError(str(error).rstrip(".")) from error


def game_id(text: str) -> str:
    """Read a game's id; the beginning of one is enough if no other starts with it."""
    word = "-".join(text.lower().split())
    begun = [one for one in game_ids() if word and one.startswith(word)]
    return begun[0] if len(begun) == 1 else text


def one_of(ids: list[str]) -> dict[str, Any]:
    """Describe the argument for a game that may be left out."""
    return option("GAME", listed(ids, "or"), game_id, nargs="?")


GAME = {"game": option("GAME", listed(game_ids(), "or"), game_id)}
POSITION = {
    "--position": option("POS", "start from the position with this text (the start of the game)")
}
SIZE = {"--size": option("RxC", "rows x columns of the grid (the rule book's)", size)}
SEED = {"--seed": option("N", "repeat the random choices of this seed (a new one)", seed)}
START = {
    **GAME,
    **POSITION,
    **SIZE,
    "--first": option("x|o|toss", "who moves first (x)", first),
    **SEED,
}
"""A game, and a position of it to start from."""
JSON = {"--json": flag("print one JSON document")}
PLAIN = {"--plain": flag("use no colours and redraw nothing")}
REPETITION = {
    "--no-repetition": flag(
        "do not end the game in a draw when a position occurs for the third time",
        dest="repetition",
        action="store_false",
    )
}
NUMBER = {"number": option("N", "number in the list", seed, nargs="?")}


def start_match(options: Namespace, repetition: bool = True) -> Match:
    """Start the match that the options describe, and print the seed of a random start."""
    match = set_up_match(options, repetition)
    print_seed(options, match.seed)
    return match


def set_up_match(options: Namespace, repetition: bool = True) -> Match:
    """Start it without printing anything, for a command that may still refuse something."""
    return begin(
        options.game, options.size, options.first, options.seed, options.position, repetition
    )


def print_seed(options: Namespace, number: int | None) -> None:
    if number is not None and options.seed is None:
        print(SEED_NOTICE.format(number), file=sys.stderr)


def solution_start(options: Namespace) -> AnyPosition:
    """Return the start of a solution: by the options, else the game's usual one."""
    from quincunx.oracle.solutions import default_start

    if (options.position, options.seed, options.first) == (None, None, None):
        return default_start(game(options.game, options.size))
    return start_match(options).position


def print_json(document: object) -> None:
    import json

    print(json.dumps(document))


def print_document(document: Any, as_json: bool, in_words: Callable[[Any], str]) -> None:
    if as_json:
        print_json(document)
    else:
        print(in_words(document))


def print_state(match: Match, as_json: bool) -> None:
    """Print the legal moves, or how the game ended."""
    if as_json:
        print_json(match.document())
        return
    position, outcome = match.position, match.outcome
    moves = [str(move) for move in match.legal_moves()]
    print(f"{position.game.title} {position.game.size}")
    print(position)
    if outcome:
        result = f"{outcome.winner} wins" if outcome.winner else "A draw"
        print(f"{result}: {outcome.reason}.")
    else:
        print(f"{position.turn} to move, {counted(len(moves), 'legal move')}:")
        print(" ".join(moves))
