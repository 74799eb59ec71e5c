"""Swap Nine: what gg-bench's environment shows of a position."""

from quincunx.envs.episode import Form
from quincunx.envs.gg_bench_env import owners

FORM = Form(owners("cells"))
