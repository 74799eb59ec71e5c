"""The page's questions where there is no server: in a browser's tab, which keeps the games itself.
It brings what it has of a game, and is told what to keep. Whoever asks is the page's own reader, so
nothing is limited that would cost only them."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from quincunx.core import QuincunxError
from quincunx.core.text import is_whole_number, quote, read_size
from quincunx.play import events
from quincunx.play.events import SEATS, Change, Event, Seat, SeatKey, Setup
from quincunx.play.match import HUMAN, Match, begin
from quincunx.play.record import read_all, write
from quincunx.play.session import Session, hash_token
from quincunx.players.levels import LEVELS, check_level, level_move
from quincunx.web import questions
from quincunx.web.documents import state_document
from quincunx.web.errors import RefusalError, refuse, status_of
from quincunx.web.live import LiveGame, new_game

NEEDS_A_SERVER = (
    "A friend plays by a link to a server: start one with `quincunx serve` and open the address "
    "that it prints."
)
VERSION = 1
"""Of what a browser stores of a game; the first editions stored none."""
NEWER = "A newer Quincunx has stored this game in this browser: reload the page to get that one."
DAMAGED = "This stored game is damaged and cannot be shown. Your other games are not affected."
Document = dict[str, Any]
"""JSON. Of a game is kept its setup, its events as pairs of kind and text, its seats' tokens."""
_lately: dict[str, tuple[LiveGame, list[list[str]]]] = {}
"""Games that were asked for last, with their events: not every question replays its game."""


def ask(text: str) -> str:
    """The answer to a question, `{"question", "values", "token", "kept"}` as JSON: `{"found"}`, and
    of a game what is `new` in it, the `games` that begin, and what a `computer` is asked then; or
    `{"refused": [status, sentence]}`."""
    asked = json.loads(text)
    question, given = asked["question"], asked["values"]
    try:
        values = {key: _read(key, each) for key, each in given.items() if each is not None}
        if question in _STUDY:
            answer = {"found": _STUDY[question](**values)}
        elif question in _BEGINNINGS:
            answer = _BEGINNINGS[question](**values)
        else:
            answer = _of_game(question, values, asked.get("token"), asked.get("kept"))
    except QuincunxError as error:
        answer = {"refused": [status_of(error), str(error)]}
    return json.dumps(answer)


def _read(key: str, value: Any) -> Any:
    """An address holds numbers as texts."""
    if key not in ("seed", "difficulty", "moves", "step") or isinstance(value, int):
        return value
    if not is_whole_number(value, 18):
        refuse(422, f"{key} is {quote(value)}: write a whole number.")
    return int(value)


def _puzzle(game: str | None = None, seed: int | None = None, **like: int) -> object:
    return questions.puzzle_question(game, questions.puzzle_seed(game, seed), **like)


_STUDY: dict[str, Callable[..., object]] = {
    "catalogue": questions.catalogue,
    "rules": questions.rules,
    "solutions": questions.solutions,
    "position": questions.position,
    "refusal": questions.refusal,
    "analysis": questions.analysis,
    "reasons": questions.reasons,
    "lessons": questions.lessons,
    "lesson": questions.lesson,
    "answerLesson": questions.lesson_answer,
    "puzzle": _puzzle,
    "puzzleKinds": questions.puzzle_kinds,
    "answerPuzzle": questions.puzzle_answer,
    "solvePuzzle": questions.puzzle_solution,
    "streak": questions.streak,
    "replay": questions.replay,
    "review": questions.review,
    "levelMove": lambda request: level_move(*request),
}


def _create(
    game: str, x: Document, o: Document, size: str = "", series: Any = None, **start: Any
) -> Document:
    seats: dict[SeatKey, Seat] = {"x": Seat(**x), "o": Seat(**o)}
    if any(seat.kind == "open" for seat in seats.values()):
        refuse(422, NEEDS_A_SERVER)
    match = begin(game, read_size(size) if size else None, **start)
    live, tokens = new_game(match, seats, series)
    if any(seat.level == "perfect" for seat in seats.values()):
        check_level("perfect", live.setup.game, live.setup.start)
    found = {**state_document(live), "seats": tokens}
    return {"found": found, "games": [_kept(live.id, live.setup, tokens)]}


