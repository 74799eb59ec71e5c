"""Steps through a game record: Enter for the next move, b for the one before, a number, q to leave.

example:
  quincunx replay game.txt
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.files import read_text
from quincunx.core.text import quote
from quincunx.match import Match
from quincunx.record import read_all
from quincunx.terminal.console import Console
from quincunx.terminal.session import Session


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    for recorded in read_all(read_text(options.file)):
        if not step_through(recorded, console):
            break
    return 0


def step_through(recorded: Match, console: Console) -> bool:
    """Whether the person went to the end and may see the next game."""
    session = Session(Match(recorded.start, recorded.repetition), console, names=recorded.names)
    shown, ply = session.match, 0
    while True:
        console.say(
            f"{recorded.start.game.title}, move {ply} of {recorded.ply}"
            + (f": {recorded.moves[ply - 1]}" if ply else "")
        )
        console.say(session.dialogue.board())
        if ply == recorded.ply and recorded.outcome:
            winner = recorded.outcome.winner
            console.say(f"{winner or 'Nobody'} won: {recorded.outcome.reason}.")
        try:
            answer = console.ask("Enter, b, a number or q: ").lower()
        except EOFError:
            return False
        if answer == "q":
            return False
        if answer == "" and ply == recorded.ply:
            return True
        if answer.isascii() and answer.isdecimal() and int(answer) <= recorded.ply:
            ply = int(answer)
        elif answer == "b" and ply:
            ply -= 1
        elif answer == "":
            ply += 1
        else:
            console.say(f"{quote(answer)} leads nowhere: the moves are 0 to {recorded.ply}.")
            continue
        shown.undo(0)
        for move in recorded.moves[:ply]:
            shown.play(move)
