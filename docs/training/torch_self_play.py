"""A torch loop on batch play: a network learns a game from games against itself.

    pip install "quincunx[fast,learn]" torch
    python torch_self_play.py swap-nine 300
    python torch_self_play.py swap-nine 300 cuda    # wholly on a GPU: "quincunx[cuda]"
    python torch_self_play.py crossed-paths 300 3x4

Each round plays 16 plies in 512 games, or 4,096 on a GPU, and learns from them by proximal policy
optimization. What a move gained is seen from its player's side, so every ply back changes its sign.
Games open with some moves by lot, from which nothing is learned: so the network meets positions of
every kind.
"""

import sys
import time
from typing import Any

import torch

import quincunx

LANES, PLIES, OPENING = 512, 16, 8
ON_DEVICE = 4096
TRACE, CLIP, EPOCHS, PART = 0.9, 0.2, 2, 128
RATE, SPREAD = 1e-3, 0.01
"""How fast it learns, and how much it is held to try various moves; both sink to nothing."""


class Learner:
    def __init__(
        self,
        game_id: str,
        size: tuple[int, int] | None = None,
        seed: int = 1,
        device: str = "cpu",
    ) -> None:
        torch.manual_seed(seed)
        self.device, self.lanes = device, LANES if device == "cpu" else ON_DEVICE
        self.games = quincunx.batch(game_id, self.lanes, seed, size, device=device)
        self.opening = self.openings()
        actions = self.games.game.action_count
        width, out = 2 * self.games.features().shape[1] + actions, actions + 1
        self.network = torch.nn.Sequential(
            *(torch.nn.Linear(width, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128)),
            *(torch.nn.ReLU(), torch.nn.Linear(128, out)),
        ).to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)

    def openings(self) -> Any:
        return torch.randint(OPENING, (self.lanes,), device=self.device)

    def here(self, array: Any) -> Any:
        """A copy of what the batch will write over; what lies on a device stays there."""
        if self.device == "cpu":
            return torch.tensor(array)
        return torch.as_tensor(array, device=self.device).clone()

    def look(self, features: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of what it would play, and what it expects to get."""
        given, legal = features.float(), masks
        bounded = given / self.games.game.feature_bound
        seen = self.network(torch.cat([given.sign(), bounded, legal.float()], dim=1))
        scores = seen[:, :-1].masked_fill(~legal, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(seen[:, -1])

    def policy(self, features: Any, masks: Any) -> Any:
        with torch.no_grad():
            given = (torch.as_tensor(one, device=self.device) for one in (features, masks))
            return self.look(*given)[0].exp().double().cpu().numpy()

    def round(self, left: float) -> None:
        """Plays and learns; so much of the training is left."""
        games, seen = self.games, []
        with torch.no_grad():
            for _ in range(PLIES):
                features, masks = self.here(games.features()), self.here(games.masks)
                chances, value = self.look(features, masks)
                drawn = torch.multinomial(chances.exp(), 1)[:, 0]
                learns = self.opening <= 0
                actions = torch.where(learns, drawn, self.here(games.sample()))
                step = games.step(actions)
                over = self.here(step.ended) | self.here(step.truncated)
                self.opening = torch.where(over, self.openings(), self.opening - 1)
                likely = chances.gather(1, actions[:, None])[:, 0]
                rewards = self.here(step.rewards).float()
                seen.append((features, masks, actions, likely, learns, value, rewards, over))
            _, following = self.look(self.here(games.features()), self.here(games.masks))
            gain, gains = torch.zeros_like(following), list[Any]()
            for *_, value, rewards, over in reversed(seen):
                gain = rewards - value - ~over * (following + TRACE * gain)
                gains.insert(0, gain)
                following = value
        columns = [torch.cat(rows) for rows in zip(*seen, strict=True)]
        self._learn(columns[:6], torch.cat(gains), left)

    def _learn(self, columns: list[Any], gains: Any, left: float) -> None:
        features, masks, chosen, likely, learns, values = columns
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * left
        numbers = torch.nonzero(learns)[:, 0]
        for _ in range(EPOCHS):
            order = torch.randperm(len(numbers), device=self.device)
            for some in numbers[order].chunk(self.lanes // PART):
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


def train(
    rounds: int,
    points: int = 10,
    game_id: str = "swap-nine",
    size: tuple[int, int] | None = None,
    device: str = "cpu",
) -> list[tuple[int, float]]:
    """The learning curve: moves played, and the exact exploitability after them."""
    learner, curve, spent = Learner(game_id, size, device=device), [], 0.0
    start = learner.games.game.start(seed=0)
    for number in range(rounds):
        started = time.perf_counter()
        learner.round(1 - number / rounds)
        spent += time.perf_counter() - started
        if (number + 1) % max(1, rounds // points) == 0:
            found = quincunx.exploit(learner.policy, start)
            curve.append(((number + 1) * learner.lanes * PLIES, found.exploitability))
            print(f"{curve[-1][0]:10,} moves in {spent:.0f} s: exploitability "
                  f"{found.exploitability:.4f}, value lost a position {found.value_lost:.4f}",
                  flush=True)  # fmt: skip
    return curve


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("Give a game, how many rounds, and if you like a size as 3x4 and cuda.")
    game_id, rounds, *more = sys.argv[1:]
    sides = [int(side) for one in more if one != "cuda" for side in one.split("x")]
    device = "cuda" if "cuda" in more else "cpu"
    try:
        train(
            int(rounds),
            game_id=game_id,
            size=(sides[0], sides[1]) if sides else None,
            device=device,
        )
    except quincunx.QuincunxError as error:
        sys.exit(str(error))
