"""Crossed Paths, as its rule book asks."""

from quincunx.games.crossed_paths.rules import CrossedPathsPosition, Placement
from quincunx.terminal.dialogue import Dialogue


class Questions(Dialogue):
    def turn(self) -> Placement:
        position = self.position
        assert isinstance(position, CrossedPathsPosition)
        self.say(f"{self.player}, it's your turn.")
        game = position.game
        middle = game.placements[(game.rows - 1) // 2 * game.columns + (game.columns - 1) // 2]
        example, where = f" (e.g., {middle})", ""
        if position.last is not None:
            example, where = "", " in line with the opponent's last move"
            last = game.placements[position.last]
            self.say(
                "Your move must be in the same row, column, or diagonal as the opponent's last "
                f"move at {last}."
            )
        takes = f"Type column and row of an empty cell{where}, as in {position.legal_moves()[0]}."
        move: Placement = self.asked(f"Enter the cell to place your marker{example}: ", takes)
        return move
