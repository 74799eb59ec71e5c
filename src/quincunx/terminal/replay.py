"""Steps through a record: forward, back, or to a move by its number."""

from quincunx.books import book_of
from quincunx.core.text import quote
from quincunx.play.match import HUMAN, Match
from quincunx.play.saved_games import as_it_stood
from quincunx.terminal.console import Console


def step_through(recorded: Match, console: Console) -> bool:
    """Whether the person went to the end and may see the next game."""
    ply, book = 0, console.show_in(book_of(recorded))
    book.computers = {side: name for side, name in recorded.names.items() if name != HUMAN}
    book = book.for_onlookers()
    while True:
        book.match = as_it_stood(recorded, ply)
        console.say(
            f"{recorded.start.game.title}, move {ply} of {recorded.ply}"
            + (f": {recorded.moves[ply - 1]}" if ply else "")
        )
        console.say(*(book.describe_last() if ply else []), book.board())
        if ply == recorded.ply and recorded.outcome:
            winner = recorded.outcome.winner
            who = book.name(winner) if winner else "Nobody"
            console.say(f"{who} won: {recorded.outcome.reason}.")
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
            console.say(f"{quote(answer)} is no move number: the moves are 0 to {recorded.ply}.")
