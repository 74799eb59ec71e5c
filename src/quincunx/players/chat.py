"""Agents that are language models behind a server of the OpenAI chat-completions form.

The model is sent the rules, the game so far and the position; it may think aloud and names its
move in the last line, which `answers.py` reads.
"""

import json
import os
import re
import time
from collections.abc import Iterable
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from quincunx.core import AnyGame, AnyPosition, Document, NotationError
from quincunx.core.board import draw_board
from quincunx.core.text import clean, quote
from quincunx.play.match import Match
from quincunx.players.answers import (
    FORM,
    drop_thoughts,
    read_answer,
    replace_surrogates,
    unreadable,
)
from quincunx.players.external import (
    MAX_ANSWER_BYTES,
    AgentError,
    ExternalPlayer,
    NoAnswerError,
    ServerError,
    Terms,
)
from quincunx.players.remote import check_address, post

PROMPT_VERSION = 2
"""Change it with the texts below, so that figures can be compared."""
KEY_VARIABLE = "QUINCUNX_API_KEY"
MAX_PLACEHOLDER_CHARACTERS = 5
"""Of a key that is none, like `EMPTY` for servers that require one: it may well be part of an
honest answer, as may any move."""
MAX_REPLY_BYTES = 20_000_000
"""A model may think much longer than it answers."""

TASK = "You play a board game against an opponent. Play to win; if that cannot be, to draw."
QUESTION = """\
# The rules of {game.title}, on {game.size}
{rules}

# Notation
A move is written as {game.move_words}.
A position is written on one line: the rows of the grid from top to bottom joined by /, the player
to move, then what else the rules need to go on.

# The game so far
It began from: {match.start}
Moves: {moves}

# The position now
{board}
In notation: {position}
{repetition}You are {position.turn} and it is your turn.
{legal}
{form}"""
REFUSED = "This cannot be played: {reason}\n{form}"

REASONING = ("reasoning_content", "reasoning", "thinking")
"""Where servers put a model's thoughts."""
NO_MOVE_REASONS = {
    "length": "The answer was cut at the length limit",
    "content_filter": "A content filter stopped the answer",
    "refusal": "The model refused to answer",
    "tool_calls": "The answer is a tool call, and there are no tools",
    "function_call": "The answer is a tool call, and there are no tools",
}
"""By `finish_reason`."""


