"""Sessions saved in record files: the back end of the terminal and the full screen.

After every move the game is written to the user's folder, so that it can be resumed whatever
happens; the record says who sat where, under which names and markers. One process at a time writes
a saved game. A game that cannot be written goes on all the same: writing is tried again with every
move. Nothing is printed here: the front ends show what these functions return.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from time import localtime, strftime
from typing import TYPE_CHECKING, Any

from quincunx.books import Book, book_of
from quincunx.core import GameError, Player, QuincunxError
from quincunx.core.grid import EXCHANGED
from quincunx.core.text import clean, counted, quote
from quincunx.play.events import Change, Seat, Setup
from quincunx.play.match import HUMAN, TOSS, Match, new_seed
from quincunx.play.record import VERSION, check_version, only_person, read, write
from quincunx.play.series import SERIES, START, Series
from quincunx.play.session import Session, next_start
from quincunx.storage import (
    FileError,
    FileLock,
    InUseError,
    failure,
    games_folder,
    make_folder,
    read_text,
    remove,
    write_file,
    write_new,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quincunx.players import Past, Picker

HISTORY = "History"
"""The tag of a game that is not to be remembered, if it is off."""
PLAYER_TAGS = ("SeatX", "SeatO", "NameX", "NameO", "MarkerX", "MarkerO")


@dataclass
class SavedGame:
    """A session with the texts of its rule book, the computers that play, and the file that is ours
    alone: one that is resumed, or a new one."""

    session: Session
    book: Book
    series: Series
    players: dict[Player, "Picker"] = field(default_factory=dict)
    """Computers by the side they play; the others are people."""
    lock: FileLock | None = None
    settled: bool = False
    """Whether something was decided before the first move, so that the game is worth saving."""
    trouble: str = ""
    """Why the latest moves are not saved, if they are not."""
    owed: bool = False
    """Whether the game could not be added to the history."""

    @property
    def match(self) -> Match:
        return self.book.match

    # Commands. Each returns what to show about the saving.

    def reply(self) -> list[Change]:
        """Ask the computer whose turn it is; `commit` what it does."""
        return self.session.reply(self.players[self.match.position.turn])

    def commit(self, changes: list[Change]) -> str:
        """Fold changes into the session and save it."""
        self.session.apply(changes)
        return self.save()

    def advance(self, move: Any) -> str:
        """Play a move that was read or chosen."""
        return self.commit(self.session.advance(move))

    def undo(self) -> str | None:
        """Go back to the last move of a person; None if there was none."""
        changes = self.session.undo([side for side in Player if side not in self.players])
        return self.commit(changes) if changes else None

    def nothing_to_undo(self) -> str:
        who = "You have not" if self.players else "Nobody has"
        return f"{who} moved yet: there is nothing to take back."

    def toss_in_words(self) -> str:
        """Say who won the toss, before the first move of a game with one."""
        if self.match.ply or self.series.first:
            return ""
        return f"The toss: {self.book.name(self.match.start.turn)} moves first."

    def warning(self) -> str:
        """Warn that the position may soon be a draw, if it may."""
        match = self.match
        if match.outcome or not match.repetition or match.standings(match.position) != 2:
            return ""
        return "This position stands for the second time: a third makes it a draw."

    def resign(self) -> str:
        """The player to move gives up."""
        return self.commit(self.session.resign(self.match.position.turn))

    # The file.

    @property
    def is_saved(self) -> bool:
        return self.lock is not None and os.path.exists(self.lock.name)

    def save(self) -> str:
        """Save the game; return what to show about it: that it cannot be done, that it can be
        again, or nothing. A game without a move is saved only where something was decided before,
        or where it replaces what the file holds."""
        before = self.trouble
        if not (self.settled or self.match.ply or self.match.termination or self.is_saved):
            return ""
        try:
            self._write()
        except FileError as error:
            self.trouble = str(error)
            again = f"{error} The game goes on; saving is tried again after every move."
            return "" if before else again
        self.trouble = ""
        return "The game is saved again." if before else ""

    def _write(self) -> None:
        if self.lock is None:
            name = os.path.join(games_folder(), f"{strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
            while os.path.exists(f"{name}.txt"):  # two in a second, one of them left already
                name += "-2"
            self.lock = FileLock(f"{name}.txt")
        folder = os.path.dirname(self.lock.name)
        if not os.path.isdir(folder):
            make_folder(folder)
            self.lock.release()
        if not self.lock.taken:
            self.lock.take()
        write_file(self.lock.name, self._record())

    def _record(self) -> bytes:
        return write(self.match).encode()

    def write_to(self, path: str) -> None:
        """Write the game to a new file besides."""
        write_new(path, self._record())

    def add_to(self, path: str) -> None:
        """Add the game to a file of records, and the messages of programs to one beside it."""
        from quincunx.play.transcripts import keep

        some = [getattr(computer, "exchanges", []) for computer in self.players.values()]
        exchanges = sorted((one for part in some for one in part), key=lambda one: int(one["ply"]))
        keep(path, self._record().decode(), exchanges)

    def remember(self) -> str:
        """Add the finished game to the history, unless its tags say not to; return what to show
        about it. Where that fails the game stays saved: resuming it tries again."""
        match = self.match
        if match.tags.get(HISTORY) == "off" or not (match.ply or match.termination):
            return ""
        from quincunx.play.history import remember

        try:
            remember(match, os.path.basename(self.lock.name) if self.lock else "")
        except FileError as error:
            self.owed = True
            later = "; `quincunx resume` tries again" if self.is_saved else ""
            return "" if self.trouble else f"{error} The game is not in the history{later}."
        return ""

    def forget(self) -> None:
        """Delete the saved game: it is over, and there is nothing to resume."""
        if self.lock and self.lock.taken and not self.owed:
            remove(self.lock.name)
        self.release()

    def release(self) -> None:
        """Let other processes go on with it."""
        if self.lock:
            self.lock.release()


# Who sits where.


def set_up(
    match: Match, players: Mapping[str, str] | None = None, seed: int | None = None
) -> SavedGame:
    """Return a game with people and computers in its seats, and the seed that settles the
    computers' moves. The players are given by the tags that the record has, so that the game can be
    resumed: `SeatO` for who plays O, `NameO`, `MarkerO`."""
    match.tags |= {"Version": str(VERSION)} | dict.fromkeys(PLAYER_TAGS[:2], HUMAN)
    match.tags |= players or {}
    match.tags.setdefault("Date", strftime("%Y-%m-%d"))
    return _open(match, seed)


def _open(match: Match, seed: int | None = None) -> SavedGame:
    """Return the game of a match whose tags say who plays it."""
    who = {side: match.tags.setdefault(f"Seat{side}", HUMAN) for side in Player}
    book = book_of_saved(match)
    players: dict[Player, Picker] = {}
    seats: dict[Player, Seat] = {}
    if all(name.startswith("chat:") for name in who.values()):
        from quincunx.players.chat import check_key_hosts

        check_key_hosts([*who.values()])
    for side in Player:
        level = who[side]
        if level != HUMAN:
            from quincunx.players import LevelPlayer, player  # people should not wait for it

            if match.seed is None:
                match.seed = new_seed() if seed is None else seed
            past = _past(match, side) if who[side.other] == HUMAN else None
            players[side] = computer = player(level, match.seed, match.position, past=past)
            if isinstance(computer, LevelPlayer) and computer.level != level:
                match.tags[f"Level{side}"] = level = computer.level
                book.computers[side] = computer.name  # it says what it plays at
        match.names[side] = name = book.names.get(side) or book.computers.get(side, HUMAN)
        seats[side] = Seat("computer", name, level) if side in players else Seat("human", name)
    setup = Setup.of(match, seats, match.seed or 0, match.tags.get("Date", ""))
    return SavedGame(Session(setup, match), book, Series.of(match), players)


def _past(match: Match, side: Player) -> "Iterator[Past]":
    """Yield what the adaptive level learns from: the level of this game, if it was begun, else the
    games of the history."""
    from quincunx.play.history import past_games
    from quincunx.players import ADAPTIVE, Past

    if level := match.tags.get(f"Level{side}"):
        yield Past(level, "drew")
        return
    with suppress(FileError):
        for game in past_games()[0]:
            person, tags = game.person, game.tags
            alike = tags["Game"] == match.start.game.id()
            if person and alike and game.seat(person.other) == ADAPTIVE:
                result = {"draw": "drew", person.value: "lost"}.get(tags["Result"], "won")
                yield Past(tags.get(f"Level{person.other}", ""), result)


def players_of(match: Match, swapped: bool = False) -> dict[str, str]:
    """Return the tags of the players, their names and their markers, in their seats or in each
    other's."""
    letters = EXCHANGED if swapped else {}
    players = {tag: match.tags[tag] for tag in PLAYER_TAGS if tag in match.tags}
    return {tag[:-1] + tag[-1].translate(letters): text for tag, text in players.items()}


