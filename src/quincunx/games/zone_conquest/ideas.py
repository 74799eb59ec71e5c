"""Zone Conquest: zones that touch, zones that can be attacked, and zones that can be taken back."""

from collections.abc import Iterator

from quincunx.core import Player
from quincunx.core.grid import DIAGONAL, neighbours
from quincunx.games.zone_conquest.rules import Action, ZoneConquestPosition
from quincunx.players.ideas import COUNT_LEAD, NEXT_MOVE, Idea, Strategy


def borders(position: ZoneConquestPosition, player: Player, other: Player) -> Iterator[list[int]]:
    """Yield for each zone of a player its neighbours that the other one holds."""
    zones = position.zones
    for zone, owner in enumerate(zones):
        if owner == player:
            yield [near for near in position.game.neighbours[zone] if zones[near] == other]


def attackable(position: ZoneConquestPosition, player: Player) -> list[int]:
    """Return the zones of a player that the other one could attack on the next turn."""
    zones, game = position.zones, position.game
    last = position.own_attack if player is not position.turn else position.rival_attack
    return [
        zone
        for zone, owner in enumerate(zones)
        if owner == player and zone != last and player.other in game.around[zone](zones)
    ]


def _touching(before: ZoneConquestPosition, _move: Action, after: ZoneConquestPosition) -> int:
    return sum(map(len, borders(after, before.turn, before.turn)))


def _their_roads(_before: ZoneConquestPosition, _move: Action, after: ZoneConquestPosition) -> int:
    near = after.game.neighbours
    return -sum(len(near[zone]) for zone, owner in enumerate(after.zones) if owner == after.turn)


def _undefended(before: ZoneConquestPosition, _move: Action, after: ZoneConquestPosition) -> int:
    zones, around = after.zones, after.game.around
    mine = attackable(after, before.turn)
    return -sum(before.turn not in around[zone](zones) for zone in mine)


def _exposure(before: ZoneConquestPosition, _move: Action, after: ZoneConquestPosition) -> int:
    return len(attackable(after, after.turn)) - len(attackable(after, before.turn))


def _corner_contacts(
    before: ZoneConquestPosition, _move: Action, after: ZoneConquestPosition
) -> int:
    game, zones = after.game, after.zones
    corners = neighbours(game.rows, game.columns, DIAGONAL)
    return sum(
        zones[corner] == after.turn
        for zone, owner in enumerate(zones)
        if owner == before.turn
        for corner in corners[zone]
    )


TOUCHING = Idea("touching", "Have as many of your zones touching each other as you can.", _touching)
THEIR_ROADS = Idea(
    "their-roads",
    "Leave your opponent little room: a corner counts 2, an edge 3, the centre 4.",
    _their_roads,
)
UNDEFENDED = Idea(
    "undefended",
    "Have few zones that can be attacked and not be taken back from a zone of yours.",
    _undefended,
)
EXPOSURE = Idea(
    "exposure",
    "Be able to attack more zones next turn than your opponent can.",
    _exposure,
)
CORNERS = Idea(
    "corner-contacts",
    "Touch their zones at corners, where nobody can attack.",
    _corner_contacts,
)
STRATEGIES = (
    Strategy("little-room", (NEXT_MOVE, THEIR_ROADS, UNDEFENDED, EXPOSURE, CORNERS)),
    Strategy("together", (NEXT_MOVE, COUNT_LEAD, TOUCHING)),
)
