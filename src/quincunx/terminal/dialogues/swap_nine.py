"""Swap Nine, as its rule book speaks."""

from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import listed, quote
from quincunx.games.swap_nine import Placement
from quincunx.terminal.dialogue import Dialogue


class Book(Dialogue):
    def welcome(self) -> None:
        self.show()

    def board(self) -> str:
        """Numbers in empty cells."""
        game, cells = self.position.game, self.position.board().cells
        width = len(str(game.cells))
        texts = [self.sign(cell.owner, cell) if cell.owner else cell.label for cell in cells]
        padded = [
            " " * (width - (1 if cell.owner else len(cell.label))) + text
            for cell, text in zip(cells, texts, strict=True)
        ]
        rows = [
            " " + " | ".join(padded[i : i + game.columns])
            for i in range(0, game.cells, game.columns)
        ]
        rule = "-" * (game.columns * (width + 3) - 1)
        return f"\n{rule}\n".join(rows)

    def turn(self) -> Placement:
        who = f"{self.player} ({self.marker})"
        question = f"{who}, enter the number of the cell where you want to place your marker: "
        takes = (
            "Type the number of an empty cell, or two numbers, as in 2x5, to place in the first "
            "and swap the second."
        )
        while True:
            placed: Placement | None = self.read(self.ask(question, takes))
            if placed is not None:
                return placed if placed.taken is not None else self._swap(who, placed)

    def _swap(self, who: str, placed: Placement) -> Placement:
        """The swap option; a wrong answer leaves the placement standing."""
        options = {str(m).split("x")[1]: m for m in self._takes(placed)}
        while options:
            cells = listed(list(options), "or")
            answer = self.ask(
                f"{who}, enter the number of the cell you want to swap ({cells}), "
                "or press Enter to swap none: ",
                f"Type {cells} to make that cell yours, or press Enter to leave all as they are.",
                f"{' '.join(options)} or Enter",
            )
            if not answer:
                return placed
            if answer in options:
                return options[answer]
            if answer.isascii() and answer.isdecimal() and len(answer) < 9:
                self.read(f"{placed}x{int(answer)}")
            else:
                self.say(f"{quote(answer)} is not a cell: enter {cells}, or press Enter.")
        return placed

    def _takes(self, placed: Placement) -> list[Placement]:
        moves = self.position.legal_moves()
        return [m for m in moves if m.cell == placed.cell and m.taken is not None]

    def answers(self, move: Placement) -> list[str]:
        if move.taken is not None:
            return [str(move.cell + 1), str(move.taken + 1)]
        return [str(move), ""] if self._takes(move) else [str(move)]

    def deed(self, move: Placement) -> str:
        if move.taken is not None:
            return f"place in cell {move.cell + 1} and swap cell {move.taken + 1}"
        return f"place in cell {move}" + (" and swap none" if self._takes(move) else "")

    def told(self, move: Placement, before: AnyPosition) -> None:
        if not self.position.outcome:
            self.show()

    def end(self, outcome: Outcome) -> None:
        if not outcome.counts:
            super().end(outcome)
            return
        self.say("Final Grid:")
        self.say(self.board())
        self.say()
        tally = outcome.counts[0]
        for player, count in ((Player.X, tally.x), (Player.O, tally.o)):
            noun = "marker" if count == 1 else "markers"
            self.say(f"{self.session.name(player)} ('{self.sign(player)}'): {count} {noun}.")
        assert outcome.winner
        name = self.session.name(outcome.winner)
        if tally.leader:
            self.say(f"{name} wins with the majority.")
        else:
            self.say(f"{name} did not place the last marker and wins.")
