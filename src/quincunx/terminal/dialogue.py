"""What a dialogue is: the questions of one rule book, and how to read an answer.

A game without a file under `dialogues/` gets this generic one, which asks for moves in notation.
What a book says besides stands in `quincunx.books`.
"""

from typing import TYPE_CHECKING, Any

from quincunx.core import AnyPosition, IllegalMoveError, NotationError
from quincunx.games import own_file
from quincunx.terminal import dialogues

if TYPE_CHECKING:
    from quincunx.terminal.conversation import Conversation


class Dialogue:
    """Asks. It holds no rule: what is wrong with an answer the library says."""

    def __init__(self, conversation: "Conversation") -> None:
        self.match, self.book = conversation.match, conversation.book
        self.say, self.ask = conversation.console.say, conversation.ask

    def turn(self) -> Any:
        """Asks the player to move until a legal move is said."""
        self.say(f"{self.player}, it's your turn.")
        takes = f"Type a move: {self.position.game.move_words}."
        return self.asked("Enter your move: ", takes)

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    @property
    def player(self) -> str:
        """Whoever is to move, as the book speaks to them."""
        return self.book.addressed(self.position.turn)

    def asked(self, question: str, takes: str) -> Any:
        """The first legal move that is said."""
        while (move := self.read(self.ask(question, takes))) is None:
            pass
        return move

    def read(self, text: str) -> Any | None:
        """The legal move with this text; None after saying what is wrong with it."""
        try:
            return self.match.read(text)
        except (NotationError, IllegalMoveError) as error:
            self.say(str(error))
            return None


def dialogue_for(conversation: "Conversation") -> Dialogue:
    """The dialogue of the conversation's game."""
    special = own_file(type(conversation.match.start.game), dialogues.__name__)
    found: type[Dialogue] = special.Questions if special else Dialogue
    return found(conversation)
