"""Lines broken at words, for terminals that are narrower than what is said."""

import re

CODE = re.compile(r"\x1b\[[0-9;]*m")
"""What colours a terminal; it takes no room."""
LEAD = re.compile(r"[ >]*(?:- |[0-9]+\. |[^ >][^ ]*(?: [^ ]+)? {2,})?")
"""What stands before the text of a line: indentation, a mark, a number, a word of a table."""


def columns_of(text: str) -> int:
    """How many columns a terminal needs for it."""
    shown = CODE.sub("", text)
    if shown.isascii():
        return len(shown)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(c) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(c) in "WF") for c in shown
    )


def wrap(text: str, columns: int) -> str:
    """Every line within that many columns, as far as its words allow. What goes on below goes on
    under the text of its line."""
    return "\n".join(part for line in text.split("\n") for part in _wrapped(line, columns))


def _wrapped(line: str, columns: int) -> list[str]:
    if columns_of(line) <= columns:
        return [line]
    found = LEAD.match(line)
    lead = found[0] if found else ""
    if len(lead) > columns // 2:
        lead = line[: len(line) - len(line.lstrip(" "))]
    first, *words = line[len(lead) :].split(" ")
    lines = [lead + first]
    for word in words:
        if columns_of(lines[-1]) + 1 + columns_of(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(" " * len(lead) + word)
    return lines
