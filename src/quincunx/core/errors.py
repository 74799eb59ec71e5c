"""The errors of the library. A message is one sentence: what is wrong, and what would be right."""


class QuincunxError(ValueError):
    """The base class of all errors of the library. It is a `ValueError`.

    Examples:
        >>> import quincunx
        >>> try:
        ...     quincunx.game("chess")
        ... except quincunx.QuincunxError as error:
        ...     print(type(error).__name__)
        GameError
    """


class GameError(QuincunxError):
    """There is no such game, or it is not played on this size."""


class PositionError(QuincunxError):
    """The text is not a position of this game.

    Examples:
        >>> import quincunx
        >>> quincunx.parse("swap-nine", "XX-/-X-/-- O")
        Traceback (most recent call last):
            ...
        quincunx.core.errors.PositionError: ...
    """


class NotationError(QuincunxError):
    """The text cannot be read as a move.

    Examples:
        >>> import quincunx
        >>> quincunx.game("swap-nine").start().play("e4")
        Traceback (most recent call last):
            ...
        quincunx.core.errors.NotationError: ...
    """


class IllegalMoveError(QuincunxError):
    """The move can be read but not played here.

    The sentence is for people; programs use `rule`, a stable id, and `section`, the section of the
    rule book that forbids the move.

    Examples:
        >>> import quincunx
        >>> position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
        >>> try:
        ...     position.play("x4")
        ... except quincunx.IllegalMoveError as error:
        ...     print(error.rule)
        own
    """

    def __init__(self, sentence: str, rule: str = "", section: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule
        """A stable id: `occupied`, `over` …"""
        self.section = section
        """The section of the rule book that forbids it, if one does."""


class RecordError(QuincunxError):
    """The game record cannot be read, or its moves cannot be played.

    Examples:
        >>> import quincunx.record
        >>> quincunx.record.read("1. 5 2x5")
        Traceback (most recent call last):
            ...
        quincunx.core.errors.RecordError: ...
    """


class ForfeitError(QuincunxError):
    """A player gave no legal move and loses the game; the message says why."""
