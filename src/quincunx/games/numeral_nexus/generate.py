"""Write the book of Numeral Nexus from nothing: `make book`, a few minutes.

For every first move the shortest win is proved; then the winner's tree is entered: one quickest
answer in each position without a win in one, and every reply of the loser that prevents a win in
one. Of several quickest answers one is taken that leaves few such replies.
"""

import sys
from collections import Counter
from pathlib import Path

from quincunx.games.numeral_nexus.opening_book import NAME, First, OpeningBook, canonical, write
from quincunx.games.numeral_nexus.oracle import NumeralNexusOracle
from quincunx.games.numeral_nexus.proof import Search
from quincunx.games.numeral_nexus.rules import NumeralNexus, NumeralNexusPosition
from quincunx.games.numeral_nexus.states import State, States

CENTRE = "5@C3"
"""The answer to the start: of the winning first moves, one of the quickest."""


class Writer:
    def __init__(self) -> None:
        self.game = NumeralNexus(5, 5)
        self.states = States(self.game)
        self.search = Search(self.states)
        self.oracle = NumeralNexusOracle(self.game)
        self.moves = {self.states.code(move): move for move in self.game.all_moves()}
        self.used: Counter[int] = Counter()
        self.book = OpeningBook({}, {})

    def write(self) -> OpeningBook:
        start = self.game.start()
        for move in start.legal_moves():
            position = start.after(move)
            text, symmetry = canonical(position)
            if text not in self.book.firsts:
                self.enter_first(position.mapped(symmetry), text)
                print(text, self.book.firsts[text], len(self.book.answers), file=sys.stderr)
        self.book.answers[canonical(start)[0]] = CENTRE
        return self.book

    def enter_first(self, position: NumeralNexusPosition, text: str) -> None:
        verdict = self.oracle.solve(position, lambda _count: None)
        assert verdict.distance is not None
        delay = "-"
        if verdict.value == "win":
            self.answer(position)
        else:
            best = self.oracle.line(position)
            assert best
            delay = str(best[0])
            for reply in position.legal_moves():
                self.answer(position.after(reply))
        self.book.firsts[text] = First(verdict.value, verdict.distance, delay)

    def answer(self, position: NumeralNexusPosition) -> None:
        """Enter the tree of a won position."""
        state, search = self.states.of_position(position), self.search
        if self.states.wins_now(state):
            return
        text, symmetry = canonical(position)
        if text in self.book.answers:
            return
        plies = next(plies for plies in range(3, 27, 2) if search.wins(state, plies))
        # With three plies left only a threat can win.
        options = [c for c in self.replies(state) if plies > 3 or self.states.danger(c)]
        options.sort(key=lambda c: (len(self.replies(c)), -self.used[c.move], c.move))
        chosen = next(child for child in options if search.loses(child, plies - 1))
        self.used[chosen.move] += 1
        move = self.moves[chosen.move]
        self.book.answers[text] = str(self.game.mapped_move(move, symmetry))
        after = position.after(move)
        for reply in self.replies(chosen):
            self.answer(after.after(self.moves[reply.move]))

    def replies(self, state: State) -> list[State]:
        """The moves that leave the other player without a win in one."""
        tried = self.search.tries(state, 0, self.states.danger(state))
        return [child for child in tried if not self.states.wins_now(child)]


if __name__ == "__main__":
    Path(__file__).with_name(NAME).write_bytes(write(Writer().write()))
