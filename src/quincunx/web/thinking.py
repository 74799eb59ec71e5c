"""Hard thinking in processes of its own, so that nobody's move waits for it.

Computers' moves and analyses have separate processes: a long analysis delays no reply.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from quincunx.core import AnyGame
from quincunx.match import Match
from quincunx.web.errors import refuse

LONGEST = 20.0
MOST_WAITING = 100

P = ParamSpec("P")
T = TypeVar("T")


class Thinkers:
    """A pool of processes, begun when it is first needed, and anew if one of them dies."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, min(4, os.cpu_count() or 1))
        self.waiting = 0
        self._free = asyncio.Semaphore(self.workers)
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the question answers; RefusalError 503 if it takes too long."""
        if self.waiting >= MOST_WAITING:
            refuse(503, "Too many are asking at once: try again in a moment.")
        self.waiting += 1
        try:
            async with self._free:
                pool = self._pool = self._pool or self._new_pool()
                answer = asyncio.wrap_future(pool.submit(question, *args, **kwargs))
                return await asyncio.wait_for(answer, LONGEST)
        except TimeoutError:
            refuse(503, "This takes longer than the server can spare: try a smaller board.")
        except BrokenExecutor:
            self._pool = None
            refuse(503, "The server had to begin anew: try again in a moment.")
        finally:
            self.waiting -= 1

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_prepare)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _prepare() -> None:
    """Ctrl-C is for the server, which then ends its pools; and nobody outlives a server that was
    killed."""
    import signal
    import threading
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = parent_process()
    assert server

    def follow() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


# The questions. They run in another process and answer with plain values.


def computer_move(match: Match, level: str, seed: int) -> str:
    from quincunx.players import player

    return str(player(level, seed, match.position).choose(match))


def check_level(match: Match, level: str) -> None:
    """LevelError if the level cannot play here."""
    from quincunx.players import player

    player(level, 0, match.position)


def analysis(game: str, position: str) -> dict[str, Any]:
    from quincunx.analysis.document import analysis_document
    from quincunx.analysis.words import move_in_words, position_in_words
    from quincunx.games import parse
    from quincunx.oracle import analyze

    found = analyze(parse(game, position))
    document = analysis_document(found)
    document["words"] = position_in_words(found)
    for item, move in zip(found.moves, document["moves"], strict=True):
        move["words"] = move_in_words(item, found)
    return document


def puzzle(which: AnyGame | None, seed: int) -> Any:
    """A game's puzzle; without one, that of the day with this number."""
    from datetime import date

    from quincunx.analysis.puzzles import daily, generate

    return generate(which, seed) if which else daily(date.fromordinal(seed))


def puzzle_answer(asked: Any, move: str) -> dict[str, Any]:
    position = asked.position
    position.play(move)
    found = asked.check(position.game.read_move(move))
    after = position.after(position.game.read_move(move))
    refutation = None if found.refutation is None else str(found.refutation)
    return {
        "right": found.right,
        "words": found.words,
        "refutation": refutation,
        "position": str(after),
    }


def review(match: Match) -> dict[str, Any]:
    from quincunx.analysis.document import verdict_document
    from quincunx.analysis.review import review as review_match
    from quincunx.core import Player

    found = review_match(match)
    return {
        "value_line": found.value_line(),
        "accuracy": {player.lower(): found.accuracy(player) for player in Player},
        "moves": [
            {
                "ply": item.ply,
                "player": item.player,
                "move": str(item.move),
                "before": verdict_document(item.before),
                "after": verdict_document(item.after),
                "mistake": item.mistake,
                "better": None if item.better is None else str(item.better),
                "punished_by": None if item.punished_by is None else str(item.punished_by),
                "words": item.in_words(),
            }
            for item in found.moves
        ],
    }


def solutions() -> list[dict[str, Any]]:
    from quincunx.oracle.solutions import solutions as all_solutions

    return [
        {
            "game": found.start.game.id(),
            "title": found.start.game.title,
            "size": found.start.game.size,
            "start": str(found.start),
            "result": found.in_words(),
            "known_by": found.known_by,
            "check": found.check,
        }
        for found in all_solutions()
    ]
