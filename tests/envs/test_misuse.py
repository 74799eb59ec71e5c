"""What learners hand over in another form, and opponents that fail: taken, or told."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode

import quincunx
import quincunx.envs
from quincunx.arena.contest import ArenaError
from quincunx.core import (
    AnyPosition,
    Document,
    GameError,
    IllegalMoveError,
    NotationError,
    PositionError,
)
from quincunx.envs.gymnasium_env import environment_id
from quincunx.envs.vector import VectorVersus
from quincunx.players import AgentError
from quincunx.players.policy import policy

SWAP_NINE = environment_id("swap-nine")


def single(**options: Any) -> Any:
    quincunx.envs.register()
    return gymnasium.make(SWAP_NINE, **options).unwrapped


def many(game_id: str = "swap-nine", **options: Any) -> Any:
    quincunx.envs.register()
    return gymnasium.make_vec(environment_id(game_id), num_envs=3, **options)


# Opponents that fail.


class Flaky:
    """Fails at its first question."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, position: AnyPosition) -> Any:
        self.asked += 1
        if self.asked == 1:
            raise RuntimeError("boom")
        return position.legal_moves()[0]


def test_nobody_plays_the_moves_of_an_opponent_that_failed() -> None:
    env, envs = single(opponent=Flaky()), many(opponent=Flaky())
    env.reset(seed=1)
    envs.reset(seed=1)
    steps: list[Callable[[], Any]] = [lambda: env.step(40), lambda: envs.step([40] * 3)]
    for step in steps:
        with pytest.raises(AgentError, match="boom"):
            step()
        with pytest.raises(IllegalMoveError, match="failed to move, and no game goes on: call re"):
            step()
    env.reset()
    envs.reset()
    *_, over, _, info = env.step(40)
    assert (over, info["refused"]) == (False, "")
    assert not envs.step([40] * 3)[2].any()


def test_the_bad_move_of_an_opponent_is_not_taken_for_the_learners() -> None:
    envs = many(opponent=lambda position: 0)
    envs.reset(seed=1)
    sentence = "policy:<lambda> cannot play, asked about X--/---/--- O: Cell 1 is occupied by X"
    with pytest.raises(AgentError, match=sentence):
        envs.step([0] * 3)


def even(features: Any, masks: Any, table: Any = None) -> Any:
    return masks / masks.sum(axis=1, keepdims=True)


class Module:
    """As torch's: whatever it is called with goes to `forward`."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.forward(*given, **named)

    def forward(self, features: Any, masks: Any) -> Any:
        return Tensor(even(features, masks))


class Tensor:
    """As torch's: nobody may look at its numbers before it is detached."""

    def __init__(self, numbers: Any, free: bool = False) -> None:
        self.numbers, self.free = numbers, free

    def detach(self) -> "Tensor":
        return Tensor(self.numbers, True)

    def cpu(self) -> "Tensor":
        return self

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if not self.free:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
        return np.array(self.numbers, dtype)


