"""Agents that are Python functions: of a position, or of the features and masks of many positions.

    def choose(position):           a legal move, its text or its action number
    def chances(features, masks):   probabilities, a row for each position, 0 where a mask is

`features` are `Position.features()` as int16, `masks` are true where an action is legal. From
probabilities a player draws at random. A function is called by one thread at a time, and what it
prints goes to standard error: documents stay whole.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, SupportsIndex

from quincunx.core import AnyGame, AnyPosition, Move
from quincunx.core.extras import needs
from quincunx.core.text import clean, quote
from quincunx.play.match import Match, random_of
from quincunx.players.external import AgentError, ExternalPlayer, Terms

if TYPE_CHECKING:  # only for policies of many positions
    import numpy as np
    from numpy.typing import NDArray

PREFIX = "policy:"
TOLERANCE = 1e-3
"""Of sums of probabilities, which learners may have in half precision."""
PROBABILITIES = "probabilities in the shape of masks, 0 where a mask is, each row adding up to 1"
MOVE_TYPES: Any = (Move, str, SupportsIndex)
"""In which a function may return its move."""
_LOCK = RLock()


class Policy:
    """A function that plays, and what it is called."""

    def __init__(self, function: Callable[..., Any], name: str = "") -> None:
        inner = getattr(function, "func", function)  # of a partial
        called = getattr(inner, "__name__", type(inner).__name__)
        self.function, self.name = function, name or f"{PREFIX}{called}"
        self.many = _count_arguments(function, self.name) == 2
        """Whether it takes features and masks of many positions."""

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        """One from a file is loaded again where it is unpickled."""
        from_file = ".py:" in self.name
        return (policy, (self.name,)) if from_file else (Policy, (self.function, self.name))

    def move(self, position: AnyPosition) -> Any:
        """Return the legal move that a function of a position chooses: NotationError,
        IllegalMoveError; AgentError for a value of another type."""
        answer = self._call(position)
        if not isinstance(answer, MOVE_TYPES) or isinstance(answer, bool):
            what = f"{quote(str(answer))}, a value of the type {type(answer).__name__}"
            raise self._wrong(what, "a legal move, its text or its action number")
        return position.read(answer)

    def probabilities(
        self, features: "NDArray[np.int16]", masks: "NDArray[np.bool_]"
    ) -> "NDArray[np.float64]":
        """Return the rows of probabilities that a function of many positions gives them, each
        adding up to 1 over legal actions; AgentError if it returns something else."""
        import numpy as np

        answer = self._call(features, masks.copy())
        try:
            if hasattr(answer, "detach"):  # torch's, with what learning needs
                answer = answer.detach().cpu()
            given = np.array(answer, np.float64)
        except Exception as error:
            raise self._wrong(f"no array of numbers ({clean(str(error), 80)})") from error
        if given.shape != masks.shape:
            raise self._wrong(f"the shape {given.shape} where the masks have {masks.shape}")
        if not (given >= 0).all():
            raise self._wrong("a number that is no probability")
        given[~masks & (given < TOLERANCE)] = 0  # what a softmax leaves
        sums = given.sum(axis=1, keepdims=True)
        if given[~masks].any() or (abs(sums - 1) > TOLERANCE).any():
            raise self._wrong("a chance for a move that is not legal, or a sum other than 1")
        return np.asarray(given / sums, np.float64)

    def _call(self, *values: Any) -> Any:
        try:
            with _LOCK, redirect_stdout(sys.stderr):
                return self.function(*values)
        except (Exception, SystemExit) as error:
            raise AgentError(f"{clean(self.name, 200)} cannot play: {_describe(error)}.") from error

    def _wrong(self, what: str, right: str = PROBABILITIES) -> AgentError:
        return AgentError(f"{clean(self.name, 200)} returned {what}: return {right}.")


class PolicyPlayer(ExternalPlayer):
    """A player by a policy, which is asked once: it cannot be shown what was wrong."""

    def __init__(self, policy: Policy, seed: int) -> None:
        super().__init__(policy.name, Terms(retries=0))
        self.policy, self.seed = policy, seed

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        self.position, self.random = match.position, random_of("policy", self.seed, match)
        return str(match.position)

    def send(self, prompt: Any) -> str:
        if self.policy.many:
            (chances,) = self.policy.probabilities(*rows([self.position])).tolist()
            (action,) = self.random.choices(range(len(chances)), chances)
            self.move = self.position.game.move_of_action[action]
        else:
            self.move = self.policy.move(self.position)
        return str(self.move)

    def read(self, answer: str, game: AnyGame) -> str:
        return answer

    def check(self, move: str, position: AnyPosition) -> Any:
        """Return the move that `send` has checked already."""
        return self.move


def rows(positions: Sequence[AnyPosition]) -> "tuple[NDArray[np.int16], NDArray[np.bool_]]":
    """Return the features and masks of some positions of one game."""
    with needs("learn"):
        import numpy as np
    masks = np.zeros((len(positions), positions[0].game.action_count), np.bool_)
    for mask, position in zip(masks, positions, strict=True):
        mask[position.legal_actions()] = True
    return np.array([position.features() for position in positions], np.int16), masks


def policy(agent: Callable[..., Any] | Policy | str) -> Policy:
    """Return a function as a policy, or the one that `policy:FILE.py:NAME` names; AgentError if it
    is none."""
    from os import getcwd

    if isinstance(agent, str):
        return _load(agent, getcwd())
    return agent if isinstance(agent, Policy) else Policy(agent)


@cache
def _load(name: str, _folder: str) -> Policy:
    """Load the policy of that name as seen from a folder; its file is run once a process."""
    from importlib.util import module_from_spec, spec_from_file_location
    from os.path import abspath, dirname, isfile

    file, _, attribute = name.removeprefix(PREFIX).rpartition(":")
    if not (file.endswith(".py") and attribute):
        raise AgentError(f"{quote(name, 200)} is no policy: write policy:FILE.py:NAME of a file.")
    if not isfile(file):
        raise AgentError(f"There is no file {quote(file, 200)}: write policy:FILE.py:NAME of one.")
    spec = spec_from_file_location(f"quincunx policy {abspath(file)}", file)
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)  # dataclasses look there
    sys.path.append(dirname(abspath(file)))  # it may import its neighbours
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise AgentError(f"{quote(file, 200)} cannot be run: {_describe(error)}.") from error
    if not callable(getattr(module, attribute, None)):
        raise AgentError(f"{quote(file, 200)} has no function {quote(attribute)}: name one it has.")
    return Policy(getattr(module, attribute), name)


def _count_arguments(function: Callable[..., Any], name: str) -> int:
    """Return how many arguments a function must be given: 1 or 2."""
    from inspect import signature

    try:
        asked = getattr(function, "forward", function)  # of torch's modules, which take anything
        given = () if isinstance(function, type) else signature(asked).parameters.values()
        kinds = [
            one.kind
            for one in given
            if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        ]
    except (TypeError, ValueError):
        kinds = []
    if len(kinds) not in (1, 2) or any(kind > kind.POSITIONAL_OR_KEYWORD for kind in kinds):
        raise AgentError(
            f"{clean(name, 200)} is no policy: write a function of a position, or of features and "
            "masks, or make one where this is a class."
        )
    return len(kinds)


def _describe(error: BaseException) -> str:
    """Describe what a function raised, and where."""
    from os.path import dirname
    from sysconfig import get_paths
    from traceback import extract_tb

    libraries = "<", dirname(dirname(__file__)), get_paths()["stdlib"], get_paths()["purelib"]
    frames = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    # The function's own line, rather than that of a library which it calls.
    own = [one for one in frames if not one[0].startswith(libraries)]
    file, line = (own or frames)[-1]
    words = clean(" ".join(str(error).split()), 200)
    return f"line {line} of {quote(file, 200)} raised {type(error).__name__} ({words})"
