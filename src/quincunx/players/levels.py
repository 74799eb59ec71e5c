"""Opponents of six levels, the same in every game, reproducible by their seed.

On each turn a level plays in one of four ways, by weights of its own. It sees: plays what exact
values tell, and where it has lost sets the hardest problem. Or it errs as people do: a plan is
beyond its sight, it is greedy, or it overlooks what threatens. So its choice is a distribution
over the moves that can be computed, and it is the better the more of it sees. Where exact values
are out of reach it sees as far as a look ahead goes. Its move depends on the level, its seat, the
game's seed, start and moves so far, and on nothing else.
"""

from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import Any, NamedTuple

from quincunx.core import AnyPosition, QuincunxError
from quincunx.core.text import listed, quote, suggestion
from quincunx.games import parse
from quincunx.oracle import Value, analyze, oracle_of, own_sizes
from quincunx.play.match import ADAPTIVE, WHO, Match, random_of
from quincunx.players.looking import ahead, soon, taken
from quincunx.players.perfect import lowest, perfect_moves

LEVELS_VERSION = 1
"""Goes up when a level plays otherwise."""
SIGHT = 2
"""Plies within which a win or a loss is seen even by whoever misses the plan."""
MANY, MOST_HIDDEN = 140, 0.2
"""The more moves there are, the more often the best are not seen, except by `perfect`: of a tenth
of so many a tenth less often; of very many still so much less often and no more."""


class Parts(NamedTuple):
    """How often, in percent, a level plays in each of the ways."""

    sees: float = 0
    beyond_sight: float = 0
    """A plan is beyond its sight: it sees what ends soon, else what is taken now."""
    greedy: float = 0
    """It takes the most that it can take now."""
    overlooks: float = 0
    """It overlooks a threat, its own or the other's: any move."""


LEVELS = {
    "random": Parts(overlooks=100),
    "beginner": Parts(15, 1, 19, 65),
    "casual": Parts(32, 7, 26, 35),
    "skilled": Parts(60, 11, 14, 15),
    "expert": Parts(89, 6, 4, 1),
    "perfect": Parts(sees=100),
}


ADAPTIVE_BEGINS = "casual"
"""Where the level begins that suits itself to a person."""
STEPS = {"lost": 1, "drew": 0, "won": -1}
"""How far up it goes after a game that it lost, drew or won."""


class LevelError(QuincunxError):
    """No such level, or not on this board."""


class Past(NamedTuple):
    """A finished game of the level that adapts itself: what it played at, and one of STEPS."""

    level: str
    result: str


def adaptive_level(past: Iterable[Past], able: Collection[str] = LEVELS) -> str:
    """Return the level one up from the last game if that was lost, one down if it was won, among
    the weakest levels that are `able` to play. The most recent game comes last; what cannot be
    read is skipped."""
    names, at = [*LEVELS], ADAPTIVE_BEGINS
    for level, result in past:
        if level in LEVELS and result in STEPS:
            at = names[min(max(names.index(level) + STEPS[result], 0), len(able) - 1)]
    return at


def known(match: Match) -> list[Any]:
    """The best moves by exact values; as far as they are found where a search is needed."""
    analysis = analyze(match.position, hurried=True)
    if analysis.value is Value.UNKNOWN:
        return lowest(soon(analysis, 10**6))
    return perfect_moves(match, analysis)


def seen(match: Match) -> list[Any]:
    """The same where that takes no time; else as far as a look ahead goes."""
    return known(match) if _is_known(match) else _highest(ahead(match.position))


def beyond_sight(match: Match) -> list[Any]:
    if _is_known(match):
        return lowest(soon(analyze(match.position), SIGHT))
    return _highest(ahead(match.position, SIGHT))


def greedy(match: Match) -> list[Any]:
    return _highest(taken(match.position))


def overlooks(match: Match) -> list[Any]:
    return match.legal_moves()


def _is_known(match: Match) -> bool:
    return oracle_of(match.position.game).knows(match.position)


def _highest(worth: dict[Any, int]) -> list[Any]:
    return lowest({move: -number for move, number in worth.items()})


def parts_of(level: str, moves: int) -> Parts:
    """Of a level's play where there are so many moves: the more, the more is overlooked."""
    parts = LEVELS[level]
    hidden = 0 if level == "perfect" else parts.sees * min(MOST_HIDDEN, moves / MANY)
    return parts._replace(sees=parts.sees - hidden, overlooks=parts.overlooks + hidden)


