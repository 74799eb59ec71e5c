"""Numeral Nexus: proof by search, and a book for the first two plies, where it would take long.

Distances are the true shortest. Only where a position is proved lost and the work ends before
each of its moves has been followed to the end is a move's distance an "at most".
"""

from collections.abc import Callable
from functools import lru_cache, partial
from importlib.util import find_spec
from threading import Thread

from quincunx.core import Move
from quincunx.games.numeral_nexus.opening_book import answer_to, book, first_of
from quincunx.games.numeral_nexus.proof import UNLIMITED, Search
from quincunx.games.numeral_nexus.rules import NumeralNexus, NumeralNexusPosition
from quincunx.games.numeral_nexus.states import State, States
from quincunx.oracle.base import Oracle, OutOfWorkError, Progress
from quincunx.oracle.verdicts import Proof, Value, Verdict

MAX_CELLS = 25
PROOF_WORK = 60_000
"""States to look at to prove a position; every start takes less, most positions next to none."""
SURVEY_WORK = 15_000
"""And then for its moves: half a second."""
MIN_WORK_TO_COMPILE = 200_000
"""States: about 3 seconds of plain search."""
VALUES = (Value.DRAW, Value.WIN, Value.LOSS)
"""By what they are worth: 0, 1 and -1."""
ALWAYS_PROVED = 5
"""Plies within which every forced win is found, whatever the work."""


def oracle(game: NumeralNexus) -> Oracle:
    return NumeralNexusOracle(game)


