"""What an agent's moves were worth, compared with exact values.

The agent plays `perfect` from fair starts. A move is graded where the choice matters: every move
of the position is known, and they are worth different things (a win 1, a draw a half, a loss 0).
A forfeit counts as a choice that turned a win into a loss, wherever it happens.
Since `perfect` gives nothing away, the value of its start is the best that any player could get
from a seat. Every figure is compared with `random`: of a choice exactly, as the mean over its
moves; of a game as one from the same start and seat. By choice, a game is one move of the agent's.
Where nothing bounds a game it is broken off after MAX_PLIES: a loss if it is lost by then, else a
draw, since it was not won.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from quincunx.arena.contest import POINTS, PlayedGame, Task, play
from quincunx.arena.referees import misread
from quincunx.arena.suite import SUITE_VERSION, Start, all_known, choice_matters
from quincunx.core import AnyGame, AnyPosition, Document, Player
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match
from quincunx.players import Agent, Terms
from quincunx.players.chat import PROMPT_VERSION
from quincunx.players.external import ILLEGAL, LEGAL

FILE_VERSION = 1
FORFEITS_FREE = 2
"""The suite that charged a forfeit only where the choice mattered, and only what was lost. Files
of it are still shown, as they were."""
OPPONENT = "perfect"
MAX_PLIES = 50


@dataclass(frozen=True)
class Grading:
    """What is played to grade an agent."""

    agent: Agent
    tasks: Sequence[Task]
    starts: int
    seed: int
    terms: Terms
    by_choice: bool = False
    suite: int = SUITE_VERSION
    prompts: int = PROMPT_VERSION

    def header(self) -> Document:
        games = [task.start.game for task in self.tasks]
        return {
            "grade": FILE_VERSION,
            "prompts": self.prompts,
            "suite": self.suite,
            "agent": str(self.agent),
            "games": [*dict.fromkeys(f"{game.id()} {game.size}" for game in games)],
            "starts": self.starts,
            "by_choice": self.by_choice,
            "seed": self.seed,
            "terms": self.terms.document(),
        }

    def version(self) -> str:
        return f"suite {self.suite} and prompts {self.prompts}"

    def resume(self, header: Document) -> "Grading | None":
        begun = replace(self, suite=header.get("suite", 0), prompts=header.get("prompts", 0))
        readable = (SUITE_VERSION, PROMPT_VERSION), (FORFEITS_FREE, 1)
        same = (begun.suite, begun.prompts) in readable and header == begun.header()
        return begun if same else None


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

    played: PlayedGame
    moves: tuple[GradedMove, ...]
    best: Value
    """What the seat was worth at the start."""
    random: float | None
    """What `random` scored in its place; None where there is no game, but a choice."""

    @property
    def game(self) -> str:
        return self.played.task.start.game.id()

    @property
    def side(self) -> Player:
        return self.played.task.graded

    @property
    def points(self) -> float:
        return _points(self.played)

    @property
    def forfeited(self) -> bool:
        match = self.played.match
        return match.termination == "forfeit" and match.position.turn is self.side

    def decisions(self) -> list[GradedMove]:
        """Return the choices that count."""
        return [move for move in self.moves if move.counts]

    def answers(self) -> Counter[str]:
        """Count the agent's answers by their verdict; a level's are always legal."""
        # All exchanges are the agent's: the opponent is a level.
        verdicts = Counter[str](one["verdict"] for one in self.played.exchanges)
        return verdicts or Counter({LEGAL: len(self.moves)})

    def without_charges(self) -> "GradedGame":
        """Return the same with forfeits judged as moves that lose."""
        return replace(self, moves=tuple(replace(move, forfeit=False) for move in self.moves))

    def misread(self) -> Counter[str]:
        """Count the rules that illegal answers misread, by ruling or section of the book; an answer
        that only mistakes the position misreads none."""
        positions = self.played.match.positions
        rules = (
            misread(positions[one["ply"]], one["move"])
            for one in self.played.exchanges
            if one["verdict"] == ILLEGAL and "move" in one  # written since 0.2
        )
        return Counter(rule for rule in rules if rule)


def grading_tasks(
    agent: Agent,
    games: Iterable[tuple[AnyGame, Iterable[Start]]],
    seed: int,
    terms: Terms,
    date: str = "",
    by_choice: bool = False,
) -> list[Task]:
    """Return the games to be played: from the start in both seats, then from the suite as the
    mover. By choice, one move and one request from each position of the suite."""
    terms = replace(terms, retries=0) if by_choice else terms
    tasks: list[Task] = []
    for game, suite in games:
        first = game.start(seed=Random(f"grade {seed}").randrange(10**9))
        starts = [] if by_choice else [(side, first, 0) for side in Player]
        starts += [(one.position.turn, one.position, one.ply) for one in suite]
        max_plies = 1 if by_choice else MAX_PLIES if game.longest is None else None
        for number, (side, start, ply) in enumerate(starts, len(tasks) + 1):
            x, o = (agent, OPPONENT) if side is Player.X else (OPPONENT, agent)
            own_seed = Random(f"grade {seed} {number}").randrange(10**9)
            tasks.append(Task(number, start, x, o, own_seed, terms, date, max_plies, side, ply))
    return tasks


def assess(played: PlayedGame) -> GradedGame:
    """Judge the agent's moves in a game that was played."""
    task, side = played.task, played.task.graded
    moves, random = tuple(judge_moves(played.match, side, task.ply)), None
    if task.max_plies != 1:
        swapped = replace(task, x="random") if side is Player.X else replace(task, o="random")
        random = _points(play(swapped))
    return GradedGame(played, moves, _worth(task.start, side), random)


def _worth(position: AnyPosition, side: Player) -> Value:
    value = analyze(position).value
    return value if position.turn is side else value.reverse


def _points(played: PlayedGame) -> float:
    match, side = played.match, played.task.graded
    if match.outcome:
        return played.points(side)
    return 0.0 if _worth(match.position, side) is Value.LOSS else 0.5


def judge_moves(match: Match, side: Player, ply: int = 0) -> Sequence[GradedMove]:
    """Judge every move of one side, and its forfeit if there was one."""
    moves: list[Any] = list(match.moves)
    if match.termination == "forfeit" and match.position.turn is side:
        moves.append(None)
    return [
        judge(position, move, depth)
        for depth, (position, move) in enumerate(zip(match.positions, moves, strict=False), ply)
        if position.turn is side
    ]


def judge(position: AnyPosition, move: Any | None, depth: int = 0) -> GradedMove:
    """Judge a legal move, or a forfeit (None), by exact values.

    A win is worth 1, a draw a half and a loss 0. The result has what the move `lost`, what a random
    move loses there (`usually_lost`), the values `before` and `after`, whether all moves are
    `known`, and whether the choice `mattered`.

    Examples:
        >>> import quincunx
        >>> position = quincunx.parse("swap-nine", "OOX/XXX/--O X")
        >>> quincunx.judge(position, "8x9").lost, quincunx.judge(position, "7").lost
        (0.0, 1.0)
        >>> quincunx.judge(position, None).forfeit
        True
    """
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
