"""Agents that are language models behind a server of the OpenAI chat-completions form.

The model is told the rules, the game so far and the position; it may think aloud and names its
move in the last line. That line is read leniently, in any dress, but never guessed.
"""

import os
import re
from collections.abc import Iterable
from typing import Any

from quincunx.core import AnyGame, AnyPosition, NotationError
from quincunx.core.board import drawn
from quincunx.core.text import quote
from quincunx.match import Match
from quincunx.players.outside import AgentError, OutsidePlayer, Terms, move_in
from quincunx.players.remote import checked_address, post, reply_text

PROMPTS = 1
"""The version of the words below; change it with them, so that figures can be compared."""
KEY_VARIABLE = "QUINCUNX_API_KEY"
PLACEHOLDER = 5
"""Characters of a key that is none, as `EMPTY` for servers that want something; it may well stand
in an honest answer, and no longer move is there."""

TASK = "You play a board game against an opponent. Play to win; if that cannot be, to draw."
FORM = """\
Think as long as you like. Then finish with one line of this form, in the notation above:
move: YOUR MOVE"""
QUESTION = """\
# The rules of {title}, on {size}
{rules}

# Notation
A move is written as {words}.
A position is written on one line: the rows of the grid from top to bottom joined by /, the player
to move, then what else the rules need to go on.

# The game so far
It began from: {start}
Moves: {moves}

# The position now
{board}
In notation: {position}
{repetition}You are {turn} and it is your turn.
{legal}
{form}"""
REFUSED = "This cannot be played: {reason}\n{form}"

_DRESS = " \t\"'`*_{}[]().!;,:$\\"
_NAMED = re.compile(r"\b(?:move|answer)\b[\"'`*_ ]*[:=](.*)", re.IGNORECASE)


class ChatPlayer(OutsidePlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        self.model, at, base = name.removeprefix("chat:").rpartition("@")
        if not (at and self.model):
            raise AgentError(f"{quote(name, 80)} is no model: write chat:MODEL@http://HOST/v1.")
        self.address = checked_address(base, name).rstrip("/") + "/chat/completions"
        self.key = os.environ.get(KEY_VARIABLE, "").strip()
        if not (self.key.isascii() and self.key.isprintable()):
            raise AgentError(
                f"The key in {KEY_VARIABLE} cannot be sent: it has to be one line of letters, "
                "digits and signs."
            )

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        return {"model": self.model, "messages": question(match, self.terms.show_legal, refused)}

    def send(self, prompt: Any) -> str:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        body = post(self.address, prompt, self.terms.seconds, headers, self.without_key)
        answer = reply_text(body, self.without_key)
        return self.without_key(answer) if len(self.key) > PLACEHOLDER else answer

    def without_key(self, text: str) -> str:
        """A server may repeat the key, as it is or written for an address or a JSON string; it is
        never kept."""
        return re.sub("".join(map(_any_dress, self.key)), "[key]", text) if self.key else text

    def read(self, answer: str, game: AnyGame) -> str:
        return read_answer(answer, game)


def question(
    at: Match | AnyPosition, show_legal: bool = False, refused: Iterable[tuple[str, str]] = ()
) -> list[dict[str, str]]:
    """What a language model is asked, as the messages of a chat: of a position, or of a match with
    what was played before; with the answers to it that were refused, and why."""
    match = at if isinstance(at, Match) else Match(at)
    messages = [
        {"role": "system", "content": TASK},
        {"role": "user", "content": _question(match, show_legal)},
    ]
    for said, reason in refused:
        messages.append({"role": "assistant", "content": said})
        messages.append({"role": "user", "content": REFUSED.format(reason=reason, form=FORM)})
    return messages


def answer(text: str, position: AnyPosition) -> Any:
    """The legal move that a model's answer names; NotationError, IllegalMoveError."""
    return position.read(read_answer(text, position.game))


def _question(match: Match, show_legal: bool) -> str:
    position, moves = match.position, match.legal_moves()
    game = position.game
    return QUESTION.format(
        title=game.title,
        size=game.size,
        rules=game.rules(),
        words=game.move_words,
        start=match.start,
        moves=" ".join(map(str, match.moves)) or "none yet",
        board=drawn(position.board()),
        position=position,
        repetition="" if match.repetition else "A position that stands again is no draw.\n",
        turn=position.turn,
        legal=f"Legal moves: {' '.join(map(str, moves))}\n" if show_legal else "",
        form=FORM,
    )


def read_answer(answer: str, game: AnyGame) -> str:
    """The move that an answer names: behind `move:`, else alone in the last line. Two different
    ones, or words around it that could mean something, make it unreadable."""
    said = answer.rpartition("</think>")[2]
    found = move_in(re.sub(r"^\s*```(?:json)?|```\s*$", "", said))  # in a fence or not
    if found is None:
        lines = [line for line in said.splitlines() if line.strip(_DRESS)]
        named = [match[1] for line in lines if (match := _NAMED.search(line))]
        readable = [move for text in named if (move := _bare(text, game)) is not None]
        last = _bare(named[-1] if named else "".join(lines[-1:]), game)
        if last is None or len({move.lower() for move in readable}) > 1:
            raise NotationError(
                f"{quote(answer[-60:], 60)} does not end in one move: finish with a line like "
                f"'move: ' and {game.move_words}."
            )
        return last
    return found


def _bare(text: str, game: AnyGame) -> str | None:
    """A move out of its dress; spaces may stand in it, but not between two numbers."""
    words = " ".join(text.strip(_DRESS).split())
    move = re.sub(r"(?<![0-9]) | (?![0-9])", "", words)
    return move if game.move_form.fullmatch(move) else None


def _any_dress(character: str) -> str:
    """The pattern of a character in every way that it may be written."""
    number = ord(character)
    return rf"(?:\\?{re.escape(character)}|(?i:%{number:02x}|\\u{number:04x}))"
