"""Zone Conquest, as its rule book speaks."""

from quincunx.core import AnyPosition, Outcome
from quincunx.core.text import in_words, listed, quote
from quincunx.games.zone_conquest import Action
from quincunx.terminal.dialogue import Dialogue

OCCUPY, ATTACK = "1", "2"
VERBS = {OCCUPY: "occupy", ATTACK: "attack"}


class Book(Dialogue):
    def welcome(self) -> None:
        """The book begins with the first turn."""

    def show(self) -> None:
        """Every turn begins with the grid."""

    @property
    def player(self) -> str:
        return self.session.names.get(self.position.turn) or f"Player {self.marker}"

    def board(self) -> str:
        board = self.position.board()
        width = len(str(self.position.game.cells))
        texts = [
            "["
            + " " * (width - (1 if cell.owner else len(cell.label)))
            + (self.sign(cell.owner, cell) if cell.owner else cell.label)
            + "]"
            for cell in board.cells
        ]
        rows = range(0, len(texts), board.columns)
        return "\n".join("".join(texts[i : i + board.columns]) for i in rows)

    def turn(self) -> Action:
        self.say(f"{self.player}, it's your turn.")
        self.say("Current Grid:")
        self.say(self.board())
        menu = "Choose your action:\n1. Occupy a zone\n2. Attack an opponent's zone\n"
        takes = (
            "Type 1 to occupy an empty zone or 2 to attack a zone of your opponent; x4 attacks "
            "zone 4 at once."
        )
        while True:
            choice = self.ask(menu, takes, self._moves())
            move: Action | None = None
            if choice[:1] in ("x", "X") and choice[1:]:
                move = self.read(choice)
            elif choice not in VERBS:
                self.say(f"{quote(choice)} is no action: enter 1 to occupy or 2 to attack.")
            elif self._zones(choice):
                move = self._zone(choice)
            else:
                self.say(self._why_not(choice))
            if move is not None:
                return move

    def _zones(self, choice: str) -> list[str]:
        """Those that can be occupied, or attacked, now."""
        moves = self.position.legal_moves()
        return [str(move.zone + 1) for move in moves if move.attack == (choice == ATTACK)]

    def _moves(self) -> str:
        """What can be done, and how it is said."""
        return "\n".join(
            f"{choice} to {verb} zone {listed(self._zones(choice), 'or')}"
            for choice, verb in VERBS.items()
            if self._zones(choice)
        )

    def _zone(self, choice: str) -> Action:
        sign, verb, zones = "x" if choice == ATTACK else "", VERBS[choice], self._zones(choice)
        takes = f"Type the number of the zone to {verb}: {listed(zones, 'or')}."
        while True:
            answer = self.ask(f"Enter the zone number you wish to {verb}: ", takes, " ".join(zones))
            number = answer.lower().removeprefix(sign)
            if not (number.isascii() and number.isdecimal()):
                last = self.position.game.cells
                self.say(f"{quote(answer)} is no zone number: enter 1 to {last}.")
                continue
            move: Action | None = self.read(sign + number)
            if move is not None:
                return move

    def _why_not(self, choice: str) -> str:
        if choice == OCCUPY:
            return "No zone is empty: attack an opponent's zone."
        position, rival = self.position, self.position.turn.other
        attacks = [m for m in position.game.all_moves() if m.attack]
        reasons = [position.why_not(m) or "" for m in attacks]
        last = next((reason for reason in reasons if reason.startswith("You attacked")), None)
        return last or f"No zone of {rival} touches one of yours: occupy an empty zone."

    def answers(self, move: Action) -> list[str]:
        return [ATTACK if move.attack else OCCUPY, str(move.zone + 1)]

    def deed(self, move: Action) -> str:
        return f"{VERBS[ATTACK if move.attack else OCCUPY]} zone {move.zone + 1}"

    def told(self, move: Action, before: AnyPosition) -> None:
        verb = "attacked" if move.attack else "occupied"
        self.say(f"You {verb} zone {move.zone + 1}.")
        self.say()

    def end(self, outcome: Outcome) -> None:
        self.say(self.board())
        if not outcome.counts or outcome.winner is None:
            super().end(outcome)
            return
        winner = outcome.winner
        name = self.session.names.get(winner) or f"Player {self.sign(winner)}"
        count = in_words(max(outcome.counts[0].x, outcome.counts[0].o))
        self.say(f"{name} now controls {count} zones and wins the game!")
