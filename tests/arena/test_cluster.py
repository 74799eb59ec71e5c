"""Many workers: on a real Dask cluster everything comes out as on one machine, also when a worker
is killed in the middle."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

import quincunx
from arena.bots import lines, shell
from helpers import Capture, run, wait_until
from quincunx.cli import main
from quincunx.work import cluster
from quincunx.work.pools import pool

# A bot's parent is its guard, whose parent is another, and the parent of that is the worker.
WORKER = "read -r _ _ _ guard _ < /proc/$PPID/stat; read -r _ _ _ worker _ < /proc/$guard/stat"

# Tells of every game that it begins and by which worker. From the seventh on it says that it
# waits, and waits to be let go on.
BOT = """
cd {folder}
{worker}
echo $worker >> log
while read -r question; do
    while [ $(wc -l < log) -ge 7 ] && [ ! -e go ]; do echo > waits.$worker; sleep 0.05; done
    moves=${{question#*\\"moves\\": [\\"}}
    echo "{{\\"move\\": \\"${{moves%%\\"*}}\\"}}"
done
"""


@contextmanager
def two_workers() -> Iterator[LocalCluster]:
    """Two processes of one thread each."""
    make: Any = LocalCluster
    with make(
        n_workers=2,
        processes=True,
        threads_per_worker=1,
        dashboard_address=":0",  # not one port for all who test on a machine
        silence_logs=60,  # above all levels
    ) as two:
        yield two


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    """One for all who leave its workers alive."""
    with two_workers() as two:
        yield two


@pytest.fixture
def doomed() -> Iterator[LocalCluster]:
    with two_workers() as two:
        yield two


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy."""
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 60.0)


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["match", "grid-clash", "casual", "skilled", "--games", "6", "--seed", "3"],
        ["grade", "casual", "--game", "swap-nine", "--starts", "4"],
        pytest.param(["survey", "grid-clash", "--size", "2x3"], marks=pytest.mark.slow),
    ],
    ids=lambda words: str(words[0]),
)
def test_the_same_as_on_one_machine(words: list[str], local: LocalCluster, capsys: Capture) -> None:
    assert main([*words, "--json"]) == 0
    here = capsys.readouterr()
    assert main([*words, "--json", "--dask", local.scheduler_address]) == 0
    there = capsys.readouterr()
    assert json.loads(there.out) == json.loads(here.out)
    assert (there.err, here.err) == ("", "")


@pytest.mark.slow
def test_a_worker_is_killed_in_the_middle(tmp_path: Path, doomed: LocalCluster) -> None:
    agent = shell(tmp_path, BOT.format(folder=tmp_path, worker=WORKER))
    words = ["tournament", agent, "random", "--game", "swap-nine", "--games", "12", "--json"]
    file, log = tmp_path / "t.jsonl", tmp_path / "log"
    command = [sys.executable, "-m", "quincunx", *words, "--file", str(file)]
    command += ["--dask", doomed.scheduler_address]
    with started(command) as process:
        wait_until(lambda: len([*tmp_path.glob("waits.*")]) == 2)
        # Each worker has a game in hand. The others are in the file, and the cluster has forgotten
        # them.
        finished = len(lines(log)) - 2
        known: Any = doomed.scheduler
        wait_until(lambda: len(lines(file)) == 1 + finished)
        wait_until(lambda: len(known.tasks) == 12 - finished)
        before = file.read_bytes()
        busiest = max(lines(log), key=lines(log).count)
        assert lines(log).count(busiest) > 1
        os.kill(int(busiest), signal.SIGKILL)
        wait_until(lambda: len([*tmp_path.glob("waits.*")]) == 3)
        (tmp_path / "go").touch()
        output, error = process.communicate(timeout=300)
    assert (process.returncode, error) == (0, b"")
    assert file.read_bytes().startswith(before)
    rounds = [json.loads(line)["round"] for line in lines(file)[1:]]
    assert sorted(rounds) == list(range(1, 13))
    # Twelve games, and again only the one that the killed worker had in hand.
    assert len(lines(log)) == 13
    alone = run(*words, "--file", str(tmp_path / "alone.jsonl"))
    assert json.loads(alone.stdout) == json.loads(output)


