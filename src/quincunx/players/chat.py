"""Agents that are language models behind a server of the OpenAI chat-completions form.

The model is told the rules, the game so far and the position; it may think aloud and names its
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

from quincunx.core import AnyGame, AnyPosition, NotationError
from quincunx.core.board import draw_board
from quincunx.core.text import clean, quote
from quincunx.play.match import Match
from quincunx.players.answers import FORM, last_words, read_answer, sendable, unreadable
from quincunx.players.outside import (
    LARGEST_ANSWER,
    AgentError,
    FailedError,
    OutsidePlayer,
    Terms,
    UnservedError,
)
from quincunx.players.remote import checked_address, post

PROMPTS = 2
"""The version of the words below; change it with them, so that figures can be compared."""
KEY_VARIABLE = "QUINCUNX_API_KEY"
PLACEHOLDER = 5
"""Characters of a key that is none, as `EMPTY` for servers that want something; it may well stand
in an honest answer, and no longer move is there."""
LARGEST_REPLY = 20_000_000
"""Bytes of a reply: a model may think much longer than it answers."""

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
"""Where servers put what a model thought."""
ENDINGS = {
    "length": "The answer was cut at the length limit",
    "content_filter": "A content filter stopped the answer",
    "refusal": "The model refused to answer",
    "tool_calls": "The answer is a tool call, and there are no tools",
    "function_call": "The answer is a tool call, and there are no tools",
}
"""Why there is no move, by `finish_reason`."""


class ChatPlayer(OutsidePlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        self.model, at, base = name.removeprefix("chat:").rpartition("@")
        if not (at and self.model):
            raise AgentError(f"{quote(name, 80)} is no model: write chat:MODEL@http://HOST/v1.")
        base, own, variable = base.partition("#")
        self.host = urlsplit(checked_address(base, name)).netloc.lower()
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
        self.ending = ""
        """Why the last answer may have no move, if the server says so."""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        messages = question(match, self.terms.show_legal, refused, self.terms.system)
        return {"model": self.model, "messages": messages, **self.terms.params}

    def send(self, prompt: Any) -> str:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        headers |= {header.title(): value for header, value in self.terms.headers.items()}
        terms, began = self.terms, time.monotonic()
        body = post(self.address, prompt, terms.seconds, headers, self.without_key, LARGEST_REPLY)
        try:
            reply = json.loads(body)
            choice = reply["choices"][0]
            finish = self.without_key(str(choice.get("finish_reason")), PLACEHOLDER)
            # Where a filter stopped it there may be no message at all.
            message = (choice.get("message") if finish in ENDINGS else choice["message"]) or {}
            answer = self.without_key(_text(message.get("content")), PLACEHOLDER)
            reasoning = self.without_key(_beside(message, *REASONING), PLACEHOLDER)
            refusal = self.without_key(_beside(message, "refusal"))
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
            words = quote(self.without_key(body))
            raise UnservedError(f"its reply is no chat completion: {words}") from error
        self.told = {
            "seconds": round(time.monotonic() - began, 3),
            "finish_reason": clean(finish),
            "usage": self._numbers(reply.get("usage")),
        }
        if reasoning:
            self.told["reasoning"] = reasoning
        kind = "refusal" if refusal else "tool_calls" if message.get("tool_calls") else finish
        self.ending = ENDINGS.get(kind, "") + (refusal and f" ({quote(refusal)})")
        if len(last_words(answer).encode(errors="replace")) > LARGEST_ANSWER:
            raise FailedError(f"it answered with more than {LARGEST_ANSWER:,} bytes")
        return answer

    def without_key(self, text: str, shortest: int = 0) -> str:
        """A server may repeat the key, as it is or written for an address or a JSON string; it is
        never kept. Nor is a header."""
        for secret in self.secrets:
            if len(secret) > shortest:
                # pattern: the key's own characters in a row, none repeated
                text = re.sub("".join(map(_any_dress, secret)), "[key]", text)
        return text

    def _numbers(self, usage: Any) -> dict[str, int]:
        """The counts of a reply, some of them in groups."""
        groups = usage.items() if isinstance(usage, dict) else ()
        return {
            clean(self.without_key(f"{key} {part}".strip()), 80): count
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
            if self.ending:
                raise unreadable(self.ending, game) from None
            raise


def question(
    at: Match | AnyPosition,
    show_legal: bool = False,
    refused: Iterable[tuple[str, str]] = (),
    system: bool = True,
) -> list[dict[str, str]]:
    """What a language model is asked, as the messages of a chat: of a position, or of a match with
    what was played before; with the answers to it that were refused, and why. Without `system`
    there is no message of that role."""
    match = at if isinstance(at, Match) else Match(at)
    asked = _question(match, show_legal)
    messages = [{"role": "user", "content": asked if system else f"{TASK}\n\n{asked}"}]
    for said, reason in refused:
        again = REFUSED.format(reason=reason, form=FORM)
        words = sendable(last_words(said))
        if words.strip():
            messages.append({"role": "assistant", "content": words})
            messages.append({"role": "user", "content": again})
        else:  # servers refuse an empty turn, and two of the same role
            messages[-1]["content"] += f"\n\n{again}"
    return [{"role": "system", "content": TASK}, *messages] if system else messages


def answer(text: str, position: AnyPosition) -> Any:
    """The legal move that a model's answer names; NotationError, IllegalMoveError."""
    return position.read(read_answer(text, position.game))


def _question(match: Match, show_legal: bool) -> str:
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
    """What a message says, be it in parts; thoughts and pictures are no words of it."""
    if isinstance(content, list):
        parts = [one for one in content if one.get("type", "text") in ("text", "output_text")]
        return "".join(one["text"] for one in parts if isinstance(one["text"], str))
    return content if isinstance(content, str) else ""


def _beside(message: dict[str, Any], *names: str) -> str:
    """What a message says under these names, or parts of its content do."""
    content = message.get("content")
    parts = [message, *content] if isinstance(content, list) else [message]
    texts = (_text(part.get(name)) for part in parts for name in names)
    return "\n".join(dict.fromkeys(filter(None, texts)))


def check_apart(agents: Iterable[object], terms: Terms = Terms()) -> None:  # noqa: B008
    """No host is sent another's key."""
    hosts: dict[str, str] = {}
    for name in agents:
        if isinstance(name, str) and name.startswith("chat:"):
            bot = ChatPlayer(name, terms)
            for secret in bot.secrets:
                other = hosts.setdefault(secret, bot.host)
                if other != bot.host and len(secret) > PLACEHOLDER:
                    raise AgentError(
                        f"{clean(other)} and {clean(bot.host)} would be sent the same key or "
                        "header: name each key's variable, as in chat:MODEL@https://HOST/v1#KEY."
                    )


def _any_dress(character: str) -> str:
    """The pattern of a character in every way that it may be written."""
    number = ord(character)
    return rf"(?:\\?{re.escape(character)}|(?i:%{number:02x}|\\u{number:04x}))"
