"""The errors of the library. A message is one sentence: what is wrong, and what would be right."""


class QuincunxError(ValueError):
    """The base class of all errors below."""


class GameError(QuincunxError):
    """There is no such game, or it is not played on this size."""


class PositionError(QuincunxError):
    """The text is not a position of this game."""


class NotationError(QuincunxError):
    """The text cannot be read as a move."""


class IllegalMoveError(QuincunxError):
    """The move can be read but not played here. Programs use `rule` and `section`."""

    def __init__(self, sentence: str, rule: str = "", section: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule
        """A stable id: `occupied`, `over` …"""
        self.section = section
        """The section of the rule book that forbids it, if one does."""


class RecordError(QuincunxError):
    """The game record cannot be read, or does not replay."""


class ForfeitError(QuincunxError):
    """A player gave no legal move and loses the game; the message says why."""
