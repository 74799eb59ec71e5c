"""Referees: programs that implement a rule book, judged by it.

A referee is asked about positions (`questions`); its answers are compared with the rules, and where
they differ, with the other readings of the book (`judging`). Where the book says what is wrong
is found by facts: the rules and endings of the game's `sections`, and those that `describe` names.
A game's `readings.py` names the sections of those (`SECTIONS`), how else the book can be read
(`READINGS`: by the ids of docs/rulings.md), rare positions (`RARE`), and the kinds of moves
(`kind_of`).
"""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple

from quincunx.core import AnyGame, AnyPosition, Document, Outcome, QuincunxError
from quincunx.core.game import make
from quincunx.core.position import check_move
from quincunx.games import part_of
from quincunx.play.match import REPEATED

Answer = Document
Difference = tuple[str, str, str]
"""What an answer differs in, for which move, and what would be right."""
EVERY_GAME = {
    "setup": "Setup",
    "notation": 'docs/notation.md, "Positions"',
    "action": 'docs/notation.md, "Moves"',
}
STATE = {"occupied", "empty", "own", "none-left", "no-cell", "no-number"}
"""A move that these rules forbid mistakes the position, not a rule."""


class Question(NamedTuple):
    """A question: a position, moves to try there, and how it came about, if it did."""

    kind: type[AnyGame]
    text: str
    moves: tuple[str, ...] = ()
    start: str = ""
    history: tuple[str, ...] = ()
    is_third_time: bool = False
    seed: int | None = None
    """To begin a game with instead."""

    @property
    def size(self) -> tuple[int, int]:
        return self.kind.size_of(self.text)

    def document(self) -> Document:
        begun = {"protocol": 1, "game": self.kind.id(), "size": "{}x{}".format(*self.size)}
        if self.seed is not None:
            return {**begun, "seed": self.seed}
        known = {"start": self.start, "history": self.history} if self.start else {}
        return {**begun, "position": self.text, "moves": self.moves, **known}


class Expected(NamedTuple):
    """The right answer to a question, by the rules or by another reading of them."""

    question: Question
    position: Any = None
    refused: str = ""
    outcome: Outcome | None = None
    legal: dict[str, int | None] = {}
    """Moves, with their action numbers."""
    after: dict[str, str] = {}

    def by(self) -> list[Any]:
        """Return what decides: the cells of a line, or the counts."""
        line = [cell.key for cell in self.position.board().cells if cell.highlight == "line"]
        return line or [[tally.x, tally.o] for tally in self.outcome.counts] if self.outcome else []

    def if_tied(self, last_wins: bool) -> "Expected":
        """Return the same where with equal counts the last to move wins, or nobody does."""
        if not self.outcome or self.outcome.counts[0].leader:
            return self
        winner = self.position.turn.other if last_wins else None
        return self._replace(outcome=replace(self.outcome, winner=winner))

    def without(self, forbidden: Callable[[str], object]) -> "Expected":
        return self._replace(legal={m: n for m, n in self.legal.items() if not forbidden(m)})

    def reread(self, form: type[AnyPosition] | None = None, **tables: Any) -> "Expected":
        """Return the same by a game with other tables, or with another class of positions."""
        position = self.position
        try:
            if tables:
                game = self.question.kind(*self.question.size)
                vars(game).update(tables)
                position = game.parse(self.question.text)
        except QuincunxError as error:
            return Expected(self.question, refused=str(error))
        if form and position:
            position = form(*(getattr(position, one.name) for one in fields(position)))
        return expect(self.question, position)


Reading = Callable[[Expected], Expected]


def expect(question: Question, position: AnyPosition | None = None) -> Expected:
    """Return the right answer to a question, by its position or another one."""
    try:
        position = position or make(question.kind, *question.size).parse(question.text)
    except QuincunxError as error:
        return Expected(question, refused=str(error))
    outcome = position.outcome or (REPEATED if question.is_third_time else None)
    moves = {} if outcome else {str(move): move for move in position.legal_moves()}
    after = {text: str(position.after(moves[text])) for text in question.moves if text in moves}
    legal = {text: move.action for text, move in moves.items()}
    return Expected(question, position, "", outcome, legal, after)


def compare_answer(right: Expected, answer: Answer) -> dict[Difference, str]:
    """Return where an answer differs, and what it says; what it leaves out is not judged."""
    if right.refused or "refused" in answer:
        agreed = right.refused and "refused" in answer
        return {} if agreed else {("position", "", right.refused): ""}
    found, question, ours = dict[Difference, str](), right.question, _describe_end(right.outcome)
    if "outcome" in answer:
        theirs = answer["outcome"] and Outcome(answer["outcome"]["winner"], "")
        if _describe_end(theirs) != ours:  # whatever else differs follows from that
            return {("end", "", ours): f"says that {_describe_end(theirs)}"}
        if right.outcome and answer["outcome"].get("by", right.by()) != right.by():
            found["by", "", ours] = f"says that {answer['outcome']['by']} decides"
    known = right.position.game.move_of_text
    legal = [str(known.get(move.lower(), move)) for move in answer.get("legal_moves", right.legal)]
    found |= {("allows", move, ""): "" for move in legal if move not in right.legal}
    found |= {("forbids", move, ""): "" for move in right.legal.keys() - {*legal}}
    tried = zip(question.moves, answer["after"], strict=True) if "after" in answer else ()
    for move, text in tried:
        played = text if text and not _same(text, question.text) else ""
        if bool(played) != (move in right.legal):
            found.setdefault(("allows" if played else "forbids", move, ""), "plays")
        elif played and not _same(played, right.after[move]):
            found["after", move, right.after[move]] = played
    numbers = zip(legal, answer["actions"], strict=True) if "actions" in answer else ()
    wrong = [(m, right.legal[m]) for m, n in numbers if right.legal.get(m) not in (None, n)]
    return found | {("action", move, f"{number}"): "" for move, number in wrong}


