"""Plays two agents against each other, in pairs of games with sides swapped.

Both games of a pair begin from the same start. The same seed gives the same games, whatever the
number of workers, here or on a Dask cluster. With --record every game is added to a file, and what
outside programs were asked and answered to FILE.jsonl beside it.

example:
  quincunx match zone-conquest skilled cmd:./my_bot --games 20
"""

import json
from argparse import ArgumentParser, Namespace
from time import strftime
from typing import Any

from quincunx.arena.contest import (
    Played,
    check_agent,
    pair_starts,
    pairs_of,
    play,
    swapped_pairs,
)
from quincunx.arena.statistics import METHODS, mean
from quincunx.cli.agent_options import AGENT, add_contest, count, terms_of
from quincunx.cli.options import add_game, add_json, size
from quincunx.cli.progress import watched
from quincunx.core import GameError, Player
from quincunx.core.text import clean, counted
from quincunx.games import game, parse
from quincunx.match import new_seed
from quincunx.pools import carried_out, in_order, pool


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("a", metavar="AGENT", help=AGENT)
    parser.add_argument("b", metavar="AGENT", help="its opponent")
    parser.add_argument("--games", type=count, default=10, metavar="N", help="an even number (10)")
    parser.add_argument("--size", type=size, metavar="RxC", help="rows x columns of the grid")
    parser.add_argument("--position", metavar="POS", help="start from this position's text")
    add_contest(parser)
    parser.add_argument("--record", metavar="FILE", help="add the games to this file")
    add_json(parser)


def run(options: Namespace) -> int:
    seed = new_seed() if options.seed is None else options.seed
    terms, pairs = terms_of(options), pairs_of(options.games)
    if options.position is None:
        starts = pair_starts(game(options.game, options.size), pairs, seed)
    elif options.size is not None:
        raise GameError("A position brings its size: leave --size out.")
    else:
        start = parse(options.game, options.position)
        if start.outcome:
            raise GameError(f"The game is over in this position: {start.outcome.reason}.")
        starts = [(start, one) for _, one in pair_starts(start.game, pairs, seed)]
    for name in (options.a, options.b):
        check_agent(name, starts[0][0], terms)
    tasks = swapped_pairs(starts, options.a, options.b, terms, strftime("%Y-%m-%d"))
    finished: list[Played] = []
    with pool(options.workers, options.dask) as executor:
        results = watched(carried_out(play, tasks, executor), "games", len(tasks))
        for played in in_order(results, lambda one: one.task.number):
            finished.append(played)
            if options.record is not None:
                from quincunx.transcripts import keep

                keep(options.record, played.record, played.exchanges)
    document = summary(finished, options.a, options.b, seed)
    print(json.dumps(document) if options.json else words(document))
    return 0


def summary(finished: list[Played], a: str, b: str, seed: int) -> dict[str, Any]:
    """How the first agent fared. In odd rounds it is X."""
    points = [played.points(side_of_first(played)) for played in finished]
    start = finished[0].task.start
    return {
        "game": start.game.id(),
        "size": start.game.size,
        "agents": [a, b],
        "seed": seed,
        "games": len(finished),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "score": mean(((sum(pair), 2) for pair in zip(points[::2], points[1::2], strict=True)), 1),
        "as_x": sum(points[::2]),
        "as_o": sum(points[1::2]),
        "forfeits": [f for p in finished if (f := p.match.tags.get("Forfeit"))],
        "results": [played.document() for played in finished],
    }


def side_of_first(played: Played) -> Player:
    return Player.X if played.task.number % 2 else Player.O


def words(document: dict[str, Any]) -> str:
    a, b = (clean(name, 80) for name in document["agents"])
    half = document["games"] // 2
    score = document["score"]
    interval = ""
    if score["low"] is not None:
        interval = f" [{score['low']:.2f}, {score['high']:.2f}], {METHODS.split(':')[0]} over pairs"
    lines = [
        f"{document['game']} {document['size']}, {counted(document['games'], 'game')}, "
        f"--seed {document['seed']}",
        f"{a} against {b}: {document['wins']} won, {document['draws']} drawn, "
        f"{document['losses']} lost",
        f"Score {score['mean']:.2f}{interval}; as X {document['as_x']:g} of {half}, "
        f"as O {document['as_o']:g} of {half}",
        *document["forfeits"],
    ]
    return "\n".join(lines)
