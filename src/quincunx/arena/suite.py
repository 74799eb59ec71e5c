"""Fair starts for grading: contested positions, as many for each seat.

At the start of most games one seat has won already, which would hide how well it is played. A
contested position is one where the choice matters: the oracle knows every move, and they are
worth different things. They come from random play by a seed, half with X to move, half with O,
so the same version, game, size, seed and count give the same suite everywhere.
"""

from dataclasses import dataclass
from random import Random

from quincunx.arena.contest import ArenaError
from quincunx.core import AnyGame, AnyPosition, Player, random_play
from quincunx.oracle import Analysis, Value, analyze

SUITE = 1
"""The version: change it with whatever changes the positions."""
LOOKS = 8
"""Positions of one random game that are looked at."""
MOST_GAMES = 60
"""Random games for each start that is wanted."""


@dataclass(frozen=True)
class Start:
    position: AnyPosition
    ply: int
    """Moves since the start of the game it was taken from."""


def all_known(analysis: Analysis) -> bool:
    return all(item.value is not Value.UNKNOWN for item in analysis.moves)


def choice_matters(analysis: Analysis) -> bool:
    """Whether moves of different value exist, as far as they are known."""
    values = {item.value for item in analysis.moves}
    return len(values - {Value.UNKNOWN}) > 1


def contested(position: AnyPosition) -> bool:
    analysis = analyze(position)
    return all_known(analysis) and choice_matters(analysis)


def suite(game: AnyGame, count: int, seed: int) -> tuple[Start, ...]:
    """That many different contested positions, half of them with X to move."""
    if count < 0 or count % 2:
        raise ArenaError(f"Starts are shared by two seats: choose an even number, not {count}.")
    random = Random(f"suite {SUITE} {game.id()} {game.size} {seed}")
    wanted = dict.fromkeys(Player, count // 2)
    found: dict[AnyPosition, Start] = {}
    for _ in range(MOST_GAMES * count):
        if len(found) == count:
            break
        start = _from_random_game(game, random, wanted)
        if start and start.position not in found:
            found[start.position] = start
            wanted[start.position.turn] -= 1
    if len(found) < count:
        raise ArenaError(
            f"{game.title} {game.size} has too few contested positions that are known for "
            f"{count} starts: choose {2 * (len(found) // 2)} or fewer."
        )
    return tuple(found.values())


def _from_random_game(game: AnyGame, random: Random, wanted: dict[Player, int]) -> Start | None:
    position: AnyPosition = game.start(random.choice("XO"), random.randrange(10**9))
    played = enumerate(random_play(position, random))
    starts = [Start(one, ply) for ply, one in played if one.outcome is None]
    random.shuffle(starts)
    open_seats = [start for start in starts if wanted[start.position.turn]]
    return next((one for one in open_seats[:LOOKS] if contested(one.position)), None)
