"""Referees: programs that implement a rule book, judged by it.

A referee is asked about positions (`questions`); its answers are held against the rules, and where
they differ, against the other readings of the book (`judging`). A file here with the name of a
game's file says where its book says what (`SECTIONS`: by what is said to be wrong), how else the
book can be read (`READINGS`: by the ids of docs/rulings.md), and what comes seldom (`RARE`).
"""

import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple

from quincunx.core import AnyGame, AnyPosition, Outcome, QuincunxError
from quincunx.core.position import checked
from quincunx.games import own_file, parse

REPEATED = Outcome(None, "the same position stands for the third time")
Answer = dict[str, Any]
Difference = tuple[str, str, str]
"""In what an answer differs, of which move, and what would be right."""
EVERY_GAME = {
    "Setup": "^refuses to|is played on|draw lots",
    'docs/notation.md, "Positions"': "^(takes|refuses)",
    'docs/notation.md, "Moves"': "^numbers",
}
STATE = "is (occupied|taken|held) by|is empty|is your own|left in the pool|There is no"
"""A move that is refused in these words mistakes the position, not a rule."""


class Asked(NamedTuple):
    """A question: a position, moves to try there, and how it came about, if it did."""

    kind: type[AnyGame]
    text: str
    moves: tuple[str, ...] = ()
    start: str = ""
    history: tuple[str, ...] = ()
    thrice: bool = False
    seed: int | None = None
    """Where a game is to be begun instead."""

    @property
    def size(self) -> tuple[int, int]:
        return self.kind.size_of(self.text)

    def document(self) -> dict[str, Any]:
        begun = {"protocol": 1, "game": self.kind.id(), "size": "{}x{}".format(*self.size)}
        if self.seed is not None:
            return {**begun, "seed": self.seed}
        known = {"start": self.start, "history": self.history} if self.start else {}
        return {**begun, "position": self.text, "moves": self.moves, **known}


class Told(NamedTuple):
    """What the rules say of it, or another reading of them."""

    asked: Asked
    position: Any = None
    refused: str = ""
    outcome: Outcome | None = None
    legal: dict[str, int | None] = {}
    """Moves, with their action numbers."""
    after: dict[str, str] = {}

    def by(self) -> list[Any]:
        """What decides: the cells of a line, or what was counted."""
        line = [cell.key for cell in self.position.board().cells if cell.highlight == "line"]
        return line or [[tally.x, tally.o] for tally in self.outcome.counts] if self.outcome else []

    def if_tied(self, last_wins: bool) -> "Told":
        """With equal counts whoever moved last wins, or nobody does."""
        if not self.outcome or self.outcome.counts[0].leader:
            return self
        winner = self.position.turn.other if last_wins else None
        return self._replace(outcome=replace(self.outcome, winner=winner))

    def without(self, forbidden: Callable[[str], object]) -> "Told":
        return self._replace(legal={m: n for m, n in self.legal.items() if not forbidden(m)})

    def anew(self, form: type[AnyPosition] | None = None, **tables: Any) -> "Told":
        """The same by a game with other tables, or with another form of its positions."""
        position = self.position
        try:
            if tables:
                game = self.asked.kind(*self.asked.size)
                vars(game).update(tables)
                position = game.parse(self.asked.text)
        except QuincunxError as error:
            return Told(self.asked, refused=str(error))
        if form and position:
            position = form(*(getattr(position, one.name) for one in fields(position)))
        return told(self.asked, position)


Reading = Callable[[Told], Told]


def told(asked: Asked, position: AnyPosition | None = None) -> Told:
    try:
        position = position or parse(asked.kind.id(), asked.text)
    except QuincunxError as error:
        return Told(asked, refused=str(error))
    outcome = position.outcome or (REPEATED if asked.thrice else None)
    moves = {} if outcome else {str(move): move for move in position.legal_moves()}
    after = {text: str(position.after(moves[text])) for text in asked.moves if text in moves}
    legal = {text: move.action for text, move in moves.items()}
    return Told(asked, position, "", outcome, legal, after)


