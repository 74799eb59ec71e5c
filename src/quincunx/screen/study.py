"""To learn: puzzles, lessons, and games that are over, held against exact values."""

from datetime import date
from typing import Any

from textual.content import Content

from quincunx.analysis.puzzles import Puzzle, find
from quincunx.analysis.reasons import explain
from quincunx.analysis.review import MoveReview, Review, review
from quincunx.books import Book
from quincunx.core import Board
from quincunx.core.text import counted
from quincunx.lessons import Lesson
from quincunx.play.history import puzzle_ended, remember_puzzle
from quincunx.play.match import Match, new_seed
from quincunx.play.saved_games import as_it_stood, book_of_saved, from_here
from quincunx.screen.base import in_background
from quincunx.screen.board_screen import BoardScreen
from quincunx.screen.game import COACH, GameScreen


class PuzzleScreen(BoardScreen):
    """The puzzle of a day, if one is given, then others."""

    BINDINGS = [("i", "hint", "Hint"), ("v", "answer", "Answer"), ("n", "onward", "Next")]
    single = True

    def __init__(self, puzzle: Puzzle, day: date | None = None) -> None:
        super().__init__(Book(Match(puzzle.position)))
        self.puzzle, self.day, self.left = puzzle, day, puzzle.position.legal_moves()
        self.note(f"{puzzle.heading(day)}.")

    @in_background(COACH)
    async def open(self) -> None:
        """One that was solved or shown stays so."""
        if self.day and (ended := puzzle_ended(self.day)):
            self.note(ended)
            await self.prove()

    def prompt(self) -> str:
        return f"{self.puzzle.solution} is the move." if self.match.ply else self.puzzle.question()

    @in_background(COACH)
    async def play(self, move: Any) -> None:
        answer = await self.app.ask(self.puzzle.check, move)
        self.note(answer.words)
        self.said = "" if answer.right else f"{move} is not the move: try again."
        if answer.right:
            await self.prove()
            if self.day:
                self.note(remember_puzzle(self.day))

    async def prove(self) -> None:
        self.note(await self.app.ask(self.puzzle.proof_in_words))
        self.match.advance(self.puzzle.solution)

    @in_background(COACH)
    async def action_hint(self) -> None:
        self.left = self.puzzle.narrow(self.left)
        self.note(await self.app.ask(self.puzzle.hint, self.left))

    @in_background(COACH)
    async def action_answer(self) -> None:
        await self.prove()
        if self.day:
            remember_puzzle(self.day, shown=True)

    @in_background("Looking for a puzzle …")
    async def action_onward(self) -> None:
        await self.go_on(PuzzleScreen(await self.app.ask(find, None, new_seed())))


class LessonScreen(BoardScreen):
    BINDINGS = [("n", "go(1)", "Next step"), ("p", "go(-1)", "Step before")]
    single = True

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(Book(Match(lesson.steps[0].position)))
        self.lesson, self.number = lesson, 0
        self.note(lesson.opening)

    def open(self) -> None:
        self.action_go(0)

    def action_go(self, by: int) -> None:
        self.number = min(max(0, self.number + by), len(self.lesson.steps) - 1)
        self.step = self.lesson.steps[self.number]
        self.book = Book(Match(self.step.position))
        self.note(f"Step {self.number + 1} of {len(self.lesson.steps)}: {self.step.task}")
        self.clear()
        self.draw()

    def prompt(self) -> str:
        last = self.number + 1 == len(self.lesson.steps)
        then = "The lesson is done." if last else "Right. Press n for the next step."
        return then if self.match.ply else self.step.task

    def play(self, move: Any) -> None:
        done = self.step.done_by(move)
        self.note(self.step.words(done))
        self.said = "" if done else self.step.otherwise
        if done:
            self.match.advance(move)
        self.draw()


class ReviewScreen(BoardScreen):
    """A game, move by move: what each was worth and what it cost."""

    HELP = "The graph shows who wins with best play after each move: above X, below O."
    BINDINGS = [
        ("left,h", "go(-1)", "Before"),
        ("right,l", "go(1)", "Next"),
        ("m", "mistake", "Mistake"),
        ("p", "onward", "Play on from here"),
    ]
    found: Review | None = None
    learnt = ""
    asking = False

    def __init__(self, recorded: Match) -> None:
        super().__init__(book_of_saved(as_it_stood(recorded, 0)))
        self.recorded = recorded

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "mistake":
            return bool(self.found and self.found.mistakes())
        if action == "onward":
            return not self.match.outcome
        return action != "step" and super().check_action(action, parameters)

    @in_background("Looking at every move …")
    async def open(self) -> None:
        self.grid.pointing = False
        found = await self.app.ask(review, self.recorded)
        self.found, self.learnt = found, await self.app.ask(found.to_learn)
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """To another move, of which it is told what it was worth."""
        ply = min(max(self.match.ply + by, 0), self.recorded.ply)
        self.book.match = as_it_stood(self.recorded, ply)
        if self.found and self.found.moves:
            self.workers.cancel_node(self)  # whoever goes on wants no more reasons
            made = self.found.moves[ply - 1]
            told = made.in_words(self.found.names[made.player]) if ply else "The start."
            end = self.recorded.outcome if ply == self.recorded.ply else None
            self.lines = [told, f"The end: {end.reason}." if end else "", self.learnt]
            if ply and made.mistake:
                self.why(made)
        self.draw()

    @in_background(COACH)
    async def why(self, made: MoveReview) -> None:
        at = self.recorded.positions[made.ply - 1]
        reason = await self.app.ask(explain, at, made.move)
        self.lines[1:1] = map(self.book.with_markers, reason.sentences)

    def draw(self) -> None:
        super().draw()
        for log in self.query("#log"):
            log.scroll_home(animate=False)

    def prompt(self) -> str:
        return f"After {self.match.ply} of {counted(self.recorded.ply, 'move')}."

    def players(self, board: Board) -> Content:
        """With the value after each move as X sees it: above won, in the middle drawn."""
        players, ply = super().players(board), self.match.ply
        line = self.found.value_line() if self.found else ""
        room = max(1, self.query_one("#players").size.width - 2)
        first = max(0, min(ply - room // 2, len(line) - room))
        rows = {"X": "+", "=": "=?", "O": "-"} if line else {}
        graph = [] if self.has_class("-narrow") else [Content("")]
        for name, signs in rows.items():
            dots = Content("".join("●" if value in signs else "·" for value in line))
            marked = dots.stylize("reverse", ply - 1, ply) if ply else dots
            graph.append(Content(f"{name} ") + marked[first : first + room])
        return Content("\n").join([players, *graph])

    def action_mistake(self) -> None:
        plies = [one.ply for one in self.found.mistakes()] if self.found else []
        self.action_go(next((p for p in plies if p > self.match.ply), plies[0]) - self.match.ply)

    def action_onward(self) -> None:
        self.attempt(
            lambda: self.app.push_screen(GameScreen(from_here(self.recorded, self.match.ply)))
        )
