"""The questions to a referee: positions of games, and texts that may be none; always the same."""

import re
from collections.abc import Iterator
from operator import le
from random import Random

from quincunx.arena.referees import Question
from quincunx.core import AnyGame, AnyPosition, QuincunxError
from quincunx.core.game import make
from quincunx.games import part_of
from quincunx.play.match import MAX_STANDINGS, Match, Step

GAMES, MAX_PLIES, TEXTS, SEEDS = 18, 60, 90, 6
"""Games of a size, how far they go, texts that are changed in one place, random starts."""
MAX_TRIED = 8
"""Moves of a position that are tried, of the legal ones and of each kind of others."""


def questions(kind: type[AnyGame]) -> Iterator[Question]:
    random, cells = Random(f"conform {kind.id()}"), dict[str, None]()
    (rows, columns), usual = kind.smallest, make(kind, *kind.default_size)
    sizes = [kind.largest, kind.default_size, kind.smallest]
    others = [(rows, columns + 1), (rows + 1, columns + 2)]
    sizes += [size for size in others if all(map(le, size, kind.largest))]
    for size in dict.fromkeys(sizes):
        game, texts = make(kind, *size), dict[str, None]()
        for number in range(GAMES if size <= kind.default_size else 2):
            match = Match(game.start("XO"[number % 2], number))
            yield from _along(match, random, number % 3)
            texts |= dict.fromkeys(map(str, match.positions))
        cells |= dict.fromkeys(kind.cell_form.findall(" ".join([*texts][:99])))
        for _ in range(TEXTS):
            yield _ask_text(kind, _changed(kind, [*texts], [*cells], random), random)
    for rare in getattr(part_of(kind, "readings"), "RARE", ()):
        match = Match(usual.start())
        for move in rare.split() if "/" not in rare else ():
            match.play(move)
            yield _ask_about(match, random)
        if "/" in rare:
            yield _ask_text(kind, rare, random)
    for size in (kind.smallest, kind.largest):  # a row less, a row more
        grid, *rest = str(make(kind, *size).start(seed=0)).split(" ")
        lines = grid.split("/")
        lines = [*lines, lines[0]] if size == kind.largest else lines[1:] or lines
        yield Question(kind, " ".join(["/".join(lines), *rest]))
    for seed in range(SEEDS if kind.has_random_start else 0):
        yield Question(kind, str(usual.start(seed=seed)), seed=seed)


def _along(match: Match, random: Random, patience: int) -> Iterator[Question]:
    """Ask along a random game; with patience one that goes on, with more one that lingers."""

    def wish(step: Step) -> tuple[object, ...]:
        empty = str(step.position).partition(" ")[0].count("-")
        return (step.position.outcome is None, match.standings(step.position), empty)[: patience**2]

    while True:
        if match.ply < 4 or match.outcome or random.random() < 0.5:
            yield _ask_about(match, random)
        moves = match.legal_moves()
        if not moves or match.ply == MAX_PLIES:
            return
        steps = [match.step(move) for move in random.sample(moves, min(MAX_TRIED, len(moves)))]
        match.take(max(steps, key=wish))


def _ask_about(match: Match, random: Random) -> Question:
    is_third_time = match.standings(match.position) >= MAX_STANDINGS
    history = tuple(map(str, match.moves))
    question = _ask_text(type(match.start.game), str(match.position), random)
    return question._replace(start=str(match.start), history=history, is_third_time=is_third_time)


def _ask_text(kind: type[AnyGame], text: str, random: Random) -> Question:
    """Ask about a text, with moves to try: some legal, some not, for every reason there is."""
    try:
        game = make(kind, *kind.size_of(text))
        position: AnyPosition = game.parse(text)
    except QuincunxError:
        return Question(kind, text)
    moves = [str(move) for move in game.all_moves()]
    drawn = random.sample(moves, min(6 * MAX_TRIED, len(moves)))
    other = (
        re.sub("[0-9]+", lambda _: str(random.randint(0, 7)), move) for move in drawn[:MAX_TRIED]
    )
    reasons: dict[str, list[str]] = {}
    for move in dict.fromkeys([*drawn, *other, "pass"]):
        try:
            reason = str(position.read(move)) and "legal"
        except QuincunxError as error:
            reason = re.sub("[A-Z]?[0-9]+|[XO]\\b", "", str(error))
        reasons.setdefault(reason, []).append(move)
    return Question(
        kind, text, tuple(move for some in reasons.values() for move in some[:MAX_TRIED])
    )


def _changed(kind: type[AnyGame], texts: list[str], cells: list[str], random: Random) -> str:
    """Return a text with another cell, another player to move, or another last word."""
    grid, turn, *rest = random.choice(texts).split(" ")
    what = random.randrange(2 + 2 * len(rest))
    if what == 0:
        turn = "XO"[turn == "X"]
    elif what == 1:
        lines = [kind.cell_form.findall(line) for line in grid.split("/")]
        line = random.choice(lines)
        line[random.randrange(len(line))] = random.choice(cells)
        grid = "/".join(map(kind.separator.join, lines))
    else:
        rest[what // 2 - 1] = random.choice(texts).split(" ")[what // 2 + 1]
    return " ".join([grid, turn, *rest])
