"""What a strategy is worth, exactly: its accuracy and its guarantee.

Ties between the moves that a strategy prefers are broken against it. So its guarantee is the worst
that can be reached when it plays any of them and its opponent plays anything: no search for the
opponent's best play is needed. Endless play is a draw.
"""

import tomllib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from quincunx.core import AnyGame, AnyPosition, Player
from quincunx.core.text import listed
from quincunx.games import data_file
from quincunx.oracle import Analysis, Value, analyze
from quincunx.oracle.dataset import is_table, random_positions, reachable
from quincunx.oracle.solutions import default_start
from quincunx.players.ideas import PREFIX, Guarantee, Strategy, strategies_of

FILE = "ideas.toml"
"""Of a game's folder: the figures of its strategies, since some take minutes."""
SAMPLE_SIZE, MAX_DRAWN, SEED = 400, 100_000, 0
"""Positions where the choice matters, among so many from random play: where there are too many to
list them all."""
SEATS = {"first": Player.X, "second": Player.O}


def guarantee(strategy: Strategy, start: AnyPosition, seat: Player) -> Guarantee:
    """Return what a strategy gets in a seat against every opponent, by trying all of them."""

    def following(position: AnyPosition) -> Iterator[AnyPosition]:
        own = position.turn is seat
        return map(position.after, strategy.moves(position) if own else position.legal_moves())

    ranks, worst = [*Value], Value.WIN
    seen, path, stack = {start}, {start}, [(start, following(start))]
    while stack:
        position, rest = stack[-1]
        after = next(rest, None)
        reached = Value.WIN
        if after is None:
            path.discard(position)
            stack.pop()
        elif after in seen:
            reached = Value.DRAW if after in path else reached
        elif outcome := after.outcome:
            seen.add(after)
            if outcome.winner is not seat:
                reached = Value.LOSS if outcome.winner else Value.DRAW
        else:
            seen.add(after)
            path.add(after)
            stack.append((after, following(after)))
        worst = max(worst, reached, key=ranks.index)
    return worst, len(seen)


def contested(positions: Iterable[AnyPosition]) -> Iterator[Analysis]:
    """Yield the analyses of the positions where the choice matters."""
    for analysis in map(analyze, positions):
        values = {item.value for item in analysis.moves}
        if len(values) > 1 and Value.UNKNOWN not in values:
            yield analysis


def accuracy(strategy: Strategy, start: AnyPosition) -> dict[str, Any]:
    """Count the positions where the choice matters, and those of them where every preferred move
    keeps the value."""
    table = is_table(start)
    every = reachable(start) if table else random_positions(start, MAX_DRAWN, SEED)
    kept = [
        {item.move for item in one.best()}.issuperset(strategy.moves(one.position))
        for one in islice(contested(every), None if table else SAMPLE_SIZE)
    ]
    return {"kept": sum(kept), "positions": len(kept), "sampled": not table}


def figures(strategy: Strategy, start: AnyPosition) -> dict[str, Any]:
    """Compute the figures of a strategy: its guarantee where it can be proved, and only in seats
    that are not lost from the start."""
    computed: dict[str, Any] = {"accuracy": accuracy(strategy, start)}
    prove = strategy.prove or (guarantee if is_table(start) else None)
    if prove is None:
        return computed
    worth = analyze(start).value
    values = {start.turn: worth, start.turn.other: worth.reverse}
    sides = {seat: side for seat, side in SEATS.items() if values[side] is not Value.LOSS}
    proofs = {seat: prove(strategy, start, side) for seat, side in sides.items()}
    computed["guarantee"] = {seat: value.value for seat, (value, _) in proofs.items()}
    computed["tried"] = {seat: tried for seat, (_, tried) in proofs.items()}
    return computed


def document(game: AnyGame) -> dict[str, Any]:
    """Return the document of `quincunx ideas --json`: published figures, computed ones for other
    sizes and games."""
    start, kind = default_start(game), type(game)
    file = data_file(kind.id(), FILE)
    published = tomllib.loads(Path(file).read_text(encoding="utf-8")) if file else {}
    return {
        "game": kind.id(),
        "size": game.size,
        "start": str(start),
        "strategies": [
            {
                "id": strategy.id,
                "ideas": [{"id": idea.id, "how": idea.how} for idea in strategy.ideas],
                **(published.get(f"{strategy.id} {game.size}") or figures(strategy, start)),
            }
            for strategy in strategies_of(kind)
        ],
    }


def in_words(document: dict[str, Any]) -> str:
    """Return the same for people."""
    return "\n\n".join(map(_strategy_in_words, document["strategies"]))


def _strategy_in_words(strategy: dict[str, Any]) -> str:
    lines = [f"{PREFIX}{strategy['id']}"]
    lines += [f"  {number}. {idea['how']}" for number, idea in enumerate(strategy["ideas"], 1)]
    guarantees = strategy.get("guarantee", {})
    seats = [f"a {value} as {seat} player" for seat, value in guarantees.items() if value != "loss"]
    if seats:
        lines.append(f"  Guarantees {listed(seats)}, against every opponent.")
    kept, positions, sampled = strategy["accuracy"].values()
    every = f"{positions:,} positions{' of a sample' if sampled else ''}"
    share = f"{kept / max(positions, 1):.0%}"
    lines.append(f"  Keeps the value in {share} of the {every} where the choice matters.")
    if "exploitability" in strategy:
        lines.append(f"  Exploitability {strategy['exploitability']:.4f}.")
    return "\n".join(lines)
