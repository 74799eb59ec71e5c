"""Ideas: what a person can see on the board after a move. Strategies: at most five ideas in order.

A strategy keeps the moves that its first idea prefers, of these the ones that the second prefers,
and so on. A game's `ideas.py` lists its strategies, the best one first; other games get the generic
one. `analysis/strategies.py` proves what a strategy guarantees, since the games are solved.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quincunx.core import AnyGame, AnyPosition, Player, QuincunxError
from quincunx.core.text import quote, suggestion
from quincunx.games import part_of
from quincunx.oracle import Value
from quincunx.play.match import Match, random_of

PREFIX = "strategy:"
Guarantee = tuple[Value, int]
"""What a strategy gets against every opponent, and the number of positions that were tried."""
Measure = Callable[[Any, Any, Any], int]
"""Of the position before a move, the move, and the position after it: the more the better."""


@dataclass(frozen=True)
class Idea:
    """Something that a person can see on the board after a move."""

    id: str
    how: str
    """How to see it, in one sentence."""
    measure: Measure


@dataclass(frozen=True)
class Lead(Idea):
    """Something that both players have, to have more of."""

    noun: str
    count: Callable[[Any, Player], int]


def lead(id_: str, noun: str, how: str, count: Callable[[Any, Player], int]) -> Lead:
    def measure(before: Any, _move: Any, after: Any) -> int:
        return count(after, before.turn) - count(after, after.turn)

    return Lead(id_, how, measure, noun, count)


@dataclass(frozen=True)
class Strategy:
    """What fits on an index card."""

    id: str
    ideas: tuple[Idea, ...]
    prove: "Callable[[Strategy, Any, Player], Guarantee] | None" = None
    """Proves the guarantee where the positions are too many to try them all one by one."""

    def moves(self, position: AnyPosition) -> list[Any]:
        """Return the moves that it prefers, between which nothing decides."""
        following = {move: position.after(move) for move in position.legal_moves()}
        for idea in self.ideas:
            worth = {m: idea.measure(position, m, after) for m, after in following.items()}
            best = max(worth.values())
            following = {move: following[move] for move in worth if worth[move] == best}
            if len(following) == 1:
                break
        return list(following)


# Ideas for any game.


def next_move(before: AnyPosition, _move: Any, after: AnyPosition) -> int:
    """Return 2 for a move that wins, 1 for one that lets the other player not win at once."""
    if outcome := after.outcome:
        return 2 * (outcome.winner is before.turn)
    replies = (after.after(reply).outcome for reply in after.legal_moves())
    return not any(outcome and outcome.winner is after.turn for outcome in replies)


def _count_cells(position: AnyPosition, player: Player) -> int:
    # The notation's first field names every owner: a `Board` takes ten times as long.
    return str(position).partition(" ")[0].count(player)


NEXT_MOVE = Idea(
    "next-move",
    "Win now if you can. Otherwise leave your opponent no move that wins at once.",
    next_move,
)
COUNT_LEAD = lead("count-lead", "cell", "Lead by as many as you can.", _count_cells)
MOBILITY = Idea(
    "mobility",
    "Leave your opponent as few moves as you can.",
    lambda _before, _move, after: -len(after.legal_moves()),
)
GENERIC = Strategy("count-lead", (NEXT_MOVE, COUNT_LEAD, MOBILITY))


def strategies_of(kind: type[AnyGame]) -> tuple[Strategy, ...]:
    """Return the strategies of a game, the best one first."""
    part = part_of(kind, "ideas")
    own: tuple[Strategy, ...] = part.STRATEGIES if part else ()
    return own or (GENERIC,)


def strategy_of(kind: type[AnyGame], name: str) -> Strategy:
    known = {one.id: one for one in strategies_of(kind)}
    if name not in known:
        raise QuincunxError(
            f"{kind.title} has no strategy {quote(name)}: {suggestion(name, [*known])}"
        )
    return known[name]


class StrategyPlayer:
    """A player by a strategy; ties are broken at random."""

    def __init__(self, name: str, seed: int, position: AnyPosition) -> None:
        self.strategy = strategy_of(type(position.game), name.removeprefix(PREFIX))
        self.name, self.seed = name, seed

    def distribution(self, match: Match) -> dict[Any, float]:
        """Return how likely each legal move of a match that is not over is to be played."""
        moves = self.strategy.moves(match.position)
        return dict.fromkeys(match.legal_moves(), 0.0) | dict.fromkeys(moves, 1 / len(moves))

    def pick(self, match: Match) -> Any:
        random = random_of(self.name, self.seed, match)
        return random.choice(self.strategy.moves(match.position))

    def close(self) -> None:
        """Do nothing: it holds no resources."""
