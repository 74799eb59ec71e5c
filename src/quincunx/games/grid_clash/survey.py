"""Every numbering of Grid Clash: how many the first player wins, by how much, and which are the
hardest to win.

Numberings that are turned or mirrored images of each other are one game, solved once and counted
as many times as there are images. The work is cut into parts that any executor can do; the
results do not depend on how many workers there are.
"""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

from quincunx.core import GameError
from quincunx.core.text import counted
from quincunx.games.grid_clash.rules import GridClash, GridClashPosition
from quincunx.kernels import kernel
from quincunx.oracle.base import Progress
from quincunx.oracle.filling import places_in_layers

MAX_CELLS = 9
PARTS = 96
SHOWN = 10
"""How many of the hardest numberings are named."""


@dataclass(frozen=True)
class Survey:
    size: str
    numberings: int
    """All of them."""
    different: int
    """Up to turning and mirroring the grid."""
    margins: dict[int, tuple[int, int]]
    """By the first player's margin: how many the first player wins, and how many the second."""
    winning_moves: dict[int, int]
    """Of the numberings that the first player wins: how many have so many winning first moves."""
    hardest: tuple[str, ...]
    """Some of those with the fewest, as positions."""

    @property
    def won(self) -> int:
        """How many the first player wins."""
        return sum(first for first, _ in self.margins.values())

    def document(self) -> dict[str, object]:
        return {
            "game": GridClash.id(),
            "size": self.size,
            "numberings": self.numberings,
            "different": self.different,
            "first_player_wins": self.won,
            "margins": [
                {"margin": margin, "first_player_wins": first, "second_player_wins": second}
                for margin, (first, second) in self.margins.items()
            ],
            "winning_first_moves": [
                {"moves": moves, "numberings": count} for moves, count in self.winning_moves.items()
            ],
            "hardest": list(self.hardest),
        }

    def in_words(self) -> str:
        lines = [
            f"Grid Clash {self.size}: {self.numberings:,} numberings, {self.different:,} up to "
            "turning and mirroring the grid",
            f"The first player wins {self.won:,} of them.",
        ]
        for margin, (first, second) in self.margins.items():
            for winner, count in (("first", first), ("second", second)):
                if count:
                    lines.append(
                        f"  {count:,} by {counted(abs(margin), 'cell')} for the {winner} player"
                    )
        lines.append("First moves that win, of those that the first player wins:")
        for moves, count in self.winning_moves.items():
            lines.append(f"  {moves}: {count:,}")
        lines.append("Among the hardest to win:")
        lines += [f"  {text}" for text in self.hardest]
        return "\n".join(lines)


def survey(
    game: GridClash,
    progress: Progress,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Survey:
    """Solve every numbering, in so many threads or by an executor's workers."""
    if game.cells > MAX_CELLS:
        raise GameError(
            f"Grid Clash {game.size} has too many numberings to solve them all: "
            f"choose a size of at most {MAX_CELLS} cells."
        )
    kernel(GridClash)
    from quincunx.kernels.compiled import cores

    numberings = different_numberings(game)
    images = len(game.symmetries) // 2
    step = -(-len(numberings) // PARTS)
    parts = [numberings[low : low + step] for low in range(0, len(numberings), step)]
    solved: list[tuple[int, int]] = []
    with nullcontext(executor) if executor else ThreadPoolExecutor(workers or cores()) as doing:
        for part in doing.map(partial(solve_part, game.rows, game.columns), parts):
            solved += part
            progress(len(solved))
    margins: dict[int, tuple[int, int]] = {}
    winning = Counter[int]()
    for value, count in solved:
        margin = int(value / 2)  # towards 0
        first, second = margins.get(margin, (0, 0))
        margins[margin] = (first + images, second) if value > 0 else (first, second + images)
        if value > 0:
            winning[count] += images
    fewest = min(winning, default=0)
    hardest = [
        str(GridClashPosition(game, tuple(map(int, numbers)), "-" * game.cells, game.start().turn))
        for numbers, (value, count) in zip(numberings, solved, strict=True)
        if value > 0 and count == fewest
    ]
    return Survey(
        game.size,
        images * len(numberings),
        len(numberings),
        dict(sorted(margins.items(), reverse=True)),
        dict(sorted(winning.items())),
        tuple(hardest[:SHOWN]),
    )


def solve_part(rows: int, columns: int, numberings: Any) -> list[tuple[int, int]]:
    """The first player's payoff and the number of winning first moves, for each numbering."""
    import numpy as np

    from quincunx.games.grid_clash.kernel import solve_numberings

    game = GridClash(rows, columns)
    # The empty grid, and after each first move: the other player moves, and holds nothing.
    sets = [(0, 0), *((0, 1 << cell) for cell in range(game.cells))]
    places = np.array(places_in_layers(game.cells, sets))
    payoffs = solve_numberings(game, numberings, places)
    winning = (payoffs[:, 1:] < 0).sum(axis=1)
    return list(zip(payoffs[:, 0].tolist(), winning.tolist(), strict=True))


def different_numberings(game: GridClash) -> Any:
    """One of each kind, in order: the smallest of its images when read as a number."""
    import numpy as np

    cells = game.cells
    listed: Iterable[tuple[int, ...]] = permutations(range(1, cells + 1))
    every: Any = np.fromiter(listed, dtype=np.dtype((np.int64, cells)))
    places = 10 ** np.arange(cells - 1, -1, -1)
    own = every @ places
    smallest = np.ones(len(every), dtype=np.bool_)
    for symmetry in game.symmetries:
        smallest &= own <= every[:, list(symmetry.target)] @ places
    return every[smallest]
