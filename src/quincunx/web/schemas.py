"""The documents that the API takes and gives, as its OpenAPI document describes them. Those that it
gives are the types of whoever makes them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from quincunx.core import Player
from quincunx.core.board import Highlight
from quincunx.oracle import Value
from quincunx.play.events import OfferKind, ScoreDocument, ScoreKey, SeatKey, SeatKind

GameId = Annotated[str, Field(max_length=100)]
Size = Annotated[str, Field(max_length=10)]
Position = Annotated[str, Field(max_length=1_000)]
MoveText = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(max_length=200)]
Seed = Annotated[int, Field(ge=0, lt=10**18)]


class Asked(BaseModel):
    """What is asked for says nothing that is not understood."""

    model_config = ConfigDict(extra="forbid")


class SeatAsked(Asked):
    kind: SeatKind
    level: Annotated[str, Field(max_length=40)] | None = None
    name: Name | None = None


class GameAsked(Asked):
    game: GameId
    size: Size | None = None
    first: Literal["x", "o", "toss"] | None = None
    seed: Seed | None = None
    position: Position | None = None
    repetition: bool = True
    series: (
        Annotated[dict[ScoreKey, Annotated[int, Field(ge=0, lt=10**6)]], Field(min_length=3)] | None
    ) = None
    """The games before this one between the same players, each in the seat that they have now."""
    x: SeatAsked
    o: SeatAsked


class TakeAsked(Asked):
    name: Name | None = None
    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22,64}$")] | None = None
    """A secret of the visitor's own making, 128 random bits in URL-safe base64. A request whose
    answer was lost can then be sent again."""


class MoveAsked(Asked):
    move: MoveText
    ply: Annotated[int, Field(strict=True)]


class OfferAsked(Asked):
    kind: OfferKind


class AnswerAsked(Asked):
    accept: bool


class DaysAsked(Asked):
    """Days by their proleptic Gregorian ordinals, which are the seeds of their puzzles."""

    day: Annotated[int, Field(ge=1, lt=10**6)]
    solved: list[int]


class RecordAsked(Asked):
    record: Annotated[str, Field(max_length=16_000)]


class Refused(TypedDict):
    detail: str
    """One sentence: what is wrong, and what would be right."""


class Beside(TypedDict):
    key: str
    label: str


class Cell(Beside):
    owner: Player | None
    highlight: Highlight | None


class Count(TypedDict):
    label: str
    x: int | None
    o: int | None
    of: int | None


class BoardDocument(TypedDict):
    rows: int
    columns: int
    cells: list[Cell]
    row_names: Sequence[str]
    column_names: Sequence[str]
    beside: list[Beside]
    notes: list[str]
    finish: str | None
    counts: list[Count]


class LegalMove(TypedDict):
    move: str
    clicks: Sequence[Sequence[str]]


class OutcomeDocument(TypedDict):
    winner: Player | None
    reason: str


class EndingDocument(TypedDict):
    kind: str
    """The id of the rule that ended the game; or repetition, resignation, forfeit."""
    score: Sequence[int] | None
    """The winner's count and the other's, where counting decided."""


class LastMove(TypedDict):
    move: str
    by: Player
    changed: list[str]
    captured: list[str]


class At(TypedDict):
    game: str
    size: str
    position: str
    to_move: Player


class PositionDocument(At):
    title: str
    legal_moves: list[LegalMove]
    board: BoardDocument
    outcome: OutcomeDocument | None
    ending: EndingDocument | None
    last: LastMove | None
    seed: NotRequired[int | None]
    """The seed of a random start."""
    levels: NotRequired[list[str]]
    """Of computers that play from here for certain."""
    adaptive: NotRequired[dict[str, str]]
    """Which of them `adaptive` plays at after its last game, "LEVEL RESULT", or "" for none."""


class SeatShown(TypedDict):
    kind: SeatKind
    name: str
    level: str | None


class Players(TypedDict):
    x: SeatShown
    o: SeatShown


class OfferDocument(TypedDict):
    number: int
    kind: OfferKind
    by: Player


class State(PositionDocument):
    id: str
    event: int
    ply: int
    start: str
    moves: list[str]
    players: Players
    moved: dict[SeatKey, int]
    """How often each seat was moved to another device."""
    offer: OfferDocument | None
    declined: OfferDocument | None
    """The offer that was declined, until something else happens."""
    next: str | None
    series: ScoreDocument | None
    """Before this game."""
    series_after: ScoreDocument | None
    """With this game counted, once it is over."""


class Created(State):
    seats: dict[SeatKey, str]


class Token(TypedDict):
    token: str


class Verdict(TypedDict):
    value: Literal["win", "loss", "draw", "unknown"]
    distance: int | None
    distance_exact: NotRequired[bool | None]
    margin: NotRequired[int | None]
    proof: Literal["table", "theorem", "search"]


class Words(TypedDict):
    words: str


class MoveVerdict(Verdict, Words):
    move: str


class AnalysisDocument(At, Verdict, Words):
    moves: list[MoveVerdict]
    line: NotRequired[list[str] | None]


class Line(TypedDict):
    """Moves, and the position after each."""

    line: list[str]
    positions: list[str]


class Reasons(Line, Words):  # the words say what the move is worth
    value: Value
    """Of the position to the player to move."""
    move: str | None
    sentences: Sequence[str]
    cells: Sequence[Sequence[str]]
    """The keys to show with each move of the line."""
    pairs: Sequence[Sequence[str]]
    """Of keys, where these win: whatever the loser takes, its partner is the answer."""


class Titled(TypedDict):
    game: str
    title: str


class LessonListed(Titled):
    steps: int


class LessonStep(TypedDict):
    position: str
    task: str
    answers: list[str]
    """The moves that do it; none where any move does."""


class LessonDocument(Titled):
    opening: str
    steps: list[LessonStep]


class LessonAnswer(Words):
    right: bool
    position: str


class GameDocument(TypedDict):
    id: str
    title: str
    summary: str
    default_size: str
    smallest_size: str
    largest_size: str
    sign: str
    """The path of an SVG on a ground of 24x24, or nothing."""
    sample: list[PositionDocument]


class Catalogue(TypedDict):
    games: list[GameDocument]
    levels: list[str]


class Rules(Titled):
    rules: str


class PuzzleThen(TypedDict):
    position: str
    question: str


class PuzzleDocument(Titled, PuzzleThen):
    seed: int
    difficulty: int
    moves: int
    """To be found, one after the other."""
    next: int
    """The seed from which to look for another."""


class PuzzleKinds(Titled):
    most_moves: dict[str, int]
    """To be found, for each difficulty that there is."""


class PuzzleAnswer(Line, LessonAnswer):
    refutation: str | None
    reply: str | None
    then: PuzzleThen | None
    """What is to be found after the reply."""


class PuzzleSolution(Line, Words):
    move: str


class Streak(Words):
    date: str
    length: int


class Replay(Titled):
    size: str
    names: dict[str, str]
    start: str
    moves: list[str]
    positions: list[str]
    result: Literal["X", "O", "draw", "*"]
    record: str


class ReviewedMove(Words):
    ply: int
    player: Player
    move: str
    before: Verdict
    after: Verdict
    mattered: bool
    """Whether the moves to choose from were worth different things."""
    mistake: str | None
    better: str | None
    punished_by: str | None


class ReviewDocument(TypedDict):
    value_line: str
    accuracy: dict[SeatKey, float | None]
    moves: list[ReviewedMove]
    to_learn: str | None


class SolutionDocument(Titled, Verdict):
    size: str
    start: str
    winner: Literal["first", "second"] | None
    result: str
    known_by: str
    positions: int | None
    positions_are: str | None
    reachable: int | None
    check: str


def refuses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {each: {"model": Refused} for each in statuses}


def gives(model: Any, *refusals: int, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers with, and the statuses with which it refuses."""
    return {status: {"model": model}} | refuses(*refusals)


ANYWHERE = refuses(400, 408, 413, 429)
"""What every route may refuse with: no request at all, a body that does not come or is too large,
and too many of them."""