@pytest.mark.slow
def test_what_is_left_is_cancelled_when_interrupted(tmp_path: Path, local: LocalCluster) -> None:
    code = f"echo >> {tmp_path}/log; until [ -e {tmp_path}/go ]; do sleep 0.05; done"
    words = ["match", "swap-nine", shell(tmp_path, code), "random", "--games", "20"]
    command = [sys.executable, "-m", "quincunx", *words, "--dask", local.scheduler_address]
    with started(command) as process:
        wait_until(lambda: len(lines(tmp_path / "log")) == 2)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=300)
    assert (process.returncode, output, error) == (130, b"", b"\n")
    known: Any = local.scheduler
    wait_until(lambda: not known.tasks)
    (tmp_path / "go").touch()
    # The workers are free again, and none of the other eighteen games has begun.
    with pool(dask=local.scheduler_address) as executor:
        assert executor
        assert [one.result() for one in [executor.submit(pow, 2, 5) for _ in range(4)]] == [32] * 4
    assert len(lines(tmp_path / "log")) == 2


def refusal(capsys: Capture, *words: str) -> str:
    assert main([*words]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err


MATCH = ["match", "swap-nine", "random", "casual", "--games", "2"]


@pytest.mark.slow
def test_a_task_that_ends_every_worker(
    tmp_path: Path,
    doomed: LocalCluster,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = shell(tmp_path, f"{WORKER}; kill -9 $worker")
    assert doomed.scheduler
    monkeypatch.setattr(doomed.scheduler, "allowed_failures", 0)
    words = ["match", "swap-nine", agent, "random", "--games", "2", "--dask"]
    error = refusal(capsys, *words, doomed.scheduler_address)
    assert "A task ended every worker that was given it" in error


@pytest.mark.slow
def test_another_version_on_the_cluster(
    local: LocalCluster, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The scheduler of this cluster lives here, its workers do not.
    monkeypatch.setattr(quincunx, "__version__", "0.0.0.other")
    error = refusal(capsys, *MATCH, "--dask", local.scheduler_address)
    assert "0.0.0.other on the cluster" in error


@contextmanager
def scheduler() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """One without workers, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    module = "distributed.cli.dask_scheduler"
    words = ["--port", port, "--dashboard-address", ":0"]
    with started([sys.executable, "-m", module, *words]) as process:
        assert process.stderr
        while b"Scheduler at" not in process.stderr.readline():
            assert process.poll() is None
        yield process, f"tcp://127.0.0.1:{port}"


@contextmanager
def worker(address: str) -> Iterator[None]:
    """One that the scheduler there knows of: a command waits for it a few seconds only."""
    module = "distributed.cli.dask_worker"
    with started([sys.executable, "-m", module, address, "--no-dashboard"]) as process:
        assert process.stderr
        while b"Registered to" not in process.stderr.readline():
            assert process.poll() is None
        yield


@pytest.mark.slow
def test_no_workers(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    wait = Client.wait_for_workers
    monkeypatch.setattr(
        Client, "wait_for_workers", lambda client, count, timeout: wait(client, count, 0.1)
    )
    with scheduler() as (_, address):
        assert "has no workers" in refusal(capsys, *MATCH, "--dask", address)


@pytest.mark.slow
def test_the_scheduler_is_lost_in_the_middle(tmp_path: Path) -> None:
    agent = shell(tmp_path, f"echo >> {tmp_path}/log; read -r line; exec sleep 60")
    words = ["match", "swap-nine", agent, "random", "--games", "2"]
    with (
        scheduler() as (lost, address),
        worker(address),
        started([sys.executable, "-m", "quincunx", *words, "--dask", address]) as process,
    ):
        wait_until(lambda: bool(lines(tmp_path / "log")))
        lost.kill()
        output, error = process.communicate(timeout=300)
    assert (process.returncode, output) == (2, b"")
    assert error.decode() == (
        f"quincunx: The scheduler at '{address}' was lost: begin again when it is back.\n"
    )


@pytest.mark.parametrize("backlog", [None, 5], ids=["closed", "mute"])
def test_nobody_answers(
    backlog: int | None, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if backlog:
            silent.listen(backlog)
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert "No Dask scheduler answers" in refusal(capsys, *MATCH, "--dask", address)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*MATCH, "--dask", "localhost"], "'localhost' is no scheduler's address"),
        ([*MATCH, "--dask", "tcp://localhost"], "give one as in tcp://localhost:8786"),
        ([*MATCH, "--dask", "tcp://a:1", "--workers", "1"], "not allowed with"),
    ],
)
def test_refusals(words: list[str], sentence: str, capsys: Capture) -> None:
    assert sentence in refusal(capsys, *words)


def test_without_the_extra(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    error = refusal(capsys, *MATCH, "--dask", "tcp://localhost:8786")
    assert 'pip install "quincunx[cluster]"' in error