def _import(text: str) -> Document:
    """The games of a file of records. A player with the name of a level is one; read again, a
    record is the same game."""
    games = []
    for match in read_all(text):
        names = {key: match.names.get(side, HUMAN) for key, side in SEATS.items()}
        seats = {
            key: Seat("computer", level=name) if name in LEVELS else Seat("human", name)
            for key, name in names.items()
        }
        live, tokens = new_game(Match(match.start, match.repetition, match.seed), seats)
        setup = replace(live.setup, date=match.tags.get("Date", live.setup.date))
        new: list[Change] = [events.MovePlayed(str(move)) for move in match.moves]
        outcome = match.outcome
        if match.termination and outcome and outcome.winner:
            new.append(events.Resignation(outcome.winner.other, match.termination))
        if outcome:
            new.append(events.GameEnd())
        texts = _texts(live.number(new)[0])
        kept = _kept(hash_token(write(match))[:12], setup, tokens, texts)
        games.append({**kept, "outcome": match.document()["outcome"]})
    return {"found": len(games), "games": games}


_BEGINNINGS: dict[str, Callable[..., Document]] = {"create": _create, "import": _import}


def _of_game(question: str, values: Document, token: str | None, kept: Document | None) -> Document:
    if kept is None:
        refuse(404, "There is no such game in this browser: start another.")
    live = _live(values.pop("id"), kept)
    new, opened = live.number(_happens(live, question, values, token))
    now = [*kept["events"], *_texts(new)]
    for _ in live.follow(new):
        pass
    _lately[live.id] = live, now
    turn, seats = live.match.turn, kept.get("seats", {})
    swapped = {new: seats[old] for new, old in (("x", "o"), ("o", "x")) if old in seats}
    return {
        "found": live.record() if question == "record" else state_document(live),
        "new": _texts(new),
        "games": [_kept(game, setup, swapped) for game, setup in opened],
        "computer": turn and live.seats[turn].kind == "computer" and live.request(),
    }


def _live(game: str, kept: Document) -> LiveGame:
    live, taken = _lately.pop(game, (None, []))
    if kept.get("version", 1) > VERSION:
        refuse(422, NEWER)
    try:
        if live is None or kept["events"][: len(taken)] != taken:
            _lately.clear()
            live = LiveGame(game, Setup.read(kept["setup"]))
        told = (Event.read(n, *each) for n, each in enumerate(kept["events"], 1))
        for _ in live.follow(told):
            pass
    except Exception as error:  # whatever can be wrong with what is not ours alone
        raise RefusalError(422, DAMAGED) from error
    return live


_DEEDS: dict[str, Callable[..., list[Change]]] = {
    "move": Session.move,
    "resign": Session.resign,
    "offer": Session.make_offer,
    "answerOffer": Session.answer_offer,
}


def _happens(live: LiveGame, question: str, values: Document, token: str | None) -> list[Change]:
    match question:
        case "state" | "record":
            return []
        case "computerMoves":  # unless something has happened since it was asked
            return live.play(values["move"]) if live.event == values["event"] else []
        case "takeSeat":
            refuse(422, NEEDS_A_SERVER)
    return _DEEDS[question](live, live.side_of(token and hash_token(token)), **values)


def _texts(new: list[Event]) -> list[list[str]]:
    return [[event.kind, event.text()] for event in new]


def _kept(
    game: str, setup: Setup, tokens: dict[Any, str], told: list[list[str]] | None = None
) -> Document:
    stored = {"version": VERSION, "setup": setup.text(), "events": told or []}
    return {"id": game, **stored, "seats": tokens}
