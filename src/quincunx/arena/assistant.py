"""A server for assistants by the Model Context Protocol: games, rules, play, exact analysis.

Games live as long as the server. A seat is the assistant's own or a level's; outside programs
are not started for somebody who merely talks to the server.
"""

from collections.abc import Callable
from functools import wraps
from itertools import count
from threading import Lock
from typing import Any, ParamSpec

from quincunx import __version__
from quincunx.core import AnyGame, Player, QuincunxError
from quincunx.core.board import drawn
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote, read_size
from quincunx.games import game as find_game
from quincunx.games import game_class, game_ids, parse
from quincunx.match import Match, new_seed
from quincunx.oracle import analyze
from quincunx.players import LEVELS, LevelPlayer
from quincunx.players.levels import level_player

P = ParamSpec("P")
YOU = "you"
MOST_GAMES = 100
INSTRUCTIONS = (
    "Five two-player board games with a referee. list_games and rules tell what there is; "
    "start_game begins a game against a level or for both seats, play_move plays, show_game "
    "shows it again. Moves and positions are written in the notation that rules tells."
)


class TableError(QuincunxError):
    """A game that the server does not hold, or a seat that nobody can take."""


class Tables:
    """The games in progress, the oldest of which make room for new ones."""

    def __init__(self) -> None:
        self.matches: dict[str, Match] = {}
        self.computers: dict[str, dict[Player, LevelPlayer]] = {}
        self.numbers = count(1)

    def start(self, match: Match, seats: dict[Player, str], seed: int) -> str:
        computers = {}
        for side, who in seats.items():
            if who not in (YOU, *LEVELS):
                choices = listed([YOU, *LEVELS], "or")
                raise TableError(f"{quote(who)} cannot sit here: choose {choices}.")
            if who != YOU:
                computers[side] = level_player(who, 2 * seed + (side is Player.O), match.position)
        key = str(next(self.numbers))
        if len(self.matches) == MOST_GAMES:
            oldest = next(iter(self.matches))
            del self.matches[oldest], self.computers[oldest]
        self.matches[key], self.computers[key] = match, computers
        self.reply(key)
        return key

    def find(self, key: str) -> Match:
        if key not in self.matches:
            raise TableError(f"There is no game {quote(key)}: begin one with start_game.")
        return self.matches[key]

    def reply(self, key: str) -> None:
        """The computers move until somebody else is asked."""
        match, computers = self.matches[key], self.computers[key]
        while match.outcome is None and match.position.turn in computers:
            match.play(computers[match.position.turn].choose(match))

    def state(self, key: str) -> dict[str, Any]:
        match = self.find(key)
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
    found = MCPServer(
        "quincunx", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tables, one_at_a_time = Tables(), Lock()

    def tool(work: Callable[P, dict[str, Any]]) -> None:
        """Offers a function to clients, who call from several threads; a refusal tells why."""

        @wraps(work)
        def called(*words: P.args, **named: P.kwargs) -> dict[str, Any]:
            try:
                with one_at_a_time:
                    return work(*words, **named)
            except QuincunxError as error:
                raise ToolError(str(error)) from error

        found.add_tool(called)

    @tool
    def list_games() -> dict[str, Any]:
        """Lists the games, each with its id, size and what it is about."""
        kinds = [game_class(one) for one in game_ids()]
        return {"games": [_describe(kind) for kind in kinds], "levels": list(LEVELS)}

    @tool
    def rules(game: str) -> dict[str, Any]:
        """Tells the rules of a game and how its moves and positions are written."""
        kind = game_class(game)
        return {
            "game": game,
            "rules": kind.rules(),
            "moves_are_written_as": kind.move_words,
            "example_of_a_position": kind.example,
        }

    @tool
    def start_game(
        game: str,
        x: str = YOU,
        o: str = "casual",
        size: str | None = None,
        position: str | None = None,
        first: str = "X",
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Begins a game. A seat, x or o, is `you` or a level from random to perfect. X moves
        first unless `first` says O or a position is given."""
        number = new_seed() if seed is None else seed
        if position is not None:
            begin = parse(game, position)
        else:
            board: AnyGame = find_game(game, None if size is None else read_size(size))
            begin = board.start(Player(first.upper()), number)
        seats = {Player.X: x, Player.O: o}
        return tables.state(tables.start(Match(begin, seed=number), seats, number))

    @tool
    def play_move(id: str, move: str) -> dict[str, Any]:  # noqa: A002 - what clients call it
        """Plays a move for the player to move; a level on the other seat replies at once."""
        tables.find(id).play(move)
        tables.reply(id)
        return tables.state(id)

    @tool
    def show_game(id: str) -> dict[str, Any]:  # noqa: A002 - what clients call it
        """Shows a game as it stands: the board, the legal moves, the history, the outcome."""
        return tables.state(id)

    if with_analysis:

        @tool
        def analyze_position(game: str, position: str) -> dict[str, Any]:
            """Tells the exact value of a position and of every move, and how that is known."""
            from quincunx.analysis.document import analysis_document

            return analysis_document(analyze(parse(game, position)))

    return found


def _describe(kind: type[AnyGame]) -> dict[str, Any]:
    return {
        "id": kind.id(),
        "title": kind.title,
        "summary": kind.summary,
        "default_size": "{}x{}".format(*kind.default_size),
        "smallest_size": f"{kind.smallest}x{kind.smallest}",
        "largest_size": f"{kind.largest}x{kind.largest}",
    }
