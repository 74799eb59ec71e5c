"""Processes that think: ended in time, shared fairly, and gone with those who asked."""

import asyncio
import operator
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvloop

import quincunx
from quincunx.core import GameError
from quincunx.work import workers as module
from quincunx.work.workers import BUSY, WorkerError, Workers

LONG = 600.0
"""What no test waits for."""


def apart(
    scenario: Callable[[], Awaitable[None]],
    new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
) -> None:
    """In a thread of its own: a browser's driver may have a loop running in this one."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await scenario()

    def work() -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(bounded())

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@asynccontextmanager
async def pool(count: int, longest: float = LONG) -> AsyncIterator[Workers]:
    found = Workers(count, longest)
    try:
        yield found
    finally:
        found.close()


def asked_by(workers: Workers, who: str = "") -> asyncio.Future[None]:
    return asyncio.ensure_future(workers.ask(time.sleep, LONG, who=who))


async def its_number(workers: Workers) -> int:
    """Of the only process; while it starts, who asks may be told to come again."""
    while True:
        try:
            return await workers.ask(os.getpid)
        except WorkerError as error:
            assert str(error) == BUSY


def test_answers_and_refusals_come_back_as_they_are() -> None:
    async def scenario() -> None:
        async with pool(2) as workers:
            assert await workers.ask(operator.add, 2, 3) == 5
            with pytest.raises(GameError, match="There is no game 'chess'"):
                await workers.ask(quincunx.game, "chess")
            with pytest.raises(ZeroDivisionError) as caught:
                await workers.ask(operator.truediv, 1, 0)
            assert "Traceback" in caught.value.__notes__[0]
            assert await workers.ask(os.getpid) != os.getpid()

    apart(scenario)


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_long_questions_and_answers(new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    """Longer than what a pipe holds, in both directions and in the loops that are used."""

    async def scenario() -> None:
        async with pool(2) as workers:
            for _ in range(5):
                assert await workers.ask(bytes, b"some" * 500_000) == b"some" * 500_000

    apart(scenario, new_loop)


def test_what_takes_too_long_ends_with_its_process() -> None:
    async def scenario() -> None:
        async with pool(1, longest=1.0) as workers:
            process = await its_number(workers)
            with pytest.raises(WorkerError, match="This takes longer than can be spared"):
                await workers.ask(time.sleep, LONG)
            another = await its_number(workers)
            assert another != process
            assert not Path(f"/proc/{process}").exists()

    apart(scenario)


def test_a_process_that_dies_takes_no_other_question_with_it() -> None:
    async def scenario() -> None:
        async with pool(2) as workers:
            others = [asyncio.ensure_future(workers.ask(time.sleep, 1, who="a"))]
            dying = asyncio.ensure_future(workers.ask(os._exit, 1, who="b"))
            others += [asyncio.ensure_future(workers.ask(time.sleep, 0, who=w)) for w in "abc"]
            with pytest.raises(WorkerError, match="The thinking broke off: try again"):
                await dying
            assert await asyncio.gather(*others) == [None] * 4

    apart(scenario)


def test_nobody_has_every_process() -> None:
    async def scenario() -> None:
        async with pool(2) as workers:
            long = [asked_by(workers) for _ in range(5)]
            assert await workers.ask(operator.add, 2, 3, who="another") == 5
            assert not any(each.done() for each in long)

    apart(scenario)


def test_waiting_questions_are_taken_by_turns() -> None:
    async def scenario() -> None:
        order: list[str] = []

        async def ask(who: str) -> None:
            await workers.ask(operator.add, 2, 3, who=who)
            order.append(who)

        async with pool(1) as workers:
            await asyncio.gather(*(ask(who) for who in "aaabbc"))
        assert "".join(order) == "abcaba"

    apart(scenario)


def test_those_who_wait_are_limited_each_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING_EACH", 2)
    monkeypatch.setattr(module, "MAX_WAITING", 4)

    async def scenario() -> None:
        async with pool(1) as workers:
            await workers.ask(os.getpid)
            asked = [asked_by(workers, who) for who in "aaaabcd"]
            await asyncio.sleep(0)
            refused = [each.done() for each in asked]
            assert refused == [False, False, False, True, False, False, True]
            for each in (asked[3], asked[6]):
                with pytest.raises(WorkerError, match="Too many are asking at once: try again"):
                    await each

    apart(scenario)


def test_who_waits_too_long_for_a_turn_is_told() -> None:
    async def scenario() -> None:
        async with pool(1) as workers:
            await workers.ask(os.getpid)
            long = asked_by(workers, "a")
            await asyncio.sleep(0)
            workers.longest = 0.1
            with pytest.raises(WorkerError, match="Too many are asking at once: try again"):
                await asked_by(workers, "b")
            assert not long.done()

    apart(scenario)


def test_what_nobody_waits_for_ends_soon() -> None:
    """The only process answers again, though it had been asked for ten minutes."""

    async def scenario() -> None:
        async with pool(1) as workers:
            process = await workers.ask(os.getpid)
            long = asked_by(workers)
            waiting = asked_by(workers)
            await asyncio.sleep(0)
            waiting.cancel()
            long.cancel()
            assert await workers.ask(os.getpid) != process
            assert long.cancelled()
            assert waiting.cancelled()

    apart(scenario)


def test_what_soon_ends_by_itself_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE_PERIOD_S", 60.0)  # the machine may be busy

    async def scenario() -> None:
        async with pool(1) as workers:
            process = await workers.ask(os.getpid)
            short = asyncio.ensure_future(workers.ask(time.sleep, 0.01))
            await asyncio.sleep(0)
            short.cancel()
            assert await workers.ask(os.getpid) == process

    apart(scenario)


def test_closing_ends_all_of_it() -> None:
    async def scenario() -> None:
        async with pool(1) as workers:
            process = await workers.ask(os.getpid)
            asked = [asked_by(workers) for _ in range(3)]
            await asyncio.sleep(0)
        await asyncio.wait(asked)
        assert all(each.cancelled() for each in asked)
        assert not Path(f"/proc/{process}").exists()

    apart(scenario)


def test_where_no_process_can_live_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends at once: it compares its arguments and is done."""
    monkeypatch.setattr(module, "_work", operator.is_)

    async def scenario() -> None:
        async with pool(2) as workers:
            for _ in range(2):
                with pytest.raises(WorkerError, match="The thinking broke off: try again"):
                    await workers.ask(os.getpid)

    apart(scenario)
