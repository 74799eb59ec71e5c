"""The arguments and answers of the tools for assistants: descriptions and schemas, and sentences
that refuse arguments of another type."""

import json
from collections.abc import Callable
from functools import partial, update_wrapper
from inspect import signature
from typing import Annotated, Any, NotRequired

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from quincunx.core import Document, QuincunxError
from quincunx.games import game_ids
from quincunx.players import LEVELS

_dict: Any = TypedDict  # these two are of types that are worked out, beyond a checker
_list: Any = list
KINDS = {"seed": "a whole number", "all": "true or false"}
"""Of arguments that are not text."""
_SEAT = "`you`, or a level that plays there"
FIRST = ("x", "o", "toss", None)
ARGUMENTS = {
    "game": "a game's id",
    "id": "the number of a game that was started, as text",
    "move": "a move in the notation that `rules` describes, as text",
    "other": "another move, to be compared with `move`",
    "position": "a position on one line, in the notation that `rules` describes",
    "x": f"who plays X: {_SEAT}",
    "o": f"who plays O: {_SEAT}",
    "size": "rows x columns, as 3x3; a game has its default size, and a position brings its own",
    "first": "who moves first: x by default; toss chooses at random",
    "seed": "a whole number that decides everything random",
    "all": "whether every move is wanted, not only the best that fit into 4 kB",
}


def _texts(names: str) -> Document:
    return dict.fromkeys(names.split(), str)


OUTCOME = _dict("Outcome", {"winner": str | None, "reason": str})
STATE = _dict(
    "State",
    _texts("id game size position to_move start board x o")
    | dict.fromkeys(("legal_moves", "moves", "history"), list[str])
    | {"ply": int, "outcome": OUTCOME | None},
)
KIND = _dict("Kind", _texts("id title summary default_size smallest_size largest_size"))
VERDICT = _texts("value proof") | {
    "distance": int | None,
    "distance_exact": NotRequired[bool],
    "margin": NotRequired[int],
}
WHY = {"sentences": list[str], "line": list[str], "cells": list[Any], "pairs": NotRequired[Any]}
MORE = {
    "moves": _list[_dict("MoveAnalysis", {"move": str} | VERDICT)],
    "line": NotRequired[list[str]],
    "why": _dict("Why", WHY),
    "left_out": NotRequired[dict[str, int]],
}
MOVES = {"accuracy": Document, "moves": list[Document], "to_learn": str | None}
ANSWERS = {
    "list_games": _dict("Games", {"games": _list[KIND], "levels": list[str]}),
    "rules": _dict("Rules", _texts("game rules moves_are_written_as example_of_a_position")),
    "games_in_progress": _dict("GamesInProgress", {"games": _list[STATE]}),
    "analyze_position": _dict("Analysis", _texts("game size position to_move") | VERDICT | MORE),
    "review_game": _dict("Review", {"value_line": str} | MOVES),
}
"""Of the tools that do not answer with the state of a game."""


def described(work: Callable[..., Any]) -> Any:
    """With what each argument means, and the values that it can have where they are few."""
    seats = ["you", *LEVELS]
    enums: Document = {"game": game_ids(), "x": seats, "o": seats, "first": FIRST}
    parameters, own = [], signature(work)
    for name, one in own.parameters.items():
        extra: Any = {"enum": [*enums[name]]} if name in enums else None
        field = Field(description=f"{ARGUMENTS[name]}.", json_schema_extra=extra)
        parameters.append(one.replace(annotation=Annotated[one.annotation, field]))
    answer = ANSWERS.get(work.__name__, STATE)
    called: Any = update_wrapper(partial(work), work)
    called.__signature__ = own.replace(parameters=parameters, return_annotation=answer)
    return called


def sentence(error: BaseException | None, tool: str) -> str | None:
    """What a refusal says; of arguments that do not fit, what is wrong with the first of them, and
    what would be right. None for what is no refusal."""
    if isinstance(error, QuincunxError):
        return str(error)
    if not isinstance(error, ValidationError):
        return None
    first = error.errors()[0]
    name = str(first["loc"][0])
    wanted = f"give {name}, {ARGUMENTS[name]}."
    if first["type"] == "missing":
        return f"{tool} lacks an argument: {wanted}"
    kind = KINDS.get(name, "text")
    return f"{json.dumps(first['input'])[:40]} is not {kind}: {wanted}"
