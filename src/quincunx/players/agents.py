"""Who plays, by name: a level, a Python function, or a program from outside."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, Union

from quincunx.core import AnyPosition
from quincunx.play.match import Match
from quincunx.players.levels import Past, level_player
from quincunx.players.outside import Terms

if TYPE_CHECKING:
    from quincunx.players.policy import Policy

Agent = Union[str, "Policy"]
"""Whoever plays by name, or a function that has one."""


class Picker(Protocol):
    """Whatever picks moves."""

    def pick(self, match: Match) -> Any:
        """A legal move of a match that is not over; ForfeitError if there comes none."""

    def close(self) -> None:
        """Nothing more is asked."""


def player(
    name: Agent,
    seed: int,
    position: AnyPosition,
    terms: Terms = Terms(),  # noqa: B008 - a frozen value
    past: Iterable[Past] | None = None,
) -> Picker:
    """Somebody who can play this position's game, by name; LevelError or AgentError if not. The
    past is that of `adaptive` with the person it plays, and is given only where there is one."""
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
    return level_player(name, seed, position, past)
