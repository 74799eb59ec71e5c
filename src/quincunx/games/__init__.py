"""One file a rule book. What lies in this folder is what there is: nothing is listed.

A file's name is the game's id with `_` for `-`; it defines one subclass of Game. Only the game
that is asked for is imported.
"""

import pkgutil
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import index
from types import ModuleType
from typing import TypeVar

from quincunx.core.errors import GameError, PositionError, QuincunxError
from quincunx.core.game import AnyGame, AnyPosition, Game, make
from quincunx.core.text import listed, nearest, quote

T = TypeVar("T")


def game_ids() -> list[str]:
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def game_class(game_id: str) -> type[AnyGame]:
    """The class with the rules of a game."""
    ids = game_ids()
    if game_id not in ids:
        near = nearest(game_id, ids)
        right = f"did you mean {near}?" if near else f"choose {listed(ids, 'or')}."
        raise GameError(f"There is no game {quote(game_id)}: {right}")
    module = import_module(f"{__name__}.{game_id.replace('-', '_')}")
    for found in vars(module).values():
        if (
            isinstance(found, type)
            and issubclass(found, Game)
            and found.__module__ == module.__name__
        ):
            return found
    raise GameError(f"The file of {game_id} defines no game: it needs a subclass of Game.")


def own_file(kind: type[AnyGame], room: str) -> ModuleType | None:
    """The file in a room that has the name of a game's file, if there is one."""
    name = f"{room}.{kind.id().replace('-', '_')}"
    return import_module(name) if find_spec(name) else None


def game(game_id: str, size: tuple[int, int] | None = None) -> AnyGame:
    """The game with this id, on rows x columns."""
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
    """The position of a game, on the size that its text brings."""
    kind = game_class(game_id)
    rows, columns = kind.size_of(text)
    try:
        chosen = make(kind, rows, columns)
    except GameError as error:
        raise PositionError(str(error)) from error
    position: AnyPosition = chosen.parse(text)
    return position
