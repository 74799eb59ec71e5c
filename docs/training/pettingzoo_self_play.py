"""A table learns Crossed Paths 3x3 from PettingZoo's games against itself; numpy is all it takes.

pip install "quincunx[fast,learn]"
python pettingzoo_self_play.py 20000
"""

import sys
from collections import defaultdict
from typing import Any

import numpy as np

import quincunx
import quincunx.envs

SIZE = (3, 3)


def train(games: int, points: int = 10) -> list[tuple[int, float]]:
    """The learning curve: games played, and the exact exploitability after them."""
    env = quincunx.envs.aec("crossed-paths", size=SIZE)
    start = quincunx.game("crossed-paths", SIZE).start()
    random = np.random.default_rng(1)
    worth: dict[bytes, Any] = defaultdict(lambda: np.zeros(start.game.action_count))

    def policy(features: Any, masks: Any) -> Any:
        """The best action by the table, for each position."""
        chances = np.zeros(masks.shape)
        for row, (seen, mask) in enumerate(zip(features, masks, strict=True)):
            chances[row, np.where(mask, worth[seen.tobytes()], -np.inf).argmax()] = 1
        return chances

    curve = []
    for number in range(1, games + 1):
        env.reset(seed=number)
        played: dict[str, list[tuple[bytes, int]]] = defaultdict(list)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if over:
                for key, action in played[agent]:
                    worth[key][action] += 0.1 * (reward - worth[key][action])
                env.step(None)
                continue
            mask, key = seen["action_mask"] == 1, seen["observation"].tobytes()
            values = np.where(mask, worth[key], -np.inf)
            tries = random.random() < 0.2
            action = int(random.choice(np.flatnonzero(mask)) if tries else values.argmax())
            played[agent].append((key, action))
            env.step(action)
        if number % max(1, games // points) == 0:
            found = quincunx.exploit(policy, start)
            curve.append((number, found.exploitability))
            print(f"{number:7,} games: exploitability {found.exploitability:.4f}, "
                  f"value lost a position {found.value_lost:.4f}")  # fmt: skip
    return curve


if __name__ == "__main__":
    train(int(sys.argv[1]) if sys.argv[1:] else 20000)
