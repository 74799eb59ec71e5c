"""What several test files use."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, TypeVar

import pytest

import quincunx.games
from quincunx.cli import main
from quincunx.core import AnyGame, AnyPosition
from quincunx.kernels import has_kernel

Capture = pytest.CaptureFixture[str]
"""What a test has printed."""
T = TypeVar("T")
ROOT = Path(__file__).parent.parent
TOY = ("three-in-a-row", (3, 3))
TOYS = [TOY, ("short-count", (1, 1)), ("three-walkers", (3, 3)), ("three-walkers", (3, 5))]
"""Games that are no part of the house: a running total, moving pieces."""

CASES: list[tuple[str, tuple[int, int]]] = [
    *[("swap-nine", size) for size in [(3, 3), (2, 2), (2, 3), (4, 3), (6, 6)]],
    *[("numeral-nexus", size) for size in [(5, 5), (3, 3), (3, 5), (4, 4)]],
    *[("grid-clash", size) for size in [(3, 3), (2, 2), (4, 3), (6, 6)]],
    *[("zone-conquest", size) for size in [(3, 3), (2, 2), (2, 3), (4, 4), (6, 5)]],
    *[("crossed-paths", size) for size in [(7, 7), (1, 1), (1, 4), (4, 3), (26, 26)]],
]
REACHABLE = {"grid-clash": 12_765, "swap-nine": 16_973, "zone-conquest": 150_279}
"""How many positions can be reached from the usual start, where a table holds them."""
BOOKS = ["crossed-paths", "grid-clash", "numeral-nexus", "swap-nine", "zone-conquest"]
"""The games of the five rule books: what is pinned is pinned for them, whatever else there is."""


def _other_size(kind: type[AnyGame]) -> tuple[int, int]:
    sides = zip(kind.smallest, (4, 3), kind.largest, strict=True)
    if all(low <= side <= high for low, side, high in sides):
        return 4, 3
    return kind.largest if kind.largest != kind.default_size else kind.smallest


KINDS = [quincunx.games.game_class(game_id) for game_id in quincunx.games.game_ids()]
OTHER_SIZES = [(kind.id(), _other_size(kind)) for kind in KINDS if kind.smallest != kind.largest]
"""Of each game that has more than one."""
WITH_KERNEL = [kind.id() for kind in KINDS if has_kernel(kind)]


def thinned(cases: Iterable[Any], every: int) -> list[Any]:
    """One in so many of these cases in every run of the tests, the others in the slow one."""
    return [
        pytest.param(case, marks=pytest.mark.slow) if number % every else case
        for number, case in enumerate(cases)
    ]


def thinned_to(cases: Iterable[Any], *kept: object) -> list[Any]:
    """These of the cases in every run of the tests, the others in the slow one."""
    every = list(cases)
    assert {*kept} <= {*every}
    return [case if case in kept else pytest.param(case, marks=pytest.mark.slow) for case in every]


def case_name(case: tuple[str, tuple[int, int]]) -> str:
    return "{}-{}x{}".format(case[0], *case[1])


@contextmanager
def toy_installed() -> Iterator[None]:
    """A sixth game is a folder, or a single file, among the games."""
    folder = str(Path(__file__).parent / "toy")
    quincunx.games.__path__.append(folder)
    try:
        yield
    finally:
        quincunx.games.__path__.remove(folder)


def random_position(game: AnyGame, seed: int, plies: int) -> AnyPosition:
    """From random play of either player's start, at most that many plies on."""
    random = Random(seed)
    position: AnyPosition = game.start(random.choice("XO"), seed)
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(random.choice(moves))
    return position


def run(*words: str, stdin: str = "", home: str | None = None) -> subprocess.CompletedProcess[str]:
    """The command, in a process of its own; with a home of its own if one is given."""
    folders = {"XDG_DATA_HOME": home, "HOME": home} if home else {}
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        env=os.environ | folders,
        cwd=home,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )


def call(*words: str, stdin: str = "", home: str | None = None) -> subprocess.CompletedProcess[str]:
    """The same in this process, which is quicker: where it is no matter how a command begins and
    ends."""
    typed, output, errors = BytesIO(stdin.encode()), BytesIO(), BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", typed), ("stdout", output), ("stderr", errors)):
            patch.setattr(sys, name, TextIOWrapper(stream, encoding="utf-8", write_through=True))
        if home:
            patch.setenv("XDG_DATA_HOME", home)
            patch.setenv("HOME", home)
            patch.chdir(home)
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
        said = [stream.getvalue().decode() for stream in (output, errors)]
    return subprocess.CompletedProcess(words, status, *said)


def refused(*words: str, home: Path | None = None) -> str:
    """Run a command that must be refused, and return the one sentence of the refusal."""
    result = call(*words, home=str(home) if home else None)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("quincunx: ")
    sentence = result.stderr.removeprefix("quincunx: ").removesuffix("\n")
    assert sentence.isprintable(), sentence
    assert sentence.endswith((".", "?"))
    return sentence


def unmeasured() -> dict[str, str]:
    """Surroundings of processes that coverage leaves alone: it writes files too, and one that is
    interrupted in the middle of its work may find coverage's lock taken for ever."""
    return {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE_")}


def workers(process: int) -> dict[int, float]:
    """The processes that a process has begun, and the seconds that each has worked."""
    found = {}
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        spent = Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split()[11:13]
        found[int(child)] = sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")
    return found


def wait_until(holds: Callable[[], object], seconds: float = 120) -> None:
    """Wait for a condition; the machine may be busy."""
    ends = monotonic() + seconds
    while not holds():
        assert monotonic() < ends
        sleep(0.05)


def apart(
    work: Coroutine[Any, Any, T],
    new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
) -> T:
    """Run it in a thread of its own: a browser's driver may have a loop running in this one."""

    def run() -> T:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()
