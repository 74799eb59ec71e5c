"""What programs are told of analyses, reviews and solutions: the same by every way in."""

from typing import Any

from quincunx.analysis.reasons import Explanation
from quincunx.analysis.review import Review
from quincunx.core import Player
from quincunx.oracle import Analysis, Verdict
from quincunx.oracle.solutions import Solution


def analysis_document(analysis: Analysis) -> dict[str, Any]:
    position = analysis.position
    document = {
        "game": position.game.id(),
        "size": position.game.size,
        "position": str(position),
        "to_move": position.turn,
        **verdict_document(analysis.verdict),
        "moves": [
            {"move": str(item.move), **verdict_document(item.verdict)} for item in analysis.moves
        ],
    }
    if analysis.line is not None:
        document["line"] = [str(move) for move in analysis.line]
    return document


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    document: dict[str, Any] = {"value": verdict.value, "distance": verdict.distance}
    if not verdict.distance_exact:
        document["distance_exact"] = False
    if verdict.margin is not None:
        document["margin"] = verdict.margin
    document["proof"] = verdict.proof
    return document


def reason_document(reason: Explanation) -> dict[str, Any]:
    document: dict[str, Any] = {
        "sentences": reason.sentences,
        "line": [str(move) for move in reason.line],
        "cells": reason.cells,
    }
    return document | ({"pairs": reason.pairs} if reason.pairs else {})


def review_document(found: Review) -> dict[str, Any]:
    return {
        "value_line": found.value_line(),
        "accuracy": {player.lower(): found.accuracy(player) for player in Player},
        "moves": [
            {
                "ply": move.ply,
                "player": move.player,
                "move": str(move.move),
                "before": verdict_document(move.before),
                "after": verdict_document(move.after),
                "mattered": move.mattered,
                "mistake": move.mistake,
                "better": None if move.better is None else str(move.better),
                "punished_by": None if move.punished_by is None else str(move.punished_by),
                "words": move.in_words(found.names[move.player]),
            }
            for move in found.moves
        ],
        "to_learn": found.to_learn() if found.moves else None,
    }


def solution_document(found: Solution) -> dict[str, Any]:
    game = found.start.game
    return {
        "game": game.id(),
        "title": game.title,
        "size": game.size,
        "start": str(found.start),
        "winner": found.winner,
        **verdict_document(found.verdict),
        "result": found.in_words(),
        "known_by": found.known_by,
        "positions": found.positions,
        "positions_are": found.positions_are if found.positions else None,
        "reachable": found.reachable,
        "check": found.check,
    }
