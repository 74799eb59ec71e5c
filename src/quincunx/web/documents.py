"""Positions and states of games for the page, in the form that `schemas` describes. Nothing here
needs a server: it runs in any process, and in a browser."""

import json
from random import Random
from typing import TYPE_CHECKING, Any

from quincunx.core import Board, Player
from quincunx.core.board import changed_cells
from quincunx.play.match import Match, begin

if TYPE_CHECKING:
    from quincunx.play.events import Seat
    from quincunx.web import schemas
    from quincunx.web.live import LiveGame

SAMPLE_PLIES = 8


def encoded(document: object) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


def state_document(live: "LiveGame") -> "schemas.State":
    match = live.match
    x, o = live.seats.values()
    return {
        "id": live.id,
        "event": live.event,
        "ply": match.ply,
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "players": {"x": _player(x), "o": _player(o)},
        "moved": {"x": live.moved["x"], "o": live.moved["o"]},
        "offer": _fields(live.offer),
        "declined": _fields(live.declined),
        "next": live.next,
        "series": live.setup.series,
        "series_after": live.score.document() if match.outcome else None,
        **position_document(match),
    }


def _player(seat: "Seat") -> "schemas.SeatShown":
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def link_preview(live: "LiveGame") -> tuple[str, str]:
    """Return the title and description of a link to a game: who invites or plays, and what."""
    game, names = live.match.start.game, live.match.names
    for side, seat in live.seats.items():
        if seat.kind == "open":
            return f"{names[side.other]} invites you to {game.title}", game.summary
    return f"{names[Player.X]} and {names[Player.O]} at {game.title}", game.summary


def position_document(match: Match) -> "schemas.PositionDocument":
    """Return what a page needs to draw a position and to play on, and what the last move did."""
    position, outcome, board = match.position, match.outcome, match.position.board()
    if outcome is None and match.repetition and match.standings(position) == 2:
        note = "This position stands for the second time: a third makes it a draw."
        board = board._replace(notes=(*board.notes, note))
    return {
        "game": position.game.id(),
        "title": position.game.title,
        "size": position.game.size,
        "position": str(position),
        "to_move": position.turn,
        "legal_moves": [
            {"move": str(move), "clicks": position.clicks(move)} for move in match.legal_moves()
        ],
        "board": _board(board),
        "outcome": {"winner": outcome.winner, "reason": outcome.reason} if outcome else None,
        "ending": {"kind": outcome.kind, "score": outcome.score} if outcome else None,
        "last": _last(match, board) if match.moves else None,
    }


def _board(board: Board) -> Any:
    parts = ("cells", "beside", "counts")
    return _fields(board) | {name: [*map(_fields, getattr(board, name))] for name in parts}


def _fields(value: Any) -> Any:
    """Turn a named tuple into a document; None stays None."""
    return value and value._asdict()


def _last(match: Match, new: Board) -> "schemas.LastMove":
    """Return the last move, the cells that it changed, and those that changed hands."""
    move, before = match.moves[-1], match.positions[-2]
    old = before.board()
    pairs = zip(old.cells, new.cells, strict=True)
    return {
        "move": str(move),
        "by": before.turn,
        "changed": sorted(changed_cells(old, new)),
        "captured": [now.key for was, now in pairs if was.owner not in (None, now.owner)],
    }


def seeded_document(match: Match) -> "schemas.PositionDocument":
    """Return the document of a position with the seed of its start."""
    return {**position_document(match), "seed": match.seed}


def sample(game: str) -> "list[schemas.PositionDocument]":
    """Return some positions of random play, at least one, to show what a game looks like."""
    random = Random(game)
    match = begin(game, seed=1)
    shown: list[schemas.PositionDocument] = []
    while match.ply < SAMPLE_PLIES and (moves := match.legal_moves()):
        match.advance(random.choice(moves))
        if match.ply % 2 == 0:
            shown.append(seeded_document(match))
    return [{**each, "legal_moves": []} for each in shown or [seeded_document(match)]]
