"""Referees of ours, right and wrong, in this process."""

import json
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from helpers import ROOT
from quincunx.arena.referees import Question, expect, judging
from quincunx.arena.referees.questions import questions
from quincunx.core import AnyGame, AnyPosition, Document, Game, Outcome, QuincunxError
from quincunx.core.text import read_size
from quincunx.games import game_class

REPEATED = Outcome(None, "")


right_answer = cache(expect)


@cache
def asked(game_id: str) -> tuple[Question, ...]:
    return tuple(questions(game_class(game_id)))


def judged(game_id: str, answer: Callable[[Document], Any]) -> Document:
    """Return the report on a referee that answers like this; right answers are computed once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "expect", right_answer)
        return judging.judge(
            game_class(game_id), lambda question: json.dumps(answer(question)), asked(game_id)
        )


def ids(document: Document) -> list[str]:
    return [one["id"] for one in document["readings"]]


def sections(document: Document) -> dict[str, int]:
    return {one["section"]: one["count"] for one in [*document["faults"], *document["readings"]]}


def referee(
    game_of: Callable[[int, int], AnyGame],
    form: type[AnyPosition] | None = None,
    repetition: bool = True,
) -> Callable[[Document], Any]:
    """One that plays by the games of that function, or by another form of their positions. With a
    form of its own it plays what it lists; else it plays what its rules let it."""
    games: dict[str, AnyGame] = {}

    def position_of(question: Document, text: str) -> Any:
        size = question["size"]
        games[size] = games.get(size) or game_of(*read_size(size))
        position = games[size].parse(text)
        return (
            form(*(getattr(position, one.name) for one in fields(position))) if form else position
        )

    def answer(question: Document) -> Any:
        try:
            if "position" not in question:
                start = game_of(*read_size(question["size"])).start(seed=question["seed"])
                return {"position": str(start)}
            position = position_of(question, question["position"])
            thrice = repetition and stands_thrice(question, position_of)
        except QuincunxError as error:
            return {"refused": str(error)}
        outcome = position.outcome or (REPEATED if thrice else None)
        moves = {} if thrice and not position.outcome else legal_moves(position)
        line = [cell.key for cell in position.board().cells if cell.highlight == "line"]
        by = line or [[tally.x, tally.o] for tally in outcome.counts] if outcome else []
        return {
            "legal_moves": [*moves],
            "actions": [move.action for move in moves.values()],
            "outcome": outcome and {"winner": outcome.winner, "by": by},
            "after": [
                None if thrice and not position.outcome else after(position, move, moves)
                for move in question["moves"]
            ],
        }

    def after(position: Any, move: str, moves: Document) -> str | None:
        if form:
            return str(position.after(moves[move])) if move in moves else None
        try:
            return str(position.play(move))
        except QuincunxError:
            return None

    return answer


def legal_moves(position: Any) -> Document:
    return {str(move): move for move in position.legal_moves()}


def stands_thrice(question: Document, position_of: Callable[[Document, str], Any]) -> bool:
    if not question.get("history") or question["game"] != "zone-conquest":
        return False
    position = position_of(question, question["start"])
    seen = [str(position)]
    for move in question["history"]:
        position = position_of(question, str(position.after(position.game.read_move(move))))
        seen.append(str(position))
    return seen.count(seen[-1]) >= 3


def game_from(source: str, name: str) -> type[AnyGame]:
    """The game of a file's text, which stands in for the one of that name."""
    module = ModuleType(f"quincunx.games.{name}")
    known = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, f"<{name}>", "exec"), vars(module))
    finally:
        sys.modules.pop(module.__name__)
        if known:
            sys.modules[module.__name__] = known
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Game) and found is not Game:
            return found
    raise LookupError(name)


def rules_of(name: str) -> str:
    return Path(ROOT / "src/quincunx/games" / name / "rules.py").read_text(encoding="utf-8")
