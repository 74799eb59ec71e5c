"""Grid Clash, as its rule book speaks."""

import re

from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import counted
from quincunx.games.grid_clash import Claim, GridClashPosition
from quincunx.terminal.dialogue import Dialogue

PAIR = re.compile(r"([0-9]+)\s*[ ,]\s*([0-9]+)")


class Book(Dialogue):
    markers_can_be_chosen = True

    def welcome(self) -> None:
        one, two = (self.session.name(player) for player in Player)
        x, o = (self.sign(player) for player in Player)
        self.say("Welcome to Grid Clash!")
        self.say(f"{one} is '{x}', {two} is '{o}'.")
        self.say()
        self.show()

    def show(self) -> None:
        begun = any(cell.owner for cell in self.position.board().cells)
        self.say("Current Grid:" if begun else "Initial Grid:")
        self.say(self.board())
        self.say()

    def board(self) -> str:
        board = self.position.board()
        width = len(str(self.position.game.cells))
        rule = "+" + f"{'-' * (width + 2)}+" * board.columns
        lines = [rule]
        for row in range(board.rows):
            line = "|"
            for cell in board.cells[row * board.columns : (row + 1) * board.columns]:
                text = self.sign(cell.owner, cell) if cell.owner else cell.label
                line += " " * (1 + width - (1 if cell.owner else len(text))) + text + " |"
            lines += [line, rule]
        return "\n".join(lines)

    def turn(self) -> Claim:
        game = self.position.game
        self.say(f"{self.player}'s Turn.")
        while True:
            answer = self.ask(
                f"Enter the row (1-{game.rows}) and column (1-{game.columns}) of the cell "
                "you want to claim: ",
                "Type the row and the column of a cell that shows a number, as in 1 2 or 1,2.",
            )
            pair = PAIR.fullmatch(answer)
            claim: Claim | None = self.read(f"{pair[1]},{pair[2]}" if pair else answer)
            if claim is not None:
                return claim

    def answers(self, move: Claim) -> list[str]:
        return [str(move).replace(",", " ")]

    def deed(self, move: Claim) -> str:
        return "claim row {}, column {}".format(*str(move).split(","))

    def told(self, move: Claim, before: AnyPosition) -> None:
        assert isinstance(before, GridClashPosition)
        self.say(f"You claimed cell ({move}) with number {before.numbers[move.cell]}.")
        for cell in before.captures(move):
            self.say(f"You captured an opponent's cell at ({before.game.claims[cell]})!")
        self.say()
        if not self.position.outcome:
            self.say("Updated Grid:")
            self.say(self.board())
            self.say()

    def end(self, outcome: Outcome) -> None:
        if not outcome.counts:
            super().end(outcome)
            return
        self.say("All cells have been claimed.")
        self.say()
        self.say("Final Grid:")
        self.say(self.board())
        self.say()
        cells, points = outcome.counts
        for player, count in ((Player.X, cells.x), (Player.O, cells.o)):
            self.say(f"{self.session.name(player)} controls {counted(count, 'cell')}.")
        self.say()
        assert outcome.winner
        name = self.session.name(outcome.winner)
        if not cells.leader:
            decided = (
                f"the numbers of the cells add up to {points.x} and {points.o}"
                if points.leader
                else f"the sums are equal too, and {name} holds the {self.position.game.cells}"
            )
            self.say(f"Both control as many cells: {decided}.")
        self.say(f"{name} wins the game!")
