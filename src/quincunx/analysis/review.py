"""A game that was played, move by move: what each move was worth and what it cost."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from quincunx.analysis.reasons import explain
from quincunx.analysis.words import verdict_in_words
from quincunx.core import AnyPosition, Player
from quincunx.match import HUMAN, Match
from quincunx.oracle import Analysis, MoveAnalysis, Value, Verdict, analyze

WIN_GIVEN_AWAY = "win given away"
DRAW_GIVEN_AWAY = "draw given away"
WIN_DELAYED = "win delayed"
RANKS = (Value.LOSS, Value.DRAW, Value.WIN)


@dataclass(frozen=True, slots=True)
class MoveReview:
    ply: int
    """Counted from 1."""
    player: Player
    move: Any
    before: Verdict
    """What the player could get."""
    after: Verdict
    """What the player gets after the move."""
    mistake: str | None
    punished_by: Any | None
    """What the opponent played next, if it kept what the mistake gave."""
    better: Any | None
    """What would have kept the value."""
    mattered: bool
    """Whether the moves were worth different things."""

    @property
    def kept(self) -> bool:
        """Whether the move gave nothing away, as far as that is known."""
        return self.after.value is self.before.value

    @property
    def cost(self) -> int:
        """1 from a win to a draw or from a draw to a loss, 2 from a win to a loss."""
        return RANKS.index(self.before.value) - RANKS.index(self.after.value) if self.mistake else 0

    def in_words(self, name: str = "") -> str:
        words = f"{self.ply}. {name or self.player} {self.move}: {verdict_in_words(self.after)}"
        if self.mistake:
            words += f" - {self.mistake}: {self.better} {verdict_in_words(self.before)}"
            if self.punished_by is not None:
                words += f", punished by {self.punished_by}"
        return words


@dataclass(frozen=True, slots=True)
class Review:
    moves: tuple[MoveReview, ...]
    names: dict[Player, str]
    """What the sides are called."""
    positions: tuple[AnyPosition, ...]
    learner: Player | None
    """The only person who played, else who lost; None for both."""

    def value_line(self) -> str:
        """The value after each move as X sees it: + won, = drawn, - lost, ? not known."""
        values = [
            m.after.value if m.player is Player.X else m.after.value.reverse for m in self.moves
        ]
        return "".join({"win": "+", "draw": "=", "loss": "-"}.get(value, "?") for value in values)

    def to_learn(self) -> str:
        """One thing, and why: the costliest mistake of who is to learn, the last of them
        where several cost the same, since nothing could be saved after it."""
        worst = max(reversed(self.mistakes(self.learner)), key=lambda m: m.cost, default=None)
        if worst is None:
            who = self.names[self.learner] if self.learner else "Nobody"
            known = all(Value.UNKNOWN not in (m.before.value, m.after.value) for m in self.moves)
            return f"{who} gave nothing away{'' if known else ' that is known'}."
        what = (
            f"One thing to learn, move {worst.ply} of {self.names[worst.player]}: {worst.better} "
            f"{verdict_in_words(worst.before)}, {worst.move} {verdict_in_words(worst.after)}."
        )
        return " ".join([what, explain(self.positions[worst.ply - 1], worst.move).sentences[0]])

    def mistakes(self, player: Player | None = None) -> list[MoveReview]:
        return [m for m in self.moves if m.mistake and player in (None, m.player)]

    def accuracy(self, player: Player) -> float | None:
        """The share of a player's choices that kept the value, where the choice mattered and
        the values are known; None if it never did."""
        choices = [m for m in self.moves if m.player is player and m.mattered]
        if not choices:
            return None
        return sum(choice.kept for choice in choices) / len(choices)


def review(match: Match) -> Review:
    """Every move of a match, held against exact values."""
    positions = zip(match.positions, match.moves, strict=False)
    found = [_review_move(ply, analyze(at), move) for ply, (at, move) in enumerate(positions, 1)]
    for ply, (made, reply) in enumerate(pairwise(found)):
        if made.cost and reply.kept:
            found[ply] = replace(made, punished_by=reply.move)
    people = [side for side in Player if match.tags.get(f"Seat{side}", HUMAN) == HUMAN]
    loser = match.outcome.winner.other if match.outcome and match.outcome.winner else None
    names = {side: match.called(side) for side in Player}
    seen = tuple(match.positions)
    return Review(tuple(found), names, seen, people[0] if len(people) == 1 else loser)


def _review_move(ply: int, analysis: Analysis, move: Any) -> MoveReview:
    played = next(item for item in analysis.moves if item.move == move)
    mistake = _mistake(analysis, played)
    known = [item.value for item in analysis.moves if item.value is not Value.UNKNOWN]
    return MoveReview(
        ply,
        analysis.position.turn,
        move,
        analysis.verdict,
        played.verdict,
        mistake,
        punished_by=None,
        better=analysis.moves[0].move if mistake else None,
        mattered=analysis.value is not Value.UNKNOWN
        and played.value is not Value.UNKNOWN
        and len(set(known)) > 1,
    )


def _mistake(analysis: Analysis, played: MoveAnalysis) -> str | None:
    if played.value is Value.UNKNOWN or analysis.value is Value.UNKNOWN:
        return None
    if analysis.value is not played.value:
        return WIN_GIVEN_AWAY if analysis.value is Value.WIN else DRAW_GIVEN_AWAY
    exact = played.distance_exact and analysis.distance_exact
    if played.value is Value.WIN and exact and None not in (played.distance, analysis.distance):
        return WIN_DELAYED if played.distance != analysis.distance else None
    return None
