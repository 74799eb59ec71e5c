"""Whole dialogues as text: a game of each rule book with wrong answers, and computers' games.

`make golden` writes the files anew; the test compares byte by byte.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from helpers import call

FOLDER = Path(__file__).parent / "dialogues"

# name: the words of the command, and the answers that are typed
DIALOGUES: dict[str, tuple[str, str]] = {
    "swap-nine": (
        "play swap-nine",
        "5 | 2 | 9 | 5 | 4 | 5 | 4 | 1 | 4 | 3 | 2 | 7 | | 6 | 9 | 5 | 8 | 9 | 8 | | 8 | 9 | 5",
    ),
    "swap-nine-tie": ("play swap-nine --size 2x2", "1 | 2 | | 3 | 4 |"),
    "numeral-nexus": (
        "play numeral-nexus",
        "0 | 10 | 5 | Z9 | C3 | 7 | C3 | D4 | swap | A1 | C3 | C3 | D4 | 6 | B2 | 4 | A1 | swap "
        "| 9 | B1 | swap | A1 | C3 | 3 | A2 | 8 | A3 | back | 3 | E5",
    ),
    "numeral-nexus-won": ("play numeral-nexus", "5 | C3 | 1 | A1 | 6 | D4 | 1 | A5 | 4 | B2"),
    "numeral-nexus-full": (
        'play numeral-nexus --position "X1O1X1/O3X9O3/X2O7- X XO"',
        "2 | C3",
    ),
    "grid-clash": (
        'play grid-clash --position "5,3,8/2,7,4/9,1,6 X"',
        "1 1 | 2 2 | 1 2 | 1 1 | 9 9 | x | 1,3 | 2 1 | 3 1 | 3 2 | 2 3 | 3 3",
    ),
    "grid-clash-tie": ('play grid-clash --position "1X,3O/4O,2 X"', "2 2"),
    "zone-conquest": (
        "play zone-conquest",
        "1 | 5 | 2 | 1 | 5 | 1 | 3 | 1 | 2 | 2 | 7 | 2 | 1 | 4 | 2 | 4 | 1 | 6 | 1 | 8 | 1 | 9 "
        "| 1 | 7",
    ),
    "zone-conquest-repetition": (
        'play zone-conquest --position "XO-/XO-/--- X 2 2"',
        "2 | 5 | 2 | 5 | 2 | 2 | 2 | 2 | 2 | 5 | 2 | 5 | 2 | 2 | 2 | 2",
    ),
    "crossed-paths": (
        "play crossed-paths --size 3x3",
        "D4 | B2 | B2 | A1 | c3 | C1 | C2 | A1 | B1 | A2 | A3 | B3",
    ),
    "commands": (
        "play swap-nine --name-x Ann",
        "help | moves | 5 | board | hint | undo | 2 | 1 | back | rules | 3 | undo | 7 | save "
        "| resign",
    ),
    "zone-conquest-notation": (
        'play zone-conquest --position "XO-/XO-/--- X - -"',
        "moves | x | x3 | x1 | 2 | help | moves | x5 | undo | 2 | x3 | back | x5 | moves | hint",
    ),
    "numeral-nexus-notation": (
        "play numeral-nexus --size 3x3",
        "A1~B2 | 12 | 5@ | help | 5@B2 | 7 | moves | help | C3 | moves | help | swap | help "
        "| moves | B2 | moves | A1 | undo | c3~b2",
    ),
    "undo": (
        "play crossed-paths --size 3x3",
        "B2 | undo | A1 | undo | C3 | A1 | help | moves | undo | resign",
    ),
    "puzzle": (
        "puzzle zone-conquest --seed 3",
        "help | hint | hint | hint | hint | moves | board | foo | x4 | save | 4 | x5",
    ),
    "computers": ("play zone-conquest --x perfect --o beginner --seed 3", ""),
    "computers-numbers": ("play grid-clash --x casual --o expert --seed 7 --size 2x3", ""),
    "markers": (
        "play crossed-paths --size 1x3 --marker-x # --marker-o * --name-o Bo --first o",
        "B1 | A1 | C1",
    ),
    "large": ("play zone-conquest --size 4x4", "1 | 10 | 2 | 10"),
    # Two people at the rule book's size, by default names, who say nothing wrong and ask nothing:
    # their files never change.
    "people-swap-nine": (
        "play swap-nine",
        "3 | 9 | 2 | 5 | 2 | 1 | 2 | 6 | 3 | 8 |  | 7 | 8 | 4 | 7",
    ),
    "people-numeral-nexus": (
        "play numeral-nexus",
        "9 | E1 | 1 | C5 | swap | C5 | E1 | 9 | A5 | 8 | D5 | 4 | A2 | 8 | D4 | swap | A2 | "
        "A5 | 8 | E2 | 3 | B2 | 7 | C2 | 7 | B3 | 7 | E3",
    ),
    "people-grid-clash": (
        "play grid-clash --seed 1",
        "1 3 | 1 2 | 2 2 | 1 1 | 3 2 | 3 3 | 2 3 | 3 1 | 2 1",
    ),
    "people-zone-conquest": (
        "play zone-conquest",
        "1 | 3 | 1 | 2 | 1 | 7 | 1 | 1 | 1 | 8 | 1 | 9 | 2 | 2 | 2 | 2 | 1 | 5 | 1 | 4 | 2 | 9",
    ),
    "people-crossed-paths": (
        "play crossed-paths",
        "A5 | E1 | E5 | E2 | D2 | F4 | F2 | F6 | F7 | A7 | A3 | D6 | E6 | E3 | C3 | F3 | D1 |"
        " D3 | F1 | G1 | G5 | B5 | A4 | D7 | C6 | C1 | C2 | C7 | G3 | G7 | G6 | G2 | D5 | D4 "
        "| C5 | B4 | B7 | E4 | E7",
    ),
    "toss": ("play swap-nine --size 2x2 --first toss --seed 1", "1 | 2 | | 3 | 4 |"),
}


def dialogue(name: str, home: str) -> str:
    words, answers = DIALOGUES[name]
    import shlex

    typed = "".join(f"{answer.strip()}\n" for answer in answers.split("|")) if answers else ""
    result = call(*shlex.split(words), stdin=typed, home=home)
    assert "Traceback" not in result.stderr, result.stderr
    return f"$ quincunx {words}\n{result.stdout}"


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    import tempfile

    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for one in DIALOGUES:
        with tempfile.TemporaryDirectory() as home:
            path(one).write_text(dialogue(one, home), encoding="utf-8")
