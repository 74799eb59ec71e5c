"""Game records: matches as text, read and written.

[Game "swap-nine"]
[Result "*"]

1. 5 2x5 2. 1 *
"""

import re

from quincunx.core import IllegalMoveError, NotationError, Player, QuincunxError, RecordError
from quincunx.core.game import make
from quincunx.core.text import clean, is_whole_number, quote, read_size
from quincunx.games import game_class
from quincunx.play.match import HUMAN, Match

VERSION = 1
"""Of saved games and histories, as their tag says; the first versions wrote none."""
MAX_RECORDS_CHARS = 8_000_000
MAX_TAGS = 100
MAX_SEED_DIGITS = 40
MAX_VALUE_CHARS = 4_000

_KEY = r'[^\s"\[\]]{1,40}'
_TAG = re.compile(rf'\[({_KEY}) "((?:[^"\\]|\\["\\])*)"\]')
_RESULTS = ("X", "O", "draw", "*")
_TERMINATIONS = ("resignation", "forfeit")


def only_person(tags: dict[str, str]) -> Player | None:
    """Return the side of the only person who plays; None where both are people, or neither."""
    people = [side for side in Player if tags.get(f"Seat{side}", HUMAN) == HUMAN]
    return people[0] if len(people) == 1 else None


def check_version(tags: dict[str, str]) -> None:
    """Refuse what a later version has saved: it may say what we cannot read."""
    version = tags.get("Version", "1")
    if not is_whole_number(version) or int(version) > VERSION:
        raise RecordError("A newer Quincunx has saved this game: install that one to open it.")


def result(match: Match) -> str:
    """Return `X`, `O`, `draw`, or `*` while the game goes on."""
    if match.outcome is None:
        return "*"
    return match.outcome.winner or "draw"


