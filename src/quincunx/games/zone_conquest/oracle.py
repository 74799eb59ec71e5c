"""Zone Conquest: every position in one table, loops included.

The rules are stated here once more, on sets of zones: so the table takes a tenth of a second and
no compiler, where the generic solver takes a second on the positions of `rules.py`.

Everything is seen from the mover's side: `mine` and `theirs` are sets of zones as the bits of an
integer. Of the remembered attacks at most one zone matters, and in one of two ways:

- the mover attacked it last turn and lost it again at once: it is forbidden now;
- the opponent has just attacked it and the mover could take it back: then the opponent may not
  attack it again on the next turn.

(If the mover's last attack is the opponent's zone again, the opponent has just attacked it, so
both memories are of that one zone, and since the mover may not attack it the second is idle.)
Boards that are turned or mirrored images of each other are solved once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quincunx.core.grid import sets_of
from quincunx.games.zone_conquest.rules import ZoneConquest, ZoneConquestPosition
from quincunx.oracle.base import Lookup, Oracle
from quincunx.oracle.filling import base3_of
from quincunx.oracle.retrograde import carry_back, verdict
from quincunx.oracle.verdicts import Proof, Verdict

MAX_CELLS = 9
NOT_OVER = "every one that is not over, seen from the mover's side, reachable or not; turned and "

# What is remembered of an attack: (zone, kind); NOTHING where it does not matter.
FORBIDDEN, TAKEN = 1, 2
NOTHING = (0, 0)
State = tuple[int, int, tuple[int, int]]
END = 0
"""The number of the one finished state: the player to move has lost."""
NumberOf = Callable[[State], int]


def oracle(game: ZoneConquest) -> Oracle:
    if game.cells <= MAX_CELLS:
        return ZoneConquestOracle(game)
    from quincunx.games.zone_conquest.large import LargeZones

    return LargeZones(game)


@dataclass(frozen=True, slots=True)
class Turning:
    """A symmetry of the grid as maps of zones and of sets of zones."""

    zones: tuple[int, ...]
    sets: list[int]


class ZoneConquestOracle(Oracle):
    proof = Proof.TABLE
    reachable = 150_279
    positions_are = f"{NOT_OVER}mirrored boards once"

    def __init__(self, game: ZoneConquest) -> None:
        self.game = game
        self.adjacent = [sum(1 << zone for zone in around) for around in game.neighbours]
        self.turnings = [
            Turning(symmetry.target, _map_sets(symmetry.target))
            for symmetry in game.symmetries
            if not symmetry.exchange
        ]
        self.images: dict[tuple[int, int], tuple[int, int, Turning]] = {}
        self.numbers: dict[State, int] = {}
        self._solve()

    def judge(self, position: ZoneConquestPosition) -> Verdict:
        number = self.numbers[self._state(position)]
        return verdict(self.values[number], self.distances[number])

    def lookup(self) -> Lookup:
        """By the number of a board in base 3 and what is remembered: 0, or its kind and twice the
        zone."""
        import numpy as np

        cells, base3 = self.game.cells, np.array(base3_of(self.game.cells))
        table = np.zeros((3**cells, 1 + 2 * cells), dtype=np.int8)
        in_order = sorted(self.numbers.items(), key=lambda item: item[0][2][1])  # NOTHING first
        for (mine, theirs, (zone, kind)), number in in_order:
            for turning in self.turnings:
                row = table[base3[turning.sets[mine]] + 2 * base3[turning.sets[theirs]]]
                some = kind + 2 * turning.zones[zone] if kind else slice(None)
                row[some] = self.values[number]

        def look_up(states: Any) -> Any:
            mine, theirs, own, rival = states.T  # attacks count from 1
            forbidden = theirs << 1 >> own & 1
            taken = np.where(rival, TAKEN + 2 * (rival - 1), 0)
            memory = np.where(forbidden, FORBIDDEN + 2 * (own - 1), taken)
            return table[base3[mine] + 2 * base3[theirs], memory]

        return look_up

    def _state(self, position: ZoneConquestPosition) -> State:
        return self._canonical(*state_of(position))

    def _canonical(self, mine: int, theirs: int, memory: tuple[int, int]) -> State:
        """The state that stands for this one and its images; memories that are idle dropped."""
        image = self.images.get((mine, theirs))
        if image is None:
            image = min(
                ((t.sets[mine], t.sets[theirs], t) for t in self.turnings), key=lambda i: i[:2]
            )
            self.images[mine, theirs] = image
        zone, kind = memory
        if not kind or not self.adjacent[zone] & mine:
            return image[0], image[1], NOTHING
        return image[0], image[1], (image[2].zones[zone], kind)

    def _solve(self) -> None:
        """List every state with where its moves lead, then carry the ends back."""
        states: list[State | None] = [None]
        children: list[list[int]] = [[]]

        def number_of(state: State) -> int:
            number = self.numbers.get(state)
            if number is None:
                number = self.numbers[state] = len(states)
                states.append(state)
                children.append([])
            return number

        everything = (1 << self.game.cells) - 1
        losing = self.game.winning_count - 1
        small = [mask for mask in range(everything + 1) if mask.bit_count() <= losing]
        for mine in small:
            for theirs in small:
                if not mine & theirs and self._canonical(mine, theirs, NOTHING)[:2] == (
                    mine,
                    theirs,
                ):
                    self._expand(mine, theirs, number_of, children)
        self.values, self.distances = carry_back(children, {END: -1})
        self.positions = len(states) - 1

    def _expand(
        self, mine: int, theirs: int, number_of: NumberOf, children: list[list[int]]
    ) -> None:
        """The moves of a board, for each of the memories that may come with it."""
        zones = range(self.game.cells)
        wins = mine.bit_count() + 1 == self.game.winning_count
        occupied = [
            END if wins else number_of(self._canonical(theirs, mine | 1 << zone, NOTHING))
            for zone in zones
            if not (mine | theirs) >> zone & 1
        ]
        targets = [z for z in zones if theirs >> z & 1 and self.adjacent[z] & mine]
        attacks = {
            (zone, kind): END
            if wins
            else number_of(self._canonical(theirs ^ 1 << zone, mine | 1 << zone, (zone, kind)))
            for zone in targets
            for kind in (TAKEN, FORBIDDEN)
        }
        taken = [attacks[zone, TAKEN] for zone in targets]
        children[number_of((mine, theirs, NOTHING))] = list({*occupied, *taken})
        for zone in targets:
            others = {*occupied, *(attacks[z, TAKEN] for z in targets if z != zone)}
            children[number_of((mine, theirs, (zone, FORBIDDEN)))] = list(others)
            # Taking back what was just attacked forbids the opponent to do the same again.
            others.add(attacks[zone, FORBIDDEN])
            children[number_of((mine, theirs, (zone, TAKEN)))] = list(others)


def state_of(position: ZoneConquestPosition) -> State:
    """A position's sets and its memory, which may be idle."""
    mine, theirs = sets_of(position.zones, position.turn)
    memory = NOTHING
    if position.own_attack is not None and theirs >> position.own_attack & 1:
        memory = (position.own_attack, FORBIDDEN)
    elif position.rival_attack is not None:
        memory = (position.rival_attack, TAKEN)
    return mine, theirs, memory


def _map_sets(target: tuple[int, ...]) -> list[int]:
    sets = [0]
    for zone in range(len(target)):
        sets += [image | 1 << target[zone] for image in sets]
    return sets
