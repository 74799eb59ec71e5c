"""The sentences that reasons are made of, as patterns: what may be said, and in which form."""

import re

from analysis.claims import Predicate

FORMS = [
    tuple(forms.split())
    for forms in (
        "place places placing,take takes taking,claim claims claiming,capture captures capturing,"
        "occupy occupies occupying,attack attacks attacking,swap swaps swapping,play plays playing,"
        "have has having,hold holds holding,end ends ending,win wins winning,draw draws drawing,"
        "leave leaves leaving,answer answers answering,form forms forming,stop stops stopping,"
        "threaten threatens threatening"
    ).split(",")
] + [("with best play end", "with best play ends", "")]
BASE, THIRD, PARTICIPLE = range(3)
CELL, CLAIMED = "[A-Z][0-9]+", r"\([0-9],[0-9]\)"
SEQUENCE = f"[1-9]-[1-9]-[1-9] on {CELL}"


def several(one: str) -> str:
    return f"{one}(?:, {one})*(?: and {one})?"


NAME = "(?:X|O|you)"
NUMBER = "[a-z0-9]+"
COMPARED = f"(?: to {NUMBER}|, as many as {NAME})"
REST = {
    "place": f"in [0-9]+|on {CELL}|[1-9] on {CELL}",
    "take": "[0-9]+",
    "claim": CLAIMED,
    "capture": several(CLAIMED),
    "occupy": "zone [0-9]+",
    "attack": "zone [0-9]+",
    "swap": f"{CELL} and {CELL}",
    "play": "[^ ,.]+",
    "have": rf"{NUMBER} (?:marker|cell)s?{COMPARED}(?:, and {CLAIMED} can never be captured)?",
    "hold": "the draw|"
    rf"{NUMBER} zones?{COMPARED}(?:, of which {NAME} can attack (?:none|only zone [0-9]+|"
    f"zones {several('[0-9]+')})|, and zone [0-9]+ cannot be retaken at once)?",
    "end": f"with {NUMBER} (?:marker|cell|zone|pair)s? to {NUMBER}",
    "with best play end": f"with {NUMBER} (?:marker|cell)s? to {NUMBER}",
    "win": "with best play|the tie-break with best play|"
    f"with {NUMBER} [a-z]+s each, on the tie-break|because .*",
    "draw": f"with {NUMBER} [a-z]+s each|because .*",
    "leave": f"{NAME} {NUMBER} cells? to choose from|{NAME} no empty cell in line with {CELL}",
    "answer": f"whatever {NAME} takes? with its partner"
    f"(?:: {several(f'{CELL} with {CELL}')}(?:, and so on)?)?",
    "form": f"[1-9]-[1-9]-[1-9] from {CELL} to {CELL}",
    "stop": several(SEQUENCE),
    "threaten": f"{several(SEQUENCE)}(?:, and (?:only one|not all) can be stopped)?",
}
VERDICT = (
    "(?:wins|loses)(?: at once| in (?:at most )?[0-9]+ moves| by [0-9]+| the tie-break)?"
    "|draws|is not known"
)


def predicates(text: str, form: int) -> list[Predicate] | None:
    """The deeds and facts that a text is made of, all of their verbs in one form."""
    found: list[Predicate] = []
    while text:
        text = re.sub("^(?:, and |, | and )", "", text) if found else text
        for forms in FORMS:
            said = re.match(f"{forms[form]} ({REST[forms[0]]})(?=, | and |$)", text)
            if said:
                found.append((forms[0], said[1]))
                text = text[said.end() :]
                break
        else:
            return None
    return found
