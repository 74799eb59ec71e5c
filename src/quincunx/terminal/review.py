"""A review told in lines: what each move was worth, and what each side made of the game."""

from quincunx.analysis.review import review
from quincunx.core import Player
from quincunx.core.text import counted
from quincunx.play.match import Match
from quincunx.terminal.console import Console


def tell_review(match: Match, console: Console, which: str = "") -> None:
    """The moves, then the sides apart, then one thing to learn."""
    game, say = match.start.game, console.say
    with console.thinking("The coach"):
        found = review(match)
    say(f"{game.title} {game.size}{which}: {found.names[Player.X]}, {found.names[Player.O]}")
    for move in found.moves:
        say(f"  {move.in_short(found.names[move.player])}")
    if found.moves:
        say(f"As X sees it: {found.value_line()} (+ won, = drawn, - lost, ? not known)")
    for player, name in found.names.items():
        mistakes = found.mistakes(player)
        say(f"{name}: {counted(len(mistakes), 'mistake')}, {found.accuracy_in_words(player)}")
        for move in mistakes:
            say(f"  {move.in_words()}")
    if outcome := match.outcome:
        winner = found.names[outcome.winner] if outcome.winner else "Nobody"
        say(f"{winner} won: {outcome.reason}.")
    if found.moves:
        say(found.to_learn())
