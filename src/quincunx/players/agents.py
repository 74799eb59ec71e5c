"""Agents by name: a level, a strategy, a Python function, or an external program."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, Union

from quincunx.core import AnyPosition
from quincunx.play.match import Match
from quincunx.players.external import Terms
from quincunx.players.levels import Past, level_player

if TYPE_CHECKING:
    from quincunx.players.policy import Policy

Agent = Union[str, "Policy"]
"""A name, or a function that has one."""


class Picker(Protocol):
    """A player: anything that picks moves."""

    def pick(self, match: Match) -> Any:
        """Return a legal move of a match that is not over; ForfeitError if none comes."""

    def close(self) -> None:
        """Release what it holds; it is asked no more."""


def player(
    name: Agent,
    seed: int,
    position: AnyPosition,
    terms: Terms = Terms(),  # noqa: B008 - a frozen value
    past: Iterable[Past] | None = None,
) -> Picker:
    """Return the player of that name for this position's game; LevelError or AgentError if it
    cannot play. The past is that of `adaptive` with the person it plays, where there is one."""
    if not isinstance(name, str) or name.startswith("policy:"):
        from quincunx.players.policy import PolicyPlayer, policy

        return PolicyPlayer(policy(name), seed)
    if name.startswith("cmd:"):
        from quincunx.players.command import CommandPlayer

        return CommandPlayer(name, terms)
    if name.startswith("chat:"):
        from quincunx.players.chat import ChatPlayer

        return ChatPlayer(name, terms)
    if name.startswith(("http:", "https://")):
        from quincunx.players.remote import HttpPlayer

        return HttpPlayer(name, terms)
    if name.startswith("strategy:"):
        from quincunx.players.ideas import StrategyPlayer

        return StrategyPlayer(name, seed, position)
    return level_player(name, seed, position, past)
