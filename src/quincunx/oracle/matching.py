"""Maximum matchings in any graph, and the vertices that some maximum matching leaves out.

Edmonds' blossom algorithm: a forest of alternating paths grows from all unmatched vertices at
once. Vertices at an even distance from a root are "outer". An edge between outer vertices of two
trees makes the matching larger by one; between two of one tree it closes an odd circle, a
blossom, whose vertices all become outer. When neither is left, the matching is maximum and the
outer vertices are exactly those that some maximum matching leaves out (the set D of Gallai and
Edmonds): the path back to the root can be flipped.
"""

from collections import deque
from collections.abc import Sequence

UNSEEN, INNER, OUTER = 0, 1, 2
NONE = -1
Graph = Sequence[Sequence[int]]


class Matching:
    """A maximum matching of a graph given by the neighbours of each vertex."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.mate = _greedy(graph)
        while self._grow():
            pass

    @property
    def left_out(self) -> list[bool]:
        """For each vertex whether some maximum matching leaves it out."""
        return [label == OUTER for label in self.label]

    def _grow(self) -> bool:
        """Grow the forest; True if the matching became larger on the way."""
        count = len(self.graph)
        self.label = [OUTER if mate == NONE else UNSEEN for mate in self.mate]
        self.parent = [NONE] * count
        self.root = [v if self.mate[v] == NONE else NONE for v in range(count)]
        self.base = list(range(count))
        self.mark = [0] * count
        self.marks = 0
        self.waiting = deque(v for v in range(count) if self.mate[v] == NONE)
        label, mate = self.label, self.mate
        while self.waiting:
            vertex = self.waiting.popleft()
            for other in self.graph[vertex]:
                if label[other] == UNSEEN:
                    beyond = mate[other]
                    label[other], label[beyond] = INNER, OUTER
                    self.parent[other] = vertex
                    self.root[other] = self.root[beyond] = self.root[vertex]
                    self.waiting.append(beyond)
                elif label[other] == OUTER:
                    if self.root[other] != self.root[vertex]:
                        self._flip(vertex, other)
                        self._flip(other, vertex)
                        return True
                    if self._base(other) != self._base(vertex):
                        meeting = self._meeting(vertex, other)
                        self._contract(vertex, other, meeting)
                        self._contract(other, vertex, meeting)
        return False

    def _flip(self, vertex: int, new_mate: int) -> None:
        """Give an outer vertex a new mate and change mates all the way to the root."""
        widowed = self.mate[vertex]
        self.mate[vertex] = new_mate
        while widowed != NONE:
            parent = self.parent[widowed]
            next_widowed = self.mate[parent]
            self.mate[parent], self.mate[widowed] = widowed, parent
            widowed = next_widowed

    def _base(self, vertex: int) -> int:
        """The vertex that stands for the blossom that a vertex lies in."""
        base = self.base
        while base[vertex] != vertex:
            base[vertex] = base[base[vertex]]
            vertex = base[vertex]
        return vertex

    def _meeting(self, one: int, two: int) -> int:
        """Where the paths of two outer vertices to their root meet, blossoms counted as one."""
        self.marks += 1
        one, two = self._base(one), self._base(two)
        while True:
            if one != NONE:
                if self.mark[one] == self.marks:
                    return one
                self.mark[one] = self.marks
                inner = self.mate[one]
                one = NONE if inner == NONE else self._base(self.parent[inner])
            one, two = two, one

    def _contract(self, vertex: int, other: int, meeting: int) -> None:
        """Make one side of a blossom outer; `other` is across the edge that closed it."""
        while self._base(vertex) != meeting:
            self.parent[vertex] = other
            other = self.mate[vertex]
            if self.label[other] == INNER:
                self.label[other] = OUTER
                self.waiting.append(other)
            # Older blossoms on the way keep their inside: only their base moves on, when it is met.
            for passed in (vertex, other):
                if self.base[passed] == passed:
                    self.base[passed] = meeting
            vertex = self.parent[other]


def _greedy(graph: Graph) -> list[int]:
    """A good matching to begin with: vertices with few neighbours choose first."""
    mate = [NONE] * len(graph)
    for vertex in sorted(range(len(graph)), key=lambda v: len(graph[v])):
        if mate[vertex] == NONE:
            free = [other for other in graph[vertex] if mate[other] == NONE]
            if free:
                chosen = min(free, key=lambda v: len(graph[v]))
                mate[vertex], mate[chosen] = chosen, vertex
    return mate
