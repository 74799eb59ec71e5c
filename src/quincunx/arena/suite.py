"""Fair starts for grading: contested positions, as many for each seat.

At the start of most games one seat has won already, which would hide how well it is played. A
contested position is one where the choice matters: the oracle knows every move, and they are
worth different things. They come from random play by a seed, half with X to move, half with O,
and from every depth at which there are some in fair shares: each random game is searched where
fewest were found. The same game, size, seed and count give the same suite everywhere.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from quincunx.arena.contest import ArenaError
from quincunx.core import AnyGame, AnyPosition, Player, random_play
from quincunx.oracle import Analysis, Value, analyze

SUITE_VERSION = 3
"""The version: change it with whatever changes the positions or what counts."""
POSITIONS_VERSION = 2
"""The version that the positions are drawn by: suite 3 has those of suite 2, and charges forfeits
wherever they happen."""
MAX_TRIES_PER_GAME = 8
"""Positions of one random game that are tried."""
MAX_GAMES_PER_START = 60
"""Random games that are played for each start."""


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
    """Return `count` different contested positions, half of them with X to move.

    In a contested position every move is known and their values differ. The same game, size, seed
    and count give the same positions everywhere. Each has its `position` and its `ply`.

    Examples:
        >>> import quincunx
        >>> starts = quincunx.suite(quincunx.game("swap-nine"), 4, seed=0)
        >>> sorted(str(start.position.turn) for start in starts)
        ['O', 'O', 'X', 'X']
    """
    if count < 0 or count % 2:
        raise ArenaError(f"Starts are shared by two seats: choose an even number, not {count}.")
    random = Random(f"suite {POSITIONS_VERSION} {game.id()} {game.size} {seed}")
    wanted = dict.fromkeys(Player, count // 2)
    found: dict[AnyPosition, Start] = {}
    shares: Counter[int] = Counter()
    for _ in range(MAX_GAMES_PER_START * count):
        if len(found) == count:
            break
        for start in _candidates(game, random, wanted, shares):
            if start.position not in found and contested(start.position):
                found[start.position] = start
                wanted[start.position.turn] -= 1
                shares[start.ply] += MAX_TRIES_PER_GAME
                break
            shares[start.ply] += 1  # a depth that has none is tried less and less
    if len(found) < count:
        raise ArenaError(
            f"{game.title} {game.size} has too few contested positions that are known for "
            f"{count} starts: choose {2 * (len(found) // 2)} or fewer."
        )
    return tuple(found.values())


def _candidates(
    game: AnyGame, random: Random, wanted: dict[Player, int], shares: Counter[int]
) -> list[Start]:
    """Return the positions of one random game to try, first where the fewest were found."""
    position: AnyPosition = game.start(random.choice("XO"), random.randrange(10**9))
    played = enumerate(random_play(position, random))
    starts = [Start(one, ply) for ply, one in played if one.outcome is None]
    random.shuffle(starts)
    open_seats = [start for start in starts if wanted[start.position.turn]]
    return sorted(open_seats, key=lambda start: shares[start.ply])[:MAX_TRIES_PER_GAME]