class ChatPlayer(ExternalPlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        self.model, at, base = name.removeprefix("chat:").rpartition("@")
        if not (at and self.model):
            raise AgentError(f"{quote(name, 80)} is no model: write chat:MODEL@http://HOST/v1.")
        base, own, variable = base.partition("#")
        self.host = urlsplit(check_address(base, name)).netloc.lower()
        path, asks, query = base.partition("?")
        self.address = f"{path.rstrip('/')}/chat/completions{asks}{query}"
        variable = variable if own else KEY_VARIABLE
        if own and variable and variable not in os.environ:
            raise AgentError(
                f"There is no environment variable {quote(variable)} with the key of "
                f"{clean(self.model)}: set it, or end the name in # where no key is needed."
            )
        self.key = os.environ.get(variable, "").strip() if variable else ""
        if not (self.key.isascii() and self.key.isprintable()):
            raise AgentError(
                f"The key in {variable} cannot be sent: it has to be one line of letters, "
                "digits and signs."
            )
        secrets = [one for one in (self.key, *terms.headers.values()) if one]
        self.secrets = sorted(secrets, key=len, reverse=True)
        self.no_move_reason = ""
        """Why the last answer has no move, if the server says so."""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        messages = question(match, self.terms.show_legal, refused, self.terms.system)
        return {"model": self.model, "messages": messages, **self.terms.params}

    def send(self, prompt: Any) -> str:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        headers |= {header.title(): value for header, value in self.terms.headers.items()}
        terms, began = self.terms, time.monotonic()
        body = post(self.address, prompt, terms.seconds, headers, self.redact, MAX_REPLY_BYTES)
        try:
            reply = json.loads(body)
            choice = reply["choices"][0]
            finish = self.redact(str(choice.get("finish_reason")), MAX_PLACEHOLDER_CHARACTERS)
            # Where a filter stopped it there may be no message at all.
            message = (
                choice.get("message") if finish in NO_MOVE_REASONS else choice["message"]
            ) or {}
            answer = self.redact(_text(message.get("content")), MAX_PLACEHOLDER_CHARACTERS)
            reasoning = self.redact(_extra_text(message, *REASONING), MAX_PLACEHOLDER_CHARACTERS)
            refusal = self.redact(_extra_text(message, "refusal"))
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
            words = quote(self.redact(body))
            raise ServerError(f"its reply is no chat completion: {words}") from error
        self.details = {
            "seconds": round(time.monotonic() - began, 3),
            "finish_reason": clean(finish),
            "usage": self._count_usage(reply.get("usage")),
        }
        if reasoning:
            self.details["reasoning"] = reasoning
        kind = "refusal" if refusal else "tool_calls" if message.get("tool_calls") else finish
        self.no_move_reason = NO_MOVE_REASONS.get(kind, "") + (refusal and f" ({quote(refusal)})")
        if len(drop_thoughts(answer).encode(errors="replace")) > MAX_ANSWER_BYTES:
            raise NoAnswerError(f"it answered with more than {MAX_ANSWER_BYTES:,} bytes")
        return answer

    def redact(self, text: str, max_placeholder: int = 0) -> str:
        """Return the text without the key and the headers, which are never recorded: a server may
        repeat them, as they are or escaped for an address or a JSON string."""
        for secret in self.secrets:
            if len(secret) > max_placeholder:
                # pattern: the key's own characters in a row, none repeated
                text = re.sub("".join(map(_escaped_forms, secret)), "[key]", text)
        return text

    def _count_usage(self, usage: Any) -> dict[str, int]:
        """Return the counts of a reply, some of them in groups."""
        groups = usage.items() if isinstance(usage, dict) else ()
        return {
            clean(self.redact(f"{key} {part}".strip()), 80): count
            for key, value in islice(groups, 20)
            for part, count in (
                islice(value.items(), 20) if isinstance(value, dict) else [("", value)]
            )
            if isinstance(count, int)
        }

    def read(self, answer: str, game: AnyGame) -> str:
        try:
            return read_answer(answer, game)
        except NotationError:
            if self.no_move_reason:
                raise unreadable(self.no_move_reason, game) from None
            raise


def question(
    at: Match | AnyPosition,
    show_legal: bool = False,
    refused: Iterable[tuple[str, str]] = (),
    system: bool = True,
) -> list[dict[str, str]]:
    """Return the prompt for a language model, as the messages of a chat.

    Args:
        at: A position, or a match, whose moves so far are then part of the prompt.
        show_legal: Whether to list the legal moves.
        refused: Answers that were refused, each with the reason.
        system: Whether to begin with a message of the role `system`.

    Examples:
        >>> import quincunx
        >>> messages = quincunx.question(quincunx.game("swap-nine").start(), show_legal=True)
        >>> [message["role"] for message in messages]
        ['system', 'user']
        >>> "Legal moves: 1 2 3 4 5 6 7 8 9" in messages[1]["content"]
        True
    """
    match = at if isinstance(at, Match) else Match(at)
    asked = _describe(match, show_legal)
    messages = [{"role": "user", "content": asked if system else f"{TASK}\n\n{asked}"}]
    for said, reason in refused:
        again = REFUSED.format(reason=reason, form=FORM)
        words = replace_surrogates(drop_thoughts(said))
        if words.strip():
            messages.append({"role": "assistant", "content": words})
            messages.append({"role": "user", "content": again})
        else:  # servers refuse an empty turn, and two of the same role
            messages[-1]["content"] += f"\n\n{again}"
    return [{"role": "system", "content": TASK}, *messages] if system else messages


def answer(text: str, position: AnyPosition) -> Any:
    """Return the legal move that a language model's answer names.

    Raises:
        NotationError: The answer cannot be read.
        IllegalMoveError: The move is not legal here.

    Examples:
        >>> import quincunx
        >>> position = quincunx.parse("swap-nine", "---/-X-/--- O")
        >>> str(quincunx.answer("Taking the centre is best.\\nmove: 2x5", position))
        '2x5'
    """
    return position.read(read_answer(text, position.game))


def _describe(match: Match, show_legal: bool) -> str:
    position, moves = match.position, match.legal_moves()
    return QUESTION.format(
        game=position.game,
        rules=position.game.rules(),
        match=match,
        moves=" ".join(map(str, match.moves)) or "none yet",
        board=draw_board(position.board()),
        position=position,
        repetition="" if match.repetition else "A position that stands again is no draw.\n",
        legal=f"Legal moves: {' '.join(map(str, moves))}\n" if show_legal else "",
        form=FORM,
    )


def _text(content: Any) -> str:
    """Return the text of a message, also of one in parts; thoughts and pictures are left out."""
    if isinstance(content, list):
        parts = [one for one in content if one.get("type", "text") in ("text", "output_text")]
        return "".join(one["text"] for one in parts if isinstance(one["text"], str))
    return content if isinstance(content, str) else ""


def _extra_text(message: Document, *names: str) -> str:
    """Return what a message, or parts of its content, says under these names."""
    content = message.get("content")
    parts = [message, *content] if isinstance(content, list) else [message]
    texts = (_text(part.get(name)) for part in parts for name in names)
    return "\n".join(dict.fromkeys(filter(None, texts)))


def check_key_hosts(agents: Iterable[object], terms: Terms = Terms()) -> None:  # noqa: B008
    """Refuse agents of which one host would be sent another's key."""
    hosts: dict[str, str] = {}
    for name in agents:
        if isinstance(name, str) and name.startswith("chat:"):
            bot = ChatPlayer(name, terms)
            for secret in bot.secrets:
                other = hosts.setdefault(secret, bot.host)
                if other != bot.host and len(secret) > MAX_PLACEHOLDER_CHARACTERS:
                    raise AgentError(
                        f"{clean(other)} and {clean(bot.host)} would be sent the same key or "
                        "header: name each key's variable, as in chat:MODEL@https://HOST/v1#KEY."
                    )


def _escaped_forms(character: str) -> str:
    """Return the pattern of a character in every way that it may be escaped."""
    number = ord(character)
    return rf"(?:\\?{re.escape(character)}|(?i:%{number:02x}|\\u{number:04x}))"
