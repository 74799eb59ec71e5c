"""What claims are held against: the simple rules and the solution."""

from functools import lru_cache

import quincunx
import simple_rules
from quincunx.core.text import in_words
from quincunx.oracle import Value, Verdict, oracle_of

NUMBERS = {in_words(count): count for count in range(21)} | {"none": 0}


def number(text: str) -> int:
    return NUMBERS[text] if text in NUMBERS else int(text)


@lru_cache(maxsize=100_000)
def verdict_of(game: str, text: str) -> Verdict:
    """Of a position to its mover, finished or not."""
    position = quincunx.parse(game, text)
    if position.outcome:
        return quincunx.analyze(position).verdict
    return oracle_of(position.game).judge(position)


children_of = lru_cache(maxsize=1_000)(simple_rules.children)


class Common:
    """What every claim is held against."""

    def __init__(self, game: str, pairs: tuple[tuple[str, str], ...]) -> None:
        self.game = game
        self.won = ""
        """The position that the pairs win."""
        self.partner = dict(pairs) | {two: one for one, two in pairs}

    def children(self, text: str) -> dict[str, str]:
        return children_of(self.game, text)

    def verdict(self, text: str) -> Verdict:
        return verdict_of(self.game, text)

    def wins(self, player: str, text: str) -> bool:
        own = text.split(" ")[1] == player
        return self.verdict(text).value is (Value.WIN if own else Value.LOSS)

    def is_best(self, before: str, after: str) -> bool:
        """The position is worth what it was, and the end is as near as it can be."""
        was, now = self.verdict(before), self.verdict(after).of_move()
        far = None in (was.distance, now.distance) or was.distance == now.distance
        return was.value is now.value and was.margin == now.margin and far

    def count(self, text: str, player: str, noun: str) -> int:
        grid, _, _ = simple_rules.read(self.game, text)
        if noun == "pair":
            return simple_rules.potential_sequences(grid, player)
        return simple_rules.count(grid, player)