Ways = dict[Callable[[Match], list[Any]], float]
ALWAYS: dict[str, Ways] = {"random": {overlooks: 100}, "perfect": {known: 100}}


def ways(level: str, match: Match) -> Ways:
    """The ways in which a level plays here, with their parts. Each tells the moves between which
    nothing decides. Only `perfect` takes whatever time it takes to know."""
    if level in ALWAYS:
        return ALWAYS[level]
    parts = parts_of(level, len(match.legal_moves()))
    weights = zip((seen, beyond_sight, greedy, overlooks), parts, strict=True)
    return {way: part for way, part in weights if part}


def distribution(level: str, match: Match) -> dict[Any, float]:
    """How likely a level is to play each legal move of a match that is not over."""
    chances = dict.fromkeys(match.legal_moves(), 0.0)
    for way, percent in ways(level, match).items():
        moves = way(match)
        for move in moves:
            chances[move] += percent / 100 / len(moves)
    return chances


class LevelPlayer:
    """Picks moves at one of the levels."""

    def __init__(self, level: str, seed: int) -> None:
        if level == ADAPTIVE:
            why = "adaptive learns from its games with a person, and plays with people only"
            raise LevelError(f"{why}: choose {listed([*LEVELS], 'or')}.")
        check_known(level, [*LEVELS])
        self.level = self.name = level
        self.seed = seed

    def pick(self, match: Match) -> Any:
        """A legal move of a match that is not over, drawn from the level's distribution."""
        choices, random = ways(self.level, match), self.random(match)
        (way,) = random.choices([*choices], [*choices.values()])
        return random.choice(way(match))

    def random(self, match: Match) -> Random:
        return random_of(f"{self.level} {LEVELS_VERSION}", self.seed, match)

    def close(self) -> None:
        """A level has nothing to end."""


class StreamPlayer(LevelPlayer):
    """One that draws from a stream of its own, for learners' environments: a generator for each
    move would cost more than the move. Its games cannot be taken back or resumed."""

    def __init__(self, level: str, seed: int) -> None:
        super().__init__(level, seed)
        self.stream = Random(f"{level} {seed}")

    def random(self, match: Match) -> Random:
        return self.stream


def level_player(
    level: str, seed: int, position: AnyPosition, past: Iterable[Past] | None = None
) -> LevelPlayer:
    """A level that is able to play this position's game, or LevelError. With people, who have a
    past with it, `adaptive` too: its name says what it plays at."""
    if level == ADAPTIVE and past is not None:
        at = adaptive_level(past)
        found = LevelPlayer("expert" if at == "perfect" and _beyond(position) else at, seed)
        found.name = f"{ADAPTIVE} ({found.level})"
        return found
    if past is not None:
        check_known(level, [*WHO])
    found = LevelPlayer(level, seed)
    if level == "perfect" and _beyond(position):
        raise LevelError(_refusal(position))
    return found


def check_known(level: str, known: list[str]) -> None:
    if level not in known:
        raise LevelError(f"There is no level {quote(level)}: {suggestion(level, known)}")


def able(position: AnyPosition) -> list[str]:
    """The levels that can play from a start, told without a search of what it is worth."""
    knows = oracle_of(position.game).knows(position)
    return [level for level in LEVELS if level != "perfect" or knows]


def _beyond(position: AnyPosition) -> bool:
    """Whether what the position is worth is out of reach."""
    return not position.outcome and analyze(position).value is Value.UNKNOWN


# The same as questions to another process. A match goes as text: a long one on a large board would
# be half a megabyte of positions.


def check_level(level: str, game: str, position: str) -> None:
    """LevelError if the level cannot play here."""
    level_player(level, 0, parse(game, position))


def level_move(
    level: str, seed: int, game: str, start: str, moves: list[str], repetition: bool
) -> str:
    """What a level plays in a match."""
    match = Match(parse(game, start), repetition)
    for move in moves:
        match.play(move)
    return str(level_player(level, seed, match.position).pick(match))


def _refusal(position: AnyPosition) -> str:
    game = position.game
    sizes = [size for size in own_sizes(type(game)) if size != game.size]
    other = f"choose {listed(sizes, 'or')}, or another level" if sizes else "choose another level"
    return f"The exact values of {game.title} {game.size} are out of reach of perfect: {other}."
