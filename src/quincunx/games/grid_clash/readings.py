"""Grid Clash: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Reading
from quincunx.core.grid import STRAIGHT, neighbours

SECTIONS = {
    "unreadable": "Claiming Cells",
    "forbids": "Claiming Cells",
    "own cell": "Claiming Cells",
    "cell": "Capturing Opponent's Cells",
    "turn": "Turns",
    "on": "Game End",
}
RARE = (
    "8X,5X,3X,2X/1O,4O,6O,7O X",  # equal counts and sums
    "6X,2X,1X/5O,4O,3O X",  # the lower sum holds the highest number
)
READINGS: dict[str, Reading] = {
    'GC1 "Adjacent Cells": only straight neighbours are captured, as in the sample': (
        lambda right: right.reread(neighbours=neighbours(*right.question.size, STRAIGHT))
    ),
    'GC5 "Tie-Breaker": with as many cells each nobody wins': (
        lambda right: right.if_tied(last_wins=False)
    ),
}
