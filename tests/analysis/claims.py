"""What reasons claim, checked by brute force: by the simple rules and the solution."""

import re
from collections.abc import Callable
from random import Random

import simple_rules
from analysis.common import number
from analysis.own_claims import OwnClaims
from quincunx.oracle import Value, Verdict

Predicate = tuple[str, str]
FEW_EMPTY = 5
PLAYOUTS = 30
DEEDS = "place take claim capture occupy attack swap play".split()


class Claims(OwnClaims):
    def winning_replies(self, text: str, move: str) -> tuple[int, int]:
        """How many, and of how many."""
        replies = self.children(self.children(text)[move]).values()
        return sum(self.verdict(one).value is Value.LOSS for one in replies), len(replies)

    def check_verdict(self, verdict: Verdict, words: str) -> None:
        value = {"wins": "win", "lose": "loss", "draw": "draw", "is n": "unknown"}[words[:4]]
        assert verdict.value == value
        if found := re.search("(in|in at most|by) ([0-9]+)(?: moves)?$", words):
            margin = found[1] == "by"
            assert int(found[2]) == (abs(verdict.margin or 0) if margin else verdict.distance)
            assert verdict.distance_exact == (found[1] != "in at most")
        elif "at once" in words:
            assert verdict.distance == 1
        elif "tie-break" in words:
            assert verdict.margin == 0
        elif value in ("win", "loss"):
            assert verdict.distance is None

    # Draws.

    def losing_replies(self, text: str) -> tuple[int, int]:
        moves = self.children(text).values()
        return sum(self.verdict(one).value is Value.WIN for one in moves), len(moves)

    def greatest_trap(self, after: str) -> float:
        """Over the replies that keep the draw, the greatest share of moves that lose."""
        kept = [
            one for one in self.children(after).values() if self.verdict(one).value is Value.DRAW
        ]
        shares = [self.losing_replies(one) for one in kept if self.children(one)]
        return max((lost / every for lost, every in shares), default=0)

    def check_hope(
        self, after: str, reply: str, words: str, read: Callable[[str, str], str | None]
    ) -> None:
        trap = self.children(after)[reply]
        assert self.verdict(trap).value is Value.DRAW
        lost, every = self.losing_replies(trap)
        assert lost / every == self.greatest_trap(after) > 0
        if found := re.fullmatch("only (.+) holds the draw", words):
            move = read(found[1], trap)
            assert move is not None
            assert lost == every - 1
            assert self.verdict(self.children(trap)[move]).value is Value.DRAW
        else:
            found = re.fullmatch("([a-z0-9]+) of ([a-z0-9]+) replies loses?", words)
            assert found, words
            assert (number(found[1]), number(found[2])) == (lost, every)

    # Moves and facts.

    def move(self, state: str, facts: list[Predicate]) -> str | None:
        """The move that a clause tells, if it does; its captures are checked."""
        told = dict(reversed(facts))
        move = None
        if "place" in told:
            move = told["place"].removeprefix("in ").removeprefix("on ").replace(" on ", "@")
            move += f"x{told['take']}" if "take" in told else ""
        elif "claim" in told:
            move = told["claim"].strip("()")
            grid, turn, _ = simple_rules.read(self.game, state)
            after, _, _ = simple_rules.read(self.game, self.children(state)[move])
            changed = {
                c
                for c in grid
                if grid[c].endswith("XO".replace(turn, "")) and after[c].endswith(turn)
            }
            said = re.findall(r"\((.),(.)\)", told.get("capture", ""))
            assert {(int(row), int(column)) for row, column in said} == changed
        elif "occupy" in told or "attack" in told:
            sign, zone = ("", told["occupy"]) if "occupy" in told else ("x", told["attack"])
            move = sign + zone.removeprefix("zone ")
        elif "swap" in told:
            move = told["swap"].replace(" and ", "~")
        elif "play" in told:
            move = told["play"]
        return move

    def check_facts(
        self,
        before: str,
        after: str,
        player: str,
        facts: list[Predicate],
    ) -> None:
        """What a player has, holds, threatens, stops or ends with after a move."""
        for verb, words in facts:
            if verb == "with best play end":
                self.check_best_play(after, player, words)
            elif verb not in DEEDS:
                getattr(self, f"check_{verb}")(before, after, player, words)

    def check_have(self, before: str, after: str, player: str, words: str) -> None:
        found = re.match(r"(\w+) (\w+?)s?(?: to (\w+)|, as many as)", words)
        assert found
        for side, said in ((player, found[1]), (simple_rules.other(player), found[3] or found[1])):
            assert self.count(after, side, found[2]) == number(said)
        if safe := re.search(r"\((.),(.)\) can never be captured", words):
            self.check_never_captured(after, player, (int(safe[1]), int(safe[2])))

    def check_never_captured(self, text: str, player: str, cell: tuple[int, int]) -> None:
        """Over all that can follow, or many games of it."""
        empty = sum(content.isdigit() for content in simple_rules.read(self.game, text)[0].values())
        states = {text}
        random = Random(text)
        while states:
            for state in states:
                assert simple_rules.read(self.game, state)[0][cell].endswith(player)
            states = {child for state in states for child in self.children(state).values()}
            if empty > FEW_EMPTY and len(states) > PLAYOUTS:
                states = set(random.sample(sorted(states), PLAYOUTS))

    def check_hold(self, before: str, after: str, player: str, words: str) -> None:
        if words == "the draw":
            assert self.verdict(after).value is Value.DRAW
            return
        self.check_have(before, after, player, words)
        attacks = {move[1:] for move in self.children(after) if move.startswith("x")}
        if found := re.search("can attack (none|.*)$", words):
            said = set(re.findall("[0-9]+", found[1]))
            assert said == attacks
            assert ("only" in found[1]) == (len(said) == 1)
        if found := re.search("zone ([0-9]+) cannot be retaken at once", words):
            assert found[1] not in attacks
            theirs = simple_rules.other(player)
            cells = {
                str(simple_rules.number_of(simple_rules.read(self.game, before)[0], c)): c
                for c in simple_rules.read(self.game, before)[0]
            }
            assert simple_rules.read(self.game, before)[0][cells[found[1]]] == theirs
            assert simple_rules.read(self.game, after)[0][cells[found[1]]] == player

    def check_end(self, before: str, after: str, player: str, words: str) -> None:
        self.check_have(before, after, player, words.removeprefix("with "))
        assert simple_rules.winner(self.game, after) == player

    def check_best_play(self, after: str, player: str, words: str) -> None:
        found = re.match(r"with (\w+) (\w+?)s? to (\w+)$", words)
        assert found
        own, other = number(found[1]), number(found[3])
        sign = 1 if after.split(" ")[1] == player else -1
        assert self.verdict(after).margin == sign * (own - other)
        assert self.wins(player, after)
        assert own + other == len(simple_rules.read(self.game, after)[0])

    def check_win(self, before: str, after: str, player: str, words: str) -> None:
        if words.endswith("with best play"):
            assert self.wins(player, after)
            assert ("tie-break" in words) == (self.verdict(after).margin == 0)
            return
        assert simple_rules.winner(self.game, after) == player
        self.check_equal(after, words)

    def check_draw(self, before: str, after: str, player: str, words: str) -> None:
        assert simple_rules.winner(self.game, after) == "draw"
        self.check_equal(after, words)

    def check_equal(self, after: str, words: str) -> None:
        """Whatever was counted first, both had as many of it."""
        found = re.fullmatch(r"with (\w+) (\w+)s each(?:, on the tie-break)?", words)
        assert found, words
        assert {self.count(after, side, found[2]) for side in "XO"} == {number(found[1])}
