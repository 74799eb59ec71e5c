"""Asks for the one move that wins, or that saves the draw.

Without anything it is the puzzle of the day, the same for everybody; whoever solves it on days
running has a streak.

example:
  quincunx puzzle zone-conquest --difficulty 3
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from quincunx.analysis.puzzles import HARDEST, Puzzle, find
from quincunx.cli.options import game_id, seed
from quincunx.core.text import listed
from quincunx.games import game, game_ids
from quincunx.match import new_seed
from quincunx.terminal.console import Console
from quincunx.terminal.puzzles import ask_daily, ask_puzzles

GROUP = "learn"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", type=game_id, nargs="?", metavar="GAME", help=listed(game_ids(), "or")
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="the same puzzle again")
    hard = range(1, HARDEST + 1)
    words = f"1 (easy) to {HARDEST} (hard)"
    parser.add_argument("--difficulty", type=seed, choices=hard, metavar="N", help=words)
    words = "so many moves running, each the only one that wins"
    parser.add_argument("--moves", type=seed, choices=range(1, 10), metavar="N", help=words)
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    chosen = game(options.game) if options.game is not None else None
    difficulty, moves = options.difficulty, options.moves or 1

    def puzzles() -> Iterator[Puzzle]:
        number = options.seed
        while True:
            found = find(chosen, new_seed() if number is None else number, difficulty, moves)
            yield found
            number = None if number is None else found.seed + 1

    try:
        if (chosen, options.seed, options.difficulty, options.moves) == (None,) * 4:
            ask_daily(console)
        else:
            ask_puzzles(puzzles(), console, moves)
    except EOFError:
        print()
    return 0
