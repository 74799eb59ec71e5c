"""The words every other room speaks. Standard library only."""

from quincunx.core.board import Beside, Board, Cell, Choice, choose
from quincunx.core.errors import (
    ForfeitError,
    GameError,
    IllegalMoveError,
    NotationError,
    PositionError,
    QuincunxError,
    RecordError,
)
from quincunx.core.game import AnyGame, AnyPosition, Game, random_play
from quincunx.core.grid import Symmetry
from quincunx.core.player import Player
from quincunx.core.position import Move, Outcome, Position, Tally

__all__ = [
    "AnyGame",
    "AnyPosition",
    "Beside",
    "Board",
    "Cell",
    "Choice",
    "ForfeitError",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Move",
    "NotationError",
    "Outcome",
    "Player",
    "Position",
    "PositionError",
    "QuincunxError",
    "RecordError",
    "Symmetry",
    "Tally",
    "choose",
    "random_play",
]
