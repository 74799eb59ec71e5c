"""Judges a referee by its answers: faults by section, other readings by their id."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from quincunx.arena.referees import (
    Answer,
    Difference,
    Expected,
    Question,
    Reading,
    compare_answer,
    describe,
    expect,
    readings_of,
    section_of,
)
from quincunx.core import AnyGame, Document
from quincunx.core.text import clean, counted, quote
from quincunx.players.external import NoAnswerError

MAX_FAILURES = 3
"""Of answers, after which no more is asked."""
PROTOCOL = 'docs/conform.md, "The protocol"'
NEEDED = ("legal_moves", "outcome", "after")
PARTS = (*NEEDED, "actions", "by")
HIDING = {"position", "end"}
"""Differences that hide all others."""
JudgedAnswer = tuple[Expected, Answer, dict[Difference, str]]
Found = dict[str, list[tuple[str, Question]]]
"""By section or reading: what is wrong, and in which question."""


def judge(
    kind: type[AnyGame], send: Callable[[Any], str], questions: Iterable[Question]
) -> Document:
    """Judge a referee. A reading is its own if it explains a difference, and no answer contradicts
    it."""
    judged, faults = answers(send, questions)
    readings: Found = {}
    explained = set[tuple[int, Difference]]()
    for name, reading in readings_of(kind).items() if any(one[2] for one in judged) else ():
        if gone := _explained(reading, judged):
            readings[name] = [_example(judged[n], one)[1] for n, one in sorted(gone)]
            explained |= gone
    for number, one in enumerate(judged):
        for difference in one[2]:
            if (number, difference) not in explained:
                facts, example = _example(one, difference)
                faults.setdefault(section_of(kind, facts), []).append(example)
    begun = {
        answer.get("position", "") for right, answer, _ in judged if right.question.seed is not None
    }
    if len(begun) == 1 and "" not in begun:
        question = next(right.question for right, *_ in judged if right.question.seed is not None)
        faults.setdefault("Setup", []).append(
            (f"always begins with {begun.pop()}: choose it at random", question)
        )
    given = {part for _, one, _ in judged for part in [*one, *(one.get("outcome") or ())]}
    left_out = [part for part in PARTS if part not in given]
    return {
        "game": kind.id(),
        "answers": len(judged),
        "faults": [{"section": one, **_smallest(some)} for one, some in faults.items()],
        "readings": [
            dict(zip(("id", "section", "reading"), re.split(' "|": ', one), strict=True))
            | _smallest(some)
            for one, some in readings.items()
        ],
        "left_out": left_out,
        "passes": not faults and not readings and not {*NEEDED} & {*left_out},
    }


def answers(
    send: Callable[[Any], str], questions: Iterable[Question]
) -> tuple[list[JudgedAnswer], Found]:
    """Return what was answered, and what was no answer. A size that is refused is asked no more."""
    judged, failed, unplayed = list[JudgedAnswer](), Found(), set[tuple[int, int]]()
    for question in questions:
        if question.size in unplayed:
            continue
        right, words = expect(question), ""
        try:
            words = send(question.document())
            answer = dict(json.loads(words))
            found = {} if question.seed is not None or not answer else compare_answer(right, answer)
        except (
            NoAnswerError,
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            RecursionError,
        ) as error:
            why = f"{quote(words, 80)} is no answer" if words else str(error)
            failed.setdefault(PROTOCOL, []).append((why, question))
            if len(failed[PROTOCOL]) == MAX_FAILURES:
                break
            continue
        if answer:
            judged.append((right, answer, found))
        begun = question.text == question.start and question.text.split(" ")[1] == "X"
        if begun and "refused" in answer:
            unplayed.add(question.size)
    return judged, failed


def _explained(reading: Reading, judged: list[JudgedAnswer]) -> set[tuple[int, Difference]]:
    gone = set()
    for number, (right, answer, ours) in enumerate(judged):
        theirs = compare_answer(reading(right), answer)
        uncovered = HIDING & {one[0] for one in ours} - {one[0] for one in theirs}
        if theirs.keys() - ours.keys() and not uncovered:
            return set()
        gone |= {(number, one) for one in ours.keys() - theirs.keys()}
    return gone


def _example(one: JudgedAnswer, difference: Difference) -> tuple[list[str], tuple[str, Question]]:
    """Return the facts of a difference; what is wrong, and in which question."""
    right, _, found = one
    facts, words = describe(right, difference, found[difference])
    return facts, (clean(words, 400), right.question)


def _smallest(examples: list[tuple[str, Question]]) -> Document:
    """Return how many there are, and the one with the fewest cells in use."""
    words, question = min(
        examples, key=lambda one: (len(re.findall("[XO]", one[1].text)), len(one[1].text))
    )
    return {"count": len(examples), "says": words, "example": question.document()}


def in_words(document: Document) -> str:
    faults, readings = document["faults"], document["readings"]
    found = f"{counted(len(faults), 'fault')}, {counted(len(readings), 'other reading')}"
    lines = [f"{document['game']}: {counted(document['answers'], 'answer')}, {found}."]
    for one in [*faults, *readings]:
        reading = f" {one['id']}: {one['reading']}" if "id" in one else ""
        example = one["example"]
        lines += ["", f"{one['section']}{reading} ({counted(one['count'], 'time')})"]
        lines += [f"  {one['says']}", f"  in {example.get('position', '')} of {example['size']}"]
        if example.get("history"):
            lines.append(f"  after {' '.join(example['history'])}")
    if document["left_out"]:
        lines += ["", f"Not judged, since no answer had it: {', '.join(document['left_out'])}."]
    return "\n".join(lines)