def next_game(game: SavedGame, swapped: bool) -> SavedGame:
    """Return the next game of a series, with sides swapped and in the same file; or another one
    like a game or series that is over, with sides swapped or not. What was random is drawn again;
    who begins too, if that was a coin toss."""
    old, series, seed, over = game.match, replace(game.series), new_seed(), game.series.over
    if swapped or not over:
        series.swap_sides()
    if over:
        series.score = START
    start = next_start(old.start, old.seed, seed, tossed=series.first is None)
    match = Match(start, old.repetition, seed)
    own = (*PLAYER_TAGS, "LevelX", "LevelO", "Date", "Forfeit")
    match.tags = {key: text for key, text in old.tags.items() if key not in own}
    if series.first is None:
        match.tags[TOSS] = start.turn
    if series.length > 1:
        match.tags[SERIES] = str(series)
    following = set_up(match, players_of(old, swapped or not over))
    if not over:  # it takes the place of this one: no moment is without either
        following.lock, following.trouble, following.settled = game.lock, game.trouble, True
        game.lock = None
    return following


def from_here(old: Match, ply: int) -> SavedGame:
    """Return a game like another that goes on from how it stood after so many moves."""
    return set_up(Match(old.positions[ply], old.repetition), players_of(old))


def as_it_stood(old: Match, ply: int) -> Match:
    """Return a game as it was after so many moves."""
    match = deepcopy(old)
    match.undo(ply)
    return match


