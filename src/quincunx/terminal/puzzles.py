"""A puzzle at the terminal: asked, refuted, asked again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, count
from typing import Any, ClassVar

from quincunx.analysis.puzzles import Puzzle, daily, find
from quincunx.core.text import listed
from quincunx.play.history import puzzle_ended, remember_puzzle
from quincunx.play.match import Match, new_seed
from quincunx.play.saved_games import set_up
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation, QuitError
from quincunx.terminal.menu import ask_which

COMMANDS = {
    "help": "show what can be typed here",
    "board": "show the board",
    "moves": "list the legal moves",
    "hint": "rule out some wrong moves",
    "rules": "show the rules",
    "answer": "show the move",
    "quit": "leave",
}


@dataclass
class PuzzleConversation(Conversation):
    """Moves are asked for in notation, on the generic board, which shows all that counts."""

    commands: ClassVar[dict[str, str]] = COMMANDS
    generic = True
    puzzle: Puzzle = field(kw_only=True)
    moves: int = field(default=1, kw_only=True)
    """That are to be found, one after the other."""

    def play(self) -> None:
        """To the right move, the last of several, or to QuitError."""
        say = self.console.say
        if self.moves > 1:
            say(f"Find {self.moves} moves in a row: each is the only one that wins.")
        self._ask()
        for _ in range(1, self.moves):
            found = self.puzzle
            assert found.next_puzzle  # it was looked for with so many moves
            self.match.advance(found.solution)
            self.match.advance(found.reply)
            say(f"{found.position.turn.other} answers {found.reply}.")
            self.puzzle = found.next_puzzle
            self._ask()
        self._prove()

    def _ask(self) -> None:
        """The one move of the position at hand."""
        say, puzzle = self.console.say, self.puzzle
        self.left: list[Any] = self.match.legal_moves()
        """The moves that no hint has ruled out."""
        self._show()
        while True:
            move = self.dialogue.asked("Your move in notation, `help`, `answer` or `quit`: ")
            found = puzzle.check(move)
            say(found.words)
            if found.right:
                return
            say("Try again.")

    def _show(self) -> None:
        say, puzzle = self.console.say, self.puzzle
        say(self.book.board())
        if played := [cell.key for cell in puzzle.position.board().cells if cell.highlight]:
            say(f"Just played: {listed(played)}.")
        say(f"Position: {puzzle.position}")
        say(puzzle.question())

    def reveal(self) -> None:
        """The puzzle with its answer."""
        self._show()
        self._answer()

    def _answer(self) -> None:
        self.console.say(f"{self.puzzle.solution} is the move.")
        self._prove()

    def _prove(self) -> None:
        """Best play from here to the end, where there is one."""
        if words := self.puzzle.proof_in_words():
            self.console.say(words)

    def do_hint(self, _rest: str) -> None:
        self.left = self.puzzle.narrow(self.left)
        self.console.say(self.puzzle.hint(self.left))

    def do_answer(self, _rest: str) -> None:
        self._answer()
        raise AnswerToldError


class AnswerToldError(QuitError):
    """The person did not find it."""


def ask_puzzles(
    puzzles: Iterator[Puzzle], console: Console, moves: int = 1, day: date | None = None
) -> None:
    """One puzzle, the one of a day if that is given; on a terminal as many as somebody wants."""
    way = 0
    while True:
        if way == 0:
            with console.thinking("The coach"):
                puzzle = next(puzzles)
        console.say(puzzle.heading())
        game = set_up(Match(puzzle.position))
        asked = PuzzleConversation(game, console, puzzle=puzzle, moves=moves)
        try:
            if day and puzzle_ended(day):
                asked.reveal()
            else:
                asked.play()
                _remember(day, console)
        except AnswerToldError:
            _remember(day, console, shown=True)
        except QuitError:
            return
        day = None
        if not console.interactive:
            return
        way = ask_which(console, "And now?", ["The next puzzle", "This one again", "Enough"])
        if way == 2:
            return


def ask_daily(console: Console) -> None:
    """The puzzle of the day, then others."""
    day = date.today()
    console.say(f"The puzzle of the day, {day}. {puzzle_ended(day)}".rstrip())
    others = (find(None, new_seed()) for _ in count())
    ask_puzzles(chain(map(daily, [day]), others), console, day=day)


def _remember(day: date | None, console: Console, shown: bool = False) -> None:
    """How the puzzle of a day ended, if it is one."""
    if day is None:
        return
    try:
        if words := remember_puzzle(day, shown):
            console.say(words)
    except FileError as error:
        console.tell(f"{error} This puzzle is not remembered.")
