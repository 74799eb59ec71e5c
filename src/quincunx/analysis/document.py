"""JSON documents of analyses, explanations, reviews and solutions: the same for every way in."""

from dataclasses import asdict, fields
from typing import Any

from quincunx.analysis.explainer import Explanation
from quincunx.analysis.review import MoveReview, Review
from quincunx.core import Move, Player
from quincunx.oracle import Analysis, Verdict
from quincunx.oracle.solutions import Solution

DEFAULTS = {"distance_exact": True, "margin": None}
"""Fields of a verdict that are left out of its document if they have these values."""


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    return {key: value for key, value in asdict(verdict).items() if DEFAULTS.get(key, key) != value}


def analysis_document(analysis: Analysis) -> dict[str, Any]:
    moves = [{"move": str(item.move), **verdict_document(item.verdict)} for item in analysis.moves]
    line = {} if analysis.line is None else {"line": [*map(str, analysis.line)]}
    verdict = verdict_document(analysis.verdict)
    return {**analysis.position.document(), **verdict, "moves": moves, **line}


def explanation_document(explanation: Explanation) -> dict[str, Any]:
    document: dict[str, Any] = {
        "sentences": explanation.sentences,
        "line": [*map(str, explanation.line)],
        "cells": explanation.cells,
    }
    return document | ({"pairs": explanation.pairs} if explanation.pairs else {})


def review_document(review: Review) -> dict[str, Any]:
    return {
        "value_line": review.value_line(),
        "accuracy": {player.lower(): review.accuracy(player) for player in Player},
        "moves": [_move_document(move, review.names[move.player]) for move in review.moves],
        "to_learn": review.to_learn() if review.moves else None,
    }


def _move_document(move: MoveReview, name: str) -> dict[str, Any]:
    document = {field.name: getattr(move, field.name) for field in fields(move)}
    for key, value in document.items():
        if isinstance(value, Verdict):
            document[key] = verdict_document(value)
        elif isinstance(value, Move):
            document[key] = str(value)
    return document | {"words": move.in_words(name)}


def solution_document(solution: Solution) -> dict[str, Any]:
    game = solution.start.game
    return {
        "game": game.id(),
        "title": game.title,
        "size": game.size,
        "start": str(solution.start),
        "winner": solution.winner,
        **verdict_document(solution.verdict),
        "result": solution.in_words(),
        "known_by": solution.known_by,
        "positions": solution.positions,
        "positions_are": solution.positions_are if solution.positions else None,
        "reachable": solution.reachable,
        "check": solution.check,
    }
