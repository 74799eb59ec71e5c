"""What reasons claim of Numeral Nexus and of Crossed Paths alone, checked by brute force."""

import re
from random import Random

import networkx  # type: ignore[import-untyped]

import simple_rules
from analysis.common import Common, number

FEW_FOR_MATCHING = 20


class OwnClaims(Common):
    # Numeral Nexus.

    def completing(self, text: str, player: str, names: set[str]) -> dict[str, set[str]]:
        """For each cell the sequences that a number of the pool would complete there."""
        grid, _, _ = simple_rules.read(self.game, text)
        standing = [content[1] for content in grid.values() if content != "-"]
        pool = [digit for digit in "123456789" if standing.count(digit) < 3]
        named = {simple_rules.numeral_nexus_name(cell): cell for cell in grid}
        return {
            name: set.union(
                set(),
                *(
                    lines_through(grid | {named[name]: player + digit}, named[name], player)
                    for digit in pool
                ),
            )
            for name in names
            if grid[named[name]] == "-"
        }

    def check_threaten(self, before: str, after: str, player: str, words: str) -> None:
        threats = re.findall("([1-9]-[1-9]-[1-9]) on ([A-Z][0-9])", words)
        found = self.completing(after, player, {cell for _, cell in threats})
        for sequence, cell in threats:
            assert sequence in found[cell]
        if "can be stopped" in words:
            cells = {cell for _, cell in threats}
            assert len(cells) == len(threats) > 1
            assert ("only one" in words) == (len(cells) == 2)
            for reply in self.children(after).values():
                assert not simple_rules.winner(self.game, reply)
                assert any(self.completing(reply, player, cells).values())

    def check_stop(self, before: str, after: str, player: str, words: str) -> None:
        rival = simple_rules.other(player)
        for sequence, cell in re.findall("([1-9]-[1-9]-[1-9]) on ([A-Z][0-9])", words):
            assert sequence in self.completing(before, rival, {cell})[cell]
        for reply in self.children(after).values():
            assert simple_rules.winner(self.game, reply) != rival

    def check_form(self, before: str, after: str, player: str, words: str) -> None:
        found = re.fullmatch("([1-9])-([1-9])-([1-9]) from ([A-Z][0-9]) to ([A-Z][0-9])", words)
        assert found
        assert simple_rules.winner(self.game, after) == player
        grid, _, _ = simple_rules.read(self.game, after)
        ends = [(ord(name[0]) - 64, int(name[1])) for name in (found[4], found[5])]
        middle = (ends[0][0] + ends[1][0]) // 2, (ends[0][1] + ends[1][1]) // 2
        cells = [ends[0], middle, ends[1]]
        assert [grid[cell] for cell in cells] == [player + found[i] for i in (1, 2, 3)]
        assert all(simple_rules.touches(middle, end) for end in ends)

    # Crossed Paths.

    def check_leave(self, before: str, after: str, player: str, words: str) -> None:
        if found := re.fullmatch(r"\w+ no empty cell in line with (.+)", words):
            assert simple_rules.winner(self.game, after) == player
            assert after.split(" ")[2] == found[1]
        elif found := re.fullmatch(r"\w+ (\w+) cells? to choose from", words):
            assert number(found[1]) == len(self.children(after))

    def check_answer(self, before: str, after: str, player: str, words: str) -> None:
        assert self.wins(player, after)
        for taken, partner in re.findall("([A-Z][0-9]+) with ([A-Z][0-9]+)", words):
            reply = self.children(after)[taken]
            assert self.wins(player, self.children(reply)[partner])
            assert after != self.won or self.partner[taken] == partner

    def check_pairs(self, text: str) -> None:
        """A maximum matching of the empty cells in line, by which the player of the last move
        wins against any play."""
        grid, loser, _ = simple_rules.read(self.game, text)
        cells = {simple_rules.crossed_paths_name(c): c for c in grid if grid[c] == "-"}
        assert set(self.partner) <= set(cells)
        for one, two in self.partner.items():
            assert one != two
            assert simple_rules.in_line(cells[one], cells[two])
        random, state = Random(text), text
        while moves := self.children(state):
            taken = random.choice(list(moves))
            state = self.children(moves[taken])[self.partner[taken]]
        assert simple_rules.winner(self.game, state) == simple_rules.other(loser)
        if len(cells) > FEW_FOR_MATCHING:
            return
        graph = networkx.Graph()
        graph.add_nodes_from(cells)
        graph.add_edges_from(
            (one, two)
            for one in cells
            for two in cells
            if one < two and simple_rules.in_line(cells[one], cells[two])
        )
        assert len(self.partner) == 2 * len(
            networkx.max_weight_matching(graph, maxcardinality=True)
        )


def lines_through(grid: simple_rules.Grid, cell: simple_rules.Cell, player: str) -> set[str]:
    """A player's rising or falling sequences through a cell, in reading order."""
    found = set()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for begin in (0, -1, -2):
            line = [(cell[0] + (begin + i) * down, cell[1] + (begin + i) * right) for i in range(3)]
            contents = [grid.get(one, "-") for one in line]
            if all(content[0] == player for content in contents):
                a, b, c = (content[1] for content in contents)
                if a < b < c or a > b > c:
                    found.add(f"{a}-{b}-{c}")
    return found
