"""The figures of a grading: as a document, and for people.

Beside every figure stand what `random` gets and the best that could be had. "All" is the mean of
the games: each counts alike, however many choices the agent lived to meet there.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from quincunx.arena.contest import POINTS
from quincunx.arena.grading import OPPONENT, Graded, Judged
from quincunx.arena.statistics import METHODS, mean, rate, score, together, told
from quincunx.arena.suite import SUITE
from quincunx.core import Player
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
ROWS = (
    ("games", "plays", None),
    ("choices that mattered", "decisions", None),
    ("value lost a choice", "value_lost", 3),
    ("plies wasted a won move", "distance_wasted", 2),
    ("illegal answers", ILLEGAL, None),
    ("of them, a rule misread", "misread", None),
    ("unreadable answers", UNREADABLE, None),
    ("forfeits", "forfeits", None),
    ("won", "wins", None),
    ("score", "score", 2),
    ("moves not known, left out", "left_out", None),
)
"""What people are told: its name, where it stands, and digits of a mean."""


def report(
    agent: str,
    graded: Sequence[Graded],
    starts: int,
    seed: int,
    terms: Terms,
    by_choice: bool = False,
) -> dict[str, Any]:
    """All figures, in all and by game, and of each game by depth."""
    plays = {name: [one for one in graded if one.game == name] for name in (g.game for g in graded)}
    figures = {name: _figures(some, by_choice) for name, some in plays.items()}
    return {
        "agent": agent,
        "opponent": OPPONENT,
        "by_choice": by_choice,
        "suite": SUITE,
        "prompts": PROMPTS,
        "seed": seed,
        "starts": starts,
        "terms": terms.document(),
        "intervals": METHODS,
        "total": _all([*figures.values()]),
        "games": {
            name: figures[name] | {"depths": _depths(plays[name], by_choice)} for name in figures
        },
    }


def decisions(one: Graded) -> list[Judged]:
    """The moves that count: all is known, and the choice mattered."""
    return [move for move in one.moves if move.known and move.mattered]


def _all(figures: Sequence[Any]) -> Any:
    """The mean of the games; counts are added up."""
    if isinstance(first := figures[0], int):
        return sum(figures)
    for key in ("mean", "rate"):
        if key in first:
            rules = sum((Counter(one.get("rules")) for one in figures), Counter())
            return together(figures, key) | ({"rules": dict(rules)} if "rules" in first else {})
    return {name: _all([one[name] for one in figures]) for name in first}


def _figures(graded: Sequence[Graded], by_choice: bool) -> dict[str, Any]:
    answers: Counter[str] = sum((one.answers() for one in graded), Counter())
    misread: Counter[str] = sum((one.misread() for one in graded), Counter())
    wasted = [[move for move in one.moves if move.wasted is not None] for one in graded]
    document = {
        **_choices(graded, by_choice),
        "left_out": sum(not move.known for one in graded for move in one.moves),
        "distance_wasted": mean((sum(m.wasted or 0 for m in some), len(some)) for some in wasted)
        | {"random": _mean([m.usually_wasted for some in wasted for m in some]), "best": 0.0},
        **{
            kind: rate(answers[kind], answers.total()) | {"random": 0.0, "best": 0.0}
            for kind in (ILLEGAL, UNREADABLE, FAILED)
        },
        "misread": rate(misread.total(), answers[ILLEGAL]) | {"rules": dict(misread)},
        "forfeits": sum(one.forfeited for one in graded),
    }
    if by_choice:
        return document
    seats = [some for side in Player if (some := [g for g in graded if g.trial.side is side])]
    random, best = [one.random for one in graded], [POINTS[one.best] for one in graded]
    won = rate(sum(one.points == 1 for one in graded), len(graded))
    return document | {
        "plays": len(graded),
        "wins": won
        | {"random": _mean([p == 1 for p in random]), "best": _mean([p == 1 for p in best])},
        "score": score(*([one.points for one in some] for some in seats))
        | {"random": _mean([_mean([one.random for one in some]) for some in seats])}
        | {"best": _mean([_mean([POINTS[one.best] for one in some]) for some in seats])},
    }


def _mean(numbers: Sequence[Any]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _choices(graded: Sequence[Graded], by_choice: bool, group: int | None = None) -> dict[str, Any]:
    """In all, or at the depths of one group."""
    made = [
        [move for move in decisions(one) if group in (None, move.depth // DEPTHS)] for one in graded
    ]
    moves = [move for some in made for move in some]
    lost = [(sum(m.lost for m in some), len(some)) for some in made]
    value_lost = score([m.lost for m in moves]) if by_choice else mean(lost, highest=1.0)
    document: dict[str, Any] = {
        "decisions": len(moves),
        "value_lost": value_lost | {"random": _mean([m.usually_lost for m in moves]), "best": 0.0},
        "mistakes": {},
    }
    for name, (before, after) in MISTAKES.items():
        could = [move for move in moves if move.before is before]
        usual = _mean([move.shares.get(after, 0.0) for move in could])
        found = rate(sum(move.after is after for move in could), len(could))
        document["mistakes"][name] = found | {"random": usual, "best": 0.0}
    return document


def _depths(graded: Sequence[Graded], by_choice: bool) -> dict[str, Any]:
    groups = sorted({move.depth // DEPTHS for one in graded for move in decisions(one)})
    return {
        f"{group * DEPTHS}-{group * DEPTHS + DEPTHS - 1}": _choices(graded, by_choice, group)
        for group in groups
    }


# For people.


def in_words(document: dict[str, Any]) -> str:
    columns = {"all": document["total"], **document["games"]}
    cells = [["", *columns]]

    def row(name: str, figures: list[Any], digits: int | None = None) -> None:
        """A count or a figure, and what stands beside it."""
        cells.append([name, *(_told(one, digits) for one in figures)])
        if isinstance(figures[-1], dict) and "best" in figures[-1]:
            cells.append(["  random, best possible", *(_beside(one, digits) for one in figures)])

    for name, key, digits in ROWS:
        if key in document["total"]:
            row(name, [one[key] for one in columns.values()], digits)
        if key == "value_lost":
            for kind in MISTAKES:
                row(kind, [one["mistakes"][kind] for one in columns.values()])
    depths = [
        [f"{game}, moves {depth}", str(one["decisions"]), _told(lost, 3), _beside(lost, 3)]
        for game, figures in document["games"].items()
        for depth, one in figures["depths"].items()
        for lost in (one["value_lost"],)
    ]
    against = "by choice" if document["by_choice"] else f"against {document['opponent']}"
    heading = (
        f"{document['agent']} {against}, suite {document['suite']}, "
        f"prompts {document['prompts']}, seed {document['seed']}, {document['starts']} starts a "
        f"game. In brackets {document['intervals']}."
    )
    rules = [
        f"{game} misread: {', '.join(f'{rule} ({n})' for rule, n in read.items())}"
        for game, figures in document["games"].items()
        if (read := figures["misread"]["rules"])
    ]
    head = ["by game and depth", "choices", "value lost a choice", "random, best possible"]
    return "\n".join([heading, "", *_aligned(cells), "", *_aligned([head, *depths]), *rules])


def _told(figure: Any, digits: int | None) -> str:
    if isinstance(figure, int):
        return str(figure)
    if "mean" in figure:
        return told(figure, digits or 0)
    if figure["rate"] is None:
        return "-"
    return f"{figure['rate']:.0%} [{figure['low']:.0%}, {figure['high']:.0%}]"


def _beside(figure: dict[str, Any], digits: int | None) -> str:
    """Of `random`, and the best."""
    form = ".0%" if digits is None else f".{digits}f"
    both = [figure.get("random"), figure.get("best")]
    return "-" if None in both else ", ".join(f"{one:{form}}" for one in both)


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
