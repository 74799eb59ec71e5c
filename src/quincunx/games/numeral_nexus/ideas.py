"""Numeral Nexus: cells on which a number completes a sequence."""

from dataclasses import replace

from quincunx.core import Player
from quincunx.games.numeral_nexus.opening_book import canonical
from quincunx.games.numeral_nexus.rules import NumeralNexusPosition, Placement, Swap
from quincunx.games.numeral_nexus.states import States
from quincunx.oracle import Value
from quincunx.players.ideas import NEXT_MOVE, Guarantee, Idea, Strategy

MIDDLE = 5
FEW = 2
"""With so few numbers on the grid, positions that are images of each other count as one."""


def threats(position: NumeralNexusPosition, player: Player) -> dict[int, str]:
    """The cells on which a number of the pool would complete a sequence, and one of those each:
    '4-5-6 on B2'."""
    owners, numbers = position.owners, position.numbers
    pool = [number for number, left in position.pool().items() if left]
    found: dict[int, str] = {}
    for line in position.game.lines:
        empty = [cell for cell in line if owners[cell] == "-"]
        if len(empty) == 1 and sum(owners[cell] == player for cell in line) == 2:
            for number in pool:
                row = [number if cell in empty else numbers[cell] for cell in line]
                if row[0] < row[1] < row[2] or row[0] > row[1] > row[2]:
                    name = position.game.names[empty[0]]
                    found.setdefault(empty[0], f"{'-'.join(row)} on {name}")
    return found


def next_move(
    before: NumeralNexusPosition, _move: Placement | Swap, after: NumeralNexusPosition
) -> int:
    """Return what the generic idea does, without trying every reply."""
    if outcome := after.outcome:
        return 2 * (outcome.winner is before.turn)
    states = States(after.game)
    return not states.wins_now(states.of_position(after))


def _aims(
    before: NumeralNexusPosition, _move: Placement | Swap, after: NumeralNexusPosition
) -> int:
    return len(threats(after, before.turn))


def _lines(
    _before: NumeralNexusPosition, move: Placement | Swap, after: NumeralNexusPosition
) -> int:
    return len(after.game.lines_through[move.cell]) if isinstance(move, Placement) else 0


def _middle(
    _before: NumeralNexusPosition, move: Placement | Swap, _after: NumeralNexusPosition
) -> int:
    return -abs(int(move.number) - MIDDLE) if isinstance(move, Placement) else -MIDDLE


AIMS = Idea("aims", "Have as many cells as you can on which you win with your next number.", _aims)
LINES = Idea("lines", "Place where most rows of three run through: near the centre.", _lines)
MIDDLE_NUMBER = Idea(
    "middle-number", "Place a number near 5, which has room on both sides.", _middle
)


def prove(strategy: Strategy, start: NumeralNexusPosition, seat: Player) -> Guarantee:
    """Try every opponent. Where a win in one is there the strategy takes it, so that nothing after
    it needs to be tried; of images after two moves one stands for all."""
    states, seen, open_positions = States(start.game), set[object](), [start]
    while open_positions:
        position = open_positions.pop()
        few = start.game.cells - position.owners.count("-") <= FEW
        key = canonical(position) if few else position
        if key in seen:
            continue
        seen.add(key)
        own = position.turn is seat
        if own and states.wins_now(states.of_position(position)):
            continue
        for move in strategy.moves(position) if own else position.legal_moves():
            after = position.after(move)
            if outcome := after.outcome:
                if outcome.winner is not seat:
                    return Value.LOSS if outcome.winner else Value.DRAW, len(seen)
            else:
                open_positions.append(after)
    return Value.WIN, len(seen)


STRATEGIES = (
    Strategy("aims", (replace(NEXT_MOVE, measure=next_move), AIMS, LINES, MIDDLE_NUMBER), prove),
)
