"""Small words for the rule books as tests."""

import pytest

import quincunx
from quincunx.core import AnyPosition, IllegalMoveError, PositionError


def play(game: str, text: str, *moves: str) -> AnyPosition:
    position = quincunx.parse(game, text)
    for move in moves:
        position = position.play(move)
    return position


def refusal(game: str, text: str, move: str) -> str:
    """Why a move is illegal in a position."""
    with pytest.raises(IllegalMoveError) as error:
        quincunx.parse(game, text).play(move)
    return str(error.value)


def position_refusal(game: str, text: str) -> str:
    """Why a text is no position."""
    with pytest.raises(PositionError) as error:
        quincunx.parse(game, text)
    return str(error.value)


def moves(game: str, text: str) -> list[str]:
    return [str(move) for move in quincunx.parse(game, text).legal_moves()]


def won_by(position: AnyPosition) -> tuple[str | None, str]:
    assert position.outcome is not None
    return position.outcome.winner, position.outcome.reason
