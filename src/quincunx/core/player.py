"""The two players."""

from enum import StrEnum

from quincunx.core.errors import GameError
from quincunx.core.text import quote


class Player(StrEnum):
    """Player 1 is X and Player 2 is O, whoever moves first."""

    other: "Player"

    X = "X"
    O = "O"

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise GameError(f"{quote(str(value))} is no player: write X or O.")


# An attribute and not a property: search asks for it at every move.
Player.X.other = Player.O
Player.O.other = Player.X
