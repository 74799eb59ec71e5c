"""Grid Clash: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Reading
from quincunx.core.grid import STRAIGHT, neighbours

SECTIONS = {
    "Restrictions": "is taken by|over",
    "Claiming Cells": r"forbids|no cell|plays (\d+,\d+) wrong, cell \1:|is no Grid Clash move",
    "Capturing Opponent's Cells": "wrong, cell",
    "Turns": "wrong, turn",
    "Game End": "goes on",
    "Tie-Breaker": "each",
    "Determining the Winner": "says that",
}
RARE = (
    "8X,5X,3X,2X/1O,4O,6O,7O X",  # equal counts and sums
    "6X,2X,1X/5O,4O,3O X",  # the lower sum holds the highest number
)
READINGS: dict[str, Reading] = {
    'GC1 "Adjacent Cells": only straight neighbours are captured, as in the sample': (
        lambda right: right.anew(neighbours=neighbours(*right.asked.size, STRAIGHT))
    ),
    'GC5 "Tie-Breaker": with as many cells each nobody wins': (
        lambda right: right.if_tied(last_wins=False)
    ),
}
