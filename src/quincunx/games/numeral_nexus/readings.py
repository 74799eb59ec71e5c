"""Numeral Nexus: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Expected, Reading
from quincunx.games.numeral_nexus.rules import Cells, NumeralNexusPosition, Placement, Swap

SECTIONS = {
    "unreadable": "Placing Numbers",
    "forbids place": "Placing Numbers",
    "forbids": "Turn Actions",
    "place cell": "Placing Numbers",
    "cell": "Swap Mechanic",
    "rest": "Swap Mechanic",
    "turn": "Turn Structure",
    "by line": "Player 1 Claims Victory",
    "by": "Scoring",
    "on pairs": "Game End Conditions",
    "on numbers": "Game End Conditions",
    "over pairs": "Game End Conditions",
    "over numbers": "Game End Conditions",
    "on": "Winning Condition",
}
RARE = (
    "1@A1 5@E1 3@A2 9@E2 2@A3 A2~A3",  # a swap completes the opponent's line
    "1@E1 4@A1 3@E3 6@A3 2@A2 5@E2 A2~E2",  # a line for both
    "2@B4 9@E1 3@C5 9@E3 5@B2 9@E5 6@C1 8@E2 1@A3",  # two lines at once
)


def kind_of(move: Placement | Swap) -> str:
    return "place" if isinstance(move, Placement) else "swap"


class OnlyTheMovers(NumeralNexusPosition):
    """Lines of the player who just moved."""

    __slots__ = ()

    def winning_lines(self) -> list[Cells]:
        lines = super().winning_lines()
        return [line for line in lines if self.owners[line[0]] == self.turn.other]


class Consecutive(NumeralNexusPosition):
    """Lines of numbers that follow each other."""

    __slots__ = ()

    def winning_lines(self) -> list[Cells]:
        lines, numbers = super().winning_lines(), self.numbers
        return [line for line in lines if abs(int(numbers[line[0]]) - int(numbers[line[2]])) == 2]


def _onto_empty(right: Expected) -> Expected:
    legal, after, now = dict(right.legal), dict(right.after), right.position
    for (one, two), swap in now.game.swaps.items() if legal and now.turn in now.swaps else ():
        if (now.owners[one] == "-") != (now.owners[two] == "-"):
            legal[swap.text], after[swap.text] = swap.action, str(now.after(swap))
    return right._replace(legal=legal, after=after)


READINGS: dict[str, Reading] = {
    'NN1 "Winning Condition": the numbers of a line follow each other, as in the example': (
        lambda right: right.reread(Consecutive)
    ),
    'NN2 "Turn Actions": a number may be swapped with an empty cell, as in the sample': _onto_empty,
    'NN7 "Swap Mechanic": a line that a swap completes for the opponent does not win': (
        lambda right: right.reread(OnlyTheMovers)
    ),
}
