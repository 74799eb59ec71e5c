"""The Gymnasium environments: its own checker, and agreement with Match."""

from functools import partial
from itertools import starmap
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import quincunx
import quincunx.envs
from envs.playing import (
    CIRCLE,
    CIRCLING,
    _with_the_toy,  # noqa: F401 - a fixture
    every_game,
    legal_actions,
    score,
    set_bits,
)
from helpers import OTHER_SIZES
from quincunx import IllegalMoveError, Match
from quincunx.core import AnyPosition, GameError
from quincunx.envs import Versus
from quincunx.envs.gymnasium_env import environment_id
from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, Verdict


def make(game_id: str, **options: Any) -> Versus:
    """Through Gymnasium's registry."""
    quincunx.envs.register()
    env = gymnasium.make(environment_id(game_id), **options).unwrapped
    assert isinstance(env, Versus)
    return env


@every_game
@pytest.mark.parametrize("seat", ["X", "O", "toss"])
def test_gymnasiums_own_checker(game_id: str, seat: str) -> None:
    check_env(make(game_id, seat=seat))


@pytest.mark.parametrize(("game_id", "size"), OTHER_SIZES)
def test_gymnasiums_own_checker_on_another_size(game_id: str, size: tuple[int, int]) -> None:
    env = make(game_id, size=size, render_mode="ansi")
    check_env(env)
    assert env.game.size == "{}x{}".format(*size)


@pytest.mark.parametrize("game_id", ["swap-nine", "grid-clash", "zone-conquest", "crossed-paths"])
def test_gymnasiums_own_checker_with_exact_info(game_id: str) -> None:
    check_env(make(game_id, opponent="beginner", exact=True))


