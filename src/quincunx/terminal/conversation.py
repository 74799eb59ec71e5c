"""One game at the terminal: people are asked, computers' moves shown, and nothing typed is lost.

At every question a person may also give one of the `COMMANDS`.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from quincunx.books import Book
from quincunx.core import AnyGame
from quincunx.core.text import clean, paragraphs
from quincunx.play.match import Match
from quincunx.play.saved_games import SavedGame
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.dialogue import Dialogue, dialogue_for

COMMANDS = {
    "help": "show what can be typed here",
    "back": "go back to the first question of this turn",
    "board": "show the board",
    "moves": "list what can be played here",
    "undo": "take back the last move; against a computer, your last",
    "hint": "show one good move, and why",
    "rules": "show the rules",
    "save [FILE]": "write the game to a file",
    "resign": "give the game up",
    "quit": "leave; the game is saved",
}

ALIASES = {"?": "help", "exit": "quit"}


class BackError(Exception):
    """The turn begins again."""


class QuitError(Exception):
    """The player leaves."""


@dataclass
class Conversation:
    """A game, the console at which it is played, and the dialogue of its book."""

    game: SavedGame
    console: Console
    commands: ClassVar[dict[str, str]] = COMMANDS
    """What can be typed at every question besides its answer; `do_NAME` does it."""
    generic: ClassVar[bool] = False
    """Whether moves are asked for in notation, in whatever game."""

    def __post_init__(self) -> None:
        self.book = self.console.show_in(Book(self.match) if self.generic else self.game.book)
        self.dialogue = Dialogue(self) if self.generic else dialogue_for(self)
        self.names = {command.partition(" ")[0]: command for command in self.commands}

    @property
    def match(self) -> Match:
        return self.game.match

    def play(self) -> None:
        """To the end, or to QuitError."""
        self.console.tell(self.game.save())
        self.console.say(*self.book.welcome())
        while self.match.outcome is None:
            self._turn()
        self.console.say(*self.book.end(self.match.outcome))

    def _turn(self) -> None:
        turn = self.match.position.turn
        try:
            if turn in self.game.players:
                with self.console.thinking(self.match.names[turn]):
                    changes = self.game.reply()
            else:
                changes = self.game.session.advance(self.dialogue.turn())
        except BackError:
            return
        self.console.tell(self.game.commit(changes))
        if self.match.termination:
            self.console.say(self.match.tags["Forfeit"])
            return
        self.console.say(*self.book.report_move())
        if warning := self.game.warning():
            self.console.say(warning)

    # Questions.

    def ask(
        self,
        question: str,
        takes: str,
        moves: str | None = None,
        enter: bool = False,
        book: Callable[[], Book] | None = None,
    ) -> str:
        """The answer to a question; commands are carried out and the question asked again.
        `takes` is the sentence that says what can be answered, `moves` the list of it, if that
        is not the legal moves; `enter` whether nothing is an answer; `book` shows the board, if
        it is not as the last move left it."""
        self._takes, self._moves = takes, moves
        self._book = book or (lambda: self.book)
        while True:
            answer = self.console.ask(question)
            word, _, rest = answer.lower().partition(" ")
            word = ALIASES.get(word, word)
            command = self.names.get(word)
            if not answer and not enter:
                self.console.say(takes)
            elif command is None or (rest and " " not in command):
                return answer
            else:
                getattr(self, f"do_{word}")(answer.partition(" ")[2].strip())

    def words(self) -> list[str]:
        """What can be typed at every question."""
        return [*self.names, *ALIASES]

    def do_help(self, _rest: str) -> None:
        lines = (f"  {command:12} {words}" for command, words in self.commands.items())
        self.console.say(self._takes, "Or type:", *lines)

    def do_back(self, _rest: str) -> None:
        raise BackError

    def do_board(self, _rest: str) -> None:
        self.console.say(*self._book().show_all())

    def do_moves(self, _rest: str) -> None:
        moves = self._moves
        self.console.say(" ".join(map(str, self.match.legal_moves())) if moves is None else moves)

    def do_undo(self, _rest: str) -> None:
        saving = self.game.undo()
        if saving is None:
            self.console.say(self.game.nothing_to_undo())
            return
        self.console.tell(saving)
        self.console.say(*self.book.show())
        raise BackError

    def do_hint(self, _rest: str) -> None:
        from quincunx.analysis.reasons import explain

        with self.console.thinking("The coach"):
            reason = explain(self.match.position, you=self.match.turn)
        self.console.say(f"Try to {self.book.imperative(reason.move)}.")
        self.console.say(*map(self.book.with_markers, reason.sentences))

    def do_rules(self, _rest: str) -> None:
        tell_rules(self.match.start.game, self.console)

    def do_save(self, name: str) -> None:
        self.write_to(name or self._free_name())

    def write_to(self, path: str) -> bool:
        """Whether the game could be written to this file."""
        try:
            self.game.write_to(path)
        except FileError as error:
            self.console.say(str(error))
            return False
        self.console.say(f"Saved in {clean(path, 200)}.")
        return True

    def _free_name(self) -> str:
        game, number = self.match.start.game.id(), 1
        while os.path.exists(f"{game}-{number}.txt"):
            number += 1
        return f"{game}-{number}.txt"

    def do_resign(self, _rest: str) -> None:
        if self.console.attended:
            answer = self.console.ask("Give the game up? y or n: ")
            if answer.lower() not in ("y", "yes"):
                return
        self.console.tell(self.game.resign())
        raise BackError

    def do_quit(self, _rest: str) -> None:
        raise QuitError


def tell_rules(game: AnyGame | type[AnyGame], console: Console) -> None:
    console.say(paragraphs(game.rules()) if console.columns else game.rules())
