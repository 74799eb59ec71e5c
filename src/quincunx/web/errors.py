"""Refusals of the API: a status of the contract and one sentence."""

from typing import NoReturn

from quincunx.core import QuincunxError
from quincunx.play.session import SessionError

STATUS_OF_PROBLEM = {"no token": 401, "not yours": 403, "conflict": 409}


class RefusalError(QuincunxError):
    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def refuse(status: int, sentence: str) -> NoReturn:
    raise RefusalError(status, sentence)


def status_of(error: QuincunxError) -> int:
    """Return the status of a refusal; what the rules or the notation refuse is 422."""
    if isinstance(error, SessionError):
        return STATUS_OF_PROBLEM[error.problem]
    return error.status if isinstance(error, RefusalError) else 422
