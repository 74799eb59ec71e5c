"""A server for assistants by the Model Context Protocol: games, rules, play, exact analysis.

Games live as long as the server. A seat is the assistant's own or a level's; outside programs
are not started for somebody who merely talks to the server. Thinking is done in processes of its
own: meanwhile other calls are answered, and a call that is cancelled ends it and changes nothing.
"""

import json
from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple

from quincunx import __version__
from quincunx.core import Document, Player, QuincunxError
from quincunx.core.board import draw_board
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote, read_size
from quincunx.games import each, game_class, parse
from quincunx.play.events import MovesUndone, Seat, Setup
from quincunx.play.match import Match, begin, new_seed
from quincunx.play.record import read, write
from quincunx.play.session import NOTHING_TO_UNDO, Session
from quincunx.players import LEVELS
from quincunx.players.levels import check_level, level_move
from quincunx.work.workers import Workers

MAX_GAMES = 100
PROCESSES = 2
TIMEOUT_S = 60.0
"""For one move or analysis."""
YOU = "you"
EXACT = ("analyze_position", "review_game")
"""Tools that return exact values."""
MAX_ANALYSIS_CHARS = 4_000
"""As clients are sent it, unless all of it is asked for."""
INSTRUCTIONS = (
    "Two-player board games with a referee. list_games lists the games and rules explains one; "
    "start_game begins a game against a level or for both seats, play_move plays, undo takes back, "
    "resign gives up, show_game shows a game again and games_in_progress all of them. Moves and "
    "positions are written in the notation that rules describes."
)


class AssistantError(QuincunxError):
    """A game that the server does not hold, or a seat that nobody can take."""


class MemoryGame(NamedTuple):
    """A session that nobody stores; one call at a time changes it."""

    session: Session
    lock: Lock


class MemoryGames:
    """The games in progress, the oldest of which make room for new ones."""

    def __init__(self) -> None:
        self.games: dict[str, MemoryGame] = {}
        self.numbers = count(1)
        self.workers = Workers(PROCESSES, TIMEOUT_S)

    async def start(self, match: Match, seats: dict[Player, str], seed: int) -> str:
        for who in seats.values():
            if who not in (YOU, *LEVELS):
                choices = listed([YOU, *LEVELS], "or")
                raise AssistantError(f"{quote(who)} cannot sit here: choose {choices}.")
        seated = {
            side: Seat("human") if who == YOU else Seat("computer", level=who)
            for side, who in seats.items()
        }
        key, setup = str(next(self.numbers)), Setup.of(match, seated, seed, "")
        session = Session(setup, match)
        for level in set(session.computers.values()):
            await self.workers.ask(check_level, level, setup.game, setup.start, who=key)
        await self.reply(key, session)
        if len(self.games) == MAX_GAMES:
            del self.games[next(iter(self.games))]
        self.games[key] = MemoryGame(session, Lock())
        return key

    def find(self, key: str) -> MemoryGame:
        if key not in self.games:
            raise AssistantError(f"There is no game {quote(key)}: begin one with start_game.")
        return self.games[key]

    async def play(self, key: str, move: str) -> None:
        """A move, and the replies to it; neither, if these cannot be had."""
        session, lock = self.find(key)
        async with lock:
            before = session.match.ply
            session.apply(session.play(move))
            try:
                await self.reply(key, session)
            except BaseException:
                session.apply([MovesUndone(before)])
                raise

    async def reply(self, key: str, session: Session) -> None:
        """Let the levels move until somebody else is asked."""
        while session.match.turn in session.computers:
            move = await self.workers.ask(level_move, *session.request(), who=key)
            session.apply(session.play(move))

    def state(self, key: str) -> Document:
        session = self.find(key).session
        match = session.match
        return {
            "id": key,
            **{side.lower(): session.computers.get(side, YOU) for side in Player},
            **match.document(),
            "ply": match.ply,
            "start": str(match.start),
            "history": [str(move) for move in match.moves],
            "board": draw_board(match.position.board()),
        }


