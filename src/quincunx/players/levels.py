"""Opponents of six levels, the same in every game, reproducible by their seed.

All but `random` know the exact value of every move; what makes them weaker is how far they see.
On each turn a level draws how many plies it looks ahead today. Wins and losses within that sight
it sees for certain, whatever is farther looks even to it. So a beginner takes a win in one,
often overlooks the opponent's, and knows nothing of long plans.
"""

from random import Random
from typing import Any

from quincunx.core import AnyPosition, QuincunxError
from quincunx.core.text import listed, quote
from quincunx.games import parse
from quincunx.match import Match
from quincunx.oracle import MoveAnalysis, Value, analyze, own_sizes
from quincunx.players.perfect import perfect_move

# The chance to look two plies farther, again and again. None looks at nothing, 1.0 at everything.
LEVELS: dict[str, float | None] = {
    "random": None,
    "beginner": 0.35,
    "casual": 0.65,
    "skilled": 0.85,
    "expert": 0.95,
    "perfect": 1.0,
}


class LevelError(QuincunxError):
    """No such level, or not on this board."""


class LevelPlayer:
    """Picks moves at one of the levels."""

    def __init__(self, level: str, seed: int) -> None:
        if level not in LEVELS:
            raise LevelError(f"There is no level {quote(level)}: choose {listed([*LEVELS], 'or')}.")
        self.level = level
        self.persistence = LEVELS[level]
        self.random = Random(f"{level} {seed}")

    def pick(self, match: Match) -> Any:
        """A legal move of a match that is not over."""
        if self.persistence is None:
            return self.random.choice(match.legal_moves())
        position = match.position
        analysis = analyze(position)
        if self.persistence == 1.0 and analysis.value is not Value.UNKNOWN:
            return perfect_move(match, analysis, self.random)
        sight = 1
        while sight < _farthest(position) and self.random.random() < self.persistence:
            sight += 2
        looks = {item: _look(item, position, sight) for item in analysis.moves}
        best = min(looks.values())
        return self.random.choice([item.move for item, look in looks.items() if look == best])

    def close(self) -> None:
        """A level has nothing to end."""


def level_player(level: str, seed: int, position: AnyPosition) -> LevelPlayer:
    """A level that is able to play this position's game, or LevelError."""
    found = LevelPlayer(level, seed)
    if level == "perfect" and not position.outcome and analyze(position).value is Value.UNKNOWN:
        raise LevelError(_refusal(position))
    return found


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


def _farthest(position: AnyPosition) -> int:
    """No forced win needs more plies than this; a loop of the rules would add none."""
    return max(position.game.longest or 0, 2 * position.game.cells)


def _look(item: MoveAnalysis, position: AnyPosition, sight: int) -> tuple[int, int]:
    """How a move looks to somebody who sees that far; the smaller the better."""
    distance = item.distance
    if distance is None:
        # Where only the value is known, seeing it takes sight to the last empty cell.
        distance = sum(cell.owner is None for cell in position.board().cells)
    if distance > sight or item.value not in (Value.WIN, Value.LOSS):
        return 1, 0
    if item.value is Value.WIN:
        return 0, distance - 100 * (item.margin or 0)
    return 2, -distance - 100 * (item.margin or 0)


def _refusal(position: AnyPosition) -> str:
    game = position.game
    sizes = [size for size in own_sizes(type(game)) if size != game.size]
    other = f"choose {listed(sizes, 'or')}, or another level" if sizes else "choose another level"
    return f"The exact values of {game.title} {game.size} are out of reach of perfect: {other}."
