"""What a person chooses to play, saved for the next time."""

import os
from dataclasses import asdict, dataclass, replace
from typing import Any

from quincunx.books import book_of
from quincunx.core import AnyGame
from quincunx.games import game
from quincunx.play.match import HUMAN, WHO, Match, begin, new_seed
from quincunx.play.saved_games import PLAYER_TAGS, SavedGame, set_up
from quincunx.play.series import SERIES, Series
from quincunx.storage import data_folder, make_folder, read_text, write_file

OPPONENTS = {level: f"The computer, {level}" for level in WHO}
OPPONENTS[HUMAN] = "A person at this screen"
STARTS = {"me": "I start", "other": "The other starts", "toss": "Toss a coin"}
LENGTHS = {
    1: "A single game",
    3: "Best of three, sides swapped",
    5: "Best of five, sides swapped",
}


@dataclass
class GameSetup:
    """A person's choices. Names and markers are their own and the other's, or empty."""

    game: str = ""
    opponent: str = HUMAN
    size: tuple[int, int] | None = None
    """Rows and columns; None for the rule book's."""
    start: str = "me"
    games: int = 1
    names: tuple[str, str] = ("", "")
    markers: tuple[str, str] = ("", "")

    @property
    def chosen(self) -> AnyGame:
        return game(self.game, self.size)

    @property
    def markers_can_be_chosen(self) -> bool:
        return book_of(Match(self.chosen.start(seed=0))).markers_can_be_chosen

    def choose(self, what: str, value: Any) -> None:
        """Change one thing, and drop what belongs to another game or to another person."""
        if what == "game" and value != self.game:
            self.size, self.markers = None, ("", "")
        setattr(self, what, value)
        if self.opponent != HUMAN:
            self.names = self.names[0], ""

    def first_game(self) -> SavedGame:
        """Return the game that was chosen, or the first of several, with the person as X."""
        first = {"me": "x", "other": "o"}.get(self.start, self.start)
        match = begin(self.game, self.size, first, new_seed())
        if self.games > 1:
            match.tags[SERIES] = str(replace(Series.of(match), length=self.games))
        texts = (HUMAN, self.opponent, *self.names, *self.markers)
        players = zip(PLAYER_TAGS, texts, strict=True)
        return set_up(match, {tag: text for tag, text in players if text})

    def __str__(self) -> str:
        sizes = f" {self.chosen.size}" if self.size else ""
        other = "a person" if self.opponent == HUMAN else self.opponent
        return f"{self.chosen.title}{sizes} against {other}"


def _file() -> str:
    return os.path.join(data_folder(), "choices.json")


def remember_setup(setup: GameSetup) -> None:
    import json

    make_folder(data_folder())
    write_file(_file(), json.dumps(asdict(setup)).encode())


def last_setup() -> GameSetup | None:
    """Return what was played last; None whatever is wrong with the file, which nobody needs."""
    import json

    try:
        told: dict[str, Any] = json.loads(read_text(_file()))
        lists = {key: tuple(one) for key, one in told.items() if isinstance(one, list)}
        setup = GameSetup(**{**told, **lists})
        fits = setup.opponent in OPPONENTS and setup.start in STARTS and setup.games in LENGTHS
        pairs = [type(one) for pair in (setup.names, setup.markers) for one in pair]
        return setup if fits and setup.chosen and pairs == [str] * 4 else None
    except Exception:  # a damaged file, or a game that is gone or at fault: nothing is lost
        return None
