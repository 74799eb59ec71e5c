"""Positions of Numeral Nexus on packed integers, and the moves that matter in them.

The search has a state of its own because what it asks at every node, whether a line can be
completed at once and what prevents it, is read off `reach`; the kernel's lanes would have to try
every move.

A player's `reach` is the union of `links` over all pairs of own pieces. A player to move can
complete a line exactly when reach meets `aim`:

- low half, an empty cell, a number of the pool: place it;
- with the swap: low half, an occupied cell, a number that the player has: bring it there (it
  cannot be one of the other two of the line, whose numbers differ from it);
- with the swap: high half, an own piece: three different numbers out of order are one exchange
  from order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quincunx.games.numeral_nexus.lookups import (
    CELL_BITS,
    CELL_OF,
    CELLS,
    EVEN_BITS,
    HALF,
    LOW,
    NUMBER_OF,
    ON_EVERY_CELL,
    ONE_OF,
    POOL,
    links_of,
)
from quincunx.games.numeral_nexus.rules import NumeralNexus, NumeralNexusPosition, Placement, Swap


@dataclass(slots=True)  # not frozen, which would double the cost of making one; none is changed
class Side:
    """What one player has."""

    pieces: tuple[int, ...]
    bits: int
    """The same as a set."""
    reach: int
    numbers: int
    """The set of numbers among them."""
    swap: bool

    @property
    def has_line(self) -> bool:
        return bool(self.reach & self.bits)


@dataclass(slots=True)
class State:
    """A position seen by the player to move."""

    me: Side
    you: Side
    counts: int
    """Of each number on the grid, two bits each."""
    occupied: int
    """All nine bits of each occupied cell."""
    empties: int
    move: int = -1
    """That led here: a piece, or HALF + CELLS * cell + cell for a swap."""


class States:
    """Makes states of one size from each other."""

    def __init__(self, game: NumeralNexus) -> None:
        self.links = links_of(game)
        self.all = sum(CELL_BITS[: game.cells])
        self.pairs = game.pairs

    def of_position(self, position: NumeralNexusPosition) -> State:
        pieces: dict[str, list[int]] = {"X": [], "O": []}
        counts = occupied = 0
        for cell, (owner, digit) in enumerate(zip(position.owners, position.numbers, strict=True)):
            if owner != "-":
                number = int(digit) - 1
                pieces[owner].append(9 * cell + number)
                counts += ONE_OF[number]
                occupied |= CELL_BITS[cell]
        me, you = (
            self._side(tuple(pieces[player]), player in position.swaps)
            for player in (position.turn, position.turn.other)
        )
        return State(me, you, counts, occupied, position.owners.count("-"))

    @staticmethod
    def code(move: Placement | Swap) -> int:
        """A move of the game as states write it."""
        if isinstance(move, Placement):
            return 9 * move.cell + int(move.number) - 1
        return HALF + CELLS * move.first + move.second

    # Making states.

    def _reach(self, pieces: tuple[int, ...]) -> int:
        reach = 0
        for index, piece in enumerate(pieces):
            row = self.links[piece]
            for earlier in pieces[:index]:
                reach |= row[earlier]
        return reach

    def _side(self, pieces: tuple[int, ...], swap: bool) -> Side:
        bits = numbers = 0
        for piece in pieces:
            bits |= 1 << piece
            numbers |= 1 << NUMBER_OF[piece]
        return Side(pieces, bits, self._reach(pieces), numbers, swap)

    def place(self, state: State, piece: int) -> State:
        me, row, number = state.me, self.links[piece], NUMBER_OF[piece]
        reach = me.reach
        for own in me.pieces:
            reach |= row[own]
        mine = Side(
            (*me.pieces, piece), me.bits | 1 << piece, reach, me.numbers | 1 << number, me.swap
        )
        counts = state.counts + ONE_OF[number]
        occupied = state.occupied | CELL_BITS[CELL_OF[piece]]
        return State(state.you, mine, counts, occupied, state.empties - 1, piece)

    def exchange(self, state: State, one: int, two: int) -> State:
        me, you = state.me, state.you
        cell, other = CELL_OF[one], CELL_OF[two]
        moved = {one: 9 * other + NUMBER_OF[one], two: 9 * cell + NUMBER_OF[two]}
        mine, yours = (
            self._side(tuple([moved.get(piece, piece) for piece in side.pieces]), swap)
            if side.bits & (1 << one | 1 << two)
            else replace(side, swap=swap)
            for side, swap in ((me, False), (you, you.swap))
        )
        move = HALF + CELLS * min(cell, other) + max(cell, other)
        return State(yours, mine, state.counts, state.occupied, state.empties, move)

    # What can be done.

    def free(self, state: State) -> int:
        """The pieces that can be placed."""
        counts = state.counts
        return (self.all ^ state.occupied) & POOL[counts & counts >> 1 & EVEN_BITS]

    def aim(self, state: State, side: Side) -> int:
        """What of its reach would complete a line for a side, were it to move."""
        free = self.free(state)
        if side.swap:
            return free | state.occupied & ON_EVERY_CELL[side.numbers] | side.bits << HALF
        return free

    def danger(self, state: State) -> int:
        """What the other player threatens to complete."""
        return state.you.reach & self.aim(state, state.you)

    def wins_now(self, state: State) -> bool:
        if state.me.reach & self.aim(state, state.me):
            return True
        return state.empties == 1 and any(self.count(child) < 0 for child in self.placements(state))

    def count(self, state: State) -> int:
        """The verdict on a full grid for the player to move: 1 won, -1 lost, 0 drawn."""
        tally = []
        for side in (state.me, state.you):
            numbers = {CELL_OF[piece]: NUMBER_OF[piece] for piece in side.pieces}
            pairs = sum(
                one in numbers and two in numbers and numbers[one] != numbers[two]
                for one, two in self.pairs
            )
            tally.append((pairs, len(side.pieces)))
        return (tally[0] > tally[1]) - (tally[0] < tally[1])

    def finished(self, state: State) -> int | None:
        """1, 0 or -1 to the player to move if the game is over, the last mover's line first."""
        if state.you.has_line:
            return -1
        if state.me.has_line:
            return 1
        return None if state.empties else self.count(state)

    # Moves.

    def placements(self, state: State) -> Iterator[State]:
        free = self.free(state)
        while free:
            bit = free & -free
            free ^= bit
            yield self.place(state, bit.bit_length() - 1)

    def exchanges(self, state: State) -> Iterator[State]:
        if state.me.swap:
            pieces = state.me.pieces + state.you.pieces
            for index, one in enumerate(pieces):
                for two in pieces[:index]:
                    yield self.exchange(state, one, two)

    def harmless_exchanges(self, state: State) -> Iterator[State]:
        """Without those that give the other player a line: nobody ever has to make one."""
        return (child for child in self.exchanges(state) if not child.me.has_line)

    def defences(self, state: State, danger: int) -> Iterator[State]:
        """Every move after which the other player, whose reach meets its aim in `danger`, cannot
        complete a line at once.

        A placement leaves the other player's reach as it is. So it helps against no swap, and it
        must take the cell, or the last copy of the number, of every winning placement.
        """
        you = state.you
        if not danger & (state.occupied | LOW << HALF):
            useful = _only_cell(danger)
            for number in range(9):
                if state.counts >> 2 * number & 3 == 2:
                    copies = ON_EVERY_CELL[1 << number]
                    rest = danger & ~copies
                    useful |= copies & (_only_cell(rest) if rest else LOW)
            useful &= self.free(state)
            # A taken cell is then one to swap into.
            into = you.reach & ON_EVERY_CELL[you.numbers] if you.swap else 0
            while useful:
                bit = useful & -useful
                useful ^= bit
                piece = bit.bit_length() - 1
                if not into & CELL_BITS[CELL_OF[piece]]:
                    yield self.place(state, piece)
        if state.me.swap:
            yield from self._parries(state, danger)

    def _parries(self, state: State, danger: int) -> Iterator[State]:
        """The swaps among the defences: they must move a piece of every line in danger, so one
        of a given line."""
        for one in self._makers(state.you, danger & -danger):
            for two in state.me.pieces + state.you.pieces:
                if two in state.me.pieces or NUMBER_OF[two] != NUMBER_OF[one]:
                    child = self.exchange(state, one, two)
                    if not child.me.reach & (self.aim(child, child.me) | child.me.bits):
                        yield child

    def _makers(self, side: Side, bit: int) -> tuple[int, ...]:
        """The pieces of one line that puts this bit into the side's reach."""
        for index, one in enumerate(side.pieces):
            for two in side.pieces[:index]:
                if self.links[one][two] & bit:
                    return (one, two) if bit <= LOW else (one, two, bit.bit_length() - 1 - HALF)
        raise AssertionError("nothing is in reach without makers")

    def quiet_move_is_safe(self, state: State) -> bool:
        """The other player cannot win at once; can the mover place something so that this stays
        so? A placement takes away what could be placed there and gives one thing only: a cell to
        swap into. So any empty cell will do on which the other player has no use for a number
        that it has.
        """
        you = state.you
        empty = self.all ^ state.occupied
        useful = you.reach & ON_EVERY_CELL[you.numbers] & empty if you.swap else 0
        return not useful or any(empty & bits and not useful & bits for bits in CELL_BITS)


def _only_cell(pieces: int) -> int:
    """The nine pieces of the cell on which all these are, or none."""
    bits = CELL_BITS[CELL_OF[pieces.bit_length() - 1]]
    return 0 if pieces & ~bits else bits
