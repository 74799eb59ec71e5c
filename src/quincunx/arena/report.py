"""The figures of a grading: as a document, and for people."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from quincunx.arena.contest import POINTS
from quincunx.arena.grading import OPPONENT, Graded, Judged
from quincunx.arena.statistics import METHODS, mean, rate
from quincunx.arena.suite import SUITE
from quincunx.oracle import Value
from quincunx.players import Terms
from quincunx.players.chat import PROMPTS
from quincunx.players.outside import FAILED, ILLEGAL, UNREADABLE

MISTAKES = {
    "win to draw": (Value.WIN, Value.DRAW),
    "win to loss": (Value.WIN, Value.LOSS),
    "draw to loss": (Value.DRAW, Value.LOSS),
}
DEPTHS = 5
"""Plies that are reported together."""


def report(
    agent: str, graded: Sequence[Graded], starts: int, seed: int, terms: Terms
) -> dict[str, Any]:
    """All figures, in all and by game, and of each game by depth."""
    games = dict.fromkeys(one.game for one in graded)
    return {
        "agent": agent,
        "opponent": OPPONENT,
        "suite": SUITE,
        "prompts": PROMPTS,
        "seed": seed,
        "starts": starts,
        "terms": asdict(terms),
        "intervals": METHODS,
        "total": _whole(graded),
        "games": {
            game: _whole([one for one in graded if one.game == game])
            | {"depths": _depths([one for one in graded if one.game == game])}
            for game in games
        },
    }


def decisions(one: Graded) -> list[Judged]:
    """The moves that count: all is known, and the choice mattered."""
    return [move for move in one.moves if move.known and move.mattered]


def _whole(graded: Sequence[Graded]) -> dict[str, Any]:
    answers: Counter[str] = sum((one.answers() for one in graded), Counter())
    asked = answers.total()
    misread: Counter[str] = sum((one.misread() for one in graded), Counter())
    wasted = [[move.wasted for move in one.moves if move.wasted is not None] for one in graded]
    return {
        "plays": len(graded),
        **_choices(graded),
        "left_out": sum(not move.known for one in graded for move in one.moves),
        "distance_wasted": mean((sum(plies), len(plies)) for plies in wasted),
        "illegal": rate(answers[ILLEGAL], asked),
        "misread": rate(misread.total(), answers[ILLEGAL]) | {"rules": dict(misread)},
        "unreadable": rate(answers[UNREADABLE], asked),
        "failed": rate(answers[FAILED], asked),
        "forfeits": sum(one.forfeited for one in graded),
        "wins": rate(sum(one.points == 1 for one in graded), len(graded)),
        "best_wins": sum(one.best is Value.WIN for one in graded) / len(graded),
        "score": mean(((one.points, 1) for one in graded), highest=1.0),
        "best_score": sum(POINTS[one.best] for one in graded) / len(graded),
    }


def _choices(graded: Sequence[Graded], group: int | None = None) -> dict[str, Any]:
    """In all, or at the depths of one group."""
    made = [
        [move for move in decisions(one) if group in (None, move.depth // DEPTHS)] for one in graded
    ]
    moves = [move for some in made for move in some]
    return {
        "decisions": len(moves),
        "value_lost": mean(((sum(m.lost for m in some), len(some)) for some in made), highest=1.0),
        "mistakes": {
            name: rate(
                sum((move.before, move.after) == kind for move in moves),
                sum(move.before is kind[0] for move in moves),
            )
            for name, kind in MISTAKES.items()
        },
    }


def _depths(graded: Sequence[Graded]) -> dict[str, Any]:
    groups = sorted({move.depth // DEPTHS for one in graded for move in decisions(one)})
    return {
        f"{group * DEPTHS}-{group * DEPTHS + DEPTHS - 1}": _choices(graded, group)
        for group in groups
    }


# For people.


def in_words(document: dict[str, Any]) -> str:
    columns = {"all": document["total"], **document["games"]}
    rows: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
        ("games", lambda one: str(one["plays"])),
        ("choices that mattered", lambda one: str(one["decisions"])),
        ("value lost a choice", lambda one: _mean(one["value_lost"], 3)),
        *((name, _mistake(name)) for name in MISTAKES),
        ("plies wasted a won move", lambda one: _mean(one["distance_wasted"], 2)),
        ("illegal answers", lambda one: _rate(one["illegal"])),
        ("of them, a rule misread", lambda one: _rate(one["misread"])),
        ("unreadable answers", lambda one: _rate(one["unreadable"])),
        ("forfeits", lambda one: str(one["forfeits"])),
        ("won", lambda one: _rate(one["wins"])),
        ("at best", lambda one: f"{one['best_wins']:.0%}"),
        ("score", lambda one: _mean(one["score"], 2)),
        ("at best", lambda one: f"{one['best_score']:.2f}"),
        ("moves not known, left out", lambda one: str(one["left_out"])),
    ]
    cells = [["", *columns], *([name, *map(show, columns.values())] for name, show in rows)]
    depths = [
        [f"{game}, moves {depth}", str(one["decisions"]), _mean(one["value_lost"], 3)]
        for game, figures in document["games"].items()
        for depth, one in figures["depths"].items()
    ]
    heading = (
        f"{document['agent']} against {document['opponent']}, suite {document['suite']}, "
        f"prompts {document['prompts']}, seed {document['seed']}, {document['starts']} starts a "
        f"game. In brackets {document['intervals']}."
    )
    rules = [
        f"{game} misread: {', '.join(f'{rule} ({n})' for rule, n in read.items())}"
        for game, figures in document["games"].items()
        if (read := figures["misread"]["rules"])
    ]
    head = ["by game and depth", "choices", "value lost a choice"]
    return "\n".join([heading, "", *_aligned(cells), "", *_aligned([head, *depths]), *rules])


def _mistake(name: str) -> Callable[[dict[str, Any]], str]:
    return lambda one: _rate(one["mistakes"][name])


def _mean(figure: dict[str, Any], digits: int) -> str:
    if figure["mean"] is None:
        return "-"
    words = f"{figure['mean']:.{digits}f}"
    if figure["low"] is not None:
        words += f" [{figure['low']:.{digits}f}, {figure['high']:.{digits}f}]"
    return words


def _rate(figure: dict[str, Any]) -> str:
    if figure["rate"] is None:
        return "-"
    return f"{figure['rate']:.0%} [{figure['low']:.0%}, {figure['high']:.0%}]"


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
