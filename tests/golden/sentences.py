"""The sentences that users can meet, in one file, so that wording is reviewed like code.

First come the outputs of commands, right and wrong, one refusal for each rule, and the full screen;
then every text of the source, by file, with `{}` where something is filled in; then the page. `make
golden` writes the file; the tests compare it section by section.
"""

import ast
import html
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(1, str(Path(__file__).parents[2]))

import quincunx
from helpers import BOOKS, ROOT, call
from quincunx.cli.dispatch import command_names
from quincunx.core import random_play

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from web.serving import Server

FILE = Path(__file__).parent / "sentences.txt"
SOURCE = ROOT / "src" / "quincunx"
PAGE = "The page"
RECORD = '[Game "zone-conquest"]\n[X "Ann"]\n[O "Bob"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n'
FILES = {
    "game.txt": RECORD,
    "wrong.txt": RECORD.replace("x4", "x9"),
    "agent.py": "def first(position):\n    return position.legal_moves()[0]\n",
}
COMMANDS = """
games
solutions
legal swap-nine
apply swap-nine 5 2x5
analyze zone-conquest --position "OX-/XXO/-O- X 4 -" --why
analyze swap-nine --position "-O-/-OO/OXO X" --why
analyze grid-clash --position "5O,3,8/2,7O,4/9,1,6 X" --why
analyze numeral-nexus --position "-----/-----/--X5--/---O7-/----- X -" --why
analyze crossed-paths --size 3x3 --why
review game.txt
replay game.txt < 3 | x | q
verify swap-nine
puzzle swap-nine --seed 3 < help | foo | 9 | hint | hint | answer
puzzle --difficulty 9
learn
learn swap-nine < help | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | quit
play swap-nine --o casual --seed 1 < help | hint | 5 | undo | 99 | 5 | 2 | moves | save | resign
play zone-conquest --name-x Ann --name-o Bob < 3 | 1 | 5 | 1 | 5 | 2 | 5 | resign
resume < q
history
stats
match swap-nine perfect random --games 2 --seed 1
tournament random casual --game swap-nine --games 2 --file t.jsonl
grade policy:agent.py:first --game swap-nine --starts 2
exploit random --game swap-nine --size 2x2
conform "cmd:false" --game swap-nine
frobnicate
play
play swap-nyne
play swap-nine --o skiled
play swap-nine --size 9x9
play swap-nine --size big
play swap-nine --seed x
play swap-nine --position rubbish
play swap-nine --x perfect --size 6x6
play swap-nine --marker-x X --marker-o X
play swap-nine --sede 1
legal swap-nine --position "XX-/-X-/---"
legal swap-nine --position "XX-/-X-/--- X" --size 2x2
legal numeral-nexus --position "-----/-----/--X5--/---O7-/----- X Z"
legal grid-clash --position "5,5,8/2,7,4/9,1,6 X"
legal zone-conquest --position "OX-/XXO/-O- X 9 -"
legal crossed-paths --position "---/---/--X O -"
apply swap-nine 5 5
apply swap-nine five
review missing.txt
review wrong.txt
review agent.py
verify zone-conquest --size 6x6
survey swap-nine
export swap-nine --output positions.pdf
match swap-nine random --games 3
match swap-nine random perfect --games 3
match swap-nine human random
match swap-nine policy:missing.py:first random
match swap-nine cmd:no-such-program random
tournament random --file t.jsonl
grade chat:model
serve --port 99999999
"""
MAX_LINES = 90
VIEWS = {
    "/": ".today .cell",
    "/new/numeral-nexus": ".table .cell",
    "/new/swap-nine?position=rubbish": ".problem:not(:empty)",
    "/board?game=zone-conquest&position=OX-/XXO/-O-+X+4+-": ".values .moves li",
    "/puzzle?game=swap-nine&seed=3": ".table .cell",
    "/learn": ".lessons li",
    "/learn/swap-nine": ".table .cell",
    "/review": "textarea",
    "/rules/grid-clash": "figure",
    "/solutions": ".solved .card",
    "/game/nowhere": "main p",
    "/no-such-page": "main p",
}
"""Views of the page, and what is there when all of it is."""
WORDS = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z{]")
"""What a text must contain to be a sentence or a part of one."""


def written(words: str, output: str) -> str:
    """Return a command with its output, of which a long list is cut."""
    lines = output.rstrip().split("\n")
    shown = [*lines[:MAX_LINES], "…", *lines[-3:]] if len(lines) > MAX_LINES + 4 else lines
    return "\n".join([f"$ quincunx {words}", *shown, ""])


def commands() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_text(text)
        for line in COMMANDS.strip().splitlines():
            words, _, answers = line.partition(" < ")
            typed = "".join(f"{answer}\n" for answer in answers.split(" | ")) if answers else ""
            parts = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', words)]
            result = call(*parts, stdin=typed, home=folder)
            output = (result.stdout + result.stderr).replace(folder, "~")
            yield written(words, output.replace(str(date.today()), "2026-01-01"))


