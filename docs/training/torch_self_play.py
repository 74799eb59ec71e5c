"""A torch loop on batch play: a network learns Swap Nine from games against itself.

    pip install "quincunx[fast,learn]" torch
    python torch_self_play.py 500

Each round plays 1,024 games to their end, nine plies each, and makes the winners' moves likelier.
"""

import sys
from typing import Any

import numpy as np
import torch

import quincunx

LANES, PLIES = 1024, 9


def chances_of(network: Any, features: Any, masks: Any) -> Any:
    scores = network(torch.as_tensor(features, dtype=torch.float32))
    return torch.softmax(scores.masked_fill(~torch.as_tensor(masks), -1e9), dim=1)


def train(rounds: int, points: int = 10) -> list[tuple[int, float]]:
    """The learning curve: moves played, and the exact exploitability after them."""
    torch.manual_seed(1)
    games = quincunx.batch("swap-nine", LANES, seed=1)
    network = torch.nn.Sequential(
        torch.nn.Linear(9, 128), torch.nn.ReLU(), torch.nn.Linear(128, games.game.action_count)
    )
    learner = torch.optim.Adam(network.parameters(), 3e-3)

    def policy(features: Any, masks: Any) -> Any:
        with torch.no_grad():
            return chances_of(network, features, masks).double().numpy()

    curve = []
    for number in range(1, rounds + 1):
        played = []
        for _ in range(PLIES):
            chances = chances_of(network, games.features().copy(), games.masks.copy())
            actions = torch.multinomial(chances, 1)
            step = games.step(actions[:, 0].numpy())
            spread = -(chances * torch.log(chances + 1e-9)).sum(dim=1)
            played.append((torch.log(chances.gather(1, actions)[:, 0]), spread))
        assert step.ended.all()
        last = torch.as_tensor(step.rewards.astype(np.float32))  # for whoever moved last
        loss = torch.zeros(())
        for back, (likely, spread) in enumerate(reversed(played)):
            gained = last if back % 2 == 0 else -last
            loss = loss - ((gained - gained.mean()) * likely + 0.01 * spread).mean()
        learner.zero_grad()
        loss.backward()
        learner.step()
        if number % max(1, rounds // points) == 0:
            found = quincunx.exploit(policy, "swap-nine")
            curve.append((number * LANES * PLIES, found.exploitability))
            print(f"{curve[-1][0]:9,} moves: exploitability {found.exploitability:.4f}, "
                  f"value lost a position {found.regrets.mean():.4f}")  # fmt: skip
    return curve


if __name__ == "__main__":
    train(int(sys.argv[1]))
