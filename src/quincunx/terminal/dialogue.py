"""What a dialogue is: the questions, boards and sentences of one rule book.

A game without a file under `dialogues/` gets this generic one: the board drawn from
`Position.board()`, and moves asked for in notation.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from quincunx.core import AnyPosition, Cell, IllegalMoveError, NotationError, Outcome, Player
from quincunx.core.board import changed_cells, drawn
from quincunx.terminal import dialogues

if TYPE_CHECKING:
    from quincunx.terminal.session import Session


class Dialogue:
    """Asks, draws and tells. It holds no rule: what is wrong with an answer the library says."""

    markers_can_be_chosen = False

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.say = session.console.say
        self.ask = session.ask
        self._changed: tuple[AnyPosition | None, AnyPosition | None, set[str]] = (None, None, set())
        """By the last move, between which positions."""

    # What a book's dialogue says in its own way.

    def welcome(self) -> None:
        self.say(f"Welcome to {self.position.game.title}!")
        self.say()
        self.show()

    def show(self) -> None:
        """The board before a turn, where no move has just been told."""
        self.say(self.board())
        self.say()

    def turn(self) -> Any:
        """Asks the player to move until a legal move is said."""
        self.say(f"{self.player} ({self.marker}), it's your turn.")
        takes = f"Type a move: {self.position.game.move_words}."
        while True:
            move = self.read(self.ask("Enter your move: ", takes))
            if move is not None:
                return move

    def answers(self, move: Any) -> list[str]:
        """What to answer to the questions of a turn to say this move."""
        return [str(move)]

    def deed(self, move: Any) -> str:
        """What to do, in the words of the questions: 'attack zone 5'."""
        return f"play {move}"

    def told(self, move: Any, before: AnyPosition) -> None:
        """After a move that `before` allowed."""
        self.say(f"You played {move}.")
        self.say()
        self.show()

    def end(self, outcome: Outcome) -> None:
        self.say(self.result(outcome))

    def board(self) -> str:
        return drawn(self.position.board(), self.sign)

    # What all of them use.

    @property
    def position(self) -> AnyPosition:
        return self.session.match.position

    @property
    def player(self) -> str:
        """The player to move, by name."""
        return self.session.name(self.position.turn)

    @property
    def marker(self) -> str:
        return self.sign(self.position.turn)

    def sign(self, player: Player, cell: Cell | None = None) -> str:
        """A player's marker, coloured where the screen can; marked where the last move left it."""
        marked = cell is not None and cell.key in self._just_changed()
        return self.session.console.coloured(self.session.markers[player], player, marked)

    def _just_changed(self) -> set[str]:
        """The cells that the last move changed, looked for once for all cells of a board."""
        positions = self.session.match.positions
        if len(positions) < 2 or not self.session.console.live:
            return set()
        before, after = positions[-2:]
        if self._changed[0] is not before or self._changed[1] is not after:
            self._changed = (before, after, changed_cells(before.board(), after.board()))
        return self._changed[2]

    def read(self, text: str) -> Any | None:
        """The legal move with this text; None after saying what is wrong with it."""
        try:
            return self.session.match.read(text)
        except (NotationError, IllegalMoveError) as error:
            self.say(str(error))
            return None

    def result(self, outcome: Outcome) -> str:
        if outcome.winner is None:
            return f"The game is a draw: {outcome.reason}."
        winner, loser = (self.session.name(side) for side in (outcome.winner, outcome.winner.other))
        if termination := self.session.match.termination:
            deed = "resigned" if termination == "resignation" else "forfeited"
            return f"{winner} wins: {loser} {deed}."
        return f"{winner} wins: {outcome.reason}."


def dialogue_for(session: "Session") -> Dialogue:
    """The dialogue of the session's game."""
    name = session.match.start.game.id().replace("-", "_")
    if name not in {module.name for module in iter_modules(dialogues.__path__)}:
        return Dialogue(session)
    found: Dialogue = import_module(f"{dialogues.__name__}.{name}").Book(session)
    return found
