"""Zone Conquest: what gg-bench's environment shows of a position."""

from quincunx.envs.gg_bench_env import Form, owners

FORM = Form(owners("zones"))
