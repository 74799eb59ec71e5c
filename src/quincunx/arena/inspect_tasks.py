"""Tasks for Inspect AI: one move, or whole games against `perfect`, scored by exact regret.

    inspect eval quincunx/one_move -T game=swap-nine -T starts=20 --model …

Both are made of what `quincunx` offers to everybody: question, answer, suite and judge. A sample's
metadata holds all that its game follows from. Values are worked out by one thread beside the loop.
"""

from collections.abc import Callable
from typing import Any

from anyio import CapacityLimiter, to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from quincunx.arena import contest
from quincunx.arena.grading import OPPONENT, Trial, assessed, judge, trials
from quincunx.arena.report import decisions
from quincunx.arena.suite import suite
from quincunx.core import AnyGame, IllegalMoveError, NotationError, Player
from quincunx.games import game as game_of
from quincunx.games import game_ids, parse
from quincunx.match import Match
from quincunx.players import LevelPlayer, Terms
from quincunx.players.chat import answer, question
from quincunx.record import read, write

MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
METRICS = {"*": [mean(), stderr()]}
ONE_THREAD = CapacityLimiter(1)


@task
def one_move(
    game: str | None = None, starts: int = 20, seed: int = 0, show_legal: bool = False
) -> Task:
    """One move in each position of the suite, of one game or of all."""
    samples = []
    for one in _games(game):
        for number, start in enumerate(suite(one, starts, seed), 1):
            about = {"game": one.id(), "position": str(start.position), "ply": start.ply}
            asked = _messages(question(start.position, show_legal))
            samples.append(Sample(input=asked, id=f"{one.id()} {number}", metadata=about))
    return Task(dataset=samples, solver=generate(), scorer=regret())


@task
def whole_games(
    game: str | None = None,
    starts: int = 20,
    seed: int = 0,
    show_legal: bool = False,
    retries: int = 2,
) -> Task:
    """Games against `perfect`: from the start in both seats, and from the suite as the mover."""
    suites = [(one, suite(one, starts, seed)) for one in _games(game)]
    samples = [_sample(trial) for trial in trials("model", suites, seed, Terms())]
    return Task(dataset=samples, solver=against_perfect(show_legal, retries), scorer=game_regret())


@scorer(metrics=METRICS)
def regret() -> Scorer:
    """What the move gave away, and what a random one would; 1 where no legal move was named."""

    async def score(state: TaskState, target: Target) -> Score:
        position = parse(state.metadata["game"], state.metadata["position"])
        move, wrong = _read(state.output.completion, position)
        one = await _thought(judge, position, move)
        value = {"regret": one.lost, "random": one.usually_lost, "refused": float(bool(wrong))}
        told = wrong or f"{move} leads to a {one.after}; the position is a {one.before}."
        return Score(value=value, answer=str(move or ""), explanation=told)

    return score


@scorer(metrics=METRICS)
def game_regret() -> Scorer:
    """What the game's choices gave away together, and its points beside random's and the best."""

    async def score(state: TaskState, target: Target) -> Score:
        trial, match = _trial(state.metadata), read(state.metadata["record"])
        one = await _thought(assessed, trial, contest.Played(trial.task, match, []))
        lost = [move.lost for move in decisions(one)]
        value = {"lost": sum(lost), "choices": len(lost), "forfeit": float(one.forfeited)}
        value |= {"score": one.points, "random": one.random, "best": contest.POINTS[one.best]}
        return Score(value=value, explanation=state.metadata["record"])

    return score


@solver
def against_perfect(show_legal: bool, retries: int) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = _trial(state.metadata)
        match, perfect = Match(trial.task.start), LevelPlayer(OPPONENT, trial.task.seed)
        while match.outcome is None and match.ply != trial.task.most_plies:
            if match.turn is not trial.side:
                match.advance(await _thought(perfect.pick, match))
                continue
            refused: list[tuple[str, str]] = []
            while len(refused) <= retries:
                state.messages = _messages(question(match, show_legal, refused))
                state = await generate(state)
                move, wrong = _read(said := state.output.completion, match.position)
                if not wrong:
                    match.advance(move)
                    break
                refused.append((said, wrong))
            else:
                match.resign(trial.side, "forfeit")
        state.metadata["record"] = write(match)
        return state

    return solve


def _games(game: str | None) -> list[AnyGame]:
    return [game_of(one) for one in ([game] if game else game_ids())]


def _messages(asked: list[dict[str, str]]) -> list[Any]:
    return [MESSAGES[one["role"]](content=one["content"]) for one in asked]


def _read(said: str, position: Any) -> tuple[Any, str]:
    """The move, or why there is none."""
    try:
        return answer(said, position), ""
    except (NotationError, IllegalMoveError) as error:
        return None, str(error)


async def _thought(work: Callable[..., Any], *words: Any) -> Any:
    return await to_thread.run_sync(work, *words, limiter=ONE_THREAD)


def _sample(trial: Trial) -> Sample:
    task, start = trial.task, trial.task.start
    about: dict[str, Any] = {"game": start.game.id(), "position": str(start)}
    about |= {"side": str(trial.side), "ply": trial.ply}
    about |= {"seed": task.seed, "most_plies": task.most_plies}
    return Sample(input=str(start), id=f"{start.game.id()} {task.number}", metadata=about)


def _trial(about: dict[str, Any]) -> Trial:
    side, start = Player(about["side"]), parse(about["game"], about["position"])
    sides = ("model", OPPONENT) if side is Player.X else (OPPONENT, "model")
    terms, most = Terms(), about["most_plies"]
    return Trial(contest.Task(1, start, *sides, about["seed"], terms, "", most), side, about["ply"])
