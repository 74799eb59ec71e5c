"""Proof search: can a player force a win within so many plies, and does one lose whatever it does?

Depth by depth, so what is found is shortest; every move is tried but those shown to be useless:

- If the other player threatens to complete a line, only `defences` are tried (and nothing is
  left out once so few cells are empty that filling the grid could win).
- With three plies left, a placement that threatens nothing cannot win, since the other player
  then has a quiet move, after which no win in one exists (`quiet_move_is_safe`).
- The loser makes the last move only where that fills the grid, so while more cells are empty
  than plies are left, wins take an odd number of plies and losses an even one.
- A swap that completes a line for the other player is never needed: as long as the game goes on
  a number can be placed (27 numbers, at most 25 cells).

Work is counted in states looked at, not in seconds, so that the same question always has the
same answer.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

from quincunx.games.numeral_nexus.lookups import (
    CELL_BITS,
    CELL_OF,
    CELLS,
    HALF,
    NUMBER_OF,
    ON_EVERY_CELL,
)
from quincunx.games.numeral_nexus.states import State, States
from quincunx.oracle.base import OutOfWorkError

UNLIMITED = 10**12
KEPT = 4
"""Good moves remembered for each depth; more cost more than they find."""


class Search:
    def __init__(self, states: States, progress: Callable[[int], None] | None = None) -> None:
        self.states = states
        self.work = UNLIMITED
        """States that may still be looked at."""
        self.done = 0
        self.progress = progress
        self.won: dict[tuple[int, int, int], int] = {}
        """The mover wins within so many plies …"""
        self.not_won: dict[tuple[int, int, int], int] = {}
        """… and does not within so many."""
        self.good_moves: list[list[int]] = [[] for _ in range(CELLS + 3)]
        """Placements that last decided a position, by plies left, the newest first."""

    def wins(self, state: State, plies: int) -> bool:
        """Can the player to move force a win within so many plies?"""
        states = self.states
        if plies <= 0:
            return False
        if states.wins_now(state):
            return True
        if plies % 2 == 0 and state.empties > plies:
            plies -= 1
        if plies <= 1:
            return False
        key = state.me.bits, state.you.bits, state.me.swap + 2 * state.you.swap
        if self.won.get(key, 99) <= plies:
            return True
        if self.not_won.get(key, 0) >= plies:
            return False
        self._spend()
        for child in self.tries(state, plies, states.danger(state)):
            if self.loses(child, plies - 1):
                self.won[key] = plies
                self._remember(plies, child.move)
                return True
        self.not_won[key] = plies
        return False

    def loses(self, state: State, plies: int) -> bool:
        """Does the player to move lose within so many plies whatever it does?"""
        states = self.states
        if state.empties == 0:
            return states.count(state) < 0
        if states.wins_now(state):
            return False
        if plies % 2 == 1 and state.empties > plies:
            plies -= 1
        if plies <= 0:
            return False
        danger = states.danger(state)
        if plies == 2 and not danger and state.empties > 2 and states.quiet_move_is_safe(state):
            return False
        self._spend()
        for child in self.tries(state, plies, danger):
            if states.count(child) <= 0 if child.empties == 0 else not self.wins(child, plies - 1):
                self._remember(plies, child.move)
                return False
        return True

    def tries(self, state: State, plies: int, danger: int) -> Iterator[State]:
        """The moves that do not lose at once to `danger`. The mover has no win in one.

        With at most two empty cells the other player may also win at once by filling the grid,
        which `defences` does not see.
        """
        if danger and state.empties > 2:
            return self.states.defences(state, danger)
        return self.ordered_moves(state, plies)

    def ordered_moves(self, state: State, plies: int) -> Iterator[State]:
        """All moves that may matter: those that did well elsewhere, then by what they threaten."""
        states, me = self.states, state.me
        free = remaining = states.free(state)
        for piece in self.good_moves[plies]:
            if free >> piece & 1:
                remaining ^= 1 << piece
                yield states.place(state, piece)
        skip_quiet = plies == 3 and state.empties > 3
        later: list[int] = []
        quiet: list[int] = []
        while remaining:
            bit = remaining & -remaining
            remaining ^= bit
            piece = bit.bit_length() - 1
            row, reach = states.links[piece], me.reach
            for own in me.pieces:
                reach |= row[own]
            threats = reach & free
            if threats:
                if threats & ~CELL_BITS[CELL_OF[threats.bit_length() - 1]]:
                    yield states.place(state, piece)
                else:
                    later.append(piece)
            elif not skip_quiet:
                quiet.append(piece)
            elif me.swap:
                # May threaten a swap, now or once the quiet reply stands.
                numbers = ON_EVERY_CELL[me.numbers | 1 << NUMBER_OF[piece]]
                if reach & (numbers | (me.bits | bit) << HALF):
                    later.append(piece)
        for piece in later:
            yield states.place(state, piece)
        yield from states.harmless_exchanges(state)
        for piece in quiet:
            yield states.place(state, piece)

    def survey(self, state: State, deepest: int) -> dict[int, tuple[int, int]]:
        """By the moves' codes what they are worth, 1, 0 or -1, and their distance, 0 where no end
        is forced; as far as the work and so many plies go."""
        states = self.states
        found: dict[int, tuple[int, int]] = {}
        waiting: list[State] = []
        for child in (*states.placements(state), *states.exchanges(state)):
            end = states.finished(child)
            if end is None:
                waiting.append(child)
            else:
                found[child.move] = -end, 1
        with suppress(OutOfWorkError):
            for plies in range(1, deepest):
                for child in waiting:
                    longest = child.empties + child.me.swap + child.you.swap
                    if self.wins(child, plies):
                        found[child.move] = -1, plies + 1
                    elif self.loses(child, plies):
                        found[child.move] = 1, plies + 1
                    elif plies >= longest:
                        found[child.move] = 0, 0
                waiting = [child for child in waiting if child.move not in found]
        return found

    def _remember(self, plies: int, move: int) -> None:
        if move < HALF:
            others = [other for other in self.good_moves[plies] if other != move]
            self.good_moves[plies] = [move, *others[: KEPT - 1]]

    def _spend(self) -> None:
        self.work -= 1
        self.done += 1
        if self.work < 0:
            raise OutOfWorkError
        if self.progress and self.done % 1000 == 0:
            self.progress(self.done)
