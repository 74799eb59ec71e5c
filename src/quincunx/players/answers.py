"""Reads the move from a language model's answer: in any decoration, but never guessed."""

import re
from itertools import takewhile

from quincunx.core import AnyGame, NotationError
from quincunx.core.text import quote
from quincunx.players.external import MAX_ANSWER_BYTES, parse_move

TIMES, WIDE_COLON = "\N{MULTIPLICATION SIGN}", "\N{FULLWIDTH COLON}"
FORM = f"""\
Think as long as you like. Then finish with one line of this form, in the notation above:
move: YOUR MOVE
The last line that says move: or answer: is read, and nothing but one move may follow in it. Also
read, in the same way: \\boxed{{YOUR MOVE}}, <move>YOUR MOVE</move>, <answer>YOUR MOVE</answer>,
{{"move": "YOUR MOVE"}}, and a line that is the word move and your move. Without any of these the
last line is read if it is only your move. {TIMES} is read as x. Two different moves at the end
cannot be read."""

_DECORATION = " \t\"'`*_{}[]().!;,:$\\"
_MARK = r"(?:\\boxed ?\{|<(?:move|answer)>|\b(?:move|answer)[\"'`*_ ]{0,9}[:=])"
"""Which a move follows."""
_MARKED = re.compile(_MARK, re.IGNORECASE)
_WRAPPED = re.compile(rf"({_MARK})[\"'`*_ \t\r]{{0,9}}\n\s*", re.IGNORECASE)
_LATEX_FONT = re.compile(r"\\(?:text|math)[a-z]{0,4}\{")
MAX_MOVE_CHARACTERS = 60


def read_answer(answer: str, game: AnyGame) -> str:
    """Return the move that the last line with one names; NotationError where there is none, or
    the lines next to it name another."""
    if answer != replace_surrogates(answer):
        raise unreadable("The answer has half a character in it, a lone surrogate", game)
    said = drop_thoughts(answer)[-MAX_ANSWER_BYTES:].strip()
    if not said:
        raise unreadable("The answer is empty", game)
    said = said.replace(WIDE_COLON, ":").replace(TIMES, "x").replace("\\times", "x")
    fenced = said.removeprefix("```json").removeprefix("```").removesuffix("```")
    if (move := parse_move(fenced)) is not None:
        return move
    said = _WRAPPED.sub(r"\1 ", _LATEX_FONT.sub("{", said))
    lines = [line for line in said.splitlines() if line.strip(_DECORATION)]
    named = [_marked_moves(line, game) for line in lines]
    alone = [_plain_move(line, game) for line in lines[-1:]]
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


def drop_thoughts(answer: str) -> str:
    """Return what follows the thoughts; nothing where they were cut off."""
    return answer.rpartition("</think>")[2].partition("<think>")[0]


def replace_surrogates(text: str) -> str:
    """Return the text with `?` for lone surrogates, which UTF-8 cannot encode."""
    return text.encode(errors="replace").decode()


def unreadable(what: str, game: AnyGame) -> NotationError:
    return NotationError(f"{what}: finish with a line like 'move: ' and {game.move_words}.")


def _marked_moves(line: str, game: AnyGame) -> tuple[str, list[str | None]]:
    """Return what precedes the first mark of a line, and the moves that it names, None for what is
    not one."""
    marks = [*_MARKED.finditer(line)]
    if not marks:
        word, _, rest = line.strip(_DECORATION).partition(" ")
        move = _plain_move(rest, game) if word.strip(_DECORATION).lower() == "move" else None
        return "", [move] if move else []
    texts = []
    for mark, end in zip(marks, [*(one.start() for one in marks[1:]), len(line)], strict=True):
        text = line[mark.end() : end].partition("</")[0]
        texts.append(text.partition("}")[0] if mark[0].endswith("{") else text)
    # In "answer: move: 5" only the second says something.
    said = [text for text in texts[:-1] if text.strip(_DECORATION)] + texts[-1:]
    return line[: marks[0].start()].strip(_DECORATION), [_plain_move(text, game) for text in said]


def _plain_move(text: str, game: AnyGame) -> str | None:
    """Return a move without decoration; it may have spaces, but not between two numbers."""
    text = text.strip(_DECORATION)
    if len(text) > MAX_MOVE_CHARACTERS:
        return None
    move = re.sub(r"(?<![0-9]) | (?![0-9])", "", " ".join(text.split()))
    return move if game.move_form.fullmatch(move) else None
