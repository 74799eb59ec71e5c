"""One game that people and computers play at a screen of their own, kept in a file meanwhile.

After every move the game is written to the user's folder, so that it can be resumed whatever
happens; the record says who sat where, under which names and markers. One process at a time writes
a kept game. A game that cannot be written goes on all the same: writing is tried again with every
move. Nothing is said here: whoever shows the game tells what these functions return.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from time import localtime, strftime
from typing import TYPE_CHECKING, Any

from quincunx.books import Book, book_of
from quincunx.core import ForfeitError, GameError, Player, QuincunxError
from quincunx.core.text import clean, counted, quote
from quincunx.play.match import HUMAN, Match, new_seed, toss
from quincunx.storage import (
    FileError,
    Hold,
    TakenOverError,
    failure,
    games_folder,
    make_folder,
    read_text,
    sweep,
    write_new,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quincunx.players import Past, Picker

SERIES = "Series"
"""The tag of a game that belongs to a series."""
HISTORY = "History"
"""The tag of a game that is not to be remembered, if it is off."""
TOSS = "Toss"
"""The tag of a game before which a coin was tossed, with who won the toss."""


@dataclass
class Session:
    """A match and its book, the computers that play, and the file that is ours alone: one that is
    resumed, or a new one."""

    book: Book
    players: dict[Player, "Picker"] = field(default_factory=dict)
    """Computers by the side they play; the others are people."""
    hold: Hold | None = None
    settled: bool = False
    """Whether something was settled before the first move, so that the game is worth keeping."""
    trouble: str = ""
    """Why the game as it stands is not written, if it is not."""
    owed: bool = False
    """Whether the history should have the game and could not."""

    @property
    def match(self) -> Match:
        return self.book.match

    # A turn. TakenOverError: the game goes on elsewhere, and what was done here is no part of it.

    def computed(self) -> Any | None:
        """The move of the computer whose turn it is; None if it forfeits the game, for a reason
        that the tag Forfeit says."""
        side = self.match.position.turn
        try:
            return self.players[side].pick(self.match)
        except ForfeitError as error:
            self.match.resign(side, "forfeit")
            self.match.tags["Forfeit"] = str(error)
            return None

    def advance(self, move: Any) -> str:
        """Plays a move that was read or chosen; what is to be told of its saving."""
        before = self.match.ply
        self.match.advance(move)
        return self._saved(before)

    def undo(self) -> str | None:
        """Back to the last move of a person. None if there was none."""
        seen = enumerate(self.match.positions[: self.match.ply])
        turns = [ply for ply, position in seen if position.turn not in self.players]
        if not turns:
            return None
        self.match.undo(turns[-1])
        return self.save()

    def nothing_to_undo(self) -> str:
        who = "You have not" if self.players else "Nobody has"
        return f"{who} moved yet: there is nothing to take back."

    def toss_in_words(self) -> str:
        """Who won the toss, before the first move of a game that was tossed for."""
        if self.match.ply or TOSS not in self.match.tags:
            return ""
        return f"The toss: {self.book.name(self.match.start.turn)} moves first."

    def warning(self) -> str:
        """That the position may soon be a draw, if it may."""
        match = self.match
        if match.outcome or not match.repetition or match.standings(match.position) != 2:
            return ""
        return "This position stands for the second time: a third makes it a draw."

    def resign(self) -> str:
        """Whoever is to move gives up."""
        self.match.resign(self.match.position.turn)
        return self._saved(self.match.ply)

    def _saved(self, before: int) -> str:
        try:
            return self.save()
        except TakenOverError:
            self.match.undo(before)
            raise

    # The file.

    @property
    def kept(self) -> bool:
        return self.hold is not None and os.path.exists(self.hold.name)

    def save(self) -> str:
        """Writes the game down; what is to be told of it: that it cannot be done, that it can be
        again, or nothing. A game without a move is worth it only where something was settled
        before, or takes the place of what the file holds."""
        before = self.trouble
        if not (self.settled or self.match.ply or self.match.termination or self.kept):
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
        if self.hold is None:
            name = os.path.join(games_folder(), f"{strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
            while os.path.exists(f"{name}.txt"):  # two in a second, one of them left already
                name += "-2"
            self.hold = Hold(f"{name}.txt")
        folder = os.path.dirname(self.hold.name)
        if not os.path.isdir(folder):
            make_folder(folder)
            self.hold.release()
        if not self.hold.taken and not self.hold.take():
            raise FileError(f"{quote(self.hold.name, 200)} is in use by another process.")
        self.hold.write(self._record())

    def _record(self) -> bytes:
        from quincunx.play.record import write

        return write(self.match).encode()

    def write_to(self, path: str) -> None:
        """Writes the game to a new file besides."""
        write_new(path, self._record())

    def add_to(self, path: str) -> None:
        """Adds the game to a file of records, and what programs were asked to one beside."""
        from quincunx.play.transcripts import keep

        some = [getattr(computer, "exchanges", []) for computer in self.players.values()]
        exchanges = sorted((one for part in some for one in part), key=lambda one: int(one["ply"]))
        keep(path, self._record().decode(), exchanges)

    def remember(self) -> str:
        """Adds the finished game to the history, unless its tags say not to; what is to be told of
        it. Where that fails the game is kept on: to resume it is to try again."""
        match = self.match
        if match.tags.get(HISTORY) == "off" or not (match.ply or match.termination):
            return ""
        from quincunx.play.history import remember

        try:
            remember(match, os.path.basename(self.hold.name) if self.hold else "")
        except FileError as error:
            self.owed = True
            later = "; `quincunx resume` tries again" if self.kept else ""
            return "" if self.trouble else f"{error} The game is not in the history{later}."
        return ""

    def forget(self) -> None:
        """The game is over, and there is nothing to resume."""
        if self.hold and self.hold.taken and not self.owed:
            with suppress(FileError, TakenOverError):
                self.hold.end(self._record())
        self.release()

    def release(self) -> None:
        """Others may go on with it."""
        if self.hold:
            self.hold.release()


# Who sits where.


def set_up(
    match: Match,
    who: dict[Player, str],
    names: dict[Player, str] | None = None,
    markers: dict[Player, str] | None = None,
    seed: int | None = None,
) -> Session:
    """A session with people and computers on its two sides, as its record says too, so that it can
    be resumed; with the seed by which a computer's moves can be had again."""
    match.tags |= {f"Seat{side}": who.get(side, HUMAN) for side in Player}
    match.tags |= {f"Name{side}": clean(name) for side, name in (names or {}).items() if name}
    match.tags |= {f"Marker{side}": marker for side, marker in (markers or {}).items()}
    match.tags.setdefault("Date", strftime("%Y-%m-%d"))
    return _seated(match, seed)