class NumeralNexusOracle(Oracle):
    proof = Proof.SEARCH

    def __init__(self, game: NumeralNexus) -> None:
        self.game = game
        self.states = States(game)
        self.prepared = game.size == "5x5"
        self.plain_work = 0
        """States that the plain search has looked at."""
        self.new_search: Callable[[], Search] = partial(Search, self.states)
        self.judge_opening = lru_cache(maxsize=512)(self._judge_all)
        """The start and all that can follow it are met again and again."""

    def prepare(self, start: NumeralNexusPosition) -> None:
        """Search by compiled code from now on: the same answers, sooner."""
        if find_spec("numba"):
            self.new_search = self._compiled_search()

    def _compiled_search(self) -> Callable[[], Search]:
        from quincunx.games.numeral_nexus.compiled_states import facts
        from quincunx.games.numeral_nexus.fast import CompiledSearch

        return partial(CompiledSearch, self.states, facts(self.game))

    def _compile_aside(self) -> None:
        """Compile while the plain search answers. The thread is no daemon: Python must not exit
        while LLVM runs."""
        new_search = self._compiled_search()
        new_search().survey(self.states.of_position(self.game.start()), 3)
        self.new_search = new_search

    def _count_work(self, states: int) -> None:
        """Compile once much has been searched, in processes that others started to answer for
        them (a server's, those of grades): a command at a terminal would make somebody wait for
        the thread when it ends."""
        before, self.plain_work = self.plain_work, self.plain_work + states
        if before < MIN_WORK_TO_COMPILE <= self.plain_work and find_spec("numba"):
            from multiprocessing import parent_process

            if parent_process():
                Thread(target=self._compile_aside).start()

    def judge(self, position: NumeralNexusPosition) -> Verdict:
        return self._prepared(position) or self._prove(position)[0]

    def solve(self, position: NumeralNexusPosition, progress: Progress) -> Verdict:
        return self._prove(position, UNLIMITED, progress)[0]

    def judge_moves(self, position: NumeralNexusPosition) -> dict[Move, Verdict]:
        return self.judge_all(position)[1]

    def judge_all(
        self, position: NumeralNexusPosition, hurried: bool = False
    ) -> tuple[Verdict, dict[Move, Verdict]]:
        opening = position.owners.count("-") >= self.game.cells - 1
        return (self.judge_opening if opening else self._judge_all)(position, hurried)

    def _judge_all(
        self, position: NumeralNexusPosition, hurried: bool
    ) -> tuple[Verdict, dict[Move, Verdict]]:
        moves = position.legal_moves()
        prepared = self._prepared(position)
        if prepared and len(moves) == position.game.cells * 9:
            # The start: the book knows what follows from every move.
            return prepared, {m: self.judge(position.after(m)).of_move() for m in moves}
        if prepared:
            verdict, search = prepared, self.new_search()
            answer = answer_to(position)
            best = answer and self.states.code(answer)
        else:
            verdict, best, search = self._prove(position)
        search.work = SURVEY_WORK
        state, won = self.states.of_position(position), verdict.value is Value.WIN
        plies = verdict.distance if hurried and won and verdict.distance else state.empties + 3
        found = {
            code: Verdict(VALUES[worth], self.proof, distance or None)
            for code, (worth, distance) in search.survey(state, plies).items()
        }
        if type(search) is Search:
            self._count_work(search.done)
        rest = Verdict(Value.UNKNOWN, self.proof)
        if verdict.value is Value.LOSS:
            # Whatever is played loses, and no later than the best of it.
            rest = Verdict(Value.LOSS, self.proof, verdict.distance, distance_exact=False)
        codes = {move: self.states.code(move) for move in moves}
        verdicts: dict[Move, Verdict] = {
            move: found.get(code) or (verdict if code == best else rest)
            for move, code in codes.items()
        }
        return verdict, verdicts

    def line(self, position: NumeralNexusPosition) -> tuple[Move, ...] | None:
        """Best play, one proof after the other; other moves are not looked into."""
        line: list[Move] = []
        while not position.outcome:
            move = answer_to(position)
            if move is None:
                verdict, best, _ = self._prove(position)
                if verdict.value not in (Value.WIN, Value.LOSS):
                    return None
                move = next(m for m in position.legal_moves() if self.states.code(m) == best)
            line.append(move)
            position = position.after(move)
        return tuple(line)

    def _prepared(self, position: NumeralNexusPosition) -> Verdict | None:
        """What the book says: of the start, and of positions after one move."""
        if not self.prepared:
            return None
        if position.owners.count("-") == position.game.cells and position.swaps == "XO":
            firsts = book().firsts.values()
            soonest = min(first.distance for first in firsts if first.value == "loss")
            return Verdict(Value.WIN, self.proof, soonest + 1)
        first = first_of(position)
        return Verdict(Value(first.value), self.proof, first.distance) if first else None

    def _prove(
        self,
        position: NumeralNexusPosition,
        work: int = PROOF_WORK,
        progress: Progress | None = None,
    ) -> tuple[Verdict, int | None, Search]:
        """The verdict, the code of a best move, and the search with what it found."""
        search = Search(self.states, progress) if progress else self.new_search()
        state = self.states.of_position(position)
        # Every turn but the two swaps fills a cell.
        longest = state.empties + state.me.swap + state.you.swap
        try:
            for plies in range(1, longest + 1):
                if plies == ALWAYS_PROVED + 1:
                    search.work = max(0, work - search.done)
                for value, proved in ((Value.WIN, search.wins), (Value.LOSS, search.loses)):
                    if proved(state, plies):
                        search.work = UNLIMITED  # what is left is in its tables
                        best = self._best(search, state, value, plies)
                        return Verdict(value, self.proof, plies), best, search
        except OutOfWorkError:
            return Verdict(Value.UNKNOWN, self.proof), None, search
        best = self._best(search, state, Value.DRAW, longest)
        return Verdict(Value.DRAW, self.proof, 1 if longest == 1 else None), best, search

    def _best(self, search: Search, state: State, value: Value, plies: int) -> int:
        """A best move of a position won or lost in exactly so many plies, or drawn in at most."""
        states = self.states
        if value is Value.WIN and plies == 1:
            children = (*states.placements(state), *states.exchanges(state))
            return next(child.move for child in children if states.finished(child) == -1)
        for child in search.ordered_moves(state, plies if value is Value.WIN else 0):
            if value is Value.WIN:
                good = search.loses(child, plies - 1)
            elif child.empties == 0:
                good = value is Value.LOSS or states.count(child) == 0
            else:
                # A loser lasts longer than this; a draw is not lost.
                good = not search.wins(child, plies - (2 if value is Value.LOSS else 1))
            if good:
                return child.move
        raise AssertionError("what is proved has a move that proves it")
