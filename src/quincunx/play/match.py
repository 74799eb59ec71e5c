"""A game being played: its history, whose turn it is, and how it ended.

Whatever is decided about a game in progress is decided here, once, for every front end.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx.core import AnyGame, AnyPosition, GameError, IllegalMoveError, Move, Outcome, Player
from quincunx.core.position import check_move
from quincunx.core.text import clean
from quincunx.games import game, parse

if TYPE_CHECKING:
    from random import Random

MAX_STANDINGS = 3
REPEATED = Outcome(None, "the same position stands for the third time", kind="repetition")
HUMAN = "human"
"""Who plays, as a record says it of a person without a name."""
ADAPTIVE = "adaptive"
"""The name under which people ask for a level that suits them."""
WHO = (HUMAN, "random", "beginner", "casual", "skilled", "expert", "perfect", ADAPTIVE)
"""Who can play with a person, besides programs; here, where naming them loads no level."""
SEED_NOTICE = "Random: --seed {} gives the same again."
TOSS = "Toss"
"""The tag of a game before which a coin was tossed, with who won the toss."""


def new_seed() -> int:
    """Return a random seed, short enough to be shown and typed again."""
    from random import SystemRandom

    return SystemRandom().randrange(10**9)


def toss(seed: int) -> Player:
    """Return who moves first by a coin toss; a game draws other things with the same seed."""
    from random import Random

    return Random(f"toss {seed}").choice(list(Player))


def random_of(name: str, seed: int, match: "Match") -> "Random":
    """Return the random generator of a player of that name on its turn, which depends on its seat,
    the game's seed, start and moves so far, and on nothing else. So a move that is undone and
    played again, or a game that is resumed, gets the same reply, wherever it is played."""
    from random import Random

    moves = " ".join(map(str, match.moves))
    return Random(f"{name} {match.position.turn} {seed} {match.start} {moves}")


class Step(NamedTuple):
    """What a move leads to."""

    move: Move
    position: AnyPosition
    outcome: Outcome | None


@dataclass
class Match:
    """A game being played: the moves so far, whose turn it is, and how it ended.

    Unlike a position it knows its past, so it sees a draw by repetition, and it can be undone.

    Examples:
        >>> import quincunx
        >>> match = quincunx.Match(quincunx.game("zone-conquest").start())
        >>> for move in ("5", "1", "2", "4", "x4"):
        ...     position = match.play(move)
        >>> str(position), str(match.turn), match.ply
        ('OX-/XX-/--- O 4 -', 'O', 5)
        >>> match.undo()
        >>> match.ply
        4
        >>> match.resign("X")
        >>> match.outcome.kind
        'resignation'
    """

    start: AnyPosition
    repetition: bool = True
    """Whether the third occurrence of a position is a draw; of no effect in games that cannot
    return to a position."""
    seed: int | None = None
    """The seed of everything random in it, where something is."""
    names: dict[Player, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    """What else a record says about the game."""
    moves: list[Move] = field(default_factory=list, init=False)
    positions: list[AnyPosition] = field(init=False)
    """From the start to now: one more than there are moves."""
    outcome: Outcome | None = field(init=False)
    """How the game ended, if it did."""
    termination: str | None = field(default=None, init=False)
    """`resignation` or `forfeit`, if a player gave up."""
    _loser: Player | None = field(default=None, init=False)
    _standings: dict[AnyPosition, int] | None = field(init=False)
    """How often each position has occurred; None where none can occur twice."""

    def __post_init__(self) -> None:
        if self.names:
            self.names = {Player(player): clean(name) for player, name in self.names.items()}
        self.positions = [self.start]
        self._standings = {self.start: 1} if self.start.game.longest is None else None
        self.outcome = self.start.outcome

    @property
    def position(self) -> AnyPosition:
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """Return how many moves have been played."""
        return len(self.moves)

    @property
    def turn(self) -> Player | None:
        """Return who is to move; None when the game is over."""
        return None if self.outcome else self.position.turn

    def called(self, player: Player) -> str:
        """Return a player's name and letter: 'Ann (X)', 'Player 2 (O)'."""
        name = self.names.get(player, HUMAN)
        return f"{f'Player {1 + (player is Player.O)}' if name == HUMAN else name} ({player})"

    def _judge(self) -> Outcome | None:
        """Return how the game ended, if it did; called once after every change."""
        if outcome := self._judged(self.position, self.standings(self.position)):
            return outcome
        if self._loser:
            deed = "resigned" if self.termination == "resignation" else "forfeited"
            return Outcome(self._loser.other, f"{self._loser} {deed}", kind=self.termination or "")
        return None

    def _judged(self, position: AnyPosition, standings: int) -> Outcome | None:
        """Return how the game ends in a position that has occurred so often, if it does."""
        if outcome := position.outcome:
            return outcome
        if self.repetition and standings >= MAX_STANDINGS:
            return REPEATED
        return None

    def step(self, move: Move) -> Step:
        """Return what a legal move would lead to, without playing it."""
        after = self.position.after(move)
        return Step(move, after, self._judged(after, self.standings(after) + 1))

    def standings(self, position: AnyPosition) -> int:
        """Return how often a position has occurred so far."""
        if self._standings is None:
            return self.positions.count(position)
        return self._standings.get(position, 0)

    def legal_moves(self) -> list[Any]:
        return [] if self.outcome else list(self.positions[-1].legal_moves())

    def document(self) -> dict[str, Any]:
        """Return the JSON document of the position, its legal moves and the outcome."""
        outcome, legal_moves = self.outcome, [str(move) for move in self.legal_moves()]
        return {
            **self.position.document(),
            "legal_moves": legal_moves,
            "moves": legal_moves,  # for programs of 0.1
            "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        }

    def read(self, move: Move | str | int) -> Any:
        """Return the move that a text means now, as `Position.read` does."""
        return check_move(self.position, move, self.outcome)

    def play(self, move: Move | str | int) -> AnyPosition:
        """Play a move, checked: NotationError, IllegalMoveError."""
        return self.advance(self.read(move))

    def advance(self, move: Move) -> AnyPosition:
        """Play a legal move, unchecked: one that was read, or picked from the legal ones."""
        after = self.positions[-1].after(move)
        self.moves.append(move)
        self.positions.append(after)
        self.outcome = after.outcome
        if (standings := self._standings) is not None:
            positions = len(standings)
            standings.setdefault(after, 1)
            if len(standings) == positions:  # it has stood before
                standings[after] += 1
                self.outcome = self._judge()
        return after

    def take(self, step: Step) -> AnyPosition:
        """Play what `step` returned for this position, without computing it again."""
        self.moves.append(step.move)
        self.positions.append(step.position)
        self.outcome = step.outcome
        if self._standings is not None:
            self._standings[step.position] = self._standings.get(step.position, 0) + 1
        return step.position

    def undo(self, ply: int | None = None) -> None:
        """Go back to when that many moves had been played; by default one move back."""
        target = self.ply - 1 if ply is None else ply
        if not 0 <= target <= self.ply:
            raise IllegalMoveError(
                f"No going back to move {target}: go back to 0 up to {self.ply}."
            )
        for position in self.positions[target + 1 :]:
            if self._standings:
                self._standings[position] -= 1
        del self.positions[target + 1 :], self.moves[target:]
        self.termination = self._loser = None
        self.outcome = self._judge()

    def resign(self, player: Player, termination: str = "resignation") -> None:
        """Let a player give up; `forfeit` where the rules of a contest end the game instead."""
        if outcome := self.outcome:
            raise IllegalMoveError(f"The game is over: {outcome.reason}.")
        self._loser, self.termination = Player(player), termination
        self.outcome = self._judge()


def begin(
    game_id: str,
    size: tuple[int, int] | None = None,
    first: str | None = None,
    seed: int | None = None,
    position: str | None = None,
    repetition: bool = True,
) -> Match:
    """Return a new match from a position, or from the start, where `first` is x, o or toss. Its
    seed settles everything random in it; one is drawn if the start needs it."""
    if position is not None:
        start = parse(game_id, position)
        _agree(start, size, first)
        return Match(start, repetition, seed)
    chosen: AnyGame = game(game_id, size)
    drawn = chosen.has_random_start or first == "toss"
    number = new_seed() if seed is None and drawn else seed
    who = toss(number or 0) if first == "toss" else Player((first or "x").upper())
    tags = {TOSS: who.value} if first == "toss" else {}
    return Match(chosen.start(who, number), repetition, number, tags=tags)


def _agree(position: AnyPosition, size: tuple[int, int] | None, first: str | None) -> None:
    if size not in (None, (position.game.rows, position.game.columns)):
        raise GameError(
            f"The position is {position.game.size}, but the size asked for is "
            "{}x{}: leave the size out.".format(*size)
        )
    if first not in (None, position.turn.lower()):
        raise GameError(
            f"The position has {position.turn} to move, but {first} is asked to begin: "
            "leave out who begins."
        )
