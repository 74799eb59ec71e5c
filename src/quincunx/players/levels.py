"""Opponents of six levels, the same in every game, reproducible by their seed.

On each turn a level plays in one of four styles, by weights of its own. It plays the best moves,
which exact values show, and where it has lost sets the hardest problem. Or it errs as people do: it
looks only a few plies ahead, it is greedy, or it overlooks what threatens. So its choice is a
distribution over the moves that can be computed, and the level is the better the more often it
plays the best ones. Where exact values are out of reach it searches a few plies. Its move depends
on the level, its seat, the game's seed, start and moves so far, and on nothing else.
"""

from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import Any, NamedTuple

from quincunx.core import AnyPosition, QuincunxError
from quincunx.core.text import listed, quote, suggestion
from quincunx.games import parse
from quincunx.oracle import Value, analyze, oracle_of, own_sizes
from quincunx.play.match import ADAPTIVE, WHO, Match, random_of
from quincunx.players.lookahead import count_gains, rank_shallow, search
from quincunx.players.perfect import UNKNOWN_DISTANCE, lowest_ranked, perfect_moves

LEVELS_VERSION = 1
"""Goes up when a level plays differently."""
SHALLOW_PLIES = 2
"""Within which a win or a loss is seen even by somebody who misses the plan."""
MANY_MOVES, MAX_MISSED = 140, 0.2
"""The more moves there are, the more often a level misses the best, except `perfect`: the share
that it misses is the number of moves divided by the first, at most the second."""


class StyleWeights(NamedTuple):
    """How often, in percent, a level plays in each style."""

    best: float = 0
    shallow: float = 0
    """A plan is beyond its sight: it sees what ends soon, else what a move takes."""
    greedy: float = 0
    """It takes the most that it can take now."""
    random: float = 0
    """It overlooks a threat, its own or the other's: any move."""


LEVELS = {
    "random": StyleWeights(random=100),
    "beginner": StyleWeights(15, 1, 19, 65),
    "casual": StyleWeights(32, 7, 26, 35),
    "skilled": StyleWeights(60, 11, 14, 15),
    "expert": StyleWeights(89, 6, 4, 1),
    "perfect": StyleWeights(best=100),
}


ADAPTIVE_BEGINS = "casual"
"""Where the level begins that suits itself to a person."""
STEPS = {"lost": 1, "drew": 0, "won": -1}
"""How far up it goes after a game that it lost, drew or won."""


class LevelError(QuincunxError):
    """There is no such level, or it cannot play on this board."""


class Past(NamedTuple):
    """A finished game of the adaptive level: the level it played at, and one of STEPS."""

    level: str
    result: str


def adaptive_level(past: Iterable[tuple[str, str]], able: Collection[str] = LEVELS) -> str:
    """Return the level one up from the last game if that was lost, one down if it was won, among
    the weakest levels that are `able` to play. The most recent game comes last; what cannot be
    read is skipped."""
    names, at = [*LEVELS], ADAPTIVE_BEGINS
    for level, result in past:
        if level in LEVELS and result in STEPS:
            at = names[min(max(names.index(level) + STEPS[result], 0), len(able) - 1)]
    return at


# The styles. Each returns the moves between which nothing decides.


def exact_moves(match: Match) -> list[Any]:
    """The best moves by exact values; as far as they are found where a search is needed."""
    analysis = analyze(match.position, hurried=True)
    if analysis.value is Value.UNKNOWN:
        return lowest_ranked(rank_shallow(analysis, UNKNOWN_DISTANCE))
    return perfect_moves(match, analysis)


def best_moves(match: Match) -> list[Any]:
    """The same where that takes no time; else the best by a search."""
    return exact_moves(match) if _is_known(match) else _highest(search(match.position))


def shallow_moves(match: Match) -> list[Any]:
    """The best moves within SHALLOW_PLIES."""
    if _is_known(match):
        return lowest_ranked(rank_shallow(analyze(match.position), SHALLOW_PLIES))
    return _highest(search(match.position, SHALLOW_PLIES))


def greedy_moves(match: Match) -> list[Any]:
    """The moves that take most."""
    return _highest(count_gains(match.position))


def _is_known(match: Match) -> bool:
    return oracle_of(match.position.game).knows(match.position)


def _highest(worth: dict[Any, int]) -> list[Any]:
    return lowest_ranked({move: -number for move, number in worth.items()})


def style_weights(level: str, moves: int) -> StyleWeights:
    """Return a level's weights where there are so many moves: the more, the more it misses."""
    weights = LEVELS[level]
    missed = 0 if level == "perfect" else weights.best * min(MAX_MISSED, moves / MANY_MOVES)
    return weights._replace(best=weights.best - missed, random=weights.random + missed)


