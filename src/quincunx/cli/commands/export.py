"""Export positions with their features, exact values and optimal actions, as CSV or NPZ.

Where a table holds every reachable position, all of them are exported; else --count positions
from random play, by --seed. An .npz file holds the arrays `positions`, `features`, `values` (1
win, 0 draw, -1 loss), `distances` (-1 where there is none) and `optimal` (0 or 1 by action); it
takes NumPy to write one (the extra `learn` or `fast`).

example:
  quincunx export swap-nine --output swap-nine.csv
"""

from argparse import Namespace
from collections.abc import Iterable

from quincunx.cli.options import START, option, seed, start_match
from quincunx.cli.progress import show_progress
from quincunx.core import AnyPosition
from quincunx.core.text import quote
from quincunx.oracle import Value
from quincunx.oracle.dataset import HEADER, is_table, npz, random_positions, reachable, rows_of
from quincunx.storage import FileError, write_file

GROUP = "study"


OPTIONS = START | {
    "--output": option("FILE", "write a .csv or .npz file (CSV is printed)"),
    "--count": option("N", "number of random positions (1000)", seed, 1000),
}


def run(options: Namespace) -> None:
    if options.output is not None and not options.output.endswith((".csv", ".npz")):
        raise FileError(f"{quote(options.output)} must end in .csv or .npz.")
    start = start_match(options).position
    if is_table(start):
        positions: Iterable[AnyPosition] = reachable(start)
    else:
        positions = random_positions(start, options.count, options.seed or 0)
    rows = rows_of(show_progress(positions, "positions"))
    known = [one for one in rows if one.value is not Value.UNKNOWN]
    if options.output is not None and options.output.endswith(".npz"):
        data = npz(known, start.game.action_count)
    else:
        data = "\n".join([HEADER, *(one.to_csv() for one in known), ""]).encode()
    if options.output is None:
        print(data.decode(), end="")
        return
    write_file(options.output, data)
    name = quote(options.output, 200)
    print(f"{len(known):,} positions of {start.game.title} {start.game.size} in {name}")