@every_game
@pytest.mark.parametrize("seat", ["X", "O"])
def test_every_step_is_a_step_of_a_match(game_id: str, seat: str) -> None:
    """The learner's and the opponent's moves, replayed by the library, give the same."""
    env = make(game_id, seat=seat)
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        match = Match(env.episode.match.start)
        over = False
        while not over:
            for move in env.episode.match.moves[match.ply :]:
                match.play(str(move))
            assert match.turn == seat
            assert observation.tolist() == list(match.position.features())
            assert set_bits(info["action_mask"]) == legal_actions(match)
            assert set_bits(env.action_masks()) == legal_actions(match)
            action = env.action_space.sample(mask=info["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert reward == (env.episode.reward(quincunx.Player(seat)) if over else 0)
        for move in env.episode.match.moves[match.ply :]:
            match.play(str(move))
        assert match.outcome is not None
        assert info["outcome"] == match.outcome.reason
        assert reward == score(match, seat)
        assert truncated == (match.position.outcome is None)
        assert set_bits(info["action_mask"]) == []


@every_game
def test_the_same_seed_gives_the_same_episode(game_id: str) -> None:
    def episode(seed: int | None, env: Versus) -> list[Any]:
        seen: list[Any] = [env.reset(seed=seed)]
        while True:
            seen.append(env.step(set_bits(seen[-1][-1]["action_mask"])[-1]))
            if seen[-1][2]:
                return seen

    one, two = make(game_id, seat="toss"), make(game_id, seat="toss")
    for seed in (3, None, None, 7):
        assert data_equivalence(episode(seed, one), episode(seed, two), exact=True)
    assert not data_equivalence(episode(5, one), episode(6, two), exact=True)


@pytest.mark.parametrize("action", [50, 6, 90])
def test_an_illegal_action_forfeits_and_says_why(action: int) -> None:
    """50 is cell 6, which is taken; 6 takes cell 6 from cell 1, which does not touch it; the
    others are no moves at all."""
    env = make("swap-nine")
    env.reset(options={"position": "---/--O/--X X"})
    observation, reward, over, truncated, info = env.step(action)
    assert (reward, over, truncated) == (-1, True, False)
    assert info["outcome"] == "X forfeited"
    assert observation.tolist() == [0, 0, 0, 0, 0, -1, 0, 0, 1]
    assert info["refused"]
    env.reset(seed=1)
    assert env.step(0)[1:4] == (0, False, False)


def test_after_the_end_only_reset_goes_on() -> None:
    env = make("swap-nine")
    with pytest.raises(IllegalMoveError, match="call reset first"):
        Versus("swap-nine").step(0)
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(IllegalMoveError, match="The game is over: X forfeited; call reset."):
        env.step(0)


def test_repetition_ends_the_game_as_a_draw_that_the_observation_does_not_show() -> None:
    """Both players go in circles: the opponent's replies are set here, the third standing ends."""
    env = make("zone-conquest")
    env.reset(seed=1, options={"position": CIRCLING})
    replies = iter(CIRCLE[1::2] * 2)

    class Circling:
        def pick(self, match: Match) -> Any:
            return match.position.game.move_of_action[next(replies)]

        def close(self) -> None:
            """There is nothing to end."""

    env.opponent = Circling()
    ends = [env.step(action)[1:4] for action in CIRCLE[::2] * 2]
    assert ends == [(0, False, False)] * 3 + [(0, True, True)]


@pytest.mark.parametrize("game_id", ["swap-nine", "grid-clash", "zone-conquest", "crossed-paths"])
def test_exact_info_is_the_oracles(game_id: str) -> None:
    env = make(game_id, exact=True, seat="toss", opponent="casual")
    env.action_space.seed(1)
    points = {"win": 1, "draw": 0, "loss": -1}
    regrets = []
    for seed in range(8):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            analysis = quincunx.analyze(env.episode.position)
            values = {item.move.action: item.value for item in analysis.moves}
            keeping = [action for action in sorted(values) if values[action] == analysis.value]
            assert info["value"] == analysis.value
            assert info["optimal_actions"] == keeping
            action = int(env.action_space.sample(mask=info["action_mask"]))
            *_, over, _, info = env.step(action)
            assert info["regret"] == points[analysis.value] - points[values[action]]
            regrets.append(info["regret"])
        assert info["value"] == {1: "win", 0: "draw", -1: "loss"}[env.episode.reward(env.seat)]
        assert info["optimal_actions"] == []
    assert 0 in regrets
    assert max(regrets) > 0


def test_exact_info_says_what_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that knows nothing, and one that knows a single winning move."""

    def knowing(position: AnyPosition, winning: int | None) -> Analysis:
        unknown, win = (Verdict(value, Proof.SEARCH) for value in (Value.UNKNOWN, Value.WIN))
        moves = {
            move: win if move.action == winning else unknown for move in position.legal_moves()
        }
        verdict = win if winning is not None else unknown
        return Analysis(position, verdict, tuple(starmap(MoveAnalysis, moves.items())))

    env = make("swap-nine", exact=True)
    for winning, value, best, regrets in (
        (None, "unknown", None, {0: None, 40: None}),
        (40, "win", [40], {0: None, 40: 0}),
    ):
        monkeypatch.setattr("quincunx.oracle.analyze", partial(knowing, winning=winning))
        for action, regret in regrets.items():
            _, info = env.reset(seed=1)
            assert (info["value"], info["optimal_actions"]) == (value, best)
            assert env.step(action)[-1]["regret"] == regret


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(GameError, match="'human' is no render mode: choose 'ansi'."):
        Versus("swap-nine", render_mode="human")
    with pytest.raises(GameError, match="that game is over"):
        Versus("swap-nine").reset(options={"position": "XXX/XXX/XXO X"})
    with pytest.raises(GameError, match="The opponent ends this game before O has moved"):
        Versus("crossed-paths", (1, 1), seat="O").reset()


def test_a_game_that_ends_before_the_learners_turn_is_followed_by_another() -> None:
    """The lot may leave the opponent one step from the end."""
    env = Versus("short-count", seat="O", opponent="perfect")
    begun = set()
    for seed in range(60):
        _, info = env.reset(seed=seed)
        assert env.episode.turn == "O"
        assert info["action_mask"].any()
        begun.add(str(env.episode.match.start))
    # From 8 the perfect player says ten at once, from 0 to 7 it cannot.
    assert begun == {f"{total} X" for total in range(8)}


def test_the_board_is_drawn() -> None:
    env = make("numeral-nexus", render_mode="ansi")
    env.reset(options={"position": "-----/-----/--X5--/---O7-/----- X XO"})
    assert env.render() == "\n".join(
        [
            "   1  2  3  4  5",
            "A  .  .  .  .  .",
            "B  .  .  .  .  .",
            "C  .  . X5  .  .",
            "D  .  .  . O7  .",
            "E  .  .  .  .  .",
            "1(3), 2(3), 3(3), 4(3), 5(2), 6(3), 7(2), 8(3), 9(3)",
            "Both players have the swap left.",
            "-----/-----/--X5--/---O7-/----- X XO",
        ]
    )
    silent = make("swap-nine")
    silent.reset()
    assert silent.render() is None
