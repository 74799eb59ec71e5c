"""Asks for the one move that wins, or that saves the draw.

Without a game it is the puzzle of the day, the same for everybody.

example:
  quincunx puzzle zone-conquest --seed 7
"""

from argparse import ArgumentParser, Namespace
from datetime import date

from quincunx.analysis.puzzles import daily, generate, of_any_game
from quincunx.cli.options import game_id, seed
from quincunx.core.text import listed
from quincunx.games import game, game_ids
from quincunx.match import new_seed
from quincunx.terminal.console import Console
from quincunx.terminal.puzzles import ask_puzzle

GROUP = "learn"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", type=game_id, nargs="?", metavar="GAME", help=listed(game_ids(), "or")
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="the same puzzle again")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    if options.game is None and options.seed is None:
        puzzle = daily(date.today())
    else:
        number = new_seed() if options.seed is None else options.seed
        chosen = game(options.game) if options.game is not None else None
        with console.thinking("The coach"):
            puzzle = generate(chosen, number) if chosen else of_any_game(number)
    ask_puzzle(puzzle, console)
    return 0
