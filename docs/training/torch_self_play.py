"""A torch loop on batch play: a network learns a game from games against itself.

    pip install "quincunx[fast,learn]" torch
    python torch_self_play.py swap-nine 300

Each round plays 16 plies in 512 games and learns from them by proximal policy optimization. What a
move gained is seen from its player's side, so every ply back changes its sign. Games open with some
moves by lot, from which nothing is learned: so the network meets positions of every kind.
"""

import sys
from typing import Any

import numpy as np
import torch

import quincunx

LANES, PLIES, OPENING = 512, 16, 8
TRACE, CLIP, EPOCHS, PARTS = 0.9, 0.2, 2, 4
RATE, SPREAD = 1e-3, 0.01
"""How fast it learns, and how much it is held to try various moves; both sink to nothing."""


class Learner:
    def __init__(self, game_id: str, size: tuple[int, int] | None = None, seed: int = 1) -> None:
        torch.manual_seed(seed)
        self.games = quincunx.batch(game_id, LANES, seed, size)
        self.random = np.random.default_rng(seed)
        self.opening = self.random.integers(OPENING, size=LANES)
        actions = self.games.game.action_count
        width, out = 2 * self.games.features().shape[1] + actions, actions + 1
        self.network = torch.nn.Sequential(
            *(torch.nn.Linear(width, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128)),
            *(torch.nn.ReLU(), torch.nn.Linear(128, out)),
        )
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)

    def look(self, features: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of what it would play, and what it expects to get."""
        given, legal = torch.as_tensor(features, dtype=torch.float32), torch.as_tensor(masks)
        bounded = given / self.games.game.feature_bound
        seen = self.network(torch.cat([given.sign(), bounded, legal.float()], dim=1))
        scores = seen[:, :-1].masked_fill(~legal, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(seen[:, -1])

    def policy(self, features: Any, masks: Any) -> Any:
        with torch.no_grad():
            return self.look(features, masks)[0].exp().double().numpy()

    def round(self, left: float) -> None:
        """Plays and learns; so much of the training is left."""
        games, seen = self.games, []
        with torch.no_grad():
            for _ in range(PLIES):
                features, masks = games.features().copy(), games.masks.copy()
                chances, value = self.look(features, masks)
                drawn = torch.multinomial(chances.exp(), 1)[:, 0].numpy()
                actions = np.where(self.opening > 0, games.sample(), drawn)
                step = games.step(actions)
                over, learns = step.ended | step.truncated, self.opening <= 0
                self.opening = self.opening - 1
                self.opening[over] = self.random.integers(OPENING, size=over.sum())
                chosen = torch.as_tensor(actions)
                likely = chances.gather(1, chosen[:, None])[:, 0]
                rewards = torch.as_tensor(step.rewards.astype(np.float32))
                seen.append((features, masks, chosen, likely, learns, value, rewards, over))
            _, following = self.look(games.features(), games.masks)
            gain, gains = torch.zeros(LANES), list[Any]()
            for *_, value, rewards, over in reversed(seen):
                on = torch.as_tensor(~over).float()
                gain = rewards - value - on * (following + TRACE * gain)
                gains.insert(0, gain)
                following = value
        columns = [
            torch.cat([torch.as_tensor(one) for one in rows]) for rows in zip(*seen, strict=True)
        ]
        self._learn(columns[:6], torch.cat(gains), left)

    def _learn(self, columns: list[Any], gains: Any, left: float) -> None:
        features, masks, chosen, likely, learns, values = columns
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * left
        numbers = torch.nonzero(learns)[:, 0]
        for _ in range(EPOCHS):
            for some in numbers[torch.randperm(len(numbers))].chunk(PARTS):
                chances, value = self.look(features[some], masks[some])
                ratio = (chances.gather(1, chosen[some, None])[:, 0] - likely[some]).exp()
                gain = (gains[some] - gains[some].mean()) / (gains[some].std() + 1e-6)
                better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
                spread = -(chances.exp() * chances.clamp(min=-20)).sum(dim=1)
                missed = (value - (gains + values)[some]) ** 2
                loss = (0.5 * missed - better - SPREAD * left * spread).mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


def train(rounds: int, points: int = 10, game_id: str = "swap-nine") -> list[tuple[int, float]]:
    """The learning curve: moves played, and the exact exploitability after them."""
    learner, curve = Learner(game_id), []
    for number in range(rounds):
        learner.round(1 - number / rounds)
        if (number + 1) % max(1, rounds // points) == 0:
            found = quincunx.exploit(learner.policy, game_id)
            curve.append(((number + 1) * LANES * PLIES, found.exploitability))
            print(f"{curve[-1][0]:9,} moves: exploitability {found.exploitability:.4f}, "
                  f"value lost a position {found.value_lost:.4f}")  # fmt: skip
    return curve


if __name__ == "__main__":
    train(int(sys.argv[2]), game_id=sys.argv[1])
