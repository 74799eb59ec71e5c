"""Positions as the page draws them. Nothing here needs the server: it runs in any process."""

from random import Random
from typing import Any

from quincunx.core import Board
from quincunx.core.board import changed_cells
from quincunx.match import Match, begin

SAMPLE_PLIES = 8


def state_document(match: Match) -> dict[str, Any]:
    """What a page needs to draw a position and to play on, and what the last move did."""
    position, outcome, board = match.position, match.outcome, match.position.board()
    notes = list(board.notes)
    if outcome is None and match.repetition and match.standings(position) == 2:
        notes.append("This position stands for the second time: a third makes it a draw.")
    return {
        "game": position.game.id(),
        "title": position.game.title,
        "size": position.game.size,
        "position": str(position),
        "to_move": position.turn,
        "legal_moves": [
            {"move": str(move), "clicks": position.clicks(move)} for move in match.legal_moves()
        ],
        "board": board_document(board, notes),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "last": last_document(match, board) if match.moves else None,
    }


def board_document(board: Board, notes: list[str]) -> dict[str, Any]:
    return {
        "rows": board.rows,
        "columns": board.columns,
        "cells": [
            {"key": key, "owner": owner, "label": label, "highlight": highlight}
            for key, owner, label, highlight in board.cells
        ],
        "row_names": board.row_names,
        "column_names": board.column_names,
        "beside": [thing._asdict() for thing in board.beside],
        "notes": notes,
        "finish": board.finish,
    }


def last_document(match: Match, new: Board) -> dict[str, Any]:
    """The last move, the cells that it changed, and those of them that changed hands."""
    move, before = match.moves[-1], match.positions[-2]
    old = before.board()
    changed = changed_cells(old, new)
    owners = {cell.key: cell.owner for cell in old.cells}
    taken = [
        cell.key
        for cell in new.cells
        if cell.key in changed and owners[cell.key] not in (None, cell.owner)
    ]
    return {"move": str(move), "by": before.turn, "changed": sorted(changed), "captured": taken}


def position_document(match: Match) -> dict[str, Any]:
    return {**state_document(match), "seed": match.seed}


def sample(game: str) -> list[dict[str, Any]]:
    """Some positions of random play, one at least, to show what a game looks like."""
    random = Random(game)
    match = begin(game, seed=1)
    shown = []
    while len(match.moves) < SAMPLE_PLIES and (moves := match.legal_moves()):
        match.play(random.choice(moves))
        if match.ply % 2 == 0:
            shown.append(position_document(match) | {"legal_moves": []})
    return shown or [position_document(match) | {"legal_moves": []}]
