"""The figures of a grading as a picture."""

from collections.abc import Iterable
from io import BytesIO
from itertools import cycle
from typing import Any

from quincunx.core.extras import needs
from quincunx.core.text import clean

COLOURS = ("#0072b2", "#e69f00", "#d55e00")
"""Told apart by everybody, colour-blind or not."""
TOP = 1.04
"""So that a point at 1 is seen whole."""
MARKS = (("best", "k_", "the best to be had"), ("random", "kx", "random"))


def new_figure(title: str, document: dict[str, Any]) -> Any:
    """An empty figure with a title, in which words of the document stand."""
    with needs("arena"):
        from matplotlib.figure import Figure
    figure = Figure(figsize=(13, 9), layout="constrained")
    name = clean(document["agent"], 80).replace("$", r"\$")
    figure.suptitle(title.format(name=name, **document))
    return figure


def png(figure: Any) -> bytes:
    out = BytesIO()
    figure.savefig(out, format="png", dpi=120, metadata={"Software": "Quincunx"})
    return out.getvalue()


def picture(document: dict[str, Any]) -> bytes:
    """A PNG: value lost by game and by depth, mistakes by kind, score beside the best of all."""
    groups = document["games"] | {"all": document["total"]}
    figure = new_figure(
        "{name} against {opponent}: suite {suite}, prompts {prompts}, seed {seed}", document
    )
    (lost, depths), (mistakes, score) = figure.subplots(2, 2)
    by_group = [one["value_lost"] for one in groups.values()]
    _bars(lost, "Value lost a choice, by game", [*groups], {None: by_group}, MARKS[1:])
    _lines(depths, "The same by depth", document["games"])
    kinds = {
        kind: [one["mistakes"][kind] for one in groups.values()]
        for kind in document["total"]["mistakes"]
    }
    _bars(mistakes, "Mistakes, of the choices that could make them", [*groups], kinds)
    if document["by_choice"]:
        score.set_axis_off()
    else:
        scores = {"score": [one["score"] for one in groups.values()]}
        _bars(score, "Score, a draw counting half", [*groups], scores, MARKS)
    return png(figure)


def _finish(axes: Any, title: str) -> None:
    """The legend stands below the picture, where it covers nothing."""
    axes.set_title(title)
    axes.set_ylim(0, TOP)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=3, frameon=False)


def _lines(axes: Any, title: str, games: dict[str, Any]) -> None:
    for (game, figures), marker in zip(games.items(), cycle("osD^vPX"), strict=False):
        depths = figures["depths"]
        middles = [sum(map(int, depth.split("-"))) / 2 for depth in depths]
        lost = [one["value_lost"]["mean"] for one in depths.values()]
        axes.plot(middles, lost, marker=marker, label=game, clip_on=False)
    axes.set_xlabel("moves played before")
    axes.grid(alpha=0.3)
    _finish(axes, title)


def _bars(
    axes: Any,
    title: str,
    names: list[str],
    series: dict[Any, list[dict[str, Any]]],
    marks: Iterable[tuple[str, str, str]] = (),
) -> None:
    """Bars for each name, by label, with marks for what stands beside the figures."""
    width = 0.8 / len(series)
    for number, (label, figures) in enumerate(series.items()):
        heights = [one.get("mean", one.get("rate")) or 0.0 for one in figures]
        places = [place + (number - (len(series) - 1) / 2) * width for place in range(len(names))]
        errors = [
            (0.0, 0.0)
            if one["low"] is None
            else (max(0.0, height - one["low"]), max(0.0, one["high"] - height))
            for one, height in zip(figures, heights, strict=True)
        ]
        axes.bar(
            places,
            heights,
            width,
            label=label,
            color=COLOURS[number],
            yerr=[*zip(*errors, strict=True)],
            capsize=3,
            ecolor="#555555",
        )
        for key, mark, words in marks:
            beside = [one[key] for one in figures]
            axes.plot(range(len(names)), beside, mark, markersize=12, label=words)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.grid(axis="y", alpha=0.3)
    _finish(axes, title)
