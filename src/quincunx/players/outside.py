"""What all outside programs share: they are asked for a move, answer within limits, or forfeit.

An answer that cannot be read, or that names a move which is not legal, may be tried again as
often as the terms say. Whatever was asked and answered is kept in `exchanges`.
"""

import json
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from quincunx.core import AnyGame, ForfeitError, IllegalMoveError, NotationError, QuincunxError
from quincunx.core.text import clean, counted, quote
from quincunx.match import Match

PROTOCOL = 1
"""The version of the document that programs are sent."""
LARGEST_ANSWER = 200_000
"""Bytes of one answer."""
LEGAL, ILLEGAL, UNREADABLE, FAILED = "legal", "illegal", "unreadable", "failed"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before a server that was busy is asked again: twice as long each time, up to a limit."""


class AgentError(QuincunxError):
    """The name is not that of an agent who could play."""


class FailedError(Exception):
    """No answer came."""

    def __init__(self, reason: str, passing: bool = False) -> None:
        super().__init__(reason)
        self.passing = passing
        """Whether it may be better in a moment."""


@dataclass(frozen=True)
class Terms:
    """What an outside program is granted."""

    seconds: float = 60
    """For each answer."""
    retries: int = 2
    """How often a move may be answered once more."""
    show_legal: bool = False
    """Whether a language model is told the legal moves; other programs always are."""


def move_in(text: str) -> str | None:
    """The move of a JSON object `{"move": …}`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    move = document.get("move") if isinstance(document, dict) else None
    return move if isinstance(move, str) else None


class OutsidePlayer(ABC):
    """Picks moves by asking something that is not part of this project."""

    def __init__(self, name: str, terms: Terms) -> None:
        self.name = name
        self.terms = terms
        self.exchanges: list[dict[str, Any]] = []

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        """What is sent, as JSON; with the answers to it that were refused, and why."""
        document = {
            "protocol": PROTOCOL,
            **match.document(),
            "start": str(match.start),
            "history": [str(move) for move in match.moves],
            "repetition": match.repetition,
            "seconds": self.terms.seconds,
        }
        del document["outcome"]
        if refused:
            document["refused"] = [{"answer": answer, "reason": why} for answer, why in refused]
        return document

    @abstractmethod
    def send(self, prompt: Any) -> str:
        """Sends it and returns the answer; FailedError if none comes."""

    def read(self, answer: str, game: AnyGame) -> str:
        """The text of the move that an answer names, or NotationError."""
        move = move_in(answer)
        if move is None:
            raise NotationError(f'{quote(answer)} is no answer: write a line like {{"move": "5"}}.')
        return move

    def close(self) -> None:
        """Nothing more is asked."""
        return

    def pick(self, match: Match) -> Any:
        """A legal move of a match that is not over, or ForfeitError."""
        position, refused, pause = match.position, list[tuple[str, str]](), FIRST_PAUSE
        for attempt in range(1, self.terms.retries + 2):
            prompt = self.prompt(match, refused)
            exchange = {
                "ply": match.ply,
                "player": position.turn,
                "agent": self.name,
                "attempt": attempt,
                "prompt": prompt,
            }
            self.exchanges.append(exchange)
            answer = ""
            try:
                answer = exchange["answer"] = self.send(prompt)
                move = position.read(self.read(answer, position.game))
            except FailedError as error:
                exchange |= {"verdict": FAILED, "reason": str(error)}
                if not error.passing or attempt > self.terms.retries:
                    raise self._forfeit(str(error)) from error
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except (NotationError, IllegalMoveError) as error:
                verdict = UNREADABLE if isinstance(error, NotationError) else ILLEGAL
                exchange |= {"verdict": verdict, "reason": str(error)}
                refused.append((answer, str(error)))
            else:
                exchange["verdict"] = LEGAL
                return move
        count = counted(len(refused), "answer")
        raise self._forfeit(f"after {count} the last was {verdict}: {refused[-1][1].rstrip('.')}")

    def _forfeit(self, reason: str) -> ForfeitError:
        return ForfeitError(f"{clean(self.name, 200)} forfeits the game: {clean(reason, 400)}.")
