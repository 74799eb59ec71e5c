"""Numeral Nexus, compiled. A lane is the mover's swap and the other player's, 1 while they have
it, and then the number of each cell, negative if it is the other player's, 0 for none."""

import numpy as np

from quincunx.core import Player
from quincunx.games.numeral_nexus.rules import COPIES, NUMBERS, NumeralNexus, NumeralNexusPosition
from quincunx.kernels.compiled import (
    DRAWN,
    LOST,
    ON,
    WON,
    Flags,
    Ints,
    Shorts,
    bit_count,
    compiled,
    copy,
    fill,
    spread,
)
from quincunx.kernels.lanes import Lanes, is_held, new_step

HIGHEST = len(NUMBERS)
Facts = tuple[Ints, Ints, Ints]


def facts(game: NumeralNexus) -> Facts:
    """The cells of each swap, of each line, and of each pair of neighbours."""
    return np.array(list(game.swaps)), np.array(list(game.lines)), np.array(game.pairs)


def pack(position: NumeralNexusPosition) -> list[int]:
    *cells, mine, theirs = position.features()
    return [mine, theirs, *cells]


def unpack(game: NumeralNexus, lane: Ints, turn: Player) -> NumeralNexusPosition:
    cells = [int(number) for number in lane[2:]]
    owners = "".join("-" if not n else turn if n > 0 else turn.other for n in cells)
    numbers = "".join(str(abs(number)) if number else "-" for number in cells)
    has = {turn: bool(lane[0]), turn.other: bool(lane[1])}
    swaps = "".join(player for player in Player if has[player]) or "-"
    return NumeralNexusPosition(game, owners, numbers, turn, swaps)


@compiled
def result_of(facts: Facts, grid: Ints) -> int:
    """For the player who has just moved, whose numbers are positive."""
    _, lines, pairs = facts
    mine = theirs = False
    for line in range(len(lines)):
        a, b, c = grid[lines[line, 0]], grid[lines[line, 1]], grid[lines[line, 2]]
        # Without branches: which way a comparison goes cannot be foreseen.
        rising, falling = (a < b) & (b < c), (a > b) & (b > c)
        mine |= (rising & (a > 0)) | (falling & (c > 0))
        theirs |= (rising & (c < 0)) | (falling & (a < 0))
    if mine or theirs:
        return WON if mine else LOST
    count = 0
    for cell in range(len(grid)):
        if not grid[cell]:
            return ON
        count += 1 if grid[cell] > 0 else -1
    score = 0
    for pair in range(len(pairs)):
        one, two = grid[pairs[pair, 0]], grid[pairs[pair, 1]]
        if one != two:
            score += (one > 0 and two > 0) - (one < 0 and two < 0)
    if score or count:
        return WON if score > 0 or (score == 0 and count > 0) else LOST
    return DRAWN


@compiled
def play_lanes(facts: Facts, lanes: Lanes, actions: Ints, low: int, high: int) -> None:
    states, results = lanes.states, lanes.results
    swaps = facts[0]
    for lane in range(low, high):
        if is_held(lanes, actions, lane):
            continue
        state, grid, action = states[lane], states[lane, 2:], actions[lane]
        cells = len(grid)
        if action < HIGHEST * cells:
            grid[action % cells] = action // cells + 1
        else:
            swap = action - HIGHEST * cells
            one, two = swaps[swap, 0], swaps[swap, 1]
            grid[one], grid[two] = grid[two], grid[one]
            state[0] = 0
        results[lane] = result_of(facts, grid)
        state[0], state[1] = state[1], state[0]
        for cell in range(cells):
            grid[cell] = -grid[cell]


@compiled
def open_lanes(facts: Facts, lanes: Lanes, low: int, high: int) -> None:
    states, fresh, masks = lanes.states, lanes.fresh, lanes.masks
    cells, pairs = states.shape[1] - 2, len(facts[0])
    for lane in range(low, high):
        state, grid, mask = states[lane], states[lane, 2:], masks[lane]
        if fresh[lane]:
            fill(grid, 0)
            fill(state[:2], 1)
        # How often each number is used: two bits a number, of which none is there above COPIES.
        full, used = 0, 0
        for cell in range(cells):
            full |= (grid[cell] != 0) << cell
            used += (grid[cell] != 0) << 2 * abs(grid[cell])
        count, filled = 0, bit_count(full)
        for number in range(1, HIGHEST + 1):
            left = used >> 2 * number & 3 < COPIES
            count += cells - filled if left else 0
            spread(~full if left else 0, mask[cells * (number - 1) : cells * number])
        swapping = mask[HIGHEST * cells : HIGHEST * cells + pairs]
        if state[0]:
            pair = 0
            for one in range(cells - 1):
                row = swapping[pair : pair + cells - one - 1]
                pair += len(row)
                spread(full >> (one + 1) if full >> one & 1 else 0, row)
            count += filled * (filled - 1) // 2
        else:
            fill(swapping, 0)
        lanes.counts[lane] = count


@compiled
def feature_lanes(
    _facts: Facts, states: Ints, wanted: Flags, features: Shorts, low: int, high: int
) -> None:
    for lane in range(low, high):
        if wanted[lane]:
            cells = states.shape[1] - 2
            copy(states[lane, 2:], features[lane])
            copy(states[lane, :2], features[lane, cells:])


step_lanes = new_step(globals())
