"""Quincunx: two-player strategy games, refereed, solved and graded exactly.

>>> import quincunx
>>> position = quincunx.game("swap-nine").start()
>>> str(position.play("5"))
'---/-X-/--- O'
"""

TYPE_CHECKING = False  # as typing's own, which would take longer to import than all else here

__version__ = "0.2.0.dev0"

if TYPE_CHECKING:
    from quincunx.arena.api import exploit as exploit
    from quincunx.arena.api import grade as grade
    from quincunx.arena.api import play_match as play_match
    from quincunx.arena.grading import judge as judge
    from quincunx.arena.suite import suite as suite
    from quincunx.core import IllegalMoveError as IllegalMoveError
    from quincunx.core import NotationError as NotationError
    from quincunx.core import Outcome as Outcome
    from quincunx.core import Player as Player
    from quincunx.core import PositionError as PositionError
    from quincunx.core import QuincunxError as QuincunxError
    from quincunx.core import RecordError as RecordError
    from quincunx.games import game as game
    from quincunx.games import game_ids as game_ids
    from quincunx.games import parse as parse
    from quincunx.kernels.batch import Batch
    from quincunx.oracle import analyze as analyze
    from quincunx.oracle import values as values
    from quincunx.play.match import Match as Match
    from quincunx.players.chat import answer as answer
    from quincunx.players.chat import question as question

_HOMES = {
    "quincunx.arena.api": "exploit grade play_match",
    "quincunx.core": (
        "IllegalMoveError NotationError Outcome Player PositionError QuincunxError RecordError"
    ),
    "quincunx.games": "game game_ids parse",
    "quincunx.play.match": "Match",
    "quincunx.oracle": "analyze values",
    "quincunx.players.chat": "answer question",
    "quincunx.arena.suite": "suite",
    "quincunx.arena.grading": "judge",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = ["__version__", "batch", *_HOME]  # noqa: PLE0604 - names of one table


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that start-up is quick."""
    if name not in _HOME:
        raise AttributeError(f"module 'quincunx' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})


def batch(
    game: str,
    lanes: int = 4096,
    seed: int = 0,
    size: tuple[int, int] | None = None,
    threads: int | None = None,
    truncate: int | None = None,
    device: str = "cpu",
) -> "Batch":
    """Step thousands of games of one kind at once. Needs the extra `fast`.

    The same seed plays the same games, whatever the number of threads and on every device.

    Args:
        game: The id of a game.
        lanes: How many games are played side by side; a finished one restarts in the same step.
        seed: Decides everything random.
        size: Rows and columns; the game's usual size by default.
        threads: How many threads step the lanes; one for each core by default.
        truncate: The ply after which a game is cut off; 200 by default where nothing bounds a game.
        device: `cpu`, or `cuda` for a GPU (extra `cuda`).

    Examples:
        >>> import quincunx
        >>> games = quincunx.batch("swap-nine", lanes=1000, seed=1)
        >>> step = games.step(games.sample())
        >>> step.masks.shape, int(step.ended.sum())
        ((1000, 90), 0)
    """
    # Defined here, so that it can be imported without the extra; the call names what is missing.
    from quincunx.core.extras import needs

    with needs("fast"):
        from quincunx.kernels.batch import batch_on
    return batch_on(device, game, lanes, seed, size, threads, truncate)
