"""The figures of a grading as a picture."""

from io import BytesIO
from itertools import cycle
from typing import Any

from quincunx.core.extras import needs
from quincunx.core.text import clean

COLOURS = ("#0072b2", "#e69f00", "#d55e00")
"""Told apart by everybody, colour-blind or not."""
TOP = 1.04
"""So that a point at 1 is seen whole."""


def picture(document: dict[str, Any]) -> bytes:
    """A PNG: value lost by game and by depth, mistakes by kind, score beside the best of all."""
    with needs("arena"):
        from matplotlib.figure import Figure
    names = [*document["games"], "all"]
    groups = [*document["games"].values(), document["total"]]
    figure = Figure(figsize=(13, 9), layout="constrained")
    (lost, depths), (mistakes, score) = figure.subplots(2, 2)
    agent = clean(document["agent"], 80).replace("$", r"\$")
    figure.suptitle(
        f"{agent} against {document['opponent']}: suite {document['suite']}, "
        f"prompts {document['prompts']}, seed {document['seed']}"
    )
    _bars(lost, names, [("", [one["value_lost"] for one in groups], "mean")])
    usual = [one["value_lost"]["random"] for one in groups]
    lost.plot(range(len(names)), usual, "kx", markersize=12, label="random")
    _legend(lost)
    lost.set_title("Value lost a choice that mattered, by game")
    _lines(depths, document["games"])
    depths.set_title("The same by depth")
    kinds = list(document["total"]["mistakes"])
    series = [(kind, [one["mistakes"][kind] for one in groups], "rate") for kind in kinds]
    _bars(mistakes, names, series)
    mistakes.set_title("Mistakes, of the choices that could make them")
    _legend(mistakes)
    if document["by_choice"]:
        score.set_axis_off()
    else:
        scores = [one["score"] for one in groups]
        _bars(score, names, [("score", scores, "mean")])
        for key, mark, label in (("best", "k_", "the best to be had"), ("random", "kx", "random")):
            values = [one[key] for one in scores]
            score.plot(range(len(names)), values, mark, markersize=12, label=label)
        score.set_title("Score, a draw counting half")
        _legend(score)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=120, metadata={"Software": "Quincunx"})
    return out.getvalue()


def _legend(axes: Any) -> None:
    """Below the picture, where it covers nothing."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=3, frameon=False)


def _lines(axes: Any, games: dict[str, Any]) -> None:
    for (game, figures), marker in zip(games.items(), cycle("osD^vPX"), strict=False):
        depths = figures["depths"]
        middles = [sum(map(int, depth.split("-"))) / 2 for depth in depths]
        lost = [one["value_lost"]["mean"] for one in depths.values()]
        axes.plot(middles, lost, marker=marker, label=game, clip_on=False)
    axes.set_xlabel("moves played before")
    axes.set_ylim(0, TOP)
    axes.grid(alpha=0.3)
    _legend(axes)


def _bars(axes: Any, names: list[str], series: list[tuple[str, list[dict[str, Any]], str]]) -> None:
    width = 0.8 / len(series)
    for number, (label, figures, key) in enumerate(series):
        heights = [figure[key] or 0.0 for figure in figures]
        places = [place + (number - (len(series) - 1) / 2) * width for place in range(len(names))]
        pairs = list(zip(figures, heights, strict=True))
        below = [height - (height if one["low"] is None else one["low"]) for one, height in pairs]
        above = [(height if one["high"] is None else one["high"]) - height for one, height in pairs]
        errors = [[max(0.0, length) for length in lengths] for lengths in (below, above)]
        axes.bar(
            places,
            heights,
            width,
            label=label or None,
            color=COLOURS[number],
            yerr=errors,
            capsize=3,
            ecolor="#555555",
        )
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_ylim(0, TOP)
    axes.grid(axis="y", alpha=0.3)
