"""A server for assistants by the Model Context Protocol: games, rules, play, exact analysis.

Games live as long as the server. A seat is the assistant's own or a level's; outside programs
are not started for somebody who merely talks to the server. Thinking is done in processes of its
own: meanwhile other calls are answered, and a call that is cancelled ends it and changes nothing.
"""

from asyncio import Lock
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from itertools import count
from typing import Any, ParamSpec

from quincunx import __version__
from quincunx.core import Player, QuincunxError
from quincunx.core.board import drawn
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote, read_size
from quincunx.games import each, game_class, parse
from quincunx.match import Match, begin, new_seed
from quincunx.players import LEVELS
from quincunx.players.levels import check_level, level_move
from quincunx.workers import Workers

P = ParamSpec("P")
YOU = "you"
MOST_GAMES = 100
PROCESSES = 2
LONGEST = 60.0
"""Seconds for one move or analysis."""
INSTRUCTIONS = (
    "Two-player board games with a referee. list_games and rules tell what there is; "
    "start_game begins a game against a level or for both seats, play_move plays, show_game "
    "shows it again. Moves and positions are written in the notation that rules tells."
)


class AssistantError(QuincunxError):
    """A game that the server does not hold, or a seat that nobody can take."""


@dataclass
class HeldGame:
    match: Match
    levels: dict[Player, str]
    """Who plays the seats that are not the assistant's."""
    seed: int
    one_at_a_time: Lock = field(default_factory=Lock)


class HeldGames:
    """The games in progress, the oldest of which make room for new ones."""

    def __init__(self) -> None:
        self.games: dict[str, HeldGame] = {}
        self.numbers = count(1)
        self.workers = Workers(PROCESSES, LONGEST)

    async def start(self, match: Match, seats: dict[Player, str], seed: int) -> str:
        levels = {side: who for side, who in seats.items() if who != YOU}
        for who in levels.values():
            if who not in LEVELS:
                choices = listed([YOU, *LEVELS], "or")
                raise AssistantError(f"{quote(who)} cannot sit here: choose {choices}.")
        key, start = str(next(self.numbers)), match.start
        for level in set(levels.values()):
            await self.workers.ask(check_level, level, start.game.id(), str(start), who=key)
        held = HeldGame(match, levels, seed)
        await self.reply(key, held)
        if len(self.games) == MOST_GAMES:
            del self.games[next(iter(self.games))]
        self.games[key] = held
        return key

    def find(self, key: str) -> HeldGame:
        if key not in self.games:
            raise AssistantError(f"There is no game {quote(key)}: begin one with start_game.")
        return self.games[key]

    async def play(self, key: str, move: str) -> None:
        """A move, and the replies to it; neither, if these cannot be had."""
        held = self.find(key)
        async with held.one_at_a_time:
            ply = held.match.ply
            held.match.play(move)
            try:
                await self.reply(key, held)
            except BaseException:
                held.match.undo(ply)
                raise

    async def reply(self, key: str, held: HeldGame) -> None:
        """The levels move until somebody else is asked."""
        match, start = held.match, held.match.start
        while match.turn and (level := held.levels.get(match.turn)):
            seed = (held.seed * 1_000 + match.ply) * 2 + (match.turn is Player.O)
            moves = [str(move) for move in match.moves]
            told = start.game.id(), str(start), moves, match.repetition
            match.play(await self.workers.ask(level_move, level, seed, *told, who=key))

    def state(self, key: str) -> dict[str, Any]:
        match = self.find(key).match
        return {
            "id": key,
            **match.document(),
            "ply": match.ply,
            "start": str(match.start),
            "history": [str(move) for move in match.moves],
            "board": drawn(match.position.board()),
        }


def server(with_analysis: bool = True) -> Any:
    """The server, ready to run."""
    with needs("arena"):
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    held = HeldGames()

    @asynccontextmanager
    async def lifespan(_server: Any) -> AsyncIterator[None]:
        try:
            yield
        finally:
            held.workers.close()

    found = MCPServer(
        "quincunx",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
        lifespan=lifespan,
    )

    def tool(work: Callable[P, Awaitable[dict[str, Any]]]) -> None:
        """Offers a function to clients; a refusal tells why."""

        @wraps(work)
        async def called(*words: P.args, **named: P.kwargs) -> dict[str, Any]:
            try:
                return await work(*words, **named)
            except QuincunxError as error:
                raise ToolError(str(error)) from error

        found.add_tool(called)

    @tool
    async def list_games() -> dict[str, Any]:
        """Lists the games, each with its id, size and what it is about."""
        return {"games": [*each(lambda kind: kind.description())], "levels": list(LEVELS)}

    @tool
    async def rules(game: str) -> dict[str, Any]:
        """Tells the rules of a game and how its moves and positions are written."""
        kind = game_class(game)
        return {
            "game": game,
            "rules": kind.rules(),
            "moves_are_written_as": kind.move_words,
            "example_of_a_position": kind.example,
        }

    @tool
    async def start_game(
        game: str,
        x: str = YOU,
        o: str = "casual",
        size: str | None = None,
        position: str | None = None,
        first: str | None = None,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Begins a game. A seat, x or o, is `you` or a level from random to perfect. X moves
        first unless `first` says o or toss, or a position is given, which brings its size."""
        number = new_seed() if seed is None else seed
        sides = None if size is None else read_size(size)
        match = begin(game, sides, first and first.lower(), number, position)
        seats = {Player.X: x, Player.O: o}
        return held.state(await held.start(match, seats, number))

    @tool
    async def play_move(id: str, move: str) -> dict[str, Any]:  # noqa: A002 - what clients call it
        """Plays a move for the player to move; a level on the other seat replies at once."""
        await held.play(id, move)
        return held.state(id)

    @tool
    async def show_game(id: str) -> dict[str, Any]:  # noqa: A002 - what clients call it
        """Shows a game as it stands: the board, the legal moves, the history, the outcome."""
        return held.state(id)

    if with_analysis:

        @tool
        async def analyze_position(
            game: str, position: str, move: str | None = None, other: str | None = None
        ) -> dict[str, Any]:
            """Tells the exact value of a position and of every move, how that is known, and why:
            of the best move, of `move`, or of the choice between `move` and `other`."""
            return await held.workers.ask(_analysis, game, position, move, other)

    return found


def _analysis(game: str, text: str, move: str | None, other: str | None) -> dict[str, Any]:
    from quincunx.analysis.document import analysis_document, reason_document
    from quincunx.analysis.reasons import compare, explain
    from quincunx.oracle import analyze

    position = parse(game, text)
    why = compare(position, move, other) if move and other else explain(position, move or other)
    return analysis_document(analyze(position)) | {"why": reason_document(why)}
