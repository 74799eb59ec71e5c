"""What all outside programs share: they are asked for a move, answer within limits, or forfeit.

An answer that cannot be read, or that names a move which is not legal, may be tried again as
often as the terms say. That a server is down says nothing of how somebody plays: it is asked again
as long as the patience lasts, then the game counts as not played. Whatever was asked and answered
is kept in `exchanges`.
"""

import json
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from quincunx.core import AnyGame, ForfeitError, IllegalMoveError, NotationError, QuincunxError
from quincunx.core.text import clean, counted, quote
from quincunx.play.match import Match
from quincunx.work import pools

PROTOCOL = 1
"""The version of the document that programs are sent."""
LARGEST_ANSWER = 200_000
"""Bytes of one answer."""
LEGAL, ILLEGAL, UNREADABLE, FAILED = "legal", "illegal", "unreadable", "failed"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before a server that was busy is asked again: twice as long each time, up to a limit;
longer where it says so itself."""
_answered = set[str]()
"""Who has answered in this process: from then on a refusal is an outage, not a mistake of ours."""
_waiting: dict[str, float] = {}
"""Until when somebody is waited for, as was told."""


class AgentError(QuincunxError):
    """The name is not that of an agent who could play."""


class OutageError(ForfeitError):
    """No answer came, and not by the agent's fault. In a contest the game was not played."""


class FailedError(Exception):
    """No answer came."""


class UnservedError(FailedError):
    """A server gave none."""

    def __init__(self, reason: str, passing: bool = False, after: float = 0) -> None:
        super().__init__(reason)
        self.passing, self.after = passing, after
        """Whether it may be better in a moment, and in how many seconds at the soonest."""


@dataclass(frozen=True)
class Terms:
    """What an outside program is granted."""

    seconds: float = 60
    """For each answer."""
    retries: int = 2
    """How often a move may be answered once more."""
    show_legal: bool = False
    """Whether a language model is told the legal moves; other programs always are."""
    params: dict[str, Any] = field(default_factory=dict)
    """Fields that are sent to language models besides."""
    headers: dict[str, str] = field(default_factory=dict)
    """Sent to them as well; they may be secret."""
    patience: float = 120
    """Seconds from the first failure of a server on in which it may come to itself."""
    system: bool = True
    """Whether language models are sent a message of the role `system`."""

    def __post_init__(self) -> None:
        for name in ("seconds", "retries", "patience"):
            if not (given := getattr(self, name)) >= 0:
                raise AgentError(f"{name} must be 0 or more, not {given}.")

    def document(self) -> dict[str, Any]:
        """What may change the play; the last two only where they do."""
        always = {name: getattr(self, name) for name in ("seconds", "retries", "show_legal")}
        params = {"params": self.params} if self.params else {}
        return always | params | ({} if self.system else {"system": False})


def document_in(text: str) -> dict[str, Any]:
    """The JSON object that a text is; an empty one if it is none."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def move_in(text: str) -> str | None:
    """The move of a JSON object `{"move": …}`."""
    move = document_in(text).get("move")
    return move if isinstance(move, str) else None


class OutsidePlayer(ABC):
    """Picks moves by asking something that is not part of this project."""

    def __init__(self, name: str, terms: Terms) -> None:
        self.name = name
        self.terms = terms
        self.exchanges: list[dict[str, Any]] = []
        self.told: dict[str, Any] = {}
        """What the last answer came with, to be kept beside it."""

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
        position, refused = match.position, list[tuple[str, str]]()
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
                answer = exchange["answer"] = self._asked(prompt, exchange)
                exchange |= self.told
                exchange["move"] = self.read(answer, position.game)
                move = position.read(exchange["move"])
            except FailedError as error:
                exchange |= self.told | {"verdict": FAILED, "reason": str(error)}
                if isinstance(error, UnservedError):
                    raise OutageError(f"{clean(self.name, 200)} is out: {error}.") from error
                raise self._forfeit(str(error)) from error
            except (NotationError, IllegalMoveError) as error:
                verdict = UNREADABLE if isinstance(error, NotationError) else ILLEGAL
                exchange |= {"verdict": verdict, "reason": str(error)}
                refused.append((answer, str(error)))
            else:
                exchange["verdict"] = LEGAL
                return move
        count = counted(len(refused), "answer")
        raise self._forfeit(f"after {count} the last was {verdict}: {refused[-1][1].rstrip('.')}")

    def _asked(self, prompt: Any, exchange: dict[str, Any]) -> str:
        """The answer, be it after some waiting. A server that refuses from the start is ours to
        mend: AgentError."""
        spent, wait, pause = 0.0, 0.0, FIRST_PAUSE
        while pools.wait(wait):
            self.told, began = {}, time.monotonic()
            try:
                answer = self.send(prompt)
                _answered.add(self.name)
                return answer
            except UnservedError as error:
                now, wait = time.monotonic(), max(pause, error.after)
                spent += wait + (now - began if spent else 0)
                pause = min(2 * pause, LONGEST_PAUSE)
                if not error.passing and self.name not in _answered:
                    raise AgentError(
                        f"{clean(self.name, 200)} cannot play: {error}. See that its address, "
                        "model, key and parameters are right."
                    ) from error
                if not error.passing or spent > self.terms.patience:
                    raise
                exchange.setdefault("outages", []).append(str(error))
                if pools.wait(0):
                    self._tell(wait, now, str(error))
        raise UnservedError("the contest is over")

    def _tell(self, seconds: float, now: float, reason: str) -> None:
        """Once for all games that wait for the same."""
        if _waiting.get(self.name, 0) <= now:
            _waiting[self.name] = now + seconds
            line = f"{clean(self.name, 200)}: {reason}; waiting {seconds:.0f} s."
            print("\r\x1b[K" * sys.stderr.isatty() + line, file=sys.stderr, flush=True)

    def _forfeit(self, reason: str) -> ForfeitError:
        return ForfeitError(f"{clean(self.name, 200)} forfeits the game: {clean(reason, 400)}.")
