"""Short Count

1. Objective
   Say ten.

2. Setup
   A number from 0 to 8 is drawn by lot: the total.

3. Turns
   Add 1 or 2 to the total, written +1 and +2.

4. Rulings
   - The total is never more than ten: from nine only 1 can be added.
"""

import re
from dataclasses import dataclass, field
from random import Random

from quincunx.core import (
    Beside,
    Board,
    Cell,
    Game,
    Move,
    Outcome,
    Player,
    Position,
    PositionError,
    Refusal,
)
from quincunx.core.grid import Symmetry

TARGET = 10


@dataclass(frozen=True, slots=True, repr=False)
class ShortCountPosition(Position[Move]):
    game: "ShortCount" = field(hash=False)
    total: int
    turn: Player

    @property
    def outcome(self) -> Outcome | None:
        winner = self.turn.other
        return Outcome(winner, f"{winner} said {TARGET}") if self.total == TARGET else None

    def legal_moves(self) -> list[Move]:
        return [move for move in self.game.additions if not self.why_not(move)]

    def why_not(self, move: Move) -> Refusal | None:
        if self.total + move.action < TARGET:
            return None
        return Refusal("too-much", f"The total would be more than {TARGET}: add less.")

    def after(self, move: Move) -> "ShortCountPosition":
        return ShortCountPosition(self.game, self.total + move.action + 1, self.turn.other)

    def board(self) -> Board:
        beside = tuple(Beside(str(move), str(move)) for move in self.legal_moves())
        return Board(1, 1, (Cell("total", label=str(self.total)),), beside=beside)

    def features(self) -> tuple[int, ...]:
        return (self.total,)

    def mapped(self, symmetry: Symmetry) -> "ShortCountPosition":
        return ShortCountPosition(self.game, self.total, symmetry.player(self.turn))

    def __str__(self) -> str:
        return f"{self.total} {self.turn}"


class ShortCount(Game[ShortCountPosition]):
    title = "Short Count"
    summary = "Add one or two to the total, and be the one who says ten."
    default_size = smallest = largest = (1, 1)
    example = "7 X"
    cell_form = re.compile("[0-9]+")
    cell_words = "the total is a number"
    move_form = re.compile(r"(\+)?([0-9])")
    move_words = "+1 or +2"
    has_random_start = True

    additions = (Move(0, "+1"), Move(1, "+2"))

    @property
    def feature_bound(self) -> int:
        return TARGET

    @property
    def longest(self) -> int:
        return TARGET

    def start(self, first: str = Player.X, seed: int | None = None) -> ShortCountPosition:
        return ShortCountPosition(self, Random(seed).randrange(TARGET - 1), Player(first))

    def parse(self, text: str) -> ShortCountPosition:
        (total,), turn, _ = self.read_fields(text)
        if len(total) > 2 or int(total) > TARGET or str(int(total)) != total:
            raise PositionError(f"The total is a number from 0 to {TARGET}, as in {self.example}.")
        return ShortCountPosition(self, int(total), turn)

    def all_moves(self) -> tuple[Move, ...]:
        return self.additions

    def why_never(self, *parts: str | None) -> Refusal:
        plus, number = parts
        what = "Without a plus nothing" if plus is None else f"No {number}"
        return Refusal("no-number", f"{what} can be added: write {self.move_words}.")

    def mapped_move(self, move: Move, symmetry: Symmetry) -> Move:
        return move
