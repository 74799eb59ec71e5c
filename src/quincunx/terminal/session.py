"""One game at the terminal: people and computers take turns, and nothing typed is lost.

After every move the game is written to the user's folder, so that it can be resumed whatever
happens. At every question a person may also give one of the `COMMANDS`.
"""

import os
from dataclasses import dataclass, field
from typing import Any, ClassVar

from quincunx.core import AnyGame, ForfeitError, Player
from quincunx.core.text import clean, quote
from quincunx.match import Match
from quincunx.storage import FileError, TakenOverError, write_file
from quincunx.terminal.console import Console
from quincunx.terminal.dialogue import Dialogue, dialogue_for
from quincunx.terminal.keeping import Keeping

COMMANDS = {
    "help": "what can be typed here",
    "back": "to the first question of this turn",
    "board": "shows the board",
    "moves": "lists what can be played here",
    "undo": "takes back to your last turn",
    "hint": "one good move, and why",
    "rules": "tells the rules",
    "save [FILE]": "writes the game to a file",
    "resign": "gives the game up",
    "quit": "leaves; `quincunx resume` goes on",
}

ALIASES = {"?": "help", "exit": "quit"}


class BackError(Exception):
    """The turn begins again."""


class QuitError(Exception):
    """The player leaves."""


@dataclass
class Session:
    """A match, who plays it, and the dialogue in which they do."""

    match: Match
    console: Console
    players: dict[Player, Any] = field(default_factory=dict)
    """Computers by the side they play; the others are people."""
    names: dict[Player, str] = field(default_factory=dict)
    markers: dict[Player, str] = field(default_factory=lambda: {p: p.value for p in Player})
    keeping: Keeping | None = None
    """Where the game is kept while it goes on."""
    settled: bool = False
    """Whether something was settled before the first move, so that the game is worth keeping."""
    commands: ClassVar[dict[str, str]] = COMMANDS
    """What can be typed at every question besides its answer; `do_NAME` does it."""

    def __post_init__(self) -> None:
        self.names = {player: clean(name) for player, name in self.names.items()}
        self.dialogue: Dialogue = dialogue_for(self)

    def name(self, player: Player) -> str:
        return self.names.get(player) or f"Player {1 if player is Player.X else 2}"

    def play(self) -> None:
        """To the end, or to QuitError."""
        self.save()
        self.dialogue.welcome()
        while self.match.outcome is None:
            self._turn()
        self.dialogue.end(self.match.outcome)

    def _turn(self) -> None:
        before = self.match.position
        computer = self.players.get(before.turn)
        if computer:
            try:
                with self.console.thinking(self.name(before.turn)):
                    move = computer.choose(self.match)
            except ForfeitError as error:
                self.match.resign(before.turn, "forfeit")
                self.match.tags["Forfeit"] = str(error)
                self.console.say(str(error))
                return
            self.console.answers.extend(self.dialogue.answers(move))
        try:
            move = self.dialogue.turn()
        except BackError:
            return
        self.match.advance(move)
        try:
            self.save()
        except TakenOverError:
            self.match.undo()
            raise
        self.dialogue.told(move, before)
        if self.match.repetition and self.match.standings(self.match.position) == 2:
            self.console.say("This position stands for the second time: a third makes it a draw.")

    def save(self) -> None:
        """Writes the game down. One without a move is worth it only where something was settled
        before, or takes the place of what the file holds."""
        worth = self.settled or self.match.ply or self.match.termination
        if self.keeping and (worth or self.keeping.exists):
            self.keeping.save(self._record())

    def forget(self) -> None:
        """The game is over, and there is nothing to resume."""
        if self.keeping:
            self.keeping.forget(self._record())

    def _record(self) -> bytes:
        from quincunx.record import write

        return write(self.match).encode()

    # Questions.

    def ask(self, question: str, takes: str, moves: str | None = None) -> str:
        """The answer to a question; commands are carried out and the question asked again.
        `takes` is the sentence that says what can be answered, `moves` the list of it, if that
        is not the legal moves."""
        names = {command.partition(" ")[0]: command for command in self.commands}
        self._takes, self._moves = takes, moves
        while True:
            answer = self.console.ask(question)
            word, _, rest = answer.lower().partition(" ")
            word = ALIASES.get(word, word)
            command = names.get(word)
            if command is None or (rest and " " not in command):
                return answer
            getattr(self, f"do_{word}")(answer.partition(" ")[2].strip())

    def do_help(self, _rest: str) -> None:
        self.console.say(self._takes)
        self.console.say("Or type:")
        for command, words in self.commands.items():
            self.console.say(f"  {command:12} {words}")

    def do_back(self, _rest: str) -> None:
        raise BackError

    def do_board(self, _rest: str) -> None:
        self.console.say(self.dialogue.board())

    def do_moves(self, _rest: str) -> None:
        moves = self._moves
        self.console.say(" ".join(map(str, self.match.legal_moves())) if moves is None else moves)

    def do_undo(self, _rest: str) -> None:
        """To the last turn of the person who asks."""
        turn = self.match.position.turn
        for ply in range(self.match.ply - 1, -1, -1):
            if self.match.positions[ply].turn is turn:
                self.match.undo(ply)
                self.save()
                self.dialogue.show()
                raise BackError
        self.console.say("You have not moved yet: there is nothing to take back.")

    def do_hint(self, _rest: str) -> None:
        from quincunx.analysis.words import move_in_words, verdict_in_words
        from quincunx.oracle import Value, analyze

        with self.console.thinking("The coach"):
            analysis = analyze(self.match.position)
        best = analysis.moves[0]
        deed = self.dialogue.deed(best.move)
        if best.value is Value.UNKNOWN:
            self.console.say("No hint: the board is too large to know what is best.")
        elif best.value is Value.LOSS:
            words = verdict_in_words(best.verdict)
            self.console.say(f"Every move loses; to {deed} resists best: it {words}.")
        else:
            self.console.say(f"Try to {deed}: it {move_in_words(best, analysis)}.")

    def do_rules(self, _rest: str) -> None:
        tell_rules(self.match.start.game, self.console)

    def do_save(self, name: str) -> None:
        self.write_to(name or self._free_name())

    def write_to(self, path: str) -> bool:
        """Whether the game could be written to this file."""
        if os.path.exists(path):
            self.console.say(f"{quote(path, 200)} is there already: give another name.")
            return False
        try:
            write_file(path, self._record())
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
        self.match.resign(self.match.position.turn)
        try:
            self.save()
        except TakenOverError:
            self.match.undo(self.match.ply)
            raise
        raise BackError

    def do_quit(self, _rest: str) -> None:
        raise QuitError


def tell_rules(game: AnyGame | type[AnyGame], console: Console) -> None:
    from quincunx.terminal.wrap import paragraphs

    console.say(paragraphs(game.rules()) if console.columns else game.rules())


def can_be_chosen(marker: str) -> bool:
    """One single-width character: X, O, or no letter, digit, space or part of a drawing."""
    import unicodedata

    if marker in ("X", "O"):
        return True
    return (
        len(marker) == 1
        and marker.isprintable()
        and not marker.isalnum()
        and not marker.isspace()
        and marker not in ".+-|[]"
        and unicodedata.east_asian_width(marker) not in ("W", "F")
        and not unicodedata.combining(marker)
    )
