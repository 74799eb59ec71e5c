"""Everything that picks a move."""

from quincunx.core import ForfeitError
from quincunx.players.agents import Picker, player
from quincunx.players.levels import LEVELS, LevelError, LevelPlayer
from quincunx.players.outside import AgentError, Terms

__all__ = [
    "LEVELS",
    "AgentError",
    "ForfeitError",
    "LevelError",
    "LevelPlayer",
    "Picker",
    "Terms",
    "player",
]