def _seated(match: Match, seed: int | None = None) -> Session:
    """The session of a match whose tags say who plays it."""
    session = Session(book_of_kept(match))
    if all(match.tags.get(f"Seat{side}", "").startswith("chat:") for side in Player):
        from quincunx.players.chat import check_key_hosts

        check_key_hosts([match.tags[f"Seat{side}"] for side in Player])
    for side in Player:
        who = match.tags.setdefault(f"Seat{side}", HUMAN)
        match.names[side] = session.book.names.get(side) or clean(who)
        if who != HUMAN:
            from quincunx.players import LevelPlayer, player  # people should not wait for it

            if match.seed is None:
                match.seed = new_seed() if seed is None else seed
            with_person = match.tags.get(f"Seat{side.other}", HUMAN) == HUMAN
            past = _past(match, side) if with_person else None
            session.players[side] = found = player(who, match.seed, match.position, past=past)
            if isinstance(found, LevelPlayer) and found.level != who:
                match.tags[f"Level{side}"] = found.level
                session.book.computers[side] = found.name  # it says what it plays at
                match.names[side] = session.book.names.get(side) or found.name
    return session


def _past(match: Match, side: Player) -> "Iterator[Past]":
    """What the level that adapts itself learns from: the level of this game, if it was begun, else
    what the history says of such games."""
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


