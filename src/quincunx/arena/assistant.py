"""A server for assistants by the Model Context Protocol: games, rules, play, exact analysis.

Games live as long as the server. A seat is the assistant's own or a level's; outside programs
are not started for somebody who merely talks to the server. Thinking is done in processes of its
own: meanwhile other calls are answered, and a call that is cancelled ends it and changes nothing.
"""

import json
from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from quincunx import __version__
from quincunx.core import Player, QuincunxError
from quincunx.core.board import draw_board
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote, read_size
from quincunx.games import each, game_class, parse
from quincunx.play.match import Match, begin, new_seed
from quincunx.play.record import read, write
from quincunx.players import LEVELS
from quincunx.players.levels import check_level, level_move
from quincunx.work.workers import Workers

MOST_GAMES = 100
PROCESSES = 2
LONGEST = 60.0
"""Seconds for one move or analysis."""
YOU = "you"
EXACT = ("analyze_position", "review_game")
"""Tools that tell exact values."""
LARGEST = 4_000
"""Characters of an analysis, as clients are sent it, unless all of it is asked for."""
INSTRUCTIONS = (
    "Two-player board games with a referee. list_games and rules tell what there is; "
    "start_game begins a game against a level or for both seats, play_move plays, undo takes back, "
    "resign gives up, show_game shows it again and games_in_progress all there are. Moves and "
    "positions are written in the notation that rules tells."
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
            moves = [str(move) for move in match.moves]
            told = start.game.id(), str(start), moves, match.repetition
            match.play(await self.workers.ask(level_move, level, held.seed, *told, who=key))

    def state(self, key: str) -> dict[str, Any]:
        held = self.find(key)
        match = held.match
        return {
            "id": key,
            **{side.lower(): held.levels.get(side, YOU) for side in Player},
            **match.document(),
            "ply": match.ply,
            "start": str(match.start),
            "history": [str(move) for move in match.moves],
            "board": draw_board(match.position.board()),
        }


class Tools(HeldGames):
    """What clients are offered: arguments and answers are told in `assistant_forms`."""

    async def list_games(self) -> dict[str, Any]:
        """Lists the games, each with its id, size and what it is about."""
        return {"games": [*each(lambda kind: kind.description())], "levels": list(LEVELS)}

    async def rules(self, game: str) -> dict[str, Any]:
        """Tells the rules of a game and how its moves and positions are written."""
        kind = game_class(game)
        return {
            "game": game,
            "rules": kind.rules(),
            "moves_are_written_as": kind.move_words,
            "example_of_a_position": kind.example,
        }

    async def start_game(
        self,
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
        return self.state(await self.start(match, seats, number))

    async def play_move(self, id: str, move: str) -> dict[str, Any]:  # noqa: A002 - clients' word
        """Plays a move for the player to move; a level on the other seat replies at once."""
        await self.play(id, move)
        return self.state(id)

    async def show_game(self, id: str) -> dict[str, Any]:  # noqa: A002 - clients' word
        """Shows a game as it stands: the board, the legal moves, the history, the outcome."""
        return self.state(id)

    async def undo(self, id: str) -> dict[str, Any]:  # noqa: A002 - clients' word
        """Takes back your last move and what was replied to it, or that you resigned."""
        held = self.find(id)
        async with held.one_at_a_time:
            match = held.match
            own = [n for n in range(match.ply) if match.positions[n].turn not in held.levels]
            if not (own or match.termination):
                raise AssistantError("There is no move of yours to take back: play one first.")
            match.undo(match.ply if match.termination else own[-1])
        return self.state(id)

    async def resign(self, id: str) -> dict[str, Any]:  # noqa: A002 - clients' word
        """Gives up a game for the player to move; the other side has won."""
        held = self.find(id)
        async with held.one_at_a_time:
            held.match.resign(held.match.position.turn)
        return self.state(id)

    async def games_in_progress(self) -> dict[str, Any]:
        """Lists the games that were started here, finished ones too, each with who sits where."""
        return {"games": [self.state(key) for key in self.games]}

    async def analyze_position(
        self,
        game: str,
        position: str,
        move: str | None = None,
        other: str | None = None,
        all: bool = False,  # noqa: A002 - clients' word
    ) -> dict[str, Any]:
        """Tells the exact value of a position and of its best moves, or all of them, how that is
        known, and why: of the best move, of `move`, or of the choice between `move` and `other`."""
        document = await self.workers.ask(_analysis, game, position, move, other)
        return document if all else _shortened(document)

    async def review_game(self, id: str) -> dict[str, Any]:  # noqa: A002 - clients' word
        """Reviews a game: what each move was worth and what it cost, and one thing to learn."""
        return await self.workers.ask(_review, write(self.find(id).match))


def server(with_analysis: bool = True) -> Any:
    """The server, ready to run."""
    with needs("arena"):
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError

        from quincunx.arena import assistant_forms as forms
    tools = Tools()

    @asynccontextmanager
    async def lifespan(_server: Any) -> AsyncIterator[None]:
        try:
            yield
        finally:
            tools.workers.close()

    class Server(MCPServer[None]):
        async def call_tool(self, name: str, *words: Any, **named: Any) -> Any:
            try:
                return await super().call_tool(name, *words, **named)
            except ToolError as error:
                if refusal := forms.sentence(error.__cause__, name):
                    raise ToolError(refusal) from None
                raise

    found = Server(
        "quincunx",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
        lifespan=lifespan,
    )

    for name in vars(Tools):
        if name[0] != "_" and (with_analysis or name not in EXACT):
            found.add_tool(forms.described(getattr(tools, name)))
    return found


def _analysis(game: str, text: str, move: str | None, other: str | None) -> dict[str, Any]:
    from quincunx.analysis.document import analysis_document, explanation_document
    from quincunx.analysis.reasons import compare, explain
    from quincunx.oracle import analyze

    position = parse(game, text)
    why = compare(position, move, other) if move and other else explain(position, move or other)
    return analysis_document(analyze(position)) | {"why": explanation_document(why)}


def _shortened(document: dict[str, Any]) -> dict[str, Any]:
    """With the longest lists halved until it is short enough; what was left out is counted."""
    why = document["why"]
    lists = {"moves": document["moves"], "line": document.get("line", []), "why.line": why["line"]}
    before = {name: len(one) for name, one in lists.items()}
    while len(json.dumps(document, indent=2)) > LARGEST:
        longest = max(lists.values(), key=lambda one: len(json.dumps(one, indent=2)))
        del longest[len(longest) // 2 :]
        why["cells"] = why["cells"][: len(why["line"])]
        why.pop("pairs", None)
        document["left_out"] = {name: before[name] - len(one) for name, one in lists.items()}
    return document


def _review(record: str) -> dict[str, Any]:
    from quincunx.analysis.document import review_document
    from quincunx.analysis.review import review

    return review_document(review(read(record)))
