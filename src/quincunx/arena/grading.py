"""What an agent's moves were worth, held against exact values.

The agent plays `perfect` from fair starts. A move is graded where the choice matters: every move
of the position is known, and they are worth different things (a win 1, a draw a half, a loss 0).
Since `perfect` gives nothing away, the value of its start is the best that any player could get
from a seat. Where nothing bounds a game it is broken off after MOST_PLIES: a loss if it is lost by
then, else a draw, since it was not won.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from quincunx.arena.contest import POINTS, Played, Task, play
from quincunx.arena.referees import misread
from quincunx.arena.suite import Start, all_known, choice_matters
from quincunx.core import AnyGame, Player
from quincunx.match import Match
from quincunx.oracle import Analysis, Value, analyze
from quincunx.players import Terms
from quincunx.players.outside import ILLEGAL, LEGAL

OPPONENT = "perfect"
MOST_PLIES = 50


@dataclass(frozen=True)
class Trial:
    """A game to be graded: who of the two is, and how far the game had come at its start."""

    task: Task
    side: Player
    ply: int


@dataclass(frozen=True)
class Judged:
    """A move, or that none was given."""

    depth: int
    """Moves since the start of the game."""
    before: Value
    after: Value
    known: bool
    mattered: bool
    wasted: int | None = None
    """Plies by which a win that was kept is farther away than it had to be."""

    @property
    def lost(self) -> float:
        return POINTS[self.before] - POINTS[self.after]


@dataclass(frozen=True)
class Graded:
    """A game with what the agent's moves were worth."""

    trial: Trial
    played: Played
    moves: tuple[Judged, ...]
    best: Value
    """What the seat was worth at the start."""

    @property
    def game(self) -> str:
        return self.trial.task.start.game.id()

    @property
    def points(self) -> float:
        match, side = self.played.match, self.trial.side
        if match.outcome:
            return self.played.points(side)
        value = analyze(match.position).value
        worth = value if match.position.turn is side else value.reverse
        return 0.0 if worth is Value.LOSS else 0.5

    @property
    def forfeited(self) -> bool:
        match = self.played.match
        return match.termination == "forfeit" and match.position.turn is self.trial.side

    def answers(self) -> Counter[str]:
        """How many answers of each kind the agent gave; a level's are always legal."""
        name = self.trial.task.agent(self.trial.side)
        asked = [one for one in self.played.exchanges if one["agent"] == name]
        if asked:
            return Counter(one["verdict"] for one in asked)
        return Counter({LEGAL: len(self.moves)})

    def misread(self) -> Counter[str]:
        """The rules that illegal answers misread, by ruling or section of the book; an answer that
        only mistakes the position misreads none."""
        name, positions = self.trial.task.agent(self.trial.side), self.played.match.positions
        illegal = (one for one in self.played.exchanges if one["verdict"] == ILLEGAL)
        rules = (
            misread(positions[one["ply"]], one["reason"]) for one in illegal if one["agent"] == name
        )
        return Counter(rule for rule in rules if rule)


def trials(
    agent: str,
    games: Iterable[tuple[AnyGame, Iterable[Start]]],
    seed: int,
    terms: Terms,
    date: str = "",
) -> list[Trial]:
    """The games to be played: from the start in both seats, then from its suite as the mover."""
    found: list[Trial] = []

    def add(side: Player, start: Any, ply: int) -> None:
        sides = (agent, OPPONENT) if side is Player.X else (OPPONENT, agent)
        number = len(found) + 1
        drawn = Random(f"grade {seed} {number}").randrange(10**9)
        most = MOST_PLIES if game.longest is None else None
        task = Task(number, start, *sides, drawn, terms, date, most)
        found.append(Trial(task, side, ply))

    for game, starts in games:
        initial = game.start(seed=Random(f"grade {seed}").randrange(10**9))
        for side in Player:
            add(side, initial, 0)
        for one in starts:
            add(one.position.turn, one.position, one.ply)
    return found


def grade(trial: Trial) -> Graded:
    """Plays one game and judges the agent's moves."""
    played = play(trial.task)
    worth = analyze(trial.task.start).value
    best = worth if trial.task.start.turn is trial.side else worth.reverse
    return Graded(trial, played, tuple(judged(played.match, trial.side, trial.ply)), best)


def judged(match: Match, side: Player, ply: int = 0) -> Sequence[Judged]:
    """Every move of one side; where it forfeited, the move that never came as a loss."""
    found = []
    moves: list[Any] = list(match.moves)
    if match.termination == "forfeit" and match.position.turn is side:
        moves.append(None)
    for depth, (position, move) in enumerate(zip(match.positions, moves, strict=False), ply):
        if position.turn is side:
            found.append(_judge(analyze(position), move, depth))
    return found


def _judge(analysis: Analysis, move: Any | None, depth: int) -> Judged:
    known, mattered = all_known(analysis), choice_matters(analysis)
    if move is None:
        return Judged(depth, analysis.value, Value.LOSS, known, mattered)
    chosen = next(item for item in analysis.moves if item.move == move)
    wasted = None
    if known and chosen.value is Value.WIN:
        wins = [item for item in analysis.moves if item.value is Value.WIN]
        lengths = [item.distance for item in wins if item.distance is not None]
        if len(lengths) == len(wins) and all(item.distance_exact for item in wins):
            wasted = (chosen.distance or 0) - min(lengths)
    return Judged(depth, analysis.value, chosen.value, known, mattered, wasted)
