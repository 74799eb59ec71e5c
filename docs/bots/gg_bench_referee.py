"""One of gg-bench's environments as a referee, from a copy that you have; GAME is its game.

    quincunx conform "cmd:python docs/bots/gg_bench_referee.py FOLDER/env_N.py" --game GAME

It plays the moves that led to a position, so it is silent about positions without any.
"""

import json
import runpy
import sys
from copy import deepcopy
from typing import Any

import quincunx


def grid(env: Any, game: Any) -> str:
    if hasattr(env, "ownership"):  # Grid Clash
        owned = zip(env.cell_numbers, env.ownership, strict=True)
        return str(game.write_grid([f"{number}{' XO'[owner]}".strip() for number, owner in owned]))
    values = env.grid.flatten() if hasattr(env, "number_pool") else env.board.flatten()
    numbers = [str(abs(value)) if hasattr(env, "number_pool") else "" for value in values]
    owners = ["-" if value == 0 else "XO"[int(value < 0)] for value in values]
    cells = (one + number for one, number in zip(owners, numbers, strict=True))
    return str(game.write_grid([cell.replace("-0", "-") for cell in cells]))


def answer(question: dict[str, Any], env: Any, game: Any) -> dict[str, Any]:
    env.reset()
    if "position" not in question:
        return {"position": grid(env, game)}
    if question["size"] != game.size or " O" in question.get("start", ""):
        return {"refused": "There is one size, and Player 1 begins."}
    if "history" not in question:
        return {}
    if hasattr(env, "ownership"):
        env.cell_numbers[:] = game.parse(question["start"]).numbers
    outcome = None
    for ply, move in enumerate(question["history"]):
        _, reward, over, *_ = env.step(game.read_move(move).action)
        outcome = (
            {"winner": ("XO"[ply % 2], None, "OX"[ply % 2])[1 - int(reward)]} if over else None
        )
    after = []
    for move in question["moves"]:
        tried = deepcopy(env)
        if move.lower() in game.move_of_text:
            tried.step(game.read_move(move).action)
        after.append(grid(tried, game))
    legal = [str(game.move_of_action[action]) for action in sorted(env.valid_moves())]
    return {"legal_moves": legal, "outcome": outcome, "after": after}


env = runpy.run_path(sys.argv[1])["CustomEnv"]()
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(answer(question, env, quincunx.game(question["game"]))), flush=True)
