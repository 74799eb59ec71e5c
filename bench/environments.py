"""Steps a second of the environments for learners, in random play, beside the peers that there are.

Gymnasium: the learner's steps, each with a random opponent's reply; 40,000 are wanted, of Numeral
Nexus 15,000. OpenSpiel is wanted at twice its own python_tic_tac_toe, and gg-bench's interface
level with gg-bench's own environment of the same game. All of a row run by turns.
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import quincunx
from bench._peers import HOW, Episode, gg_bench, rates, ratio, steps


def gymnasium_episode(game_id: str, random: Random) -> Episode:
    from quincunx.envs import Versus

    env = Versus(game_id)

    def episode() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            action = random.choice(info["action_mask"].nonzero()[0])
            _, _, over, _, info = env.step(action)
            steps += 1
        return steps

    return episode


def pettingzoo_episode(env: Any, random: Random) -> Episode:
    def episode() -> int:
        env.reset()
        steps = 0
        while True:
            observation, _, over, _, _ = env.last()
            if over:
                return steps
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            steps += 1

    return episode


def open_spiel_episode(name: str, random: Random) -> Episode | None:
    if not find_spec("pyspiel"):
        return None
    import_module("open_spiel.python.games")  # registers those in Python
    game: Any = import_module("pyspiel").load_game(name)

    def episode() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return episode


def measure() -> None:
    from quincunx.envs import GGBench, aec

    random = Random(1)
    columns = ("gymnasium", "pettingzoo", "open_spiel", "python_ttt", "gg-bench's", "its own")
    head = " ".join(f"{column:>10}" for column in columns)
    print(f"{'game':14} {head} open_spiel/python_ttt gg-bench's/its own")
    for game_id in quincunx.game_ids():
        row = rates(
            gymnasium_episode(game_id, random),
            pettingzoo_episode(aec(game_id), random),
            open_spiel_episode(f"quincunx_{game_id.replace('-', '_')}", random),
            open_spiel_episode("python_tic_tac_toe", random),
            steps(GGBench(game_id), random),
            gg_bench(game_id, random),
        )
        words = " ".join(f"{one:10,.0f}" for one in row)
        print(f"{game_id:14} {words} {ratio(row[2], row[3]):>21} {ratio(row[4], row[5]):>18}")
    tictactoe = None
    if find_spec("pygame"):  # which PettingZoo's own needs
        env = import_module("pettingzoo.classic").tictactoe_v3.env()
        tictactoe = pettingzoo_episode(env, random)
    own, fastest = rates(tictactoe, open_spiel_episode("tic_tac_toe", random))
    print(f"tic-tac-toe: PettingZoo's own {own:,.0f}, OpenSpiel's in C++ {fastest:,.0f}\n{HOW}")
