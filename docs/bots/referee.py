"""A referee in Python: the skeleton of one for any of the five games.

Every line of input is a question, every line of output the answer to it. Put your own rules where
this one asks the package quincunx; leave out of the answer what they do not know.
"""

import json
import sys
from typing import Any

import quincunx


def answer(question: dict[str, Any]) -> dict[str, Any]:
    rows, columns = map(int, question["size"].split("x"))
    try:
        game = quincunx.game(question["game"], (rows, columns))
        if "position" not in question:  # begin a game
            return {"position": str(game.start(seed=question["seed"]))}
        match = quincunx.Match(game.parse(question.get("start", question["position"])))
        for move in question.get("history", ()):
            match.play(move)
    except ValueError as error:  # no such size, no such position
        return {"refused": str(error)}
    outcome = match.outcome
    return {
        "legal_moves": [str(move) for move in match.legal_moves()],
        "after": [after(match, move) for move in question["moves"]],
        "outcome": outcome and {"winner": outcome.winner},
    }


def after(match: quincunx.Match, move: str) -> str | None:
    try:
        return str(match.step(match.read(move)).position)
    except ValueError:  # not legal here
        return None


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
