"""Check that no module outside the games' folders names a game of ours.

Usage: check_games.py FOLDER

Names, attributes, imports and texts are searched for the ids, titles and classes of the games that
lie in FOLDER/games; docstrings and the help texts of options may give examples.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path


def games_in(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob("games/*/rules.py"))


def named_in(text: str, games: list[str]) -> Iterator[tuple[int, str]]:
    """Yield line and name of each game that the code of a module names."""
    ways = [word for game in games for word in _spellings(game)]
    pattern = re.compile("|".join(map(re.escape, ways)))
    tree = ast.parse(text)
    allowed = {*_docstrings(tree), *_help_texts(tree)}
    for node in ast.walk(tree):
        if node in allowed:
            continue
        for word in _words(node):
            if found := pattern.search(word):
                yield getattr(node, "lineno", 1), found[0]


def _spellings(game: str) -> list[str]:
    title = game.replace("_", " ").title()
    return [game, game.replace("_", "-"), title, title.replace(" ", "")]


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _help_texts(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help":
            yield from ast.walk(node.value)


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return [name]
        case ast.ImportFrom(module=str(name)) | ast.keyword(arg=str(name)):
            return [name]
        case ast.Constant(value=str(text)):
            return [text]
    return []


def main() -> None:
    folder = Path(sys.argv[1])
    games = games_in(folder)
    faults = [
        f"{path}:{line}: names {name}: what is special about a game belongs into its folder."
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] != "games" or path.parent == folder / "games"
        for line, name in named_in(path.read_text(encoding="utf-8"), games)
    ]
    print("\n".join(faults) or f"No module outside the {len(games)} games' folders names a game.")
    sys.exit(bool(faults) or not games)


if __name__ == "__main__":
    main()
