"""The `analyze` document: the same for the command and for the server."""

from typing import Any

from quincunx.oracle import Analysis, Verdict


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
