"""What the library refuses. A message is one sentence: what is wrong, what would be right."""


class QuincunxError(ValueError):
    """The family of everything below, so that a front end can catch it once."""


class GameError(QuincunxError):
    """No such game, or not a size that it is played on."""


class PositionError(QuincunxError):
    """The text is no position of this game."""


class NotationError(QuincunxError):
    """The text cannot be read as a move."""


class IllegalMoveError(QuincunxError):
    """The move can be read but not played here. Programs decide by `rule` and `section`."""

    def __init__(self, sentence: str, rule: str = "", section: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule
        """A stable id: `occupied`, `over` …"""
        self.section = section
        """Where the rule book forbids it; empty where no rule book speaks of it."""


class RecordError(QuincunxError):
    """The game record cannot be read, or does not replay."""


class ForfeitError(QuincunxError):
    """A player gave no legal move: the game is lost to it, and this says why."""
