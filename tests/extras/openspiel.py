"""An episode of each game with OpenSpiel, and no Gymnasium."""

from random import Random

import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types

import quincunx
import quincunx.envs

RANDOM = Random(1)


def play(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
        state.apply_action(RANDOM.choice(actions))
    assert sum(state.returns()) == 0


def gymnasium_is_named() -> None:
    try:
        quincunx.envs.aec("swap-nine")
    except ImportError as error:
        assert str(error).endswith('pip install "quincunx[learn]".'), error
    else:
        raise AssertionError("Another extra is installed, too.")


if __name__ == "__main__":
    names = [name for name in pyspiel.registered_names() if name.startswith("quincunx_")]
    assert len(names) == len(quincunx.game_ids())
    for one in names:
        play(one)
    gymnasium_is_named()
