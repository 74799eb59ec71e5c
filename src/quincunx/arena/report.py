"""The figures of a grading: as a document, and for people.

Every figure is compared with what `random` gets and with the best possible. "All" is the mean of
the games: each counts alike, however many choices the agent lived to meet there.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from quincunx.arena.contest import POINTS, extras_in_words
from quincunx.arena.grading import OPPONENT, GradedGame, Grading
from quincunx.arena.statistics import (
    METHODS,
    aligned,
    average,
    format_figure,
    mean,
    rate,
    score,
    together,
)
from quincunx.core import Document, Player
from quincunx.oracle import Value
from quincunx.players.external import FAILED, ILLEGAL, UNREADABLE

MISTAKES = {
    "win to draw": (Value.WIN, Value.DRAW),
    "win to loss": (Value.WIN, Value.LOSS),
    "draw to loss": (Value.DRAW, Value.LOSS),
}
DEPTHS = 5
"""Plies that are reported together."""
ROWS = {
    "games": "plays",
    "choices that count": "decisions",
    "value lost a choice": "value_lost",
    "plies wasted a won move": "distance_wasted",
    "illegal answers": ILLEGAL,
    "of them, a rule misread": "misread",
    "unreadable answers": UNREADABLE,
    "forfeits": "forfeits",
    "won": "wins",
    "score": "score",
    "moves not known, left out": "left_out",
}
"""The lines for people: the name of each, and the key of its figure."""
FORMS = {"value_lost": ".3f", "distance_wasted": ".2f", "score": ".2f"}
"""How means are written; rates are in per cent."""

HEADING = (
    "{agent} {against}, suite {suite}, prompts {prompts}, seed {seed}, {starts} starts a game. "
    "In brackets {intervals}."
)


def report(plan: Grading, graded: Sequence[GradedGame]) -> Document:
    """Return all figures, in all and by game, and of each game by depth."""
    by_choice = plan.by_choice
    plays = {name: [one for one in graded if one.game == name] for name in (g.game for g in graded)}
    figures = {name: _figures(some, by_choice) for name, some in plays.items()}
    header = plan.header()
    del header["grade"]
    return header | {
        "opponent": OPPONENT,
        "intervals": METHODS,
        "total": _all([*figures.values()]),
        "games": {
            name: figures[name] | {"depths": _depths(plays[name], by_choice)} for name in figures
        },
    }


def _all(figures: Sequence[Any]) -> Any:
    """Return the mean of the games; counts are added up."""
    if isinstance(first := figures[0], int):
        return sum(figures)
    for key in ("mean", "rate"):
        if key in first:
            rules = sum((Counter(one.get("rules")) for one in figures), Counter())
            return together(figures, key) | ({"rules": dict(rules)} if "rules" in first else {})
    return {name: _all([one[name] for one in figures]) for name in first}


def _figures(graded: Sequence[GradedGame], by_choice: bool) -> Document:
    answers: Counter[str] = sum((one.answers() for one in graded), Counter())
    misread: Counter[str] = sum((one.misread() for one in graded), Counter())
    wasted = [[move for move in one.moves if move.wasted is not None] for one in graded]
    document = {
        **_choices(graded, by_choice),
        "left_out": sum(not (move.known or move.forfeit) for one in graded for move in one.moves),
        "distance_wasted": mean((sum(m.wasted or 0 for m in some), len(some)) for some in wasted)
        | {"random": average([m.usually_wasted for some in wasted for m in some]), "best": 0.0},
        **{
            kind: rate(answers[kind], answers.total()) | {"random": 0.0, "best": 0.0}
            for kind in (ILLEGAL, UNREADABLE, FAILED)
        },
        "misread": rate(misread.total(), answers[ILLEGAL]) | {"rules": dict(misread)},
        "forfeits": sum(one.forfeited for one in graded),
    }
    if by_choice:
        return document
    seats = [some for side in Player if (some := [g for g in graded if g.side is side])]
    return document | {
        "plays": len(graded),
        "wins": rate(sum(one.points == 1 for one in graded), len(graded))
        | {
            "random": average([one.random == 1 for one in graded]),
            "best": average([one.best is Value.WIN for one in graded]),
        },
        "score": score(*([one.points for one in some] for some in seats))
        | {"random": average([average([one.random for one in some]) for some in seats])}
        | {"best": average([average([POINTS[one.best] for one in some]) for some in seats])},
    }


def _choices(graded: Sequence[GradedGame], by_choice: bool, group: int | None = None) -> Document:
    """Return the figures of choices, in all, or at the depths of one group."""
    made = [
        [move for move in one.decisions() if group in (None, move.depth // DEPTHS)]
        for one in graded
    ]
    moves = [move for some in made for move in some]
    lost = [(sum(m.lost for m in some), len(some)) for some in made]
    # What `random` would lose is known where all moves are; it never forfeits.
    usually = average([m.usually_lost for m in moves if m.known])
    value_lost = score([m.lost for m in moves]) if by_choice else mean(lost, highest=1.0)
    document: Document = {
        "decisions": len(moves),
        "value_lost": value_lost | {"random": usually, "best": 0.0},
        "mistakes": {},
    }
    draws = any(Value.DRAW in move.shares for one in graded for move in one.moves)
    for name, (before, after) in MISTAKES.items():
        could = [
            move
            for move in moves
            if move.charged_from is before and (draws or after is not Value.DRAW)
        ]
        usual = average([m.shares.get(after, 0.0) * (m.before is before) for m in could if m.known])
        found = rate(sum(move.after is after for move in could), len(could))
        document["mistakes"][name] = found | {"random": usual, "best": 0.0}
    return document


def _depths(graded: Sequence[GradedGame], by_choice: bool) -> Document:
    groups = sorted({move.depth // DEPTHS for one in graded for move in one.decisions()})
    return {
        f"{group * DEPTHS}-{group * DEPTHS + DEPTHS - 1}": _choices(graded, by_choice, group)
        for group in groups
    }


# For people.


def in_words(document: Document) -> str:
    columns = {"all": document["total"], **document["games"]}
    cells = [["", *columns]]

    def row(name: str, figures: list[Any], form: str = ".0%") -> None:
        """Add a count or a figure, and what it is compared with."""
        cells.append([name, *(_format(one, form) for one in figures)])
        if isinstance(figures[-1], dict) and "best" in figures[-1]:
            cells.append(["  random, best possible", *(_beside(one, form) for one in figures)])

    for name, key in ROWS.items():
        if key in document["total"]:
            row(name, [one[key] for one in columns.values()], FORMS.get(key, ".0%"))
        if key == "value_lost":
            for kind in MISTAKES:
                if document["total"]["mistakes"][kind]["rate"] is not None:
                    row(kind, [one["mistakes"][kind] for one in columns.values()])
    depths = [
        [
            f"{game}, moves {depth}",
            str(one["decisions"]),
            format_figure(lost, ".3f"),
            _beside(lost, ".3f"),
        ]
        for game, figures in document["games"].items()
        for depth, one in figures["depths"].items()
        for lost in (one["value_lost"],)
    ]
    against = "by choice" if document["by_choice"] else f"against {document['opponent']}"
    heading = HEADING.format(against=against, **document)
    rules = [
        f"{game} misread: {', '.join(f'{rule} ({n})' for rule, n in read.items())}"
        for game, figures in document["games"].items()
        if (read := figures["misread"]["rules"])
    ]
    head = ["by game and depth", "choices", "value lost a choice", "random, best possible"]
    lines = [heading, "", *aligned(cells), "", *aligned([head, *depths]), *rules]
    return "\n".join([*lines, *extras_in_words(document)])


def _format(figure: Any, form: str) -> str:
    return str(figure) if isinstance(figure, int) else format_figure(figure, form)


def _beside(figure: Document, form: str) -> str:
    """Return the figures of `random`, and the best."""
    both = [figure.get("random"), figure.get("best")]
    return "-" if None in both else ", ".join(f"{one:{form}}" for one in both)
