"""Set a puzzle: find the one move that wins, or that saves the draw.

Without options it is the puzzle of the day, the same for everybody; solving it on days in a row
makes a streak.

example:
  quincunx puzzle zone-conquest --difficulty 3
  quincunx puzzle --json
"""

from argparse import Namespace
from collections.abc import Iterator
from datetime import date

from quincunx.analysis.puzzles import MAX_DIFFICULTY, Puzzle, daily, find
from quincunx.cli.options import JSON, PLAIN, one_of, option, print_json, seed
from quincunx.core import Document
from quincunx.games import game, game_ids
from quincunx.play.match import new_seed
from quincunx.terminal.console import Console
from quincunx.terminal.puzzles import ask_daily, ask_puzzles

GROUP = "learn"


OPTIONS = {
    "game": one_of(game_ids()),
    "--seed": option("N", "set the puzzle with this number (a random one)", seed),
    "--difficulty": option(
        "N", f"set a puzzle of this difficulty, 1 (easy) to {MAX_DIFFICULTY} (any)", seed
    ),
    "--moves": option(
        "N", "number of moves to find in a row, each the only one that wins (1)", seed
    ),
    **PLAIN,
    **JSON,
}


def run(options: Namespace) -> None:
    chosen = game(options.game) if options.game is not None else None
    difficulty, moves = options.difficulty, options.moves or 1

    def puzzles() -> Iterator[Puzzle]:
        number = options.seed
        while True:
            found = find(chosen, new_seed() if number is None else number, difficulty, moves)
            yield found
            number = None if number is None else found.seed + 1

    of_the_day = (chosen, options.seed, options.difficulty, options.moves) == (None,) * 4
    if options.json:
        print_json(document(daily(date.today()) if of_the_day else next(puzzles()), moves))
        return
    console = Console(options.plain)
    try:
        if of_the_day:
            ask_daily(console)
        else:
            ask_puzzles(puzzles(), console, moves)
    except EOFError:
        print()


def document(puzzle: Puzzle, moves: int) -> Document:
    """Return what the server sends, with the solution."""
    from quincunx.web.questions import puzzle_question, puzzle_solution

    which = puzzle.position.game.id(), puzzle.seed
    return {
        **puzzle_question(*which, moves=moves),
        **puzzle.position.document(),
        "length": puzzle.length,
        "solution": puzzle_solution(*which),
    }
