"""Make text from outside harmless, and write small parts of sentences."""

from quincunx.core.errors import GameError

_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)

_HARMLESS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
NUMBER = "(0|[1-9][0-9]*)"
"""A whole number in a form of notation."""


def in_words(count: int, other: int = 0) -> str:
    """Write a number in words, or in figures where it or the other number of the sentence is above
    twenty: numbers of one sentence are written alike."""
    return _WORDS[count] if max(count, other) < len(_WORDS) else str(count)


def counted(count: int, noun: str) -> str:
    """'1 cell', '5 cells'."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(words: list[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that is most similar to an unknown one, if one is."""
    if not 3 <= len(word) <= 40 or word.lower() in known:
        return None
    from difflib import get_close_matches

    spelled = {one.lower(): one for one in known}
    found = get_close_matches(word.lower(), spelled, 1, 0.7)
    return spelled[found[0]] if found else None


def suggestion(word: str, known: list[str]) -> str:
    """Suggest what to write instead of an unknown word."""
    near = nearest(word, known)
    return f"did you mean {near}?" if near else f"choose {listed(known, 'or')}."


def quote(text: str, limit: int = 40) -> str:
    """Quote text for an error message: short, and with control, bidirectional and broken characters
    escaped, so that it cannot disturb a terminal or a page."""
    return repr(text) if len(text) <= limit else repr(text[:limit]) + "…"


def clean(name: str, limit: int = 40) -> str:
    """Make a name or label safe to show: control characters, and those that change the direction of
    writing, are replaced."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _disturbs(c) else c for c in name[:limit])


def _disturbs(character: str) -> bool:
    if character.isprintable() or character in _HARMLESS:
        return False
    from unicodedata import category

    return category(character) != "Zs"


def is_whole_number(text: str, digits: int = 18) -> bool:
    """Whether the text is 0, 1, 2 … in ASCII digits; other alphabets have digits too."""
    return text.isascii() and text.isdecimal() and len(text) <= digits and str(int(text)) == text


def read_size(text: str) -> tuple[int, int]:
    rows, times, columns = text.lower().partition("x")
    if not (times and is_whole_number(rows) and is_whole_number(columns)):
        raise GameError(f"{quote(text)} is not a size: write rows x columns, as in 3x3.")
    return int(rows), int(columns)


def paragraphs(text: str) -> str:
    """Join lines that were broken by hand, so that they can be wrapped."""
    lines: list[str] = []
    start = 0
    for line in text.split("\n"):
        words = line.lstrip(" ")
        indentation = len(line) - len(words)
        item = words.startswith("- ")
        if words and lines and lines[-1] and indentation == start and not item:
            lines[-1] += f" {words}"
        else:
            lines.append(line)
            start = indentation + (2 if item else 0)
    return "\n".join(lines)
