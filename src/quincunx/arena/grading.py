"""What an agent's moves were worth, compared with exact values.

The agent plays `perfect` from fair starts. A move is graded where the choice matters: every move
of the position is known, and they are worth different things (a win 1, a draw a half, a loss 0).
A forfeit counts as a choice that turned a win into a loss, wherever it happens.
Since `perfect` gives nothing away, the value of its start is the best that any player could get
from a seat. What `random` would do stands beside: of a choice exactly, as the mean over its moves;
of a game as one from the same start and seat. By choice, a game is one move of the agent's. Where
nothing bounds a game it is broken off after MAX_PLIES: a loss if it is lost by
then, else a draw, since it was not won.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from quincunx.arena.contest import POINTS, PlayedGame, Task, play
from quincunx.arena.referees import misread
from quincunx.arena.suite import Start, all_known, choice_matters
from quincunx.core import AnyGame, AnyPosition, Player
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match
from quincunx.players import Agent, Terms
from quincunx.players.external import ILLEGAL, LEGAL

OPPONENT = "perfect"
MAX_PLIES = 50


@dataclass(frozen=True)
class Trial:
    """A game to be graded: who of the two is, and how far the game had come at its start."""

    task: Task
    side: Player
    ply: int


@dataclass(frozen=True)
class GradedMove:
    """A move, or that none was given."""

    depth: int
    """Moves since the start of the game."""
    before: Value
    after: Value
    known: bool
    mattered: bool
    wasted: int | None
    """Plies by which a win that was kept is farther away than it had to be."""
    shares: dict[Value, float]
    """Of the moves that lead to each value, and so how often `random` plays one."""
    usually_wasted: float
    """By `random`, where it keeps a win."""
    forfeit: bool

    @property
    def counts(self) -> bool:
        return self.forfeit or (self.known and self.mattered)

    @property
    def charged_from(self) -> Value:
        """The value that the charge starts from: of a forfeit always a win."""
        return Value.WIN if self.forfeit else self.before

    @property
    def lost(self) -> float:
        return POINTS[self.charged_from] - POINTS[self.after]

    @property
    def usually_lost(self) -> float:
        """By `random`; of a position whose moves are all known."""
        return POINTS[self.before] - sum(POINTS[v] * share for v, share in self.shares.items())


@dataclass(frozen=True)
class GradedGame:
    """A game with what the agent's moves were worth."""

    trial: Trial
    played: PlayedGame
    moves: tuple[GradedMove, ...]
    best: Value
    """What the seat was worth at the start."""
    random: float | None
    """What `random` scored in its place; None where there is no game, but a choice."""

    @property
    def game(self) -> str:
        return self.trial.task.start.game.id()

    @property
    def points(self) -> float:
        return _points(self.played, self.trial.side)

    @property
    def forfeited(self) -> bool:
        match = self.played.match
        return match.termination == "forfeit" and match.position.turn is self.trial.side

    def exchanges(self) -> list[dict[str, Any]]:
        """What the agent was asked and answered, if it is an outside program."""
        name = str(self.trial.task.agent(self.trial.side))
        return [one for one in self.played.exchanges if one["agent"] == name]

    def answers(self) -> Counter[str]:
        """How many answers of each kind the agent gave; a level's are always legal."""
        given = Counter[str](one["verdict"] for one in self.exchanges())
        return given or Counter({LEGAL: len(self.moves)})

    def without_charges(self) -> "GradedGame":
        """The same with forfeits judged as moves that lose."""
        return replace(self, moves=tuple(replace(move, forfeit=False) for move in self.moves))

    def misread(self) -> Counter[str]:
        """The rules that illegal answers misread, by ruling or section of the book; an answer that
        only mistakes the position misreads none."""
        positions = self.played.match.positions
        rules = (
            misread(positions[one["ply"]], one["move"])
            for one in self.exchanges()
            if one["verdict"] == ILLEGAL and "move" in one  # written since 0.2
        )
        return Counter(rule for rule in rules if rule)


def trials(
    agent: Agent,
    games: Iterable[tuple[AnyGame, Iterable[Start]]],
    seed: int,
    terms: Terms,
    date: str = "",
    by_choice: bool = False,
) -> list[Trial]:
    """The games to be played: from the start in both seats, then from its suite as the mover. By
    choice, one move and one request from each position of the suite."""
    terms = replace(terms, retries=0) if by_choice else terms
    found: list[Trial] = []

    def add(side: Player, start: Any, ply: int) -> None:
        sides: tuple[Agent, Agent] = (agent, OPPONENT) if side is Player.X else (OPPONENT, agent)
        number = len(found) + 1
        drawn = Random(f"grade {seed} {number}").randrange(10**9)
        most = 1 if by_choice else MAX_PLIES if game.longest is None else None
        task = Task(number, start, *sides, drawn, terms, date, most)
        found.append(Trial(task, side, ply))

    for game, starts in games:
        initial = game.start(seed=Random(f"grade {seed}").randrange(10**9))
        for side in () if by_choice else Player:
            add(side, initial, 0)
        for one in starts:
            add(one.position.turn, one.position, one.ply)
    return found


def grade(trial: Trial) -> GradedGame:
    """Plays one game and judges the agent's moves."""
    return assessed(trial, play(trial.task))


def assessed(trial: Trial, played: PlayedGame) -> GradedGame:
    """What was played, with the agent's moves judged."""
    task, side = trial.task, trial.side
    moves, random = tuple(judged(played.match, side, trial.ply)), None
    if task.max_plies != 1:
        own = replace(task, x="random") if side is Player.X else replace(task, o="random")
        random = _points(play(own), side)
    return GradedGame(trial, played, moves, _worth(task.start, side), random)


def _worth(position: AnyPosition, side: Player) -> Value:
    value = analyze(position).value
    return value if position.turn is side else value.reverse


def _points(played: PlayedGame, side: Player) -> float:
    match = played.match
    if match.outcome:
        return played.points(side)
    return 0.0 if _worth(match.position, side) is Value.LOSS else 0.5


def judged(match: Match, side: Player, ply: int = 0) -> Sequence[GradedMove]:
    """Judge every move of one side, and its forfeit if there was one."""
    found = []
    moves: list[Any] = list(match.moves)
    if match.termination == "forfeit" and match.position.turn is side:
        moves.append(None)
    for depth, (position, move) in enumerate(zip(match.positions, moves, strict=False), ply):
        if position.turn is side:
            found.append(judge(position, move, depth))
    return found


def judge(position: AnyPosition, move: Any | None, depth: int = 0) -> GradedMove:
    """Judge a legal move, or a forfeit (None): what it `lost`, what `random` would lose there
    (`usually_lost`), whether all moves are known and whether the choice mattered."""
    move = None if move is None else position.read(move)
    analysis = analyze(position)
    known, values = all_known(analysis), Counter(item.value for item in analysis.moves)
    shares = {value: number / len(analysis.moves) for value, number in values.items()}
    wins = [item for item in analysis.moves if item.value is Value.WIN]
    lengths = [item.distance for item in wins if item.distance is not None and item.distance_exact]
    chosen = next((item for item in analysis.moves if item.move == move), None)
    after, wasted, usually = chosen.value if chosen else Value.LOSS, None, 0.0
    if known and chosen and after is Value.WIN and len(lengths) == len(wins):
        wasted = (chosen.distance or 0) - min(lengths)
        usually = sum(lengths) / len(lengths) - min(lengths)
    mattered = choice_matters(analysis)
    return GradedMove(
        depth, analysis.value, after, known, mattered, wasted, shares, usually, move is None
    )
