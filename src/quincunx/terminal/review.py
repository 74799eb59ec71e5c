"""A review told in lines: what each move was worth, and what each side made of the game."""

from quincunx.analysis.review import review
from quincunx.analysis.words import verdict_in_words
from quincunx.core import Player
from quincunx.core.text import counted
from quincunx.match import Match
from quincunx.terminal.console import Console


def tell_review(match: Match, console: Console, which: str = "") -> None:
    """The moves, then the sides apart, then one thing to learn."""
    game, say = match.start.game, console.say
    with console.thinking("The coach"):
        found = review(match)
    say(f"{game.title} {game.size}{which}: {found.names[Player.X]}, {found.names[Player.O]}")
    for move in found.moves:
        mistake = f" - {move.mistake}" if move.mistake else ""
        words = verdict_in_words(move.after)
        say(f"  {move.ply}. {found.names[move.player]} {move.move}: {words}{mistake}")
    if found.moves:
        say(f"As X sees it: {found.value_line()} (+ won, = drawn, - lost, ? not known)")
    for player, name in found.names.items():
        accuracy, mistakes = found.accuracy(player), found.mistakes(player)
        share = "no choice mattered" if accuracy is None else f"{accuracy:.0%} accurate"
        say(f"{name}: {counted(len(mistakes), 'mistake')}, {share}")
        for move in mistakes:
            say(f"  {move.in_words()}")
    if outcome := match.outcome:
        winner = found.names[outcome.winner] if outcome.winner else "Nobody"
        say(f"{winner} won: {outcome.reason}.")
    if found.moves:
        say(found.to_learn())
