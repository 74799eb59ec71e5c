"""Options that several commands share, and the document that they print."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from math import inf

from quincunx.core import AnyPosition, GameError
from quincunx.core.text import counted, is_whole_number, listed, quote, read_size
from quincunx.games import game, game_ids
from quincunx.match import LOTS, Match, begin


def whole_number(
    digits: int, refusal: str, least: int = 0, most: float = inf
) -> Callable[[str], int]:
    """Reads a number of so many digits at the most."""

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
    """A game's id, of which a beginning is enough that no other has."""
    word = "-".join(text.lower().split())
    begun = [one for one in game_ids() if word and one.startswith(word)]
    return begun[0] if len(begun) == 1 else text


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", type=game_id, metavar="GAME", help=listed(game_ids(), "or"))


def add_start(parser: ArgumentParser) -> None:
    """Where to begin: a game and a position of it."""
    add_game(parser)
    parser.add_argument("--position", metavar="POS", help="start from this position's text")
    parser.add_argument("--size", type=size, metavar="RxC", help="rows x columns of the grid")
    parser.add_argument("--first", type=first, metavar="x|o|toss", help="who moves first")
    parser.add_argument("--seed", type=seed, metavar="N", help="settles what is drawn by lot")


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_repetition(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--no-repetition",
        dest="repetition",
        action="store_false",
        help="the third standing of a position is no draw",
    )


def start_match(options: Namespace, repetition: bool = True) -> Match:
    """The match that the options describe. What was drawn by lot can be had again by its seed."""
    match = set_up_match(options, repetition)
    tell_lots(options, match.seed)
    return match


def set_up_match(options: Namespace, repetition: bool = True) -> Match:
    """The same, untold: for a command that may still refuse something."""
    return begin(
        options.game, options.size, options.first, options.seed, options.position, repetition
    )


def tell_lots(options: Namespace, number: int | None) -> None:
    if number is not None and options.seed is None:
        print(LOTS.format(number), file=sys.stderr)


def solution_start(options: Namespace) -> AnyPosition:
    """Where a solution begins: as the options say, else where the game's own does."""
    from quincunx.oracle.solutions import default_start

    if (options.position, options.seed, options.first) == (None, None, None):
        return default_start(game(options.game, options.size))
    return start_match(options).position


def print_state(match: Match, as_json: bool) -> None:
    """What may be played now, or how the game ended."""
    if as_json:
        import json

        print(json.dumps(match.document()))
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
