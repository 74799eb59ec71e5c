"""Everything that picks a move."""

from quincunx.core import ForfeitError
from quincunx.players.agents import Picker, player
from quincunx.players.levels import (
    ADAPTIVE,
    LEVELS,
    LevelError,
    LevelPlayer,
    Past,
    adaptive_level,
    distribution,
)
from quincunx.players.outside import AgentError, Terms

__all__ = [
    "ADAPTIVE",
    "LEVELS",
    "AgentError",
    "ForfeitError",
    "LevelError",
    "LevelPlayer",
    "Past",
    "Picker",
    "Terms",
    "adaptive_level",
    "distribution",
    "player",
]
