"""A review told in lines: what each move was worth, and what it cost."""

from collections.abc import Callable

from quincunx.analysis.review import Review, review
from quincunx.core import Player
from quincunx.core.text import counted
from quincunx.match import Match


def tell_moves(match: Match, say: Callable[[str], None]) -> Review:
    found = review(match)
    for move in found.moves:
        say(f"  {move.in_words()}")
    say(f"As X sees it: {found.value_line()} (+ won, = drawn, - lost, ? not known)")
    return found


def tell_review(match: Match, say: Callable[[str], None], which: str = "") -> None:
    """The moves, then what each player made of the game."""
    game = match.start.game
    say(f"{game.title} {game.size}{which}")
    found = tell_moves(match, say)
    for player in Player:
        name = match.names.get(player, f"Player {1 if player == 'X' else 2}")
        accuracy = found.accuracy(player)
        share = "no choice mattered" if accuracy is None else f"{accuracy:.0%} accurate"
        mistakes = counted(len(found.mistakes(player)), "mistake")
        say(f"{name} ({player}): {mistakes}, {share}")
    if outcome := match.outcome:
        say(f"{outcome.winner or 'Nobody'} won: {outcome.reason}.")
