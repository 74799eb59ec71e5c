"""Batch play held against the plain rules, move by move, over a million moves of each game.

`make millions`: it takes some minutes. The tests do the same over fewer moves.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import quincunx
from quincunx.kernels import has_kernel

LANES, MOVES = 2_000, 1_000_000


def compare(game_id: str, moves: int = MOVES) -> int:
    """How many moves were compared; AssertionError at the first difference."""
    batch = quincunx.batch(game_id, lanes=LANES, seed=2026)
    plain = [batch.position(lane) for lane in range(LANES)]
    legal = [[move.action for move in position.legal_moves()] for position in plain]
    done = 0
    while done < moves:
        actions = batch.sample()
        step = batch.step(actions)
        for lane, action in enumerate(actions.tolist()):
            assert action in legal[lane], (str(plain[lane]), action)
            after = plain[lane].after(batch.game.move_of_action[action])
            outcome = after.outcome
            mover = after.turn.other
            reward = 0 if outcome is None or outcome.winner is None else 1
            reward = -reward if outcome and outcome.winner is mover.other else reward
            assert step.rewards[lane] == reward, str(after)
            if not step.truncated[lane]:
                assert bool(step.ended[lane]) == (outcome is not None), str(after)
            over = bool(step.ended[lane]) or bool(step.truncated[lane])
            plain[lane] = batch.position(lane) if over else after
            assert batch.position(lane) == plain[lane]
            legal[lane] = [move.action for move in plain[lane].legal_moves()]
            assert np.flatnonzero(step.masks[lane]).tolist() == legal[lane], str(plain[lane])
        done += LANES
    return done


def main(names: list[str]) -> None:
    games = names or [
        one for one in quincunx.game_ids() if has_kernel(quincunx.games.game_class(one))
    ]
    with ProcessPoolExecutor() as pool:
        for game_id, done in zip(games, pool.map(compare, games), strict=True):
            print(f"{game_id}: {done:,} moves, no difference", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
