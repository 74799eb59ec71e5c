"""Zone Conquest: where its book says what, and how else it can be read."""

from dataclasses import replace
from operator import itemgetter

from quincunx.arena.referees import Expected, Reading, expect
from quincunx.core import Outcome
from quincunx.core.grid import ALL_ROUND, neighbours
from quincunx.games.zone_conquest.rules import Action

SECTIONS = {
    "unreadable": "Occupying Zones",
    "forbids occupy": "Occupying Zones",
    "forbids": "Attacking Zones",
    "occupy cell": "Occupying Zones",
    "cell": "Attacking Zones",
    "rest": "No Repeated Attacks",
    "turn": "Turns",
    "on": "Winning the Game",
    "end": "Winning the Game",
}
RARE = ("1 2 4 5 x5 x5 x2 x2 x5 x5 x2 x2 x5 x5",)  # a position stands for the third time


def kind_of(move: Action) -> str:
    return "attack" if move.attack else "occupy"


def _no_retaking(right: Expected) -> Expected:
    just = right.position and right.position.rival_attack
    return right.without(lambda move: just is not None and move == f"x{just + 1}")


def _passing(right: Expected) -> Expected:
    if not right.legal:
        return right
    now = right.position
    idle = replace(now, turn=now.turn.other, own_attack=now.rival_attack, rival_attack=None)
    legal, after = {**right.legal, "pass": None}, {**right.after, "pass": str(idle)}
    return right._replace(legal=legal, after=after)


def _corners(right: Expected) -> Expected:
    around = neighbours(*right.question.size, ALL_ROUND)
    return right.reread(neighbours=around, around=tuple(itemgetter(*zones) for zones in around))


def _full(right: Expected) -> Expected:
    if right.outcome or not right.position or "-" in right.position.zones:
        return right
    return right._replace(outcome=Outcome(None, "the grid is full"), legal={})


READINGS: dict[str, Reading] = {
    'ZC1 "No Repeated Attacks": what was just attacked may not be taken back': _no_retaking,
    'ZC2 "Turns": a player may pass': _passing,
    'ZC4 "Attacking Zones": zones that touch at a corner are neighbours': _corners,
    'ZC5 "Winning the Game": four zones of nine win': (
        lambda right: right.reread(winning_count=4) if right.question.size == (3, 3) else right
    ),
    'ZC7 "Winning the Game": play may go on for ever': (
        lambda right: expect(right.question._replace(is_third_time=False))
    ),
    'ZC8 "Winning the Game": a full grid ends the game': _full,
}
