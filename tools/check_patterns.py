"""Check every regular expression of a package: matching must cost linear time.

Usage: check_patterns.py FOLDER

The folder is that of an importable package. Each call of `re` is found in the syntax tree and its
pattern is evaluated with the names of its module. Three things are refused in the parsed pattern,
each a known way to superlinear time on text that somebody else has written:

- an unbounded repeat inside an unbounded repeat, unless each round begins with something that the
  inner one cannot match;
- two unbounded repeats in a row over sets with a character in common, with nothing between them
  that their texts could not contain;
- where the match may start anywhere (search, sub, findall …), a pattern that begins with an
  unbounded repeat and goes on with something that may fail.

A pattern that is put together at run time needs a comment `# pattern:` that says why it is safe.
"""

import ast
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

# The parser of patterns, since 3.11; not public, so nothing but this tool uses it.
op: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")

FUNCTIONS = {
    "compile",
    "match",
    "fullmatch",
    "search",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
}
ANCHORED = {"match", "fullmatch"}
UNBOUNDED = 64
"""A repeat that may go on this long counts as unbounded."""
ALPHABET = [chr(number) for number in range(256)] + [*"\u2003\u2028\uff1a\uff11\u0430"]
"""Characters to compare sets by: Latin-1, and some of what Unicode adds to \\s, \\d and \\w."""
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)

Item = tuple[Any, Any]
Chars = frozenset[str]


class Part(NamedTuple):
    """A stretch of a sequence: what it may contain, and how it may be repeated."""

    chars: Chars
    optional: bool
    unbounded: bool


def find_fault(pattern: str | bytes, flags: int = 0, anchored: bool = True) -> str | None:
    """Return what makes a pattern superlinear, or None."""
    tree = parser.parse(pattern, flags)
    for sequence in _sequences(tree):
        parts = [_part(item, tree.state.flags) for item in sequence]
        for item in sequence:
            if _is_unbounded(item) and _nested(item[1][2], tree.state.flags):
                return "an unbounded repeat inside an unbounded repeat"
        if any(_shares(parts, *ends) for ends in combinations(range(len(parts)), 2)):
            return "two unbounded repeats in a row with a character in common"
    ways = [] if anchored else _alternatives(tree, split_optional=False)
    if any(_restarts(way, tree.state.flags) for way in ways):
        return "a search that begins with an unbounded repeat and may fail after it"
    return None


def _sequences(tree: Any) -> Iterator[list[Item]]:
    """Every sequence of items in the pattern, groups without repeats written out in place."""
    for sequence in _alternatives(tree):
        yield sequence
        for item in sequence:
            for inner in _inner(item):
                yield from _sequences(inner)


def _alternatives(tree: Any, split_optional: bool = True) -> list[list[Item]]:
    """The ways through a pattern, each as one flat sequence."""
    ways: list[list[Item]] = [[]]
    for item in tree:
        kind, argument = item
        if kind is op.SUBPATTERN:
            choices = _alternatives(argument[3])
        elif kind is op.ATOMIC_GROUP:
            choices = _alternatives(argument)
        elif kind is op.BRANCH:
            choices = [way for branch in argument[1] for way in _alternatives(branch)]
        elif split_optional and kind in REPEATS and argument[:2] == (0, 1):
            choices = [*_alternatives(argument[2]), []]
        else:
            choices = [[item]]
        ways = [way + choice for way in ways for choice in choices][:1_000]
    return ways


def _inner(item: Item) -> list[Any]:
    if item[0] in REPEATS:
        return [item[1][2]]
    if item[0] in (op.ASSERT, op.ASSERT_NOT):
        return [item[1][1]]
    return []


def _is_unbounded(item: Item) -> bool:
    return item[0] in REPEATS and item[1][1] >= UNBOUNDED


def _part(item: Item, flags: int) -> Part:
    kind, argument = item
    if kind in REPEATS:
        low, high, inner = argument
        endless = high >= UNBOUNDED or any(map(_is_unbounded, inner))
        return Part(_chars(inner, flags), low == 0, endless)
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return Part(frozenset(), True, False)
    return Part(_chars([item], flags), False, False)


def _shares(parts: Sequence[Part], start: int, end: int) -> bool:
    """Whether two repeats can divide the same text between them in many ways."""
    first, last = parts[start], parts[end]
    common = first.chars & last.chars
    between = parts[start + 1 : end]
    return (
        first.unbounded
        and last.unbounded
        and bool(common)
        and all(part.optional or part.chars & common for part in between)
    )


def _nested(body: Any, flags: int) -> bool:
    """Whether a repeat's body repeats without end, and a next round can begin in its text."""
    for sequence in _alternatives(body):
        for number, item in enumerate(sequence):
            if not (_is_unbounded(item) or any(_nested(inner, flags) for inner in _inner(item))):
                continue
            chars = _part(item, flags).chars
            around = [_part(one, flags) for one in sequence[number + 1 :] + sequence[:number]]
            if all(part.optional or part.chars & chars for part in around):
                return True
    return False


