"""How a move is read from what a language model says: in any dress, but never guessed."""

import re
from itertools import takewhile

from quincunx.core import AnyGame, NotationError
from quincunx.core.text import quote
from quincunx.players.outside import LARGEST_ANSWER, move_in

TIMES, WIDE_COLON = "\N{MULTIPLICATION SIGN}", "\N{FULLWIDTH COLON}"
FORM = f"""\
Think as long as you like. Then finish with one line of this form, in the notation above:
move: YOUR MOVE
The last line that says move: or answer: is read, and nothing but one move may follow in it. Also
read, in the same way: \\boxed{{YOUR MOVE}}, <move>YOUR MOVE</move>, <answer>YOUR MOVE</answer>,
{{"move": "YOUR MOVE"}}, and a line that is the word move and your move. Without any of these the
last line is read if it is only your move. {TIMES} is read as x. Two different moves at the end
cannot be read."""

_DRESS = " \t\"'`*_{}[]().!;,:$\\"
_MARK = r"(?:\\boxed ?\{|<(?:move|answer)>|\b(?:move|answer)[\"'`*_ ]{0,9}[:=])"
"""What a move follows."""
_MARKED = re.compile(_MARK, re.IGNORECASE)
_BROKEN_OFF = re.compile(rf"({_MARK})[\"'`*_ \t\r]{{0,9}}\n\s*", re.IGNORECASE)
_LATEX_FONT = re.compile(r"\\(?:text|math)[a-z]{0,4}\{")
MAX_MOVE_CHARACTERS = 60


def read_answer(answer: str, game: AnyGame) -> str:
    """Return the move that the last line with one names; NotationError where there is none, or
    the lines next to it name another."""
    if answer != sendable(answer):
        raise unreadable("The answer has half a character in it, a lone surrogate", game)
    said = last_words(answer)[-LARGEST_ANSWER:].strip()
    if not said:
        raise unreadable("The answer is empty", game)
    said = said.replace(WIDE_COLON, ":").replace(TIMES, "x").replace("\\times", "x")
    fenced = said.removeprefix("```json").removeprefix("```").removesuffix("```")
    if (move := move_in(fenced)) is not None:
        return move
    said = _BROKEN_OFF.sub(r"\1 ", _LATEX_FONT.sub("{", said))
    lines = [line for line in said.splitlines() if line.strip(_DRESS)]
    named = [_named(line, game) for line in lines]
    alone = [_bare(line, game) for line in lines[-1:]]
    while named and not named[-1][1]:
        named.pop()
    prefix, last = named[-1] if named else ("", alone)
    # Of the lines next to it those that answer, too, have to agree; other words only mention.
    nearest = takewhile(lambda one: one[1], reversed(named))
    near = [moves for before, moves in nearest if before in ("", prefix)]
    if prefix or len(named) == len(lines) - 1:
        near.append(alone)
    moves = {move.lower() for some in near for move in some if move}
    if not last or None in last or len(moves) > 1:
        raise unreadable(f"{quote(answer[-60:], 60)} does not end in one move", game)
    return str(last[0])


def last_words(answer: str) -> str:
    """What is said after thinking; nothing where the thoughts were cut off."""
    return answer.rpartition("</think>")[2].partition("<think>")[0]


def sendable(text: str) -> str:
    """The text with `?` for lone surrogates, which UTF-8 does not know."""
    return text.encode(errors="replace").decode()


def unreadable(what: str, game: AnyGame) -> NotationError:
    return NotationError(f"{what}: finish with a line like 'move: ' and {game.move_words}.")


def _named(line: str, game: AnyGame) -> tuple[str, list[str | None]]:
    """What stands before the first mark of a line, and the moves that it names, None for what is
    not one."""
    marks = [*_MARKED.finditer(line)]
    if not marks:
        word, _, rest = line.strip(_DRESS).partition(" ")
        move = _bare(rest, game) if word.strip(_DRESS).lower() == "move" else None
        return "", [move] if move else []
    texts = []
    for mark, end in zip(marks, [*(one.start() for one in marks[1:]), len(line)], strict=True):
        text = line[mark.end() : end].partition("</")[0]
        texts.append(text.partition("}")[0] if mark[0].endswith("{") else text)
    # In "answer: move: 5" only the second says something.
    said = [text for text in texts[:-1] if text.strip(_DRESS)] + texts[-1:]
    return line[: marks[0].start()].strip(_DRESS), [_bare(text, game) for text in said]


def _bare(text: str, game: AnyGame) -> str | None:
    """A move out of its dress; spaces may stand in it, but not between two numbers."""
    text = text.strip(_DRESS)
    if len(text) > MAX_MOVE_CHARACTERS:
        return None
    move = re.sub(r"(?<![0-9]) | (?![0-9])", "", " ".join(text.split()))
    return move if game.move_form.fullmatch(move) else None
