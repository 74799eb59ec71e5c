"""Sets a session up and sees it through, however it ends."""

import os
from time import strftime

from quincunx.core import GameError, Player
from quincunx.core.text import clean, quote
from quincunx.match import Match, new_seed
from quincunx.storage import FileError, Hold, TakenOverError, games_folder, reason, sweep
from quincunx.terminal.console import Console
from quincunx.terminal.keeping import Keeping, add_to, leave
from quincunx.terminal.session import QuitError, Session, can_be_chosen

HUMAN = "human"


def sit_down(
    match: Match,
    console: Console,
    who: dict[Player, str],
    names: dict[Player, str] | None = None,
    markers: dict[Player, str | None] | None = None,
    keeping: Keeping | None = None,
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
    session = Session(
        match, console, players=computers, names=names, keeping=keeping or Keeping(console)
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
    keeping, over = session.keeping, False
    assert keeping
    try:
        session.play()
        over, status = True, 0
    except TakenOverError:
        where = "The game was taken over, and goes on in another terminal"
        keeping.tell(f"\n{where}: your last move is not part of it.")
        status = 0
    except (QuitError, EOFError, KeyboardInterrupt) as end:
        status = leave(session, keeping, asked=isinstance(end, QuitError))
        if isinstance(end, KeyboardInterrupt):
            status = 130
    finally:
        for computer in session.players.values():
            computer.close()
        try:
            if record is not None and (session.match.ply or session.match.termination):
                over = add_to(record, session, keeping) and over
            if over and not keep:
                session.forget()
        finally:
            if not (over and keep):
                keeping.release()
    return status


def kept_games() -> list[str]:
    """Unfinished games, the latest first."""
    folder = games_folder()
    sweep(folder)
    try:
        names = os.listdir(folder) if os.path.isdir(folder) else []
    except OSError as error:
        raise FileError(f"{quote(folder, 200)} cannot be read: {reason(error)}.") from error
    kept = [name for name in names if name.endswith(".txt")]
    return [os.path.join(folder, name) for name in sorted(kept, reverse=True)]


def read_kept(file: str) -> Match:
    from quincunx.record import LONGEST_RECORDS, read

    try:
        with open(file, encoding="utf-8") as text:
            return read(text.read(LONGEST_RECORDS + 1))
    except OSError as error:
        raise FileError(f"{quote(file, 200)} cannot be read: {reason(error)}.") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{quote(file, 200)} cannot be read: it is not UTF-8 text.") from error


def resume(hold: Hold, console: Console) -> Session:
    """The session that a kept game was."""
    match = read_kept(hold.name)
    tags = match.tags
    return sit_down(
        match,
        console,
        who={side: tags.get(f"Seat{side}", HUMAN) for side in Player},
        names={side: tags.get(f"Name{side}", "") for side in Player},
        markers={side: tags.get(f"Marker{side}") for side in Player},
        keeping=Keeping(console, hold),
    )
