"""Grades the agents that gg-bench trained, from a copy of gg-bench that you have.

    python docs/bots/gg_bench.py COPY [--game GAME] [--starts N] [--search N] [--json]

It needs the extra `learn` and sbx-rl, as gg-bench pins it. Loading an agent runs what is pickled in
its file: use a copy that you trust. A game's environment is found by the title of its description,
and the checkpoint is the one that gg-bench's own evaluation takes, else the last.

An agent sees what it was trained on: gg-bench's observation, and whether player 1 moves. Of the
legal moves it plays the likeliest; with --search N it plays as in gg-bench's evaluation (N is 300),
by that copy's own search, from the same position. Only games that X began are played, since it has
never seen others.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import quincunx
from quincunx.arena.contest import PlayedGame, Task
from quincunx.arena.grading import OPPONENT, Grading, assess, grading_tasks
from quincunx.arena.report import in_words, report
from quincunx.arena.suite import suite
from quincunx.core import AnyGame, Player
from quincunx.envs.gg_bench_env import GGBench, form_of
from quincunx.play.match import Match
from quincunx.players import LevelPlayer, Terms

GAMES = ["swap-nine", "numeral-nexus", "grid-clash", "zone-conquest", "crossed-paths"]


def agents(copy: Path, game: AnyGame) -> Iterator[tuple[str, Any]]:
    """Each with its name: those of environments with the game's title whose numbers fit."""
    from sbx import PPO

    data = copy / "gg_bench" / "data"
    chosen = data / "splits" / "valid_envs.json"
    steps = dict(json.loads(chosen.read_text())) if chosen.exists() else {}
    for text in sorted(data.glob("descriptions/*.txt"), key=lambda file: int(file.stem)):
        title = next((line for line in text.read_text("utf-8").splitlines() if line.strip()), "")
        files = {
            int(file.stem.removeprefix("agent_")): file
            for file in data.glob(f"models/env_{text.stem}/agent_*.zip")
        }
        if game.title.lower() not in title.lower() or not files:
            continue
        step = steps.get(text.stem, max(files))
        agent = PPO.load(files[step], device="cpu")
        size = form_of(type(game)).show(game.start(seed=0)).size + 1
        if (agent.action_space.n, agent.observation_space.shape) == (game.action_count, (size,)):
            yield f"gg-bench's agent_{step} of env_{text.stem}", agent


def likeliest(agent: Any, match: Match) -> Any:
    """The legal move to which the policy gives most."""
    position = match.position
    shown = form_of(type(position.game)).show(position).flatten()
    seen = np.append(shown, position.turn is Player.X).astype(np.float32)
    actor = agent.policy.actor_state
    logits = np.asarray(actor.apply_fn(actor.params, seen.reshape(1, -1)).logits)[0]
    return max(position.legal_moves(), key=lambda move: logits[move.action])


def searched(agent: Any, match: Match, looks: int) -> Any:
    """What gg-bench's own search plays, in the rules of the books."""
    from gg_bench.utils.env_wrappers import MetadataEnv
    from gg_bench.utils.inference import get_mcts_prediction

    position = match.position
    env = MetadataEnv(GGBench(position.game.id()))
    env.reset(options={"position": str(position)})
    if position.turn is Player.O:
        env.current_player_indicator = -1
        env.last_obs = env._add_player_indicator(form_of(type(position.game)).show(position))
    return int(get_mcts_prediction(env, agent, looks))


def played(task: Task, agent: Any, looks: int) -> PlayedGame:
    match, perfect = Match(task.start), LevelPlayer(OPPONENT, task.seed)
    while match.outcome is None and match.ply != task.max_plies:
        if match.turn is not task.graded:
            match.advance(perfect.pick(match))
        else:
            match.play(searched(agent, match, looks) if looks else likeliest(agent, match))
    return PlayedGame(task, match, [])


def main(words: list[str]) -> int:
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("copy", type=Path, help="the folder of gg-bench")
    parser.add_argument("--game", choices=GAMES, action="append", help="may be given several times")
    parser.add_argument(
        "--starts", type=int, default=100, help="of the suite; X began half of them"
    )
    parser.add_argument(
        "--search", type=int, default=0, metavar="N", help="looks of its own search"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    if not (options.copy / "gg_bench" / "data" / "descriptions").is_dir():
        wrong = "is no copy of gg-bench: it has no gg_bench/data/descriptions"
        print(f"{options.copy} {wrong}: name the folder that gg_bench stands in.", file=sys.stderr)
        return 2
    sys.path.insert(0, str(options.copy))
    documents = []
    for game in map(quincunx.game, options.game or GAMES):
        starts = [
            start
            for start in suite(game, options.starts, 0)
            if (start.position.turn is Player.X) == (start.ply % 2 == 0)
        ]
        for name, agent in agents(options.copy, game):
            tasks = grading_tasks(name, [(game, starts)], 0, Terms())
            graded = [assess(played(task, agent, options.search)) for task in tasks]
            documents.append(report(Grading(name, tasks, len(starts), 0, Terms()), graded))
            if not options.json:
                print(in_words(documents[-1]), end="\n\n", flush=True)
    if options.json:
        print(json.dumps(documents))
    if not documents:
        print("No trained agent of these games was found in the copy.", file=sys.stderr)
    return 0 if documents else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