def book_of_saved(match: Match) -> Book:
    """Return the book of a game, with the names and markers of its tags."""
    book = book_of(match)
    seats, names, book.markers = (
        {side: text for side in Player if (text := match.tags.get(f"{what}{side}")) is not None}
        for what in ("Seat", "Name", "Marker")
    )
    book.names = {side: clean(name) for side, name in names.items() if name}
    book.computers = {side: clean(who) for side, who in seats.items() if who != HUMAN}
    if book.markers and not book.markers_can_be_chosen:
        title = match.start.game.title
        raise GameError(f"The rule book of {title} gives the markers X and O: leave them out.")
    for marker in book.markers.values():
        if not can_be_chosen(marker):
            raise GameError(
                f"{quote(marker)} cannot be a marker: choose X, O or one sign that is no letter, "
                "digit, space or one of . + - | [ ]."
            )
    if len({book.markers.get(side, side.value) for side in Player}) == 1:
        raise GameError("Both players cannot have the same marker: choose another for one.")
    return book


def can_be_chosen(marker: str) -> bool:
    """Return whether it is X, O, or one sign of single width that is no part of a drawing."""
    from unicodedata import category, east_asian_width

    return marker in ("X", "O") or (
        len(marker) == 1
        and category(marker)[0] in "PS"
        and marker not in ".+-|[]"
        and east_asian_width(marker) not in "WF"
    )


# Games that were cut off.


def list_saved() -> list[str]:
    """Return the files of unfinished games, the latest first."""
    folder = games_folder()
    try:
        names = os.listdir(folder) if os.path.isdir(folder) else []
    except OSError as error:
        raise failure(folder, "read", error) from error
    files = [name for name in names if name.endswith(".txt")]
    return [os.path.join(folder, name) for name in sorted(files, reverse=True)]


def read_saved(file: str) -> Match:
    match = read(read_text(file))
    check_version(match.tags)
    return match


def describe(file: str) -> str:
    """Return a saved game in a line, or what is wrong with it."""
    try:
        match = read_saved(file)
    except QuincunxError as error:
        return str(error)
    game = match.start.game
    names = {side: match.called(side) for side in Player}
    sides = " against ".join(names.values())
    mover = names[match.position.turn]
    if person := only_person(match.tags):
        sides = f"against {names[person.other]}"
        mover = "you" if match.turn is person else mover
    played = strftime("%Y-%m-%d %H:%M", localtime(os.path.getmtime(file)))
    parts = [f"{game.title} {game.size}", played, sides]
    if SERIES in match.tags:
        parts.append(match.tags[SERIES].partition(", ")[0])
    parts += [counted(match.ply, "move"), "over" if match.outcome else f"{mover} to move"]
    return ", ".join([*parts, "in another terminal"] if FileLock(file).in_use else parts)


def delete_saved(file: str, name: str = "The game") -> None:
    """Delete a saved game that nobody plays."""
    lock = FileLock(file)
    _take(lock, name)
    remove(file)
    lock.release()


def resume(file: str, name: str = "The game") -> SavedGame:
    """Return the game that was saved there, for this process alone."""
    lock = FileLock(file)
    with suppress(FileError):  # shown when the game is first saved
        _take(lock, name)
    try:
        game = _open(read_saved(file))
    except BaseException:
        lock.release()
        raise
    game.lock = lock
    return game


def _take(lock: FileLock, name: str) -> None:
    try:
        lock.take()
    except InUseError:
        raise GameError(
            f"{name} is being played in another terminal: leave it there first."
        ) from None
