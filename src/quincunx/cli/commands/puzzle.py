"""Asks for the one move that wins, or that saves the draw.

Without a game it is the puzzle of the day, the same for everybody.

example:
  quincunx puzzle zone-conquest --seed 7
"""

from argparse import ArgumentParser, Namespace
from datetime import date

from quincunx.analysis.puzzles import Puzzle, daily, generate
from quincunx.cli.options import seed
from quincunx.core import IllegalMoveError, NotationError
from quincunx.core.text import listed
from quincunx.games import game, game_ids
from quincunx.match import Match, new_seed
from quincunx.terminal.console import Console
from quincunx.terminal.dialogue import Dialogue
from quincunx.terminal.session import Session


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=listed(game_ids(), "or"))
    parser.add_argument("--seed", type=seed, metavar="N", help="the same puzzle again")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    if options.game is None and options.seed is None:
        puzzle = daily(date.today())
    else:
        number = new_seed() if options.seed is None else options.seed
        which = options.game or game_ids()[number % len(game_ids())]
        chosen = game(which)
        with console.thinking("The coach"):
            puzzle = generate(chosen, number)
    try:
        solve(puzzle, console)
    except EOFError:
        print()
    return 0


def solve(puzzle: Puzzle, console: Console) -> None:
    session = Session(Match(puzzle.position), console)
    title = puzzle.position.game.title
    console.say(f"{title}, puzzle {puzzle.seed}, difficulty {puzzle.difficulty} of 5")
    console.say(Dialogue(session).board())
    console.say(f"Position: {puzzle.position}")
    console.say(puzzle.question())
    while True:
        answer = console.ask("Your move in notation, `moves`, `answer` or `quit`: ")
        if answer.lower() in ("quit", "q"):
            return
        if answer.lower() == "moves":
            console.say(" ".join(map(str, puzzle.position.legal_moves())))
            continue
        if answer.lower() == "answer":
            console.say(f"{puzzle.solution} is the move.")
            return
        try:
            puzzle.position.play(answer)
        except (NotationError, IllegalMoveError) as error:
            console.say(str(error))
            continue
        found = puzzle.check(puzzle.position.game.read_move(answer))
        console.say(found.words)
        if found.right:
            return
        console.say("Try again.")
