"""A puzzle at the terminal: asked, refuted, asked again."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from quincunx.analysis.puzzles import Puzzle
from quincunx.analysis.words import verdict_in_words
from quincunx.books import Book
from quincunx.core.text import listed
from quincunx.match import Match
from quincunx.oracle import analyze
from quincunx.sessions import Session
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation, QuitError
from quincunx.terminal.dialogue import Dialogue

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
    puzzle: Puzzle = field(kw_only=True)

    def __post_init__(self) -> None:
        self.book = self.console.show_in(self.session.book)
        self.dialogue = Dialogue(self)
        self.left: list[Any] = self.match.legal_moves()
        """The moves that no hint has ruled out."""

    def play(self) -> None:
        """To the right move, or to QuitError."""
        say, puzzle = self.console.say, self.puzzle
        title = puzzle.position.game.title
        say(f"{title}, puzzle {puzzle.seed}, difficulty {puzzle.difficulty} of 5")
        say(self.book.board())
        if played := [cell.key for cell in puzzle.position.board().cells if cell.highlight]:
            say(f"Just played: {listed(played)}.")
        say(f"Position: {puzzle.position}")
        say(puzzle.question())
        question = "Your move in notation, `help`, `answer` or `quit`: "
        takes = f"Type a move: {puzzle.position.game.move_words}."
        while True:
            move = self.dialogue.read(self.ask(question, takes))
            if move is None:
                continue
            found = puzzle.check(move)
            say(found.words)
            if found.right:
                return
            say("Try again.")

    def do_hint(self, _rest: str) -> None:
        """Each hint rules half of the wrong moves out; the last wrong one is the person's."""
        solution = self.puzzle.solution
        wrong = [move for move in self.left if move != solution]
        random = Random(f"hint {self.puzzle.seed} {len(wrong)}")
        self.left = sorted([solution, *random.sample(wrong, (len(wrong) + 1) // 2)])
        what = verdict_in_words(analyze(self.puzzle.position).verdict)
        self.console.say(f"The move {what}. It is {listed(list(map(str, self.left)), 'or')}.")

    def do_answer(self, _rest: str) -> None:
        self.console.say(f"{self.puzzle.solution} is the move.")
        raise QuitError


def ask_puzzle(puzzle: Puzzle, console: Console) -> None:
    try:
        session = Session(Book(Match(puzzle.position)))
        PuzzleConversation(session, console, puzzle=puzzle).play()
    except QuitError:
        return
    except EOFError:
        print()
