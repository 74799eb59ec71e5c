"""The vocabulary of every other package; it imports the standard library only."""

from quincunx.core.board import Beside as Beside
from quincunx.core.board import Board as Board
from quincunx.core.board import Cell as Cell
from quincunx.core.board import Choice as Choice
from quincunx.core.board import Count as Count
from quincunx.core.board import choose as choose
from quincunx.core.errors import ForfeitError as ForfeitError
from quincunx.core.errors import GameError as GameError
from quincunx.core.errors import IllegalMoveError as IllegalMoveError
from quincunx.core.errors import NotationError as NotationError
from quincunx.core.errors import PositionError as PositionError
from quincunx.core.errors import QuincunxError as QuincunxError
from quincunx.core.errors import RecordError as RecordError
from quincunx.core.game import AnyGame as AnyGame
from quincunx.core.game import AnyPosition as AnyPosition
from quincunx.core.game import Game as Game
from quincunx.core.game import random_play as random_play
from quincunx.core.grid import Symmetry as Symmetry
from quincunx.core.player import Player as Player
from quincunx.core.position import Document as Document
from quincunx.core.position import Move as Move
from quincunx.core.position import Outcome as Outcome
from quincunx.core.position import Position as Position
from quincunx.core.position import Refusal as Refusal
from quincunx.core.position import Tally as Tally
