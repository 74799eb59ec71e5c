"""A lesson at the terminal: a position, a task, a try, and what it shows."""

from dataclasses import dataclass, field
from typing import ClassVar

from quincunx.games import game_class
from quincunx.lessons import Lesson, LessonStep, lesson, lesson_ids
from quincunx.play.match import Match
from quincunx.play.saved_games import set_up
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import BackError, Conversation, QuitError
from quincunx.terminal.menu import ask_which

COMMANDS = {
    "help": "show what can be typed here",
    "board": "show the board and the task",
    "moves": "list the legal moves",
    "rules": "show the rules",
    "skip": "go to the next step",
    "back": "go to the step before",
    "quit": "leave",
}


class SkipError(Exception):
    """The next step begins."""


@dataclass
class StepConversation(Conversation):
    """Moves are typed in notation, on the generic board, which shows all that counts."""

    commands: ClassVar[dict[str, str]] = COMMANDS
    generic = True
    step: LessonStep = field(kw_only=True)

    def play(self) -> None:
        """To a move that does what is asked; or to BackError, SkipError or QuitError."""
        say, step = self.console.say, self.step
        self.do_board("")
        while not step.done_by(move := self.dialogue.asked("Your move, or `help`: ")):
            say(step.words(False))
        self.match.advance(move)
        say(self.book.board(), step.words(True))
        if self.console.interactive:
            self.ask("Enter goes on: ", "Press Enter for the next step.", enter=True)

    def do_board(self, _rest: str) -> None:
        self.console.say(self.book.board())
        if not self.match.ply:
            self.console.say(self.step.task)

    def do_skip(self, _rest: str) -> None:
        raise SkipError


def teach(told: Lesson, console: Console) -> None:
    """From the first step to the last, or until the person leaves."""
    console.say(told.title, told.opening)
    number = 0
    while number < len(told.steps):
        step = told.steps[number]
        console.say("", f"Step {number + 1} of {len(told.steps)}")
        try:
            StepConversation(set_up(Match(step.position)), console, step=step).play()
        except BackError:
            number = max(0, number - 1)
            continue
        except SkipError:
            pass
        except QuitError:
            return
        number += 1
    console.say("", f"The lesson is done: `quincunx play {told.game} --o beginner` is a game.")


def choose_lesson(console: Console) -> None:
    """One of them."""
    ids = lesson_ids()
    kinds = map(game_class, ids)
    titles = [f"{kind.title}: {kind.summary}" for kind in kinds]
    teach(lesson(ids[ask_which(console, "Learn which game?", titles)]), console)