def differences(right: Told, answer: Answer) -> dict[Difference, str]:
    """Where an answer says something else, and what; what it leaves out is not judged."""
    if right.refused or "refused" in answer:
        agreed = right.refused and "refused" in answer
        return {} if agreed else {("position", "", right.refused): ""}
    found, asked, ours = dict[Difference, str](), right.asked, _ended(right.outcome)
    if "outcome" in answer:
        theirs = answer["outcome"] and Outcome(answer["outcome"]["winner"], "")
        if _ended(theirs) != ours:  # whatever else differs follows from that
            return {("end", "", ours): f"says that {_ended(theirs)}"}
        if right.outcome and answer["outcome"].get("by", right.by()) != right.by():
            found["by", "", ours] = f"says that {answer['outcome']['by']} decides"
    known = right.position.game.move_of_text
    legal = [str(known.get(move.lower(), move)) for move in answer.get("legal_moves", right.legal)]
    found |= {("allows", move, ""): "" for move in legal if move not in right.legal}
    found |= {("forbids", move, ""): "" for move in right.legal.keys() - {*legal}}
    tried = zip(asked.moves, answer["after"], strict=True) if "after" in answer else ()
    for move, text in tried:
        played = text if text and not _same(text, asked.text) else ""
        if bool(played) != (move in right.legal):
            found.setdefault(("allows" if played else "forbids", move, ""), "plays")
        elif played and not _same(played, right.after[move]):
            found["after", move, right.after[move]] = played
    numbers = zip(legal, answer["actions"], strict=True) if "actions" in answer else ()
    wrong = [(m, right.legal[m]) for m, n in numbers if right.legal.get(m) not in (None, n)]
    return found | {("action", move, f"{number}"): "" for move, number in wrong}


def _ended(outcome: Outcome | None) -> str:
    return f"{outcome.winner or 'nobody'} wins" if outcome else "the game goes on"


def _same(one: str, other: str) -> bool:
    """Word by word, as far as both go."""
    return all(a == b for a, b in zip(one.split(" "), other.split(" "), strict=False))


def sentence(right: Told, difference: Difference, found: str) -> str:
    """What is wrong, for people; its section is found by it."""
    what, move, expected = difference
    if what == "position":
        text = right.asked.text
        refused = "to begin with" if text == right.asked.start else "the position"
        return f"takes the position {text}: {expected}" if expected else f"refuses {refused} {text}"
    if what in ("end", "by"):
        reason = f": {right.outcome.reason}" if right.outcome else ""
        return f"{found}, but {right.by() if what == 'by' else expected}{reason}"
    if what == "allows":
        return f"{found or 'allows'} {move}: {broken(right, move)}"
    if what == "forbids":
        first = " at the start" if right.asked.text == right.asked.start else ""
        return f"forbids {move}, which is legal{first}"
    if what == "action":
        return f"numbers {move} wrong, which is {expected}"
    cells = [right.asked.kind.cell_form.findall(text.split(" ")[0]) for text in (found, expected)]
    names = (cell.key for cell in right.position.board().cells)
    wrong = [name for name, *both in zip(names, *cells, strict=False) if len({*both}) > 1]
    turn = "turn" if {*found.split(" ")[1:2]} - {*expected.split(" ")[1:2]} else "last word"
    where = f"cell {wrong[0]}" if wrong else turn
    return f"plays {move} wrong, {where}: {found}, but {expected} is right"


def broken(right: Told, move: str) -> str:
    """Why a move is not legal."""
    try:
        checked(right.position, move, right.outcome)
    except QuincunxError as error:
        return str(error)
    return "it is not legal"


def section_of(kind: type[AnyGame], words: str) -> str:
    """Where the book says what is wrong in these words."""
    every = EVERY_GAME | getattr(own_file(kind, __name__), "SECTIONS", {})
    return next((one for one, form in every.items() if re.search(form, words)), "the rules")


def _refused(right: Told, where: bool) -> Told:
    return Told(right.asked, refused="not in the book") if where else right


def other_readings(kind: type[AnyGame]) -> dict[str, Reading]:
    """How else the book can be read, by 'ID "section": what it then says'."""
    every: dict[str, Reading] = {
        'ALL1 "Turns": Player 1 always begins': (
            lambda right: _refused(right, right.asked.start.split(" ")[1:2] == ["O"])
        ),
        'ALL2 "Setup": there is no size but that of the book': (
            lambda right: _refused(right, right.asked.size != kind.default_size)
        ),
    }
    return every | getattr(own_file(kind, __name__), "READINGS", {})


def misread(position: AnyPosition, reason: str) -> str | None:
    """The rule that a move misreads which is refused for this reason: the ruling by which it would
    be legal, else the section; None for a move that mistakes the position."""
    kind = type(position.game)
    right = told(Asked(kind, str(position)))
    moves = {str(move) for move in position.game.all_moves() if position.why_not(move) == reason}
    for name, reading in other_readings(kind).items():
        if moves & reading(right).legal.keys():
            return name.split(" ")[0]
    return None if re.search(STATE, reason) else section_of(kind, reason)
