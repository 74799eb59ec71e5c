"""The two players."""

from enum import StrEnum

from quincunx.core.errors import GameError
from quincunx.core.text import quote


class Player(StrEnum):
    """X, who is Player 1, or O, who is Player 2; either may move first. It is a string.

    Examples:
        >>> import quincunx
        >>> quincunx.Player.X == "X", str(quincunx.Player.X.other)
        (True, 'O')
    """

    other: "Player"
    letter: str
    """The value as a plain string, which compares faster."""
    signs: dict[str, int]
    """The letters of a grid as learners see them: 1 mine, -1 theirs, 0 nobody's."""

    X = "X"
    O = "O"

    __hash__ = str.__hash__  # the same number as that of an enum, without its detour

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise GameError(f"{quote(str(value))} is no player: write X or O.")


# Attributes and not properties: search and learners ask for them at every move.
Player.X.other = Player.O
Player.O.other = Player.X
Player.X.letter, Player.O.letter = "XO"
Player.X.signs = {"-": 0, "X": 1, "O": -1}
Player.O.signs = {"-": 0, "X": -1, "O": 1}
