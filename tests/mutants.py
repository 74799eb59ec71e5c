"""Do the tests notice wrong rules? Changes each rule of each game once and expects a failure.

`make mutants` runs it; `python tests/mutants.py swap_nine` one game. A change that survives the
tests of its own rule book is tried on all tests of the games; one that survives these too is
reported, and the exit status is 1.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent

# folder under games/: (rule as it stands, the same made wrong), …; each must occur exactly once.
MUTANTS: dict[str, list[tuple[str, str]]] = {
    "swap_nine": [
        ('if owner == "-"\n            for move', "if owner != rival\n            for move"),
        ("cells[move.taken] == rival", "cells[move.taken] != rival"),
        ("cells[move.taken] == rival", 'cells[move.taken] != "-"'),
        ("if move.taken is None or cells[move.taken] == rival", "if True"),
        ("for taken in (None, *self.neighbours[cell])", "for taken in self.neighbours[cell]"),
        (
            'if owner != "-":\n            words = f"Cell {move.cell',
            'if owner == "?":\n            words = f"Cell {move.cell',
        ),
        (
            "move.taken is None or self.cells[move.taken] == self.turn.other",
            "move.taken is None or self.cells[move.taken] == self.turn",
        ),
        ("cells = cells[: move.cell] + mover", "cells = cells[: move.cell] + self.turn.other"),
        ("cells = cells[: move.taken] + mover", "cells = cells[: move.taken] + '-'"),
        (
            "return made(self.game, cells, self.turn.other)",
            "return made(self.game, cells, self.turn)",
        ),
        ('if "-" in self.cells', 'if self.cells.count("-") > 1'),
        ("Outcome(tally.leader, str(tally)", "Outcome(tally.leader.other, str(tally)"),
        ("return Outcome(self.turn, r", "return Outcome(self.turn.other, r"),
        (
            "neighbours(rows, columns, STRAIGHT)",
            "neighbours(rows, columns, ((-1, -1), (0, 1), (1, 0)))",
        ),
        ("smallest, largest = (2, 2), (6, 6)", "smallest, largest = (2, 2), (5, 5)"),
        ("smallest, largest = (2, 2), (6, 6)", "smallest, largest = (3, 3), (6, 6)"),
        ("action = (self.cells + 1) * cell", "action = self.cells * cell"),
    ],
    "zone_conquest": [
        ('enumerate(zones) if owner == "-"', "enumerate(zones) if owner != rival"),
        (
            "if owner == rival and zone != self.own_attack",
            "if owner != mover and zone != self.own_attack",
        ),
        ("and zone != self.own_attack and", "and"),
        ("zone != self.own_attack and", "zone != self.rival_attack and"),
        ("and mover in game.around[zone](zones)", "and mover in zones"),
        ("zones.count(rival) >= game.winning_count", "zones.count(rival) > game.winning_count"),
        ("self.winning_count = self.cells // 2 + 1", "self.winning_count = self.cells // 2"),
        ("self.winning_count = self.cells // 2 + 1", "self.winning_count = (self.cells + 1) // 2"),
        ("neighbours(rows, columns, STRAIGHT)", "neighbours(rows, columns, ALL_ROUND)"),
        ("zones[:zone] + self.turn + zones", "zones[:zone] + self.turn.other + zones"),
        (
            "            self.turn.other,\n            own_attack",
            "            self.turn,\n            own_attack",
        ),
        ("own_attack=self.rival_attack", "own_attack=self.own_attack"),
        ("rival_attack=zone if move.attack else None", "rival_attack=zone"),
        ("rival_attack=zone if move.attack else None", "rival_attack=None"),
        ("winner = self.turn.other", "winner = self.turn"),
        (
            "if self.zones.count(winner) < self.game.winning_count",
            "if self.zones.count(winner) <= self.game.winning_count",
        ),
        ("if owner != rival:\n            state", "if owner == self.turn:\n            state"),
        (
            "if move.zone == self.own_attack:\n            return",
            "if move.zone == self.rival_attack:\n            return",
        ),
        ("zones.count(player) > self.winning_count", "zones.count(player) >= self.winning_count"),
        ("if zones.count(turn) == self.winning_count", "if zones.count(turn) > self.winning_count"),
        ("if zones[rival_attack] != rival:", "if zones[rival_attack] == turn:"),
        (
            "if rival not in self.around[rival_attack](zones)",
            "if turn not in self.around[rival_attack](zones)",
        ),
        ("own_attack != rival_attack:", "own_attack == rival_attack:"),
        ("by_x, by_o = (own, rival) if", "by_o, by_x = (own, rival) if"),
    ],
    "grid_clash": [
        (
            "self.owners.encode().translate(EMPTY)",
            'self.owners.replace(self.turn.other, "-").encode().translate(EMPTY)',
        ),
        (
            'if owner == "-":\n            return None',
            "if owner != self.turn:\n            return None",
        ),
        ("numbers[cell] < number", "numbers[cell] > number"),
        ("numbers[cell] < number", "numbers[cell] < number - 1"),
        ("if owners[cell] == rival and", 'if owners[cell] != "?" and'),
        ("if owners[cell] == rival and", "if owners[cell] != rival and"),
        ("owners[move.action] = mover", "owners[move.action] = rival"),
        ("            owners[cell] = mover", "            owners[cell] = '-'"),
        ("self._claimed(move), self.turn.other)", "self._claimed(move), self.turn)"),
        ("neighbours(rows, columns, ALL_ROUND)", "neighbours(rows, columns, STRAIGHT)"),
        ('if "-" in self.owners', 'if self.owners.count("-") > 1'),
        ("return Outcome(cells.leader,", "return Outcome(cells.leader.other,"),
        ("return Outcome(total.leader,", "return Outcome(total.leader.other,"),
        ("        if total.leader:\n", "        if False:\n"),
        ("self.numbers.index(self.game.cells)", "self.numbers.index(1)"),
        ("return sum(number for owner", "return sum(1 for owner"),
        ("numbers[place], numbers[left - 1] = numbers[left - 1], numbers[place]", "pass"),
        ("sorted(numbers) != list(range(1, self.cells + 1))", "len(set(numbers)) != self.cells"),
        ("sorted(numbers) != list(range(1, self.cells + 1))", "max(numbers) > self.cells"),
    ],
    "crossed_paths": [
        (
            'self.game.lines[self.last] if cells[cell] == "-"',
            "self.game.lines[self.last] if cells[cell] != self.turn",
        ),
        ("return list(placements)\n", "return list(placements)[1:]\n"),
        (
            "if move.action not in self.game.lines[self.last]",
            "if move.action in self.game.lines[self.last]",
        ),
        ("cells = cells[:cell] + self.turn +", "cells = cells[:cell] + self.turn.other +"),
        ("cells, self.turn.other, cell)", "cells, self.turn, cell)"),
        (
            "cells, self.turn.other, cell)",
            "cells, self.turn.other, self.last if self.last is not None else cell)",
        ),
        ("return Outcome(self.turn.other, r", "return Outcome(self.turn, r"),
        ("for step in ALL_ROUND", "for step in ((-1, 0), (0, -1), (0, 1), (1, 0))"),
        ("for step in ALL_ROUND", "for step in ALL_ROUND[1:]"),
        (
            "in ray(rows, columns, row, column, step)",
            "in list(ray(rows, columns, row, column, step))[:1]",
        ),
        (
            "cells.count(rival) - cells.count(turn) not in (0, 1)",
            "cells.count(rival) - cells.count(turn) not in (0, 1, 2)",
        ),
        (
            "cells.count(rival) - cells.count(turn) not in (0, 1)",
            "cells.count(rival) - cells.count(turn) != 1",
        ),
        ("if cells[last.cell] != rival", "if cells[last.cell] == '-'"),
        ('if cells.strip("-"):', "if False:"),
        ("smallest, largest = (1, 1), (26, 26)", "smallest, largest = (1, 1), (25, 25)"),
        ("smallest, largest = (1, 1), (26, 26)", "smallest, largest = (2, 2), (26, 26)"),
    ],
    "numeral_nexus": [
        ("COPIES = 3", "COPIES = 2"),
        ("COPIES = 3", "COPIES = 4"),
        ("empty if numbers.count(number) < COPIES", "empty if numbers.count(number) <= COPIES"),
        ('if "-" not in self.owners or self.winning_lines()', "if self.winning_lines()"),
        ('if "-" not in self.owners or self.winning_lines()', 'if "-" not in self.owners'),
        ("if self.turn in self.swaps:", "if self.turn.other in self.swaps:"),
        (
            "self.owners.encode().translate(FILLED)",
            'self.owners.replace(self.turn.other, "-").encode().translate(FILLED)',
        ),
        ("if self.turn not in self.swaps", "if False"),
        ("self.numbers.count(move.number) >= COPIES", "self.numbers.count(move.number) > COPIES"),
        ("owners = swapped(owners, move.first, move.second)", "pass"),
        ("numbers = swapped(numbers, move.first, move.second)", "pass"),
        ('swaps = swaps.replace(self.turn, "") or "-"', "pass"),
        ('swaps.replace(self.turn, "")', 'swaps.replace(self.turn.other, "")'),
        ("numbers, self.turn.other, swaps, filled)", "numbers, self.turn, swaps, filled)"),
        ("and owners[a] == owners[b] == owners[c]", "and owners[a] == owners[c]"),
        ("numbers[a] < numbers[b] < numbers[c] or", "numbers[a] <= numbers[b] < numbers[c] or"),
        ("or numbers[a] > numbers[b] > numbers[c]", ""),
        (
            "numbers[a] < numbers[b] < numbers[c] or",
            "int(numbers[a]) + 2 == int(numbers[b]) + 1 == int(numbers[c]) or",
        ),
        ("if self.owners[line[0]] == self.turn.other]", "if self.owners[line[0]] == self.turn]"),
        ("self._line(own[0] if own else lines[0])", "self._line(lines[0])"),
        ('"down-left": (1, -1)', '"down-left": (2, -1)'),
        (
            '"down": (1, 0), "down-right": (1, 1), "down-left": (1, -1)',
            '"down": (1, 0), "down-right": (1, 1)',
        ),
        (
            '"down-right": (1, 1), "down-left": (1, -1)',
            '"down-left": (1, -1), "down-right": (1, 1)',
        ),
        ("and numbers[one] != numbers[two]", ""),
        ("neighbours(rows, columns, ALL_ROUND)", "neighbours(rows, columns, ALL_ROUND[1:7:2])"),
        ("            if one < two\n", ""),
        ("return Outcome(pairs.leader,", "return Outcome(pairs.leader.other,"),
        ("return Outcome(numbers.leader,", "return Outcome(self.turn.other,"),
        ("numbers.count(number) > COPIES:", "numbers.count(number) > COPIES + 1:"),
        ("+ (player not in swaps)", ""),
        (
            "turns[turn.other] - turns[turn] not in (0, 1)",
            "turns[turn.other] - turns[turn] not in (0, 1, 2)",
        ),
        ("smallest, largest = (3, 3), (5, 5)", "smallest, largest = (2, 2), (5, 5)"),
    ],
}


def tests_pass(source: Path, *tests: str) -> bool:
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-qx", "--slow", "-p", "no:cacheprovider", *tests],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    )
    if result.returncode not in (0, 1):
        raise RuntimeError(f"the tests did not run: {result.stdout.decode()[-500:]}")
    return result.returncode == 0


def mutated(game: str, number: int) -> str:
    """The rules of a game with one of them made wrong."""
    right, wrong = MUTANTS[game][number]
    text = (ROOT / "src/quincunx/games" / game / "rules.py").read_text(encoding="utf-8")
    if text.count(right) != 1:
        raise LookupError(f"stands {text.count(right)} times")
    for steps in ("ALL_ROUND", "STRAIGHT"):
        if steps in wrong and steps not in text:
            text = text.replace("core.grid import ", f"core.grid import {steps}, ")
    return text.replace(right, wrong)


def verdict(game: str, number: int) -> str:
    """Who noticed the change: the rule book's own tests, the others, or nobody."""
    try:
        text = mutated(game, number)
    except LookupError as error:
        return f"NOT APPLIED: {error}"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        file = source / "quincunx" / "games" / game / "rules.py"
        file.write_text(text, encoding="utf-8")
        if not tests_pass(source, f"tests/games/test_{game}.py"):
            return "noticed by its rule book's tests"
        hyphenated = game.replace("_", "-")
        if not tests_pass(source, "tests/games", "tests/contract", "-k", hyphenated):
            return "noticed by the other tests"
        return "SURVIVED"


def main(names: list[str]) -> int:
    work = [(game, n) for game in names or MUTANTS for n in range(len(MUTANTS[game]))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda one: verdict(*one), work))
    bad = 0
    for (game, number), found in zip(work, verdicts, strict=True):
        right, wrong = MUTANTS[game][number]
        if found != "noticed by its rule book's tests":
            print(f"{game}: {right!r} -> {wrong!r}: {found}")
        bad += found.isupper() or found.startswith("NOT")
    print(f"{len(work) - bad} of {len(work)} wrong rules noticed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