def helps() -> Iterator[str]:
    for name in ("", *command_names()):
        yield written(f"{name} --help".strip(), call(*name.split(), "--help").stdout)


def refusals() -> Iterator[str]:
    """One for each rule of each game, with its section, from random play."""
    for game_id in BOOKS:
        random, sentences = Random(1), dict[tuple[str, str], str]()
        game = quincunx.game(game_id, (3, 3))
        for seed in range(40):
            for position in random_play(game.start(seed=seed), random):
                for move in game.all_moves():
                    if refusal := position.why_not(move):
                        error = game.illegal(refusal)
                        line = f"{error.section or '-'} / {error.rule}: {error}"
                        sentences.setdefault((error.section, error.rule), line)
        yield "\n".join([f"{game.title}:", *sorted(sentences.values())]) + "\n"


def screens() -> Iterator[str]:
    """The lines of each picture that the tests of the full screen compare."""
    for file in sorted((FILE.parent / "screens").glob("*.svg")):
        lines: dict[float, str] = {}
        text = file.read_text(encoding="utf-8")
        for height, run in re.findall(r'<text [^>]*?y="([\d.]+)"[^>]*>([^<]*)</text>', text):
            lines[float(height)] = lines.get(float(height), "") + html.unescape(run)
        shown = [
            " ".join(re.sub("[\xa0\u2500-\u257f]", " ", line).split()) for line in lines.values()
        ]
        yield "\n".join([f"{file.stem}:", *(line for line in shown if WORDS.search(line))]) + "\n"


def python_texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a module in its order, docstrings and parts of other texts left out."""
    parts: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            parts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts.update(node.values)
        elif isinstance(node, ast.FormattedValue) and node.format_spec:
            parts.add(node.format_spec)
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and node not in parts:
            pieces = (getattr(value, "value", "") for value in node.values)
            text = "".join(piece if isinstance(piece, str) else "{}" for piece in pieces)
            texts.append((node.lineno, node.col_offset, text))
        elif isinstance(node, ast.Constant) and node not in parts and isinstance(node.value, str):
            texts.append((node.lineno, node.col_offset, node.value))
    return (text for *_, text in sorted(texts))


def script_texts(text: str) -> Iterator[str]:
    text = re.sub(r"^\s*(//|\*|/\*).*$", "", text, flags=re.M)
    for double, template in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', text):
        yield double or re.sub(r"\$\{[^}]*\}", "{}", template)


def page_texts(text: str) -> Iterator[str]:
    yield from re.findall(r">([^<>]+)<", text)
    yield from re.findall(r'(?:content|title|aria-label|placeholder)="([^"]*)"', text)


def source() -> Iterator[str]:
    readers = {".py": lambda text: python_texts(ast.parse(text)), ".js": script_texts}
    readers[".html"] = page_texts
    for file in sorted(SOURCE.rglob("*")):
        if reader := readers.get(file.suffix):
            texts = [t for t in reader(file.read_text(encoding="utf-8")) if WORDS.search(t)]
            lines = [f"  {' '.join(text.split())}" for text in texts]
            if lines:
                yield "\n".join([f"{file.relative_to(SOURCE).as_posix()}:", *lines]) + "\n"


def page(browser: "Browser", server: "Server") -> str:
    """The texts of the page's views, as somebody sees them who opens them one after the other."""
    from web.playing import Person

    person, texts = Person(browser, server), []
    games = {}
    for moves, settled in (("5 1 2", ".status"), ("5 1 2 4 x4 6 8 9 7", ".end h2")):
        begun = server.create("zone-conquest", seed=1)
        server.play(begun, *moves.split())
        games[f"/game/{begun['id']}"] = settled
    for number, (path, settled) in enumerate((VIEWS | games).items()):
        person.open(path)
        person.page.locator(settled).first.wait_for()
        person.page.evaluate("document.querySelector('.today')?.remove()")  # another every day
        lines = person.page.locator("body").inner_text().splitlines()
        shown = (" ".join(line.split()) for line in lines)
        name = path if number < len(VIEWS) else f"a game, {settled}"
        texts.append("\n".join([f"{name}:", *(line for line in shown if " " in line)]) + "\n")
    person.close()
    return "\n".join(texts)


SECTIONS = {
    "Commands": commands,
    "Help": helps,
    "Refusals": refusals,
    "The full screen": screens,
    "Texts of the source": source,
}


def section(name: str) -> str:
    with patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"}):
        return "\n".join(SECTIONS[name]())


def read() -> dict[str, str]:
    """The sections of the file, by name."""
    parts = re.split(r"^# (.+) #\n\n", FILE.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def write(sections: dict[str, str]) -> None:
    text = "".join(f"# {name} #\n\n{body.rstrip()}\n\n" for name, body in sections.items())
    FILE.write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    from parts import CHROMIUM
    from web.conftest import FLAGS
    from web.serving import Server

    with (
        tempfile.TemporaryDirectory() as home,
        Server(Path(home)) as server,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=CHROMIUM.needed(), args=FLAGS)
        write({name: section(name) for name in SECTIONS} | {PAGE: page(browser, server)})
        browser.close()
