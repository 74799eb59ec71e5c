"""Plays every agent against every other in every game, and rates them.

Each two meet in pairs of games with sides swapped. Finished games are kept in --file; the same
command again after a cut plays only what is missing. Ratings are Elo by maximum likelihood, 1500
on average, with 95 % intervals.

example:
  quincunx tournament random casual expert --game swap-nine --game zone-conquest --file t.jsonl
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from time import strftime
from typing import Any

from quincunx.arena.contest import check_agent, pairs_of
from quincunx.arena.tournament import Plan, Store, hold, points_of, table
from quincunx.cli.agent_options import AGENT, add_contest, count, terms_of
from quincunx.cli.options import add_json
from quincunx.cli.progress import counter
from quincunx.core import Player
from quincunx.core.text import clean
from quincunx.games import game, game_ids
from quincunx.pools import pool


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("agents", nargs="+", metavar="AGENT", help=AGENT)
    parser.add_argument(
        "--game", action="append", metavar="GAME", help="may be given several times (all games)"
    )
    parser.add_argument(
        "--games",
        type=count,
        default=10,
        metavar="N",
        help="for each two agents in each game, even (10)",
    )
    parser.add_argument("--file", required=True, metavar="FILE", help="keeps the finished games")
    add_contest(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    games = tuple(game(one) for one in dict.fromkeys(options.game or game_ids()))
    seed = options.seed or 0
    plan = Plan(tuple(options.agents), games, pairs_of(options.games), seed, terms_of(options))
    for name in plan.agents:
        for one in games:
            check_agent(name, one.start(seed=0), plan.terms)
    store = Store(options.file, plan)
    show = counter(f"of {len(plan.tasks())} games")
    try:
        with pool(options.workers, options.dask) as executor:
            hold(plan, store, executor, strftime("%Y-%m-%d"), show)
    finally:
        show(-1)
        store.close()
    document = summary(plan, [store.finished[number] for number in sorted(store.finished)])
    print(json.dumps(document) if options.json else words(document))
    return 0


def summary(plan: Plan, finished: Sequence[dict[str, Any]]) -> dict[str, Any]:
    titles = [game.id() for game in plan.games]
    per_game = len(finished) // len(titles)
    ratings = []
    for name, rating in table(finished).items():
        by_game = {}
        for place, title in enumerate(titles):
            part = finished[place * per_game : (place + 1) * per_game]
            own = [(one, side) for one in part for side in Player if one[side.lower()] == name]
            by_game[title] = sum(points_of(*pair) for pair in own) / len(own)
        ratings.append(
            {
                "agent": name,
                "elo": rating.elo,
                "low": rating.low,
                "high": rating.high,
                "games": rating.games,
                "points": rating.points,
                "score_by_game": by_game,
            }
        )
    keys = ("round", "x", "o", "start", "result", "plies", "forfeit")
    results = [{key: one[key] for key in keys if key in one} for one in finished]
    return plan.header() | {"ratings": ratings, "results": results}


def words(document: dict[str, Any]) -> str:
    games = [title.split()[0] for title in document["games"]]
    names = [clean(rating["agent"], 60) for rating in document["ratings"]]
    width = max(map(len, names))
    lines = [f"{'':{width}}  {'Elo':>5}  {'95 %':>14}  {'points':>10}  {'  '.join(games)}"]
    for name, one in zip(names, document["ratings"], strict=True):
        interval = f"{one['low']:.0f} to {one['high']:.0f}"
        points = f"{one['points']:g}/{one['games']}"
        shares = [f"{one['score_by_game'][game]:.2f}".rjust(len(game)) for game in games]
        lines.append(
            f"{name:{width}}  {one['elo']:5.0f}  {interval:>14}  {points:>10}  {'  '.join(shares)}"
        )
    forfeits = [one["forfeit"] for one in document["results"] if "forfeit" in one]
    lines += [clean(forfeit, 400) for forfeit in forfeits[:10]]
    return "\n".join(lines)
