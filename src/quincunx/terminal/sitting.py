"""Sets a session up and sees it through, however it ends."""

import os
import sys
from time import strftime

from quincunx.core import GameError, Player
from quincunx.core.text import clean, quote
from quincunx.match import Match, new_seed
from quincunx.storage import FileError, games_folder
from quincunx.terminal.console import Console
from quincunx.terminal.session import QuitError, Session, can_be_chosen

HUMAN = "human"


def sit_down(
    match: Match,
    console: Console,
    who: dict[Player, str],
    names: dict[Player, str] | None = None,
    markers: dict[Player, str | None] | None = None,
    file: str | None = None,
    seed: int | None = None,
) -> Session:
    """A session with people and computers on its two sides. The record says who they were, so that
    it can be resumed, and keeps the seed by which a computer's moves can be had again."""
    levels = {side: level for side, level in who.items() if level != HUMAN}
    if levels and match.seed is None:
        match.seed = new_seed() if seed is None else seed
    computers = {}
    for side, level in levels.items():
        from quincunx.players import player  # not needed for people, who should not wait for it

        seat = 2 * (match.seed or 0) + (side is Player.O)
        computers[side] = player(level, seat, match.position)
    names = {side: name for side, name in (names or {}).items() if name}
    match.names = {side: clean(names.get(side) or who[side]) for side in Player}
    match.tags.setdefault("Date", strftime("%Y-%m-%d"))
    for side in Player:
        match.tags[f"Seat{side}"] = who[side]
        if side in names:
            match.tags[f"Name{side}"] = clean(names[side])
    name = f"{strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    session = Session(
        match,
        console,
        players=computers,
        names=names,
        file=file or os.path.join(games_folder(), name),
    )
    _choose_markers(session, markers or {})
    return session


def _choose_markers(session: Session, markers: dict[Player, str | None]) -> None:
    chosen = {side: marker for side, marker in markers.items() if marker is not None}
    if not chosen:
        return
    title = session.match.start.game.title
    if not session.dialogue.markers_can_be_chosen:
        raise GameError(f"The rule book of {title} gives the markers X and O: leave them out.")
    for marker in chosen.values():
        if not can_be_chosen(marker):
            raise GameError(
                f"{quote(marker)} cannot be a marker: choose X, O or one sign that is no letter, "
                "digit, space or one of . + - | [ ]."
            )
    session.markers |= chosen
    if len(set(session.markers.values())) == 1:
        raise GameError("Both players cannot have the same marker: choose another for one.")
    for side, marker in chosen.items():
        session.match.tags[f"Marker{side}"] = marker


def see_through(session: Session, record: str | None = None, keep: bool = False) -> int:
    """Plays the session. A game that is left goes on later; a finished one is added to the
    record file, if one was named, and is kept no longer unless something follows it."""
    try:
        session.play()
        if not keep:
            session.forget()
    except (QuitError, EOFError, KeyboardInterrupt) as end:
        if session.kept:
            words = "\nThe game is kept: `quincunx resume` goes on with it."
            print(session.console.fitted(words), file=sys.stderr)
        elif not isinstance(end, QuitError):
            print(file=sys.stderr)
        return 130 if isinstance(end, KeyboardInterrupt) else 0
    finally:
        for computer in session.players.values():
            computer.close()
        if record is not None and (session.match.ply or session.match.termination):
            _keep(record, session)
    return 0


def _keep(name: str, session: Session) -> None:
    from quincunx.players.transcripts import keep
    from quincunx.record import write

    asked = [getattr(computer, "exchanges", []) for computer in session.players.values()]
    exchanges = sorted((one for some in asked for one in some), key=lambda one: int(one["ply"]))
    keep(name, write(session.match), exchanges)


def kept_games() -> list[str]:
    """Unfinished games, the latest first."""
    folder = games_folder()
    names = os.listdir(folder) if os.path.isdir(folder) else []
    kept = [name for name in names if name.endswith(".txt")]
    return [os.path.join(folder, name) for name in sorted(kept, reverse=True)]


def read_kept(file: str) -> Match:
    from quincunx.record import read

    try:
        with open(file, encoding="utf-8") as text:
            return read(text.read())
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{quote(file)} cannot be read.") from error


def resume(file: str, console: Console) -> Session:
    """The session that a kept game was."""
    match = read_kept(file)
    tags = match.tags
    return sit_down(
        match,
        console,
        who={side: tags.get(f"Seat{side}", HUMAN) for side in Player},
        names={side: tags.get(f"Name{side}", "") for side in Player},
        markers={side: tags.get(f"Marker{side}") for side in Player},
        file=file,
    )
