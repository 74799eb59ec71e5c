"""What a dialogue is: the questions of one rule book, and how to read an answer.

A game's own questions are `dialogue.py` in its folder; a game without them gets this generic
dialogue, which asks for moves in notation. What a book says besides is in `quincunx.books`.
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.core import AnyPosition, IllegalMoveError, NotationError
from quincunx.core.text import nearest, quote
from quincunx.games import part_of

if TYPE_CHECKING:
    from quincunx.terminal.conversation import Conversation


SIMPLE = re.compile(r"[(\[]?\s*[a-z0-9]([a-z0-9 ,;:@~/-]*[a-z0-9])?\s*[)\]]?", re.IGNORECASE)
"""An answer in which signs only keep its parts apart."""
PART = re.compile("[a-z]+|[0-9]+")
BETWEEN = re.compile(r"(?<![0-9]) | (?![0-9])")
"""A space that does not separate two numbers."""
FILLERS = frozenset(
    "and at cell claim column in marker number on place play position positions row the to your "
    "zone".split()
)


def parts(answer: str) -> list[str]:
    """The letters and numbers that say something, in order; none if other signs say more."""
    found = PART.findall(answer.lower()) if SIMPLE.fullmatch(answer) else []
    return [part for part in found if part not in FILLERS]


class Dialogue:
    """Asks. It holds no rule: what is wrong with an answer the library says."""

    words: ClassVar[tuple[str, ...]] = ()
    """What a question takes besides moves."""

    def __init__(self, conversation: "Conversation") -> None:
        self.match, self.book = conversation.match, conversation.book
        self.say, self.ask = conversation.console.say, conversation.ask
        self.commands = conversation.words

    def turn(self) -> Any:
        """Asks the player to move until a legal move is said."""
        self.say(f"{self.player}, it's your turn.")
        return self.asked("Enter your move: ")

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    @property
    def player(self) -> str:
        """Whoever is to move, as the book speaks to them."""
        return self.book.addressed(self.position.turn)

    def asked(self, question: str, takes: str = "") -> Any:
        """The first legal move that is said."""
        takes = takes or f"Type a move: {self.position.game.move_words}."
        while (move := self.read(self.ask(question, takes))) is None:
            pass
        return move

    def read(self, answer: str, refusal: str | None = None) -> Any | None:
        """The legal move that is said; None after saying what is wrong with it, with a refusal of
        the question's own if it cannot be read."""
        try:
            return self.match.read(self.notation(answer))
        except NotationError as error:
            self.refuse(answer, refusal or str(error))
        except IllegalMoveError as error:
            self.say(str(error))
        return None

    def refuse(self, answer: str, refusal: str) -> None:
        """Says what may have been meant, or else why an answer cannot be read."""
        moves = map(str, self.match.legal_moves())
        near = nearest(answer, [*self.commands(), *self.words, *moves])
        self.say(f"{quote(answer)} cannot be read: did you mean {near}?" if near else refusal)

    def notation(self, answer: str) -> str:
        """The text of the only move that an answer says in other signs or in words, as in `2 x 5`,
        `5 B4` and `attack zone 4`; otherwise the answer."""
        position = self.position
        text = BETWEEN.sub("", " ".join(answer.split()))
        said = parts(answer)
        if position.game.move_form.fullmatch(text) or not said:
            return text
        for moves in (position.legal_moves(), position.game.all_moves()):
            found = [move for move in moves if said in self._ways(move)]
            if len(found) == 1:
                return str(found[0])
        return answer

    def _ways(self, move: Any) -> list[list[str]]:
        """To say a move: its notation, what is touched, the words of a hint."""
        ways = [str(move), self.book.imperative(move), *map(" ".join, move.clicks)]
        return [parts(way) for way in ways]


def dialogue_for(conversation: "Conversation") -> Dialogue:
    """The dialogue of the conversation's game."""
    special = part_of(type(conversation.match.start.game), "dialogue")
    found: type[Dialogue] = special.Questions if special else Dialogue
    return found(conversation)
