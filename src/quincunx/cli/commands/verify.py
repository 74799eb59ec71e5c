"""Check a solution by the rules alone, without trusting the solver.

Where a table holds every position, the value of each reachable one must follow from those of its
successors. Crossed Paths is checked like this along random games, and so are the large solutions
that `quincunx solve` saves, besides their checksums; Numeral Nexus by following its opening book
against every defence, which takes a minute or two. With --file, a whole solution written by
`quincunx export` is read and checked, down to the last action and feature.

example:
  quincunx verify swap-nine
"""

from argparse import Namespace

from quincunx.cli.options import START, option, solution_start
from quincunx.cli.progress import counter, show_progress
from quincunx.core import AnyPosition
from quincunx.core.text import quote
from quincunx.games import part_of
from quincunx.oracle import Proof, dataset, oracle_of
from quincunx.oracle.solution_files import SolutionFile
from quincunx.oracle.verdicts import SolutionError
from quincunx.storage import read_text

GROUP = "study"

GAMES = 100


OPTIONS = START | {"--file": option("FILE", "check this solution, as `quincunx export` writes it")}


def run(options: Namespace) -> None:
    start = solution_start(options)
    game = start.game
    found = read_rows(options.file) if options.file is not None else None
    saved = oracle_of(game).solution_file(start) if found is None else None
    if found is None and not saved and dataset.is_table(start):
        found = list(dataset.rows_of(show_progress(dataset.reachable(start), "positions solved")))
    if found is not None:
        count = sum(1 for _ in show_progress(dataset.check(start, found), "positions checked"))
        report = f"{count:,} positions, each worth what its successors make it."
    elif saved:
        report = check_saved(start, saved)
    elif oracle_of(game).proof is Proof.THEOREM:
        report = check_along_games(start)
    else:
        report = check_prepared(start)
    print(f"{game.title} {game.size}: {report}")


def read_rows(name: str) -> list[dataset.Row]:
    lines = read_text(name).splitlines()
    if not lines or lines[0] != dataset.HEADER:
        raise SolutionError(f"The first line of the file must read {dataset.HEADER}.")
    return [dataset.Row.from_csv(line) for line in lines[1:]]


def check_saved(start: AnyPosition, saved: SolutionFile) -> str:
    """Every byte by its checksum, and samples by the rules: all would take hours."""
    if not saved.whole:
        raise SolutionError(
            f"{start.game.title} {start.game.size} from {start} has no solution to check yet: "
            "`quincunx solve` with the same options makes one."
        )
    for number in range(len(saved.sizes)):
        saved.check(number)
    return (
        f"the checksums of {quote(saved.file, 200)} are right; of its {sum(saved.counts):,} "
        f"positions, {check_along_games(start)}"
    )


def check_prepared(start: AnyPosition) -> str:
    special, tried = part_of(type(start.game), "check"), None
    if special:
        with counter("replies tried") as show:
            tried = special.check_prepared(start, show)
    if tried is None:
        raise SolutionError(
            f"{start.game.title} {start.game.size} from {start} has no solution to check: it is "
            "searched each time."
        )
    return f"the book wins against every defence, {tried:,} replies tried."


def check_along_games(start: AnyPosition) -> str:
    checked = show_progress(dataset.check_along_games(start, GAMES), "positions checked")
    count = sum(1 for _ in checked)
    return (
        f"{count:,} positions along {GAMES} random games, each worth what its successors make it; "
        "there are too many to check all."
    )
