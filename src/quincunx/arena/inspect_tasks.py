"""Tasks for Inspect AI: one move, or whole games against `perfect`, scored by exact regret.

    inspect eval quincunx/one_move -T game=swap-nine -T starts=20 --model …

Both are made of what `quincunx` offers to everybody: question, answer, suite and judge. Values are
worked out by one thread beside the loop.
"""

from collections.abc import Callable
from typing import Any

from anyio import CapacityLimiter, to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

import quincunx
from quincunx.arena.contest import POINTS, PlayedGame, session_of
from quincunx.arena.grading import OPPONENT, assess, grading_tasks
from quincunx.core import AnyGame
from quincunx.play.record import read, write
from quincunx.players import LevelPlayer, Terms

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
        for number, start in enumerate(quincunx.suite(one, starts, seed), 1):
            about = {"game": one.id(), "position": str(start.position), "ply": start.ply}
            asked = _messages(quincunx.question(start.position, show_legal))
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
    suites = [(one, quincunx.suite(one, starts, seed)) for one in _games(game)]
    found = {
        f"{one.start.game.id()} {one.number}": one
        for one in grading_tasks("model", suites, seed, Terms())
    }

    @solver
    def against_perfect() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            game_task = found[str(state.sample_id)]
            session, perfect = session_of(game_task), LevelPlayer(OPPONENT, game_task.seed)
            match = session.match
            refused: list[tuple[str, str]] = []
            while match.outcome is None and match.ply != game_task.max_plies:
                if match.turn is not game_task.graded:
                    session.apply(await _thought(session.reply, perfect))
                    continue
                state.messages = _messages(quincunx.question(match, show_legal, refused))
                state = await generate(state)
                move, wrong = _read(state.output.completion, match.position)
                if move is not None:
                    session.apply(session.advance(move))
                    refused = []
                elif len(refused) == retries:
                    session.apply(session.resign(game_task.graded, "forfeit", wrong))
                else:
                    refused.append((state.output.completion, wrong))
            state.metadata["record"] = write(match)
            return state

        return solve

    @scorer(metrics=METRICS)
    def game_regret() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            game_task, match = found[str(state.sample_id)], read(state.metadata["record"])
            one = await _thought(assess, PlayedGame(game_task, match, []))
            lost = [move.lost for move in one.decisions()]
            value = {"lost": sum(lost), "choices": len(lost), "forfeit": float(one.forfeited)}
            value |= {"score": one.points, "random": one.random, "best": POINTS[one.best]}
            return Score(value=value, explanation=state.metadata["record"])

        return score

    samples = [Sample(input=str(one.start), id=name) for name, one in found.items()]
    return Task(dataset=samples, solver=against_perfect(), scorer=game_regret())


@scorer(metrics=METRICS)
def regret() -> Scorer:
    """What the move gave away, and what a random one would; 1 where no legal move was named."""

    async def score(state: TaskState, target: Target) -> Score:
        position = quincunx.parse(state.metadata["game"], state.metadata["position"])
        move, wrong = _read(state.output.completion, position)
        one = await _thought(quincunx.judge, position, move)
        value = {"regret": one.lost, "random": one.usually_lost, "refused": float(bool(wrong))}
        explanation = wrong or f"{move} leads to a {one.after}; the position is a {one.before}."
        return Score(value=value, answer=str(move or ""), explanation=explanation)

    return score


def _games(game: str | None) -> list[AnyGame]:
    return [quincunx.game(one) for one in ([game] if game else quincunx.game_ids())]


def _messages(asked: list[dict[str, str]]) -> list[Any]:
    return [MESSAGES[one["role"]](content=one["content"]) for one in asked]


def _read(said: str, position: Any) -> tuple[Any, str]:
    """The move, or why there is none."""
    try:
        return quincunx.answer(said, position), ""
    except (quincunx.NotationError, quincunx.IllegalMoveError) as error:
        return None, str(error)


async def _thought(work: Callable[..., Any], *words: Any) -> Any:
    return await to_thread.run_sync(work, *words, limiter=ONE_THREAD)
