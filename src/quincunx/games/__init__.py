"""The registry: one folder for each game. What lies here is what there is; nothing is listed.

A folder's name is the game's id with `_` for `-`, and its `rules.py` defines one subclass of Game;
a game without other parts may be a single file of that name. The other files of a folder are
optional parts, each loaded by the package that it plugs into: `book.py`, `dialogue.py`,
`reasons.py`, `ideas.py`, `oracle.py`, `kernel.py`, `survey.py`, `check.py`, `readings.py`,
`gg_bench.py` and `lesson.toml`. Only the game that is asked for is imported.
"""

import os
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import index
from types import ModuleType
from typing import TypeVar

from quincunx.core.errors import GameError, PositionError, QuincunxError
from quincunx.core.game import RULES, AnyGame, AnyPosition, Game, make
from quincunx.core.text import listed, quote, suggestion

T = TypeVar("T")


def game_ids() -> list[str]:
    """Return the ids of all games, in alphabetical order.

    Examples:
        >>> import quincunx
        >>> "swap-nine" in quincunx.game_ids()
        True
    """
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def game_class(game_id: str) -> type[AnyGame]:
    """The class with the rules of a game."""
    ids = game_ids()
    if game_id not in ids:
        raise GameError(f"There is no game {quote(game_id)}: {suggestion(game_id, ids)}")
    module = import_module(f"{__name__}.{game_id.replace('-', '_')}")
    if hasattr(module, "__path__"):
        module = import_module(f"{module.__name__}.{RULES}")
    classes = [one for one in vars(module).values() if isinstance(one, type)]
    own = [one for one in classes if one.__module__ == module.__name__]
    for found in own:
        if issubclass(found, Game):
            _check_complete(found, own)
            return found
    raise GameError(f"The file of {game_id} defines no game: it needs a subclass of Game.")


def _check_complete(kind: type[AnyGame], own: Sequence[type]) -> None:
    """GameError if the game, or a position of its file, lacks something that others rely on."""
    for one in own:
        missing = [] if one.__subclasses__() else [*getattr(one, "__abstractmethods__", ())]
        if one is kind:
            missing += [name for name in Game.__annotations__ if not hasattr(kind, name)]
        if missing:
            raise GameError(
                f"The class {one.__name__} of {kind.id()} lacks {listed(sorted(missing))}: "
                "define what is missing."
            )


def part_of(kind: type[AnyGame], name: str) -> ModuleType | None:
    """Return a module of the game's folder, or None if the game has no such part."""
    return import_module(_part(kind, name)) if has_part(kind, name) else None


def has_part(kind: type[AnyGame], name: str) -> bool:
    return kind.is_folder() and find_spec(_part(kind, name)) is not None


def data_file(game_id: str, name: str) -> str | None:
    """Return the path of a data file in the game's folder, or None. Imports no game."""
    spec = find_spec(f"{__name__}.{game_id.replace('-', '_')}")
    folders = (spec and spec.submodule_search_locations) or ()
    files = (os.path.join(folder, name) for folder in folders)
    return next(filter(os.path.isfile, files), None)


def _part(kind: type[AnyGame], name: str) -> str:
    return f"{kind.__module__.rpartition('.')[0]}.{name}"


def game(game_id: str, size: tuple[int, int] | None = None) -> AnyGame:
    """Return the game with this id, on `size` (rows, columns) or on its usual size.

    Raises:
        GameError: There is no such game, or it is not played on this size.

    Examples:
        >>> import quincunx
        >>> game = quincunx.game("crossed-paths", size=(8, 8))
        >>> game.title, game.size
        ('Crossed Paths', '8x8')
        >>> str(quincunx.game("swap-nine").start())
        '---/---/--- X'
    """
    kind = game_class(game_id)
    sides = kind.default_size if size is None else size
    if not (isinstance(sides, (tuple, list)) and len(sides) == 2 and all(map(_is_whole, sides))):
        raise GameError(f"{quote(str(size))} is not a size: give rows and columns, as in (3, 3).")
    return make(kind, *map(index, sides))


def _is_whole(side: object) -> bool:
    return hasattr(side, "__index__") and not isinstance(side, bool)


def each(ask: Callable[[type[AnyGame]], T], ids: Sequence[str] | None = None) -> Iterator[T]:
    """What can be had of each game. One that is at fault harms no other: it is left out, and a
    warning says so; but where nothing can be had, what was wrong with most of them is raised."""
    faults: dict[str, Exception] = {}
    served = False
    for game_id in game_ids() if ids is None else ids:
        try:
            found = ask(game_class(game_id))
        except Exception as fault:
            faults[game_id] = fault
        else:
            served = True
            _tell(faults)
            yield found
    if faults and not served:
        said = [str(fault) for fault in faults.values()]
        raise max(faults.values(), key=lambda fault: said.count(str(fault)))
    _tell(faults)


def _tell(faults: dict[str, Exception]) -> None:
    """On standard error, or wherever a program that uses this writes its log."""
    for game_id, fault in faults.items():
        from logging import getLogger

        words = str(fault) if isinstance(fault, QuincunxError) else repr(fault)
        getLogger("quincunx").warning("%s is left out: %s", game_id, words)
    faults.clear()


def parse(game_id: str, text: str) -> AnyPosition:
    """Return the position with this text; the text decides the size of the grid.

    Raises:
        PositionError: The text is not a position of this game.

    Examples:
        >>> import quincunx
        >>> position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
        >>> [str(move) for move in position.legal_moves()]
        ['3', '7', '9', 'x1', 'x6', 'x8']
    """
    kind = game_class(game_id)
    rows, columns = kind.size_of(text)
    try:
        chosen = make(kind, rows, columns)
    except GameError as error:
        raise PositionError(str(error)) from error
    position: AnyPosition = chosen.parse(text)
    return position