Styles = dict[Callable[[Match], list[Any]], float]
FIXED_STYLES: dict[str, Styles] = {
    "random": {Match.legal_moves: 100},
    "perfect": {exact_moves: 100},
}


def styles(level: str, match: Match) -> Styles:
    """Return the styles in which a level plays here, with their weights. Only `perfect` takes
    whatever time exact values need."""
    if level in FIXED_STYLES:
        return FIXED_STYLES[level]
    weights = style_weights(level, len(match.legal_moves()))
    every = best_moves, shallow_moves, greedy_moves, Match.legal_moves
    return {style: weight for style, weight in zip(every, weights, strict=True) if weight}


def distribution(level: str, match: Match) -> dict[Any, float]:
    """Return how likely a level is to play each legal move of a match that is not over."""
    chances = dict.fromkeys(match.legal_moves(), 0.0)
    for style, percent in styles(level, match).items():
        moves = style(match)
        for move in moves:
            chances[move] += percent / 100 / len(moves)
    return chances


class LevelPlayer:
    """A player at one of the levels."""

    def __init__(self, level: str, seed: int) -> None:
        if level == ADAPTIVE:
            why = "adaptive learns from its games with a person, and plays with people only"
            raise LevelError(f"{why}: choose {listed([*LEVELS], 'or')}.")
        check_known(level, [*LEVELS])
        self.level = self.name = level
        self.seed = seed

    def pick(self, match: Match) -> Any:
        """Return a legal move of a match that is not over, drawn from the level's distribution."""
        choices, random = styles(self.level, match), self.random(match)
        if len(choices) == 1:
            (style,) = choices
            random.random()  # as `choices` below would draw: sooner
        else:
            (style,) = random.choices([*choices], [*choices.values()])
        return random.choice(style(match))

    def random(self, match: Match) -> Random:
        return random_of(f"{self.level} {LEVELS_VERSION}", self.seed, match)

    def close(self) -> None:
        """Do nothing: a level holds no resources."""


class StreamPlayer(LevelPlayer):
    """A level with one stream of random numbers, for learners' environments: a generator for each
    move would cost more than the move. Its games cannot be taken back or resumed."""

    def __init__(self, level: str, seed: int) -> None:
        super().__init__(level, seed)
        self.stream = Random(f"{level} {seed}")

    def random(self, match: Match) -> Random:
        return self.stream


def level_player(
    level: str, seed: int, position: AnyPosition, past: Iterable[Past] | None = None
) -> LevelPlayer:
    """Return a level that can play this position's game; LevelError if it cannot. `adaptive` needs
    its past with a person, and its name then says which level it plays at."""
    if level == ADAPTIVE and past is not None:
        adapted = adaptive_level(past)
        too_hard = adapted == "perfect" and _is_unsolved(position)
        player = LevelPlayer("expert" if too_hard else adapted, seed)
        player.name = f"{ADAPTIVE} ({player.level})"
        return player
    if past is not None:
        check_known(level, [*WHO])
    player = LevelPlayer(level, seed)
    if level == "perfect" and _is_unsolved(position):
        raise LevelError(_refusal(position))
    return player


def check_known(level: str, known: list[str]) -> None:
    if level not in known:
        raise LevelError(f"There is no level {quote(level)}: {suggestion(level, known)}")


def available_levels(position: AnyPosition) -> list[str]:
    """Return the levels that can play from a start, without a search for its value."""
    knows = oracle_of(position.game).knows(position)
    return [level for level in LEVELS if level != "perfect" or knows]


def _is_unsolved(position: AnyPosition) -> bool:
    """Whether the exact value of the position is out of reach."""
    return not position.outcome and analyze(position).value is Value.UNKNOWN


# For other processes. A match is sent as text: a long one on a large board would be half a megabyte
# of positions.


def check_level(level: str, game: str, position: str) -> None:
    """Raise LevelError if the level cannot play here."""
    level_player(level, 0, parse(game, position))


def level_move(
    level: str, seed: int, game: str, start: str, moves: list[str], repetition: bool
) -> str:
    """Return the move that a level plays in a match."""
    match = Match(parse(game, start), repetition)
    for move in moves:
        match.play(move)
    return str(level_player(level, seed, match.position).pick(match))


def _refusal(position: AnyPosition) -> str:
    game = position.game
    sizes = [size for size in own_sizes(type(game)) if size != game.size]
    other = f"choose {listed(sizes, 'or')}, or another level" if sizes else "choose another level"
    return f"The exact values of {game.title} {game.size} are out of reach of perfect: {other}."
