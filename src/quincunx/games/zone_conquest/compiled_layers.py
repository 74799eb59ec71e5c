"""Zone Conquest from the full grid down to the empty one, by the sets of `compiled.py`."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from quincunx.games.zone_conquest.compiled import Images, Values, solve_sets
from quincunx.games.zone_conquest.rules import ZoneConquest
from quincunx.kernels.compiled import Ints, in_parts
from quincunx.kernels.filling import sets_by_count

PARTS = 256


def images(game: ZoneConquest) -> tuple[Images, list[Ints]]:
    """With the sets that stand for others, by count."""
    targets = np.array([s.target for s in game.symmetries if not s.exchange])
    sets, _ = sets_by_count(game.cells)
    mapped = np.zeros((len(targets), 1 << game.cells), dtype=np.int64)
    for zone in range(game.cells):
        mapped[:, 1 << zone : 2 << zone] = mapped[:, : 1 << zone] | (1 << targets[:, zone, None])
    least, turning = mapped.min(axis=0), mapped.argmin(axis=0)
    standing = [some[least[some] == some] for some in sets]
    ranks = np.zeros(1 << game.cells, dtype=np.int64)
    for some in standing:
        ranks[some] = np.arange(len(some))
    return Images(least, turning, targets, ranks), standing


def solve_layers(
    game: ZoneConquest,
    shapes: Images,
    standing: list[Ints],
    keep: bool,
    above: Values,
    filled: int,
    progress: Callable[[int], None],
) -> Iterator[tuple[Values, Values, int]]:
    """The layers with so many filled zones and fewer, down to the empty grid: the values with
    nothing remembered, all values if they are to be kept, and how many states there are. `above`
    are the values of the layer above, with nothing remembered."""
    adjacent = np.array([sum(1 << zone for zone in around) for around in game.neighbours])
    done = 0
    for count in range(filled, -1, -1):
        sets = standing[count]
        bare: Values = np.zeros(len(sets) << count, dtype=np.uint8)
        layer: Values = np.zeros(
            len(sets) * (1 + 2 * count) << count if keep else 0, dtype=np.uint8
        )
        rules = sets, adjacent, game.winning_count, shapes
        work = partial(solve_sets, *rules, above, bare, layer)
        found = in_parts(len(sets), PARTS, work, progress, done)
        done += found
        yield bare, layer, found
        above = bare
