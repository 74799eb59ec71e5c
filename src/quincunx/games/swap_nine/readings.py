"""Swap Nine: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Expected, Reading
from quincunx.games.swap_nine.rules import Placement

SECTIONS = {
    "unreadable": "Swapping Markers",
    "forbids place": "Placing Markers",
    "forbids": "Swapping Markers",
    "own cell": "Placing Markers",
    "cell": "Swapping Markers",
    "turn": "Turns",
    "on": "End of Game Conditions",
}


def kind_of(move: Placement) -> str:
    return "place" if move.taken is None else "take"


def _exchanged(right: Expected) -> Expected:
    after = dict(right.after)
    for move in (one for one in after if "x" in one):
        place = int(move.partition("x")[0]) - 1
        place += place // right.position.game.columns  # the strokes between the rows
        after[move] = after[move][:place] + right.position.turn.other + after[move][place + 1 :]
    return right._replace(after=after)


READINGS: dict[str, Reading] = {
    'SN1 "Swapping Markers": the marker placed and the one taken change places': _exchanged,
    'SN2 "Tie-Breaker Rule": with as many markers each, whoever placed last wins': (
        lambda right: right.if_tied(last_wins=True)
    ),
    'SN4 "End of Game Conditions": the placement that fills the grid takes nothing': (
        lambda right: right.without(
            lambda move: "x" in move and right.question.text.count("-") == 1
        )
    ),
}