class Tools(MemoryGames):
    """The tools that clients are offered; `assistant_forms` describes arguments and answers."""

    async def list_games(self) -> Document:
        """List the games, each with its id, its sizes and a summary."""
        return {"games": [*each(lambda kind: kind.description())], "levels": list(LEVELS)}

    async def rules(self, game: str) -> Document:
        """Explain the rules of a game and how its moves and positions are written."""
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
    ) -> Document:
        """Begin a game. A seat, x or o, is `you` or a level from random to perfect. X moves first
        unless `first` is o or toss, or a position is given, which brings its size."""
        number = new_seed() if seed is None else seed
        sides = None if size is None else read_size(size)
        match = begin(game, sides, first and first.lower(), number, position)
        seats = {Player.X: x, Player.O: o}
        return self.state(await self.start(match, seats, number))

    async def play_move(self, id: str, move: str) -> Document:  # noqa: A002 - clients' word
        """Play a move for the player to move; a level in the other seat replies at once."""
        await self.play(id, move)
        return self.state(id)

    async def show_game(self, id: str) -> Document:  # noqa: A002 - clients' word
        """Show a game: the board, the legal moves, the history, the outcome."""
        return self.state(id)

    async def undo(self, id: str) -> Document:  # noqa: A002 - clients' word
        """Take back your last move and the replies to it, or your resignation."""
        session, lock = self.find(id)
        async with lock:
            changes = session.undo([side for side in Player if side not in session.computers])
            if not changes:
                raise AssistantError(NOTHING_TO_UNDO)
            session.apply(changes)
        return self.state(id)

    async def resign(self, id: str) -> Document:  # noqa: A002 - clients' word
        """Resign a game for the player to move; the other player wins."""
        session, lock = self.find(id)
        async with lock:
            session.apply(session.resign(session.match.position.turn))
        return self.state(id)

    async def games_in_progress(self) -> Document:
        """List the games that were started here, finished ones too, each with its players."""
        return {"games": [self.state(key) for key in self.games]}

    async def analyze_position(
        self,
        game: str,
        position: str,
        move: str | None = None,
        other: str | None = None,
        all: bool = False,  # noqa: A002 - clients' word
    ) -> Document:
        """Return the exact value of a position and of its best moves, or of all, with the proof,
        and explain the best move, `move`, or the choice between `move` and `other`."""
        document = await self.workers.ask(_analysis, game, position, move, other)
        return document if all else _shortened(document)

    async def review_game(self, id: str) -> Document:  # noqa: A002 - clients' word
        """Review a game: what each move was worth and what it cost, and one thing to learn."""
        return await self.workers.ask(_review, write(self.find(id).session.match))


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


def _analysis(game: str, text: str, move: str | None, other: str | None) -> Document:
    from quincunx.analysis.document import analysis_document, explanation_document
    from quincunx.analysis.reasons import compare, explain
    from quincunx.oracle import analyze

    position = parse(game, text)
    why = compare(position, move, other) if move and other else explain(position, move or other)
    return analysis_document(analyze(position)) | {"why": explanation_document(why)}


def _shortened(document: Document) -> Document:
    """With the longest lists halved until it is short enough; what was left out is counted."""
    why = document["why"]
    lists = {"moves": document["moves"], "line": document.get("line", []), "why.line": why["line"]}
    before = {name: len(one) for name, one in lists.items()}
    while len(json.dumps(document, indent=2)) > MAX_ANALYSIS_CHARS:
        longest = max(lists.values(), key=lambda one: len(json.dumps(one, indent=2)))
        del longest[len(longest) // 2 :]
        why["cells"] = why["cells"][: len(why["line"])]
        why.pop("pairs", None)
        document["left_out"] = {name: before[name] - len(one) for name, one in lists.items()}
    return document


def _review(record: str) -> Document:
    from quincunx.analysis.document import review_document
    from quincunx.analysis.review import review

    return review_document(review(read(record)))
