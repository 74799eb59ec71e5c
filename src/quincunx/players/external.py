"""External players: programs that are asked for a move and answer within limits, or forfeit.

An answer that cannot be read, or that names a move which is not legal, may be tried again as often
as the terms allow. A server that is down says nothing about how somebody plays: it is asked again
as long as the terms' patience lasts, then the game counts as not played. Every request and answer
is recorded in `exchanges`.
"""

import json
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from quincunx.core import (
    AnyGame,
    AnyPosition,
    Document,
    ForfeitError,
    IllegalMoveError,
    NotationError,
    QuincunxError,
)
from quincunx.core.text import clean, counted, quote
from quincunx.play.match import Match
from quincunx.work import pools

PROTOCOL = 1
"""The version of the document that programs are sent."""
MAX_ANSWER_BYTES = 200_000
LEGAL, ILLEGAL, UNREADABLE, FAILED = "legal", "illegal", "unreadable", "failed"
FIRST_PAUSE_S, MAX_PAUSE_S = 1.0, 30.0
"""Before a busy server is asked again: twice as long each time, up to the maximum; longer where the
server asks for it."""
_reachable = set[str]()
"""Agents that have answered in this process: from then on a refusal is an outage, not a wrong
setting of ours."""
_reported_until: dict[str, float] = {}
"""The end of the wait for an agent that was last printed."""


class AgentError(QuincunxError):
    """The name is not that of an agent who could play."""


class OutageError(ForfeitError):
    """No answer came, and not by the agent's fault. In a contest the game was not played."""


class NoAnswerError(Exception):
    """No answer came."""


class ServerError(NoAnswerError):
    """A server gave no answer."""

    def __init__(self, reason: str, temporary: bool = False, retry_after: float = 0) -> None:
        super().__init__(reason)
        self.temporary, self.retry_after = temporary, retry_after
        """Whether it may work in a moment, and after how many seconds at the soonest."""


@dataclass(frozen=True)
class Terms:
    """What an external player is granted."""

    seconds: float = 60
    """For each answer."""
    retries: int = 2
    """How often a move may be answered once more."""
    show_legal: bool = False
    """Whether a language model is shown the legal moves; other programs always are."""
    params: Document = field(default_factory=dict)
    """Additional fields of requests to language models."""
    headers: dict[str, str] = field(default_factory=dict)
    """Additional headers of the same; they may be secret."""
    patience: float = 120
    """Seconds from the first failure of a server in which it may recover."""
    system: bool = True
    """Whether language models are sent a message of the role `system`."""

    def __post_init__(self) -> None:
        for name in ("seconds", "retries", "patience"):
            if not (value := getattr(self, name)) >= 0:
                raise AgentError(f"{name} must be 0 or more, not {value}.")

    def document(self) -> Document:
        """Return what may change the play; the last two only where they do."""
        always = {name: getattr(self, name) for name in ("seconds", "retries", "show_legal")}
        params = {"params": self.params} if self.params else {}
        return always | params | ({} if self.system else {"system": False})


def parse_object(text: str) -> Document:
    """Return the JSON object that a text is; an empty one if it is none."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def parse_move(text: str) -> str | None:
    """Return the move of a JSON object `{"move": …}`."""
    move = parse_object(text).get("move")
    return move if isinstance(move, str) else None


class ExternalPlayer(ABC):
    """A player that asks something outside this project for its moves."""

    def __init__(self, name: str, terms: Terms) -> None:
        self.name = name
        self.terms = terms
        self.exchanges: list[Document] = []
        self.details: Document = {}
        """What the last answer came with, to be recorded with it."""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        """Return what is sent, as JSON, with the answers that were refused, and why."""
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
        """Send a prompt and return the answer; NoAnswerError if none comes."""

    def read(self, answer: str, game: AnyGame) -> str:
        """Return the text of the move that an answer names; NotationError if it names none."""
        move = parse_move(answer)
        if move is None:
            raise NotationError(f'{quote(answer)} is no answer: write a line like {{"move": "5"}}.')
        return move

    def check(self, move: str, position: AnyPosition) -> Any:
        """Return the legal move of that text; NotationError, IllegalMoveError."""
        return position.read(move)

    def close(self) -> None:
        """Release what the player holds; it is asked no more."""
        return

    def pick(self, match: Match) -> Any:
        """Return a legal move of a match that is not over, or raise ForfeitError."""
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
                answer = exchange["answer"] = self._request(prompt, exchange)
                exchange |= self.details
                exchange["move"] = self.read(answer, position.game)
                move = self.check(exchange["move"], position)
            except NoAnswerError as error:
                exchange |= self.details | {"verdict": FAILED, "reason": str(error)}
                if isinstance(error, ServerError):
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

    def _request(self, prompt: Any, exchange: Document) -> str:
        """Return the answer, if need be after some waiting. A server that refuses from the start is
        set up wrong: AgentError."""
        spent, wait, pause = 0.0, 0.0, FIRST_PAUSE_S
        while pools.wait(wait):
            self.details, began = {}, time.monotonic()
            try:
                answer = self.send(prompt)
                _reachable.add(self.name)
                return answer
            except ServerError as error:
                now, wait = time.monotonic(), max(pause, error.retry_after)
                spent += wait + (now - began if spent else 0)
                pause = min(2 * pause, MAX_PAUSE_S)
                if not error.temporary and self.name not in _reachable:
                    raise AgentError(
                        f"{clean(self.name, 200)} cannot play: {error}. See that its address, "
                        "model, key and parameters are right."
                    ) from error
                if not error.temporary or spent > self.terms.patience:
                    raise
                exchange.setdefault("outages", []).append(str(error))
                if pools.wait(0):
                    self._report_wait(wait, now, str(error))
        raise ServerError("the contest is over")

    def _report_wait(self, seconds: float, now: float, reason: str) -> None:
        """Print it once for all games that wait for the same server."""
        if _reported_until.get(self.name, 0) <= now:
            _reported_until[self.name] = now + seconds
            line = f"{clean(self.name, 200)}: {reason}; waiting {seconds:.0f} s."
            print("\r\x1b[K" * sys.stderr.isatty() + line, file=sys.stderr, flush=True)

    def _forfeit(self, reason: str) -> ForfeitError:
        return ForfeitError(f"{clean(self.name, 200)} forfeits the game: {clean(reason, 400)}.")
