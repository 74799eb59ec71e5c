"""A round robin. Its finished games are kept in a file; agents may join it later."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random

from quincunx.arena.contest import (
    ArenaError,
    PlayedGame,
    Task,
    draw_starts,
    extras,
    extras_in_words,
    list_results,
    pair_tasks,
    points,
)
from quincunx.arena.elo import ratings
from quincunx.arena.statistics import aligned, average, format_figure
from quincunx.core import AnyGame, Document, Player
from quincunx.core.text import clean
from quincunx.players import Terms
from quincunx.players.chat import PROMPT_VERSION

VERSION = 1
UNRATED = dict.fromkeys(("elo", "low", "high"))
"""An agent none of whose games could be played."""
MAX_FORFEITS_SHOWN = 10
"""All are counted."""


@dataclass(frozen=True)
class Plan:
    """What is played: every two agents in every game, in pairs with sides swapped."""

    agents: tuple[str, ...]
    games: tuple[AnyGame, ...]
    pairs: int
    seed: int
    terms: Terms
    date: str = ""
    prompts: int = PROMPT_VERSION

    def __post_init__(self) -> None:
        if len(set(self.agents)) < max(2, len(self.agents)):
            raise ArenaError("A tournament needs two or more agents, each named once.")

    @cached_property
    def tasks(self) -> list[Task]:
        tasks: list[Task] = []
        for game in self.games:
            for a, b in combinations(self.agents, 2):
                # All meet the same starts, each two with seeds of their own.
                starts = [
                    (start, Random(f"{seed} {game.id()} {a} {b}").randrange(10**9))
                    for start, seed in draw_starts(game, self.pairs, self.seed)
                ]
                tasks += pair_tasks(starts, a, b, self.terms, self.date, len(tasks) + 1)
        return tasks

    def header(self) -> Document:
        return {
            "tournament": VERSION,
            "prompts": self.prompts,
            "agents": list(self.agents),
            "games": [f"{game.id()} {game.size}" for game in self.games],
            "pairs": self.pairs,
            "seed": self.seed,
            "terms": self.terms.document(),
        }

    def version(self) -> str:
        """Only models are sent prompts."""
        models = any(agent.startswith("chat:") for agent in self.agents)
        return f"prompts {self.prompts}" if models else ""

    def resume(self, header: Document) -> "Plan | None":
        """Those who joined come after those who began, so that earlier games stay what they are."""
        began, prompts = header.get("agents"), header.get("prompts", 0)
        ours = self.header() | {"agents": began, "prompts": prompts}
        same = header == ours and prompts in range(1, PROMPT_VERSION + 1)
        if not (same and isinstance(began, list) and all(one in self.agents for one in began)):
            return None
        return replace(
            self, prompts=prompts, agents=(*began, *sorted(set(self.agents) - set(began)))
        )


def summary(
    plan: Plan, finished: Sequence[Document], failed: Sequence[PlayedGame] = ()
) -> Document:
    """Return the ratings of all, and the results of all games."""
    besides = extras([*finished, *(one.document() for one in failed)], finished)
    titles = {task.number: task.start.game.id() for task in plan.tasks}
    rated = []
    results = [(one["x"], one["o"], points(one["result"], Player.X)) for one in finished]
    found = {name: asdict(rating) for name, rating in ratings(results).items()}
    for name in dict.fromkeys([*found, *plan.agents]):
        own = [(one, side) for one in finished for side in Player if one[side.lower()] == name]
        got = [(titles[one["round"]], points(one["result"], side)) for one, side in own]
        figures = {
            "games": len(own),
            "points": sum(count for _, count in got),
            "forfeits": sum("forfeit" in one and one["result"] != side for one, side in own),
            "score_by_game": {
                title: average([count for played, count in got if played == title])
                for title in dict.fromkeys(titles.values())
            },
        }
        rated.append({"agent": name, **found.get(name, UNRATED), **figures})
    return plan.header() | {"ratings": rated, "results": list_results(finished)} | besides


def in_words(document: Document) -> str:
    """Return the same for people."""
    games = [title.split()[0] for title in document["games"]]
    rows = [["", "Elo [95 %]", "points", "forfeits", *games]]
    for one in document["ratings"]:
        elo = format_figure(one | {"mean": one["elo"]}, ".0f")
        shares = [one["score_by_game"][game] for game in games]
        counts = ["{points:g}/{games}".format_map(one), str(one["forfeits"])]
        scores = ["-" if share is None else f"{share:.2f}" for share in shares]
        rows.append([clean(one["agent"], 60), elo, *counts, *scores])
    lines = aligned(rows, right=True)
    forfeits = [one["forfeit"] for one in document["results"] if "forfeit" in one]
    lines += [clean(forfeit, 400) for forfeit in forfeits[:MAX_FORFEITS_SHOWN]]
    if len(forfeits) > MAX_FORFEITS_SHOWN:
        lines.append(
            f"{len(forfeits):,} games were forfeited; the first {MAX_FORFEITS_SHOWN} are shown."
        )
    return "\n".join([*lines, *extras_in_words(document)])
