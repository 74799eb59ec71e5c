"""Reviews: what each move of a match was worth, and what it cost."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from quincunx.analysis.reasons import explain
from quincunx.analysis.words import SIGNS, verdict_in_words
from quincunx.core import AnyPosition, Player
from quincunx.oracle import Analysis, MoveAnalysis, Value, Verdict, analyze
from quincunx.play.match import Match
from quincunx.play.record import only_person

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
    """The opponent's next move, if it took advantage of the mistake."""
    better: Any | None
    """What would have kept the value."""
    mattered: bool
    """Whether the legal moves had different values."""

    @property
    def keeps_value(self) -> bool:
        """Whether the move gave nothing away, as far as that is known."""
        return self.after.value is self.before.value

    @property
    def cost(self) -> int:
        """1 from a win to a draw or from a draw to a loss, 2 from a win to a loss."""
        return RANKS.index(self.before.value) - RANKS.index(self.after.value) if self.mistake else 0

    def in_short(self, name: str) -> str:
        """Return '3. Ann (X) 5: draws - win given away'."""
        words = f"{self.ply}. {name} {self.move}: {verdict_in_words(self.after)}"
        return f"{words} - {self.mistake}" if self.mistake else words

    def in_words(self, name: str = "") -> str:
        """Add what would have been better than a mistake, and what punished it."""
        words = self.in_short(name or self.player)
        if self.mistake:
            words += f": {self.better} {verdict_in_words(self.before)}"
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
        """Return the value after each move for X: + won, = drawn, - lost, ? not known."""
        values = [
            m.after.value if m.player is Player.X else m.after.value.reverse for m in self.moves
        ]
        return "".join(SIGNS[value] for value in values)

    def to_learn(self) -> str:
        """Return one thing to learn, and why: the learner's costliest mistake, and the last of
        several that cost the same, since nothing could be saved after it."""
        worst = max(reversed(self.mistakes(self.learner)), key=lambda m: m.cost, default=None)
        if worst is None:
            who = (
                f"{self.names[self.learner]} gave nothing"
                if self.learner
                else "Nobody gave anything"
            )
            known = all(Value.UNKNOWN not in (m.before.value, m.after.value) for m in self.moves)
            return f"{who} away{'' if known else ' that is known'}."
        what = (
            f"One thing to learn, move {worst.ply} of {self.names[worst.player]}: {worst.better} "
            f"{verdict_in_words(worst.before)}, {worst.move} {verdict_in_words(worst.after)}."
        )
        return " ".join([what, explain(self.positions[worst.ply - 1], worst.move).sentences[0]])

    def mistakes(self, player: Player | None = None) -> list[MoveReview]:
        return [m for m in self.moves if m.mistake and player in (None, m.player)]

    def accuracy(self, player: Player) -> float | None:
        """Return the share of a player's choices that were no mistake, of those that mattered and
        whose values are known; a delayed win is half a mistake. None if no choice mattered."""
        choices = [m for m in self.moves if m.player is player and (m.mattered or m.mistake)]
        if not choices:
            return None
        worth = {None: 1.0, WIN_DELAYED: 0.5}
        return sum(worth.get(choice.mistake, 0.0) for choice in choices) / len(choices)

    def accuracy_in_words(self, player: Player) -> str:
        """Return '67% accurate'; a mistake is never rounded away."""
        share = self.accuracy(player)
        if share is None:
            return "no choice mattered"
        return f"{share if share == 1 else min(share, 0.99):.0%} accurate"


def review(match: Match) -> Review:
    """Compare every move of a match with the exact values."""
    positions = zip(match.positions, match.moves, strict=False)
    found = [_review_move(ply, analyze(at), move) for ply, (at, move) in enumerate(positions, 1)]
    for ply, (made, reply) in enumerate(pairwise(found)):
        if made.cost and reply.keeps_value:
            found[ply] = replace(made, punished_by=reply.move)
    loser = match.outcome.winner.other if match.outcome and match.outcome.winner else None
    names = {side: match.called(side) for side in Player}
    learner = only_person(match.tags) or loser
    return Review(tuple(found), names, tuple(match.positions), learner)


def _review_move(ply: int, analysis: Analysis, move: Any) -> MoveReview:
    played = next(item for item in analysis.moves if item.move == move)
    known = Value.UNKNOWN not in (analysis.value, played.value)
    values = {item.value for item in analysis.moves} - {Value.UNKNOWN}
    mistake = _mistake(analysis, played) if known else None
    return MoveReview(
        ply,
        analysis.position.turn,
        move,
        analysis.verdict,
        played.verdict,
        mistake,
        punished_by=None,
        better=analysis.moves[0].move if mistake else None,
        mattered=known and len(values) > 1,
    )


def _mistake(analysis: Analysis, played: MoveAnalysis) -> str | None:
    """Return what a move of known value gave away, if anything."""
    if analysis.value is not played.value:
        return WIN_GIVEN_AWAY if analysis.value is Value.WIN else DRAW_GIVEN_AWAY
    distances = played.distance, analysis.distance
    exact = played.distance_exact and analysis.distance_exact and None not in distances
    delayed = played.value is Value.WIN and exact and played.distance != analysis.distance
    return WIN_DELAYED if delayed else None