def set_up_like(old: Match, match: Match, swapped: bool = False) -> Session:
    """A session of a match with those who sit in another, their names and their markers, on the
    same sides or on the other ones."""
    seats, names, markers = (_by_side(old, what) for what in ("Seat", "Name", "Marker"))
    if swapped:
        seats, names, markers = (
            {side: texts[side.other] for side in Player if side.other in texts}
            for texts in (seats, names, markers)
        )
    return set_up(match, seats, names, markers)


def _by_side(match: Match, what: str) -> dict[Player, str]:
    """The seats, names or markers that the tags of a match give."""
    return {side: match.tags[f"{what}{side}"] for side in Player if f"{what}{side}" in match.tags}


def again(session: Session, swapped: bool) -> Session:
    """Another game like one that is over, with sides swapped or not. What was drawn by lot is drawn
    anew; who begins too, if that was tossed for."""
    old, seed = session.match, new_seed()
    game, first = old.start.game, old.start.turn
    tossed, start = TOSS in old.tags, old.start
    if tossed or start == game.start(first, old.seed):
        first = toss(seed) if tossed else first
        start = game.start(first, seed)
    drawn = tossed or start != old.start
    match = Match(start, old.repetition, seed if drawn else None)
    own = ("Seat", "Name", "Marker", "Level", "Date", "Forfeit")
    match.tags = {key: text for key, text in old.tags.items() if not key.startswith(own)}
    if tossed:
        match.tags[TOSS] = first
    return set_up_like(old, match, swapped)


def from_here(old: Match, ply: int) -> Session:
    """A game like another that goes on from how it stood after so many moves."""
    return set_up_like(old, Match(old.positions[ply], old.repetition))


def as_it_stood(old: Match, ply: int) -> Match:
    """A game as it was after so many moves."""
    match = Match(old.start, old.repetition, tags=old.tags)
    for move in old.moves[:ply]:
        match.advance(move)
    return match


def book_of_kept(match: Match) -> Book:
    """The book of a game, with the names and markers that its tags give."""
    book, seats = book_of(match), _by_side(match, "Seat")
    book.names = {side: clean(name) for side, name in _by_side(match, "Name").items()}
    book.markers = _by_side(match, "Marker")
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
    """X, O, or a single sign of a single width that is no part of a drawing."""
    from unicodedata import category, east_asian_width

    return marker in ("X", "O") or (
        len(marker) == 1
        and category(marker)[0] in "PS"
        and marker not in ".+-|[]"
        and east_asian_width(marker) not in "WF"
    )


# Games that were cut off.


def kept_games() -> list[str]:
    """The files of unfinished games, the latest first."""
    folder = games_folder()
    sweep(folder)
    try:
        names = os.listdir(folder) if os.path.isdir(folder) else []
    except OSError as error:
        raise failure(folder, "read", error) from error
    kept = [name for name in names if name.endswith(".txt")]
    return [os.path.join(folder, name) for name in sorted(kept, reverse=True)]


def read_kept(file: str) -> Match:
    from quincunx.play.record import read

    return read(read_text(file))


def describe(file: str) -> str:
    """A kept game in a line, or what is wrong with it."""
    from quincunx.play.record import only_person

    try:
        match = read_kept(file)
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
    return ", ".join([*parts, "in another terminal"] if Hold(file).in_use else parts)


def delete_kept(file: str, name: str = "The game") -> None:
    """Only what nobody plays."""
    hold = Hold(file)
    if not hold.take():
        raise GameError(f"{name} is being played in another terminal: leave it there first.")
    hold.end(b"")


def hold_kept(file: str) -> tuple[Hold, bool]:
    """The right to write a kept game, and whether it is ours; not if another process has it."""
    hold = Hold(file)
    with suppress(FileError):  # told when the game is first saved
        return hold, hold.take()
    return hold, True


def resume(hold: Hold) -> Session:
    """The session that a kept game was."""
    session = _seated(read_kept(hold.name))
    session.hold = hold
    return session
