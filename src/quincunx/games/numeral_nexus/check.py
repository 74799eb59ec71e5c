"""Follow the book of Numeral Nexus by the plain rules alone, against every defence.

Nothing of the search is used. The winner plays the book's answer, or, where the book has none,
must have a move that completes a line; the loser tries every legal reply.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from quincunx.games.numeral_nexus.opening_book import OpeningBook, book, canonical
from quincunx.games.numeral_nexus.rules import (
    NUMBERS,
    NumeralNexus,
    NumeralNexusPosition,
    Placement,
    Swap,
)
from quincunx.oracle.verdicts import SolutionError

Move = Placement | Swap


def check_prepared(start: NumeralNexusPosition, progress: Callable[[int], None]) -> int | None:
    """Return how many replies were tried from the start, or None where there is no book."""
    prepared = start == NumeralNexus(5, 5).start()
    return Checker(book(), progress).check() if prepared else None


class Checker:
    def __init__(self, book: OpeningBook, progress: Callable[[int], None] | None = None) -> None:
        self.book = book
        self.progress = progress
        self.longest: dict[str, int] = {}
        """The most plies that a win takes from a position of the book."""
        self.replies = 0
        self.game = NumeralNexus(5, 5)

    def check(self) -> int:
        """Every first move and the start hold, and no answer is left over; how many replies
        were tried."""
        start = self.game.start()
        self.check_start(start)
        for text in self.book.firsts:
            self.check_first(self.game.parse(text))
        if self.win(start) != 1 + min(
            one.distance for one in self.book.firsts.values() if one.value == "loss"
        ):
            raise SolutionError("The book does not win from the start as soon as it could.")
        if self.longest.keys() != self.book.answers.keys():
            raise SolutionError("The book holds answers that are never asked for.")
        return self.replies

    def check_start(self, start: NumeralNexusPosition) -> None:
        missing = [
            m for m in start.legal_moves() if canonical(start.after(m))[0] not in self.book.firsts
        ]
        if missing:
            raise SolutionError(f"The book says nothing of the first move {missing[0]}.")

    def check_first(self, position: NumeralNexusPosition) -> None:
        """A position after one move is won or lost in as many plies as the book says."""
        said = self.book.firsts[str(position)]
        plies = self.win(position) if said.value == "win" else self.loss(position)
        if said.value == "loss":
            delayed = position.play(said.delay)
            assert isinstance(delayed, NumeralNexusPosition)
            plies = min(plies, 1 + self.win(delayed))
        if plies != said.distance:
            raise SolutionError(f"{position} is said to take {said.distance} plies, not {plies}.")

    def win(self, position: NumeralNexusPosition) -> int:
        """The player to move follows the book: the most plies until it has won."""
        text, symmetry = canonical(position)
        if text in self.longest:
            return self.longest[text]
        answer = self.book.answers.get(text)
        if answer is None:
            if next(self.completing_moves(position), None) is None:
                raise SolutionError(f"{text} has neither an answer nor a win in one.")
            return 1
        image = position.mapped(symmetry)
        after = image.play(answer)
        assert isinstance(after, NumeralNexusPosition)
        outcome = after.outcome
        if outcome and outcome.winner is not position.turn:
            raise SolutionError(f"{text} is not won by {answer}.")
        self.longest[text] = 1 if outcome else 1 + self.loss(after)
        return self.longest[text]

    def loss(self, position: NumeralNexusPosition) -> int:
        """The other player follows the book, the player to move tries everything."""
        loser, winner = position.turn, position.turn.other
        # What would win after a pass is tried first after each reply.
        hopes = list(self.completing_moves(replace(position, turn=winner)))
        longest = 0
        for reply in position.legal_moves():
            self.replies += 1
            after = position.after(reply)
            lines = self.owners_of_lines(after)
            if loser in lines or "-" not in after.owners:
                raise SolutionError(f"{position} is not lost: {reply} stops it.")
            if winner in lines:
                plies = 1
            elif any(after.why_not(hope) is None and self.completes(after, hope) for hope in hopes):
                plies = 2
            else:
                plies = 1 + self.win(after)
            longest = max(longest, plies)
        if self.progress:
            self.progress(self.replies)
        return longest

    def owners_of_lines(self, after: NumeralNexusPosition) -> set[str]:
        """Who has a line."""
        return {after.owners[line[0]] for line in after.winning_lines()}

    def completes(self, position: NumeralNexusPosition, move: Move) -> bool:
        """Whether a legal move completes a line for the player who makes it."""
        return position.turn in self.owners_of_lines(position.after(move))

    def completing_moves(self, position: NumeralNexusPosition) -> Iterator[Move]:
        """The legal moves that do: a number on the empty cell of a line with two of the mover's,
        or a swap."""
        game, owners, turn = position.game, position.owners, position.turn
        cells = {
            cell
            for line in game.lines
            if sorted(owners[c] for c in line) == ["-", turn, turn]
            for cell in line
            if owners[cell] == "-"
        }
        placements = (game.placements[number][c] for c in sorted(cells) for number in NUMBERS)
        swaps = game.swaps.values() if turn in position.swaps and owners.count(turn) >= 3 else ()
        for move in (*placements, *swaps):
            if position.why_not(move) is None and self.completes(position, move):
                yield move