def _restarts(sequence: list[Item], flags: int) -> bool:
    """Whether each place of a long run may be tried as the start of the same repeat in vain."""
    if not sequence or sequence[0][0] is op.AT:
        return False
    if sequence[0][0] is op.ASSERT_NOT and sequence[0][1][0] < 0:  # looks behind
        return False
    before: list[Part] = []
    for number, item in enumerate(sequence):
        part = _part(item, flags)
        if part.unbounded:
            may_fail = any(one[0] not in REPEATS or one[1][0] for one in sequence[number + 1 :])
            return may_fail and all(one.optional or one.chars & part.chars for one in before)
        before.append(part)
    return False


def _chars(items: Any, flags: int) -> Chars:
    """Every character of the alphabet that the text of these items may contain."""
    found: set[str] = set()
    for kind, argument in items:
        if kind in (op.LITERAL, op.NOT_LITERAL, op.IN, op.ANY):
            found.update(char for char in ALPHABET if _matches(kind, argument, char, flags))
        elif kind in REPEATS:
            found |= _chars(argument[2], flags)
        elif kind is op.SUBPATTERN:
            found |= _chars(argument[3], flags)
        elif kind is op.ATOMIC_GROUP:
            found |= _chars(argument, flags)
        elif kind is op.BRANCH:
            found.update(*(_chars(branch, flags) for branch in argument[1]))
        elif kind not in (op.AT, op.ASSERT, op.ASSERT_NOT):
            found.update(ALPHABET)  # a group's text again, or what is not known here
    return frozenset(found)


def _matches(kind: Any, argument: Any, char: str, flags: int) -> bool:
    cases = {char, char.lower(), char.upper()[0]} if flags & re.IGNORECASE else {char}
    if kind is op.LITERAL:
        return chr(argument) in cases
    if kind is op.NOT_LITERAL:
        return chr(argument) not in cases
    if kind is op.ANY:
        return char != "\n" or bool(flags & re.DOTALL)
    negated = argument[0][0] is op.NEGATE
    return negated != any(_in_class(one, case, flags) for one in argument for case in cases)


def _in_class(item: Item, char: str, flags: int) -> bool:
    kind, argument = item
    if kind is op.LITERAL:
        return chr(argument) == char
    if kind is op.RANGE:
        low, high = argument
        return bool(low <= ord(char) <= high)
    if kind is op.CATEGORY:
        name = str(argument).removeprefix("CATEGORY_")
        negated = name.startswith("NOT_")
        letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[name.removeprefix("NOT_")]
        ascii_only = flags & re.ASCII
        return negated != bool(re.fullmatch(rf"\{letter}", char, ascii_only))
    return False


def check_module(path: Path, name: str, package: str) -> Iterator[str]:
    """Yield a sentence for each pattern of a module that is at fault."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for call in ast.walk(ast.parse(text)):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=function), args=[written, *others]
            ) if function in FUNCTIONS:
                where = f"{path}:{call.lineno}"
            case _:
                continue
        names = vars(importlib.import_module(name))
        try:
            pattern = eval(ast.unparse(written), names)
            values = [eval(ast.unparse(one), names) for one in _flags(call, function, others)]
        except NameError:
            around = "".join(lines[call.lineno - 2 : call.end_lineno])
            if "# pattern:" not in around:
                yield f"{where}: made at run time: say in a comment `# pattern:` why it is safe."
            continue
        if isinstance(pattern, re.Pattern):
            continue
        anchored = function in ANCHORED or (
            function == "compile" and not _is_searched(package, lines[call.lineno - 1])
        )
        if fault := find_fault(pattern, sum(values), anchored):
            yield f"{where}: {pattern!r} has {fault}."


def _flags(call: ast.Call, function: str, others: list[ast.expr]) -> list[ast.expr]:
    named = [one.value for one in call.keywords if one.arg == "flags"]
    place = {"compile": 0, "sub": 3, "subn": 3, "split": 2}.get(function, 1)
    return named or others[place : place + 1]


def _is_searched(package: str, line: str) -> bool:
    """Whether a pattern that this line gives a name is used to search, anywhere in the package."""
    name = line.partition("=")[0].partition(":")[0].strip()
    used = re.findall(rf"\b{re.escape(name)}\.(\w+)\(", package)
    return not used or not set(used) <= ANCHORED


def main() -> None:
    folder = Path(sys.argv[1])
    paths = sorted(folder.rglob("*.py"))
    package = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    faults: list[str] = []
    for path in paths:
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        faults += check_module(path, name.removesuffix(".__init__"), package)
    print("\n".join(faults) or "Every regular expression costs linear time.")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