def _describe_end(outcome: Outcome | None) -> str:
    return f"{outcome.winner or 'nobody'} wins" if outcome else "the game goes on"


def _same(one: str, other: str) -> bool:
    """Whether two texts agree word by word, as far as both go."""
    return all(a == b for a, b in zip(one.split(" "), other.split(" "), strict=False))


def describe(right: Expected, difference: Difference, found: str) -> tuple[list[str], str]:
    """Return what a difference is about, the most special fact first, and a sentence on it."""
    what, move, expected = difference
    ending = right.outcome.kind if right.outcome else ""
    text, begun = right.question.text, right.question.text == right.question.start
    if what == "position":
        kind = right.question.kind
        sides = zip(kind.smallest, right.question.size, kind.largest, strict=True)
        playable = all(low <= side <= high for low, side, high in sides)
        setup = (begun and not right.refused) or not playable
        refused = "to begin with" if begun else "the position"
        return ["setup" if setup else "notation"], (
            f"takes the position {text}: {expected}" if expected else f"refuses {refused} {text}"
        )
    if what in ("end", "by"):
        reason = f": {right.outcome.reason}" if right.outcome else ""
        if what == "by":
            return [f"by {ending}", what, ending], f"{found}, but {right.by()}{reason}"
        on = "the game goes on" in (found.removeprefix("says that "), expected)
        facts = [f"on {ending}", "on", ending] if on else [ending, "end"]
        return facts, f"{found}, but {expected}{reason}"
    if what == "allows":
        error = explain_refusal(right, move)
        rule = getattr(error, "rule", "unreadable")
        return [f"{rule} {ending}", rule], f"{found or 'allows'} {move}: {error}"
    if what == "action":
        return [what], f"numbers {move} wrong, which is {expected}"
    played = _move_kind(right, move)
    if what == "forbids":
        first = " at the start" if begun else ""
        facts = ["forbids start"] * begun + [f"forbids {played}", what]
        return facts, f"forbids {move}, which is legal{first}"
    wrong, turn = _misplayed_cells(right, expected, found)
    where, facts = ("turn", ["turn"]) if turn else ("last word", ["rest"])
    if wrong:
        own = right.position.game.move_of_text[move.lower()].clicks[0][0] == wrong[0]
        where, facts = f"cell {wrong[0]}", ["own cell"] * own + [f"{played} cell", "cell"]
    return facts, f"plays {move} wrong, {where}: {found}, but {expected} is right"


def _misplayed_cells(right: Expected, expected: str, found: str) -> tuple[list[str], bool]:
    """Return the cells that differ after a move, and whether the turn does."""
    cells = [
        right.question.kind.cell_form.findall(text.split(" ")[0]) for text in (found, expected)
    ]
    names = (cell.key for cell in right.position.board().cells)
    wrong = [name for name, *both in zip(names, *cells, strict=False) if len({*both}) > 1]
    return wrong, bool({*found.split(" ")[1:2]} - {*expected.split(" ")[1:2]})


def explain_refusal(right: Expected, move: str) -> QuincunxError:
    """Return why a move is not legal."""
    try:
        check_move(right.position, move, right.outcome)
    except QuincunxError as error:
        return error
    return QuincunxError("it is not legal")


def _move_kind(right: Expected, move: str) -> str:
    kind_of = getattr(part_of(right.question.kind, "readings"), "kind_of", lambda _move: "move")
    known = right.position.game.move_of_text.get(move.lower())
    return str(kind_of(known)) if known else ""


def section_of(kind: type[AnyGame], facts: list[str]) -> str:
    """Return the section of the book about the first of these facts that it has one for."""
    own: dict[str, str] = getattr(part_of(kind, "readings"), "SECTIONS", {})
    every = {**EVERY_GAME, **kind.sections, **own}
    return next((every[fact] for fact in facts if fact in every), "the rules")


def _refuse(right: Expected, where: bool) -> Expected:
    return Expected(right.question, refused="not in the book") if where else right


def readings_of(kind: type[AnyGame]) -> dict[str, Reading]:
    """Return the other readings of the book, by 'ID "section": what it then says'."""
    every: dict[str, Reading] = {
        'ALL1 "Turns": Player 1 always begins': (
            lambda right: _refuse(right, right.question.start.split(" ")[1:2] == ["O"])
        ),
        'ALL2 "Setup": there is no size but that of the book': (
            lambda right: _refuse(right, right.question.size != kind.default_size)
        ),
    }
    return every | getattr(part_of(kind, "readings"), "READINGS", {})


def misread(position: AnyPosition, move: str) -> str | None:
    """Return the rule that an illegal move misreads: the ruling by which it would be legal, else
    the section; None for a move that mistakes the position."""
    kind = type(position.game)
    right = expect(Question(kind, str(position)))
    refusal = explain_refusal(right, move)
    rule = getattr(refusal, "rule", "")
    moves = {
        str(one)
        for one in position.game.all_moves()
        if (other := position.why_not(one)) and (other.rule, other.sentence) == (rule, str(refusal))
    }
    for name, reading in readings_of(kind).items():
        if moves & reading(right).legal.keys():
            return name.split(" ")[0]
    return None if rule in STATE else section_of(kind, [rule])