def test_a_module_that_learns_is_a_policy() -> None:
    start = quincunx.game("swap-nine", (2, 2)).start()
    found = quincunx.exploit(Module(), start)
    assert found.exploitability == quincunx.exploit("random", start).exploitability
    with pytest.raises(AgentError, match="is no policy: .* or make one where this is a class"):
        policy(Module)
    assert isinstance(many(opponent=partial(even, table={"a": 1})), VectorVersus)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def f(:", "'bot.py' cannot be run: line 1 of '.*bot.py' raised SyntaxError"),
        (
            "import json\n\n\ndef f(position):\n    return json.loads('[')",
            "policy:bot.py:f cannot play: line 5 of '.*bot.py' raised JSONDecodeError",
        ),
        (
            "def f(position):\n    return position.play('nonsense')",
            "policy:bot.py:f cannot play: line 2 of '.*bot.py' raised NotationError",
        ),
        (None, "There is no file 'bot.py': write policy:FILE.py:NAME of one"),
    ],
)
def test_the_line_is_told_that_its_writer_wrote(
    text: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if text:
        (tmp_path / "bot.py").write_text(text)
    with pytest.raises(AgentError, match=told):
        policy("policy:bot.py:f").move(quincunx.game("swap-nine").start())


def test_a_game_may_begin_anew_in_the_same_step() -> None:
    """What Stable-Baselines3 expects: the same games, without the steps between them."""
    options: Document = {"opponent": lambda position: position.legal_moves()[0]}
    later, at_once = (
        many(seat=seat, autoreset_mode=mode, **options)
        for seat, mode in (("O", AutoresetMode.NEXT_STEP), ("O", AutoresetMode.SAME_STEP))
    )
    (shown, infos), (again, told) = later.reset(seed=1), at_once.reset(seed=1)
    ended, forfeits = 0, 0
    for step in range(40):
        assert (shown == again).all()
        assert (infos["action_mask"] == told["action_mask"]).all()
        actions = infos["action_mask"].argmax(axis=1)
        if step % 11 == 10:  # all at once, so that both are at the same games
            actions[:], forfeits = -1, forfeits + 1
        shown, rewards, over, cut, infos = later.step(actions)
        again, *same, told = at_once.step(actions)
        for one, other in zip((rewards, over, cut), same, strict=True):
            assert (one == other).all()
        assert over.all() == over.any()
        if over.all():
            ended += 1
            assert told["_final_obs"].all()
            assert (told["final_obs"] == shown).all()
            shown, rewards, over, _, infos = later.step(actions)
            assert not rewards.any()
            assert not over.any()
    assert ended > forfeits > 2
    with pytest.raises(GameError, match="no autoreset mode here: choose NEXT_STEP or SAME_STEP"):
        many(autoreset_mode=AutoresetMode.DISABLED)
    single_games = many(exact=True, autoreset_mode=AutoresetMode.SAME_STEP)
    assert single_games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


# Starts.


def test_a_start_that_is_refused_changes_nothing() -> None:
    envs = many(seat="O", opponent="beginner")
    envs.reset(seed=1)
    before = envs.batch.positions()
    for position in ("zz", "XXX/XXX/XXO X", 7):
        with pytest.raises((PositionError, GameError)):
            envs.reset(seed=2, options={"position": position})
        assert envs.batch.positions() == before
    assert not envs.step(envs.batch.masks.argmax(axis=1))[2].any()


def test_a_game_that_the_opponent_happens_to_end_begins_again_from_the_same_start() -> None:
    answers = iter(["9@A3", "9@C1", "9@C2", "9@C3"])
    envs = many("numeral-nexus", size=(3, 3), seat="O", opponent=lambda position: next(answers))
    envs.reset(options={"position": "X1X5-/O1O1-/--- X XO"})
    assert list(map(str, envs.batch.positions())) == [
        "X1X5-/O1O1-/--X9 O XO",
        "X1X5-/O1O1-/X9-- O XO",
        "X1X5-/O1O1-/-X9- O XO",
    ]


def test_positions_and_lists_are_taken_too() -> None:
    position = quincunx.game("swap-nine").start().play("5")
    for env in (
        single(seat="O"),
        quincunx.envs.GGBench("swap-nine"),
        quincunx.envs.aec("swap-nine"),
    ):
        env.reset(options={"position": position})
        assert env.episode.position == position
    shown, _ = many(seat="O").reset(options={"position": position})
    assert shown.tolist() == [list(position.features())] * 3
    with pytest.raises(ArenaError, match="is no start: give a game's id or a position"):
        quincunx.exploit("random", 7)  # type: ignore[arg-type]  # wrong on purpose


def test_a_specification_survives_json() -> None:
    quincunx.envs.register()
    spec = gymnasium.make(SWAP_NINE, size=(4, 4)).spec
    assert spec
    again: Any = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    assert again.unwrapped.game.size == "4x4"


# Numbers and words.


def test_moves_are_told_by_numbers_of_any_kind() -> None:
    start = quincunx.game("swap-nine").start()
    for five in ("5", 40, np.int64(40), np.array(40), start.read("5")):
        assert str(start.play(five)) == "---/-X-/--- O"
        assert str(quincunx.Match(start).play(five)) == "---/-X-/--- O"  # type: ignore[arg-type]  # numpy's
        assert quincunx.judge(start, five).lost == 0
    with pytest.raises(IllegalMoveError, match="has the number 99"):
        start.play(np.int64(99))
    for none in (1.0, None, [5]):
        with pytest.raises(NotationError, match="is no move: give one of legal_moves"):
            start.play(none)
    clash = quincunx.game("grid-clash")
    assert clash.start(seed=np.int64(3)) == clash.start(seed=3)  # type: ignore[arg-type]  # numpy's


@pytest.mark.parametrize("terms", [{"retries": -1}, {"seconds": -1}, {"patience": float("nan")}])
def test_terms_that_nobody_can_grant(terms: Document) -> None:
    (name,) = terms
    with pytest.raises(AgentError, match=f"{name} must be 0 or more, not "):
        quincunx.play_match("random", "random", "swap-nine", 1, **terms)


@pytest.mark.parametrize("number", [-1, True, 1.5, "2"])
@pytest.mark.parametrize("name", ["lanes", "truncate", "threads", "seed"])
def test_what_is_no_whole_number(name: str, number: Any) -> None:
    with pytest.raises(GameError, match=f"{name} must be a whole number from [01] to [0-9,]+"):
        quincunx.batch("swap-nine", **{"lanes": 2, name: number})


@pytest.mark.parametrize("seat", ["Toss", "x", None, 1])
def test_what_is_no_seat(seat: Any) -> None:
    for make in (single, many):
        with pytest.raises(GameError, match="is no seat: choose X, O or toss"):
            make(seat=seat)


def test_only_a_batch_is_cut_off() -> None:
    with pytest.raises(GameError, match="leave truncate out"):
        many(truncate=20, exact=True)


def test_what_is_no_action() -> None:
    env: Any = single()
    games: Any = quincunx.envs.aec("swap-nine")
    with pytest.raises(IllegalMoveError, match="No game has been started: call reset first"):
        games.last()
    env.reset()
    games.reset()
    for one in (env, games):
        for action in (np.array([3]), "3", 1.5):
            with pytest.raises(NotationError, match="is no action: give a whole number"):
                one.step(action)
        one.step(np.array(40))


# What goes to other processes.


def test_games_of_open_spiel_are_pickled() -> None:
    """And read where nothing has been registered."""
    quincunx.envs.register()
    game = pyspiel.load_game("quincunx_crossed_paths(rows=2,columns=3)")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).new_initial_state())"
    read = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(game), capture_output=True, check=True
    )
    assert read.stdout.decode().strip() == "---/--- X -"


def test_an_environment_is_pickled_with_its_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text("def bot(position):\n    return position.legal_moves()[-1]\n")
    monkeypatch.chdir(tmp_path)
    for opponent in ("policy:bot.py:bot", even):
        env = single(opponent=opponent)
        env.reset(seed=1)
        again = pickle.loads(pickle.dumps(env))
        assert str(again.level) == str(env.level)
        assert again.step(40)[0].tolist() == env.step(40)[0].tolist()
