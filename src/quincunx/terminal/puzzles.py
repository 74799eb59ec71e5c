"""A puzzle at the terminal: asked, refuted, asked again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, count
from typing import Any, ClassVar

from quincunx.analysis.puzzles import HARDEST, Puzzle, daily, of_any_game
from quincunx.books import Book
from quincunx.core.text import counted, listed
from quincunx.history import remember_puzzle, solved_days, streak
from quincunx.match import Match, new_seed
from quincunx.sessions import Session
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation, QuitError
from quincunx.terminal.menu import ask_which

COMMANDS = {
    "help": "what can be typed here",
    "board": "shows the board",
    "moves": "lists the legal moves",
    "hint": "leaves fewer moves to choose from",
    "rules": "tells the rules",
    "answer": "tells the move",
    "quit": "leaves",
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
        say, puzzle = self.console.say, self.puzzle
        title = puzzle.position.game.title
        say(f"{title}, puzzle {puzzle.seed}, difficulty {puzzle.difficulty} of {HARDEST}")
        if self.moves > 1:
            say(f"Find {self.moves} moves running: each is the only one that wins.")
        self._ask()
        for _ in range(1, self.moves):
            found = self.puzzle
            assert found.following  # it was looked for with so many moves
            self.match.advance(found.solution)
            self.match.advance(found.reply)
            say(f"{found.position.turn.other} answers {found.reply}.")
            self.puzzle = found.following
            self._ask()
        self._prove()

    def _ask(self) -> None:
        """The one move of the position at hand."""
        say, puzzle = self.console.say, self.puzzle
        self.left: list[Any] = self.match.legal_moves()
        """The moves that no hint has ruled out."""
        say(self.book.board())
        if played := [cell.key for cell in puzzle.position.board().cells if cell.highlight]:
            say(f"Just played: {listed(played)}.")
        say(f"Position: {puzzle.position}")
        say(puzzle.question())
        while True:
            move = self.dialogue.asked("Your move in notation, `help`, `answer` or `quit`: ")
            found = puzzle.check(move)
            say(found.words)
            if found.right:
                return
            say("Try again.")

    def _prove(self) -> None:
        """Best play from here to the end, where there is one."""
        if rest := self.puzzle.proof():
            self.console.say(f"With best play it goes on: {' '.join(map(str, rest))}.")

    def do_hint(self, _rest: str) -> None:
        self.left = self.puzzle.narrowed(self.left)
        self.console.say(self.puzzle.narrowed_in_words(self.left))

    def do_answer(self, _rest: str) -> None:
        self.console.say(f"{self.puzzle.solution} is the move.")
        self._prove()
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
        session = Session(Book(Match(puzzle.position)))
        try:
            PuzzleConversation(session, console, puzzle=puzzle, moves=moves).play()
            if day:
                _count(day, console)
        except AnswerToldError:
            pass
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
    solved = day in solved_days()
    console.say(f"The puzzle of the day, {day}." + (" You have solved it." if solved else ""))
    others = (of_any_game(new_seed()) for _ in count())
    ask_puzzles(chain(map(daily, [day]), others), console, day=None if solved else day)


def _count(day: date, console: Console) -> None:
    try:
        remember_puzzle(day)
    except FileError as error:
        console.tell(f"{error} That you solved the puzzle is not remembered.")
    else:
        console.say(f"Solved on {counted(streak(day), 'day')} running.")
