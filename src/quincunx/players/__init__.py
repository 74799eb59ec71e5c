"""Everything that picks a move."""

from quincunx.players.levels import LEVELS, LevelError, LevelPlayer, player

__all__ = ["LEVELS", "LevelError", "LevelPlayer", "player"]
