"""Crossed Paths: what gg-bench's environment shows of a position."""

from quincunx.envs.episode import Form, Observation
from quincunx.envs.gg_bench_env import owners
from quincunx.games.crossed_paths.rules import CrossedPathsPosition

in_line = owners("cells")


def in_rows(position: CrossedPathsPosition) -> Observation:
    return in_line(position).reshape(position.game.rows, position.game.columns)


FORM = Form(in_rows)