def write(match: Match) -> str:
    """Return the record of one match, as text.

    Examples:
        >>> import quincunx
        >>> match = quincunx.Match(quincunx.game("swap-nine").start())
        >>> position = match.play("5")
        >>> "1. 5 *" in quincunx.record.write(match)
        True
    """
    game = match.start.game
    tags: dict[str, str | None] = {
        "Game": game.id(),
        "Size": game.size,
        **{player.value: name for player, name in match.names.items()},
        "Start": str(match.start),
        "Seed": None if match.seed is None else str(match.seed),
        "Repetition": None if match.repetition else "off",
        "Termination": match.termination,
    }
    for key, value in match.tags.items():
        if not re.fullmatch(_KEY, key):
            raise RecordError(f"{quote(key)} cannot be the key of a tag: leave out white space.")
        if tags.get(key) is None:
            tags[key] = value
    tags["Result"] = result(match)
    lines = [f'[{key} "{_escape(value)}"]' for key, value in tags.items() if value is not None]
    words = [
        f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else str(move)
        for ply, move in enumerate(match.moves)
    ]
    import textwrap

    moves = textwrap.wrap(
        " ".join([*words, result(match)]), 80, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", *moves]) + "\n"


def read(text: str) -> Match:
    """Return the only game of a text, replayed.

    Examples:
        >>> import quincunx.record
        >>> match = quincunx.record.read('''[Game "swap-nine"]
        ...
        ... 1. 5 2x5 2. 1 *
        ... ''')
        >>> str(match.position)
        'XO-/-O-/--- O'
    """
    matches = read_all(text)
    if len(matches) != 1:
        raise RecordError(f"The text holds {len(matches)} games, but one is wanted.")
    return matches[0]


def read_all(text: str) -> list[Match]:
    """Return every game of a text, replayed.

    Raises:
        RecordError: Its sentence names the game and the move that fail.

    Examples:
        >>> import quincunx.record
        >>> game = '[Game "swap-nine"]\\n\\n1. 5 *\\n\\n'
        >>> len(quincunx.record.read_all(game + game))
        2
    """
    if len(text) > MAX_RECORDS_CHARS:
        raise RecordError(f"The text is longer than {MAX_RECORDS_CHARS:,} characters: split it.")
    games = split(text)
    if not games:
        raise RecordError('The text holds no game: a record begins with a line like [Game "…"].')
    matches = []
    for number, (tags, words) in enumerate(games, 1):
        try:
            matches.append(_replay(tags, words))
        except QuincunxError as error:
            where = f"Game {number}: " if len(games) > 1 else ""
            raise RecordError(f"{where}{error}") from error
    return matches


def _escape(value: str) -> str:
    return clean(value, MAX_VALUE_CHARS).replace("\\", "\\\\").replace('"', '\\"')


def split(text: str) -> list[tuple[dict[str, str], list[str]]]:
    """Return the tags and the words of the moves of each game."""
    games: list[tuple[dict[str, str], list[str]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip(" \t\r\N{ZERO WIDTH NO-BREAK SPACE}")
        if line.startswith("["):
            found = _TAG.fullmatch(line)
            value = re.sub(r"\\(.)", r"\1", found[2]) if found else ""
            if found is None or len(value) > MAX_VALUE_CHARS:
                raise RecordError(
                    f'Line {number} reads {quote(line)}: write a tag as in [Game "ID"].'
                )
            if not games or games[-1][1]:
                games.append(({}, []))
            tags, key = games[-1][0], found[1]
            if key in tags:
                raise RecordError(f"Line {number} gives {quote(key)} a second time: give it once.")
            if len(tags) == MAX_TAGS:
                raise RecordError(f"Line {number} is one tag too many: {MAX_TAGS} is the most.")
            tags[key] = clean(value, MAX_VALUE_CHARS)
        elif line:
            if not games:
                raise RecordError(
                    f'Line {number} reads {quote(line)}: a record begins with [Game "…"].'
                )
            games[-1][1].extend(line.split())
    return games


def _replay(tags: dict[str, str], words: list[str]) -> Match:
    match = _set_up(tags)
    claimed = words.pop() if words and words[-1] in _RESULTS else None
    _play(match, words)
    if claimed is None:
        raise RecordError("The moves do not end in a result: write X, O, draw or *.")
    stated = tags.pop("Result", claimed)
    if stated != claimed:
        raise RecordError(
            f"The tag says {quote(stated)} but the moves end in {claimed}: make them agree."
        )
    match.tags = tags
    _conclude(match, claimed)
    return match


def _set_up(tags: dict[str, str]) -> Match:
    """Return the match before its first move, and remove the tags that it takes."""
    if "Game" not in tags:
        raise RecordError('The game is missing: write its id as in [Game "ID"].')
    kind = game_class(tags.pop("Game"))
    start, size, seed = (tags.pop(key, None) for key in ("Start", "Size", "Seed"))
    if seed is not None and not is_whole_number(seed.removeprefix("-"), MAX_SEED_DIGITS):
        raise RecordError(f"The seed {quote(seed)} is not a whole number.")
    rows, columns = kind.default_size if size is None else read_size(size)
    if start is not None and size is None:
        rows, columns = kind.size_of(start)
    game = make(kind, rows, columns)
    if start is None and kind.has_random_start and seed is None:
        raise RecordError("The start is random, but neither Start nor Seed is given.")
    number = None if seed is None else int(seed)
    repetition = tags.pop("Repetition", "on")
    if repetition not in ("on", "off"):
        raise RecordError(f"Repetition is {quote(repetition)}: write on or off.")
    return Match(
        game.start(seed=number) if start is None else game.parse(start),
        repetition=repetition == "on",
        seed=number,
        names={player: tags.pop(player) for player in Player if player in tags},
    )


def _play(match: Match, words: list[str]) -> None:
    for word in words:
        if word.endswith(".") and is_whole_number(word[:-1]):
            if match.ply % 2 or int(word[:-1]) != match.ply // 2 + 1:
                raise RecordError(
                    f"{word} stands before move {match.ply + 1}: numbers count pairs of moves."
                )
            continue
        try:
            match.play(word)
        except (NotationError, IllegalMoveError) as error:
            raise RecordError(f"Move {match.ply + 1}, {quote(word)}: {error}") from error


def _conclude(match: Match, claimed: str) -> None:
    """Compare the claimed result with the moves."""
    termination = match.tags.get("Termination")
    if termination in _TERMINATIONS and claimed in ("X", "O") and match.outcome is None:
        match.resign(Player(claimed).other, match.tags.pop("Termination"))
    if result(match) != claimed:
        outcome = match.outcome
        ends = "the moves do not end the game"
        if outcome:
            ends = f"the moves end in {result(match)} ({outcome.reason})"
        raise RecordError(f"The result is given as {claimed}, but {ends}.")
