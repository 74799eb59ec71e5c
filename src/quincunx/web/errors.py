"""Refusals of the API: a status of the contract and one sentence."""

from typing import NoReturn

from quincunx.core import QuincunxError


class RefusalError(QuincunxError):
    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def refuse(status: int, sentence: str) -> NoReturn:
    raise RefusalError(status, sentence)
