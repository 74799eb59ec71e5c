"""A game that was played, move by move: what each move was worth and what it cost."""

from dataclasses import dataclass
from typing import Any

from quincunx.analysis.words import verdict_in_words
from quincunx.core import Player
from quincunx.match import Match
from quincunx.oracle import Analysis, MoveAnalysis, Value, Verdict, analyze

WIN_GIVEN_AWAY = "win given away"
DRAW_GIVEN_AWAY = "draw given away"
WIN_DELAYED = "win delayed"


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
    """The opponent's best reply to a mistake."""
    better: Any | None
    """What would have kept the value."""
    mattered: bool
    """Whether the moves were worth different things."""

    def in_words(self) -> str:
        words = f"{self.ply}. {self.player} {self.move}: {verdict_in_words(self.after)}"
        if self.mistake:
            words += f" - {self.mistake}: {self.better} {verdict_in_words(self.before)}"
            if self.punished_by is not None:
                words += f", punished by {self.punished_by}"
        return words


@dataclass(frozen=True, slots=True)
class Review:
    moves: tuple[MoveReview, ...]

    def value_line(self) -> str:
        """The value over the moves as X sees it, from before the first to after the last: + won,
        = drawn, - lost, ? not known."""
        if not self.moves:
            return ""
        verdicts = [(self.moves[0].player, self.moves[0].before)]
        verdicts += [(move.player, move.after) for move in self.moves]
        seen = (v.value if side is Player.X else v.value.reverse for side, v in verdicts)
        return "".join({"win": "+", "draw": "=", "loss": "-"}.get(value, "?") for value in seen)

    def mistakes(self, player: Player | None = None) -> list[MoveReview]:
        return [m for m in self.moves if m.mistake and player in (None, m.player)]

    def accuracy(self, player: Player) -> float | None:
        """The share of a player's choices that kept the value, where the choice mattered and
        the values are known; None if it never did."""
        choices = [m for m in self.moves if m.player is player and m.mattered]
        if not choices:
            return None
        return sum(choice.after.value is choice.before.value for choice in choices) / len(choices)


def review(match: Match) -> Review:
    """Every move of a match, held against exact values."""
    positions = zip(match.positions, match.moves, strict=False)
    return Review(
        tuple(_review_move(ply, analyze(at), move) for ply, (at, move) in enumerate(positions, 1))
    )


def _review_move(ply: int, analysis: Analysis, move: Any) -> MoveReview:
    position = analysis.position
    played = next(item for item in analysis.moves if item.move == move)
    mistake = _mistake(analysis, played)
    reply = None
    if mistake and mistake != WIN_DELAYED:
        following = analyze(position.after(move))
        reply = following.moves[0].move if following.moves else None
    known = [item.value for item in analysis.moves if item.value is not Value.UNKNOWN]
    return MoveReview(
        ply,
        position.turn,
        move,
        analysis.verdict,
        played.verdict,
        mistake,
        punished_by=reply,
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
