"""The command-line samples of the rule books come out as they are printed, bar the rulings."""

import os
from pathlib import Path
from random import Random

import pytest

import quincunx
from helpers import call, refused
from quincunx.play.record import read

# Game, words after it, what is typed, and a passage that must come out whole.
SAMPLES = {
    "swap-nine, starting": (
        "swap-nine",
        "5\n",
        """\
 1 | 2 | 3
-----------
 4 | 5 | 6
-----------
 7 | 8 | 9

Player 1 (X), enter the number of the cell where you want to place your marker: 5
 1 | 2 | 3
-----------
 4 | X | 6
-----------
 7 | 8 | 9

Player 2 (O), enter the number of the cell where you want to place your marker: """,
    ),
    "swap-nine, swap": (
        "swap-nine",
        "5\n2\n5\n",
        """\
 1 | O | 3
-----------
 4 | O | 6
-----------
 7 | 8 | 9
""",
    ),
    "swap-nine, end": (
        "swap-nine --position XXO/OXX/OO-%X",
        "9\n\n",
        """\
Final Grid:
 X | X | O
-----------
 O | X | X
-----------
 O | O | X

Player 1 ('X'): 5 markers.
Player 2 ('O'): 4 markers.
Player 1 wins with the majority.
""",
    ),
    "numeral-nexus, start and first turn": (
        "numeral-nexus",
        "5\nC3\n",
        """\
Welcome to Numeral Nexus!

Available Numbers: 1(3), 2(3), 3(3), 4(3), 5(3), 6(3), 7(3), 8(3), 9(3)
  1   2   3   4   5
A[ ] [ ] [ ] [ ] [ ]
B[ ] [ ] [ ] [ ] [ ]
C[ ] [ ] [ ] [ ] [ ]
D[ ] [ ] [ ] [ ] [ ]
E[ ] [ ] [ ] [ ] [ ]
Player 1 (X), it's your turn.
Enter the number you want to place: 5
Enter the grid position (e.g., C3): C3

You placed number 5 at C3.

Available Numbers: 1(3), 2(3), 3(3), 4(3), 5(2), 6(3), 7(3), 8(3), 9(3)
  1   2   3   4   5
A[ ] [ ] [ ] [ ] [ ]
B[ ] [ ] [ ] [ ] [ ]
C[ ] [ ] [X5][ ] [ ]
D[ ] [ ] [ ] [ ] [ ]
E[ ] [ ] [ ] [ ] [ ]
Player 2 (O), it's your turn.
""",
    ),
    "numeral-nexus, swap": (
        "numeral-nexus --position -----/-----/--X5--/---O7-/-----%O%XO",
        "swap\nC3\nD4\n",
        """\
Player 2 (O), it's your turn.
Enter the number you want to place or type 'swap' to use your swap action: swap
Enter the first grid position to swap: C3
Enter the second grid position to swap: D4

You swapped positions C3 and D4.

Available Numbers: 1(3), 2(3), 3(3), 4(3), 5(2), 6(3), 7(2), 8(3), 9(3)
  1   2   3   4   5
A[ ] [ ] [ ] [ ] [ ]
B[ ] [ ] [ ] [ ] [ ]
C[ ] [ ] [O7][ ] [ ]
D[ ] [ ] [ ] [X5][ ]
E[ ] [ ] [ ] [ ] [ ]
""",
    ),
    "numeral-nexus, victory": (
        "numeral-nexus --position -----/-X4---/--X5--/-----/O1---O9%X%-",
        "6\nD4\n",
        """\
Player 1 (X), it's your turn.
Enter the number you want to place: 6
Enter the grid position: D4

You placed number 6 at D4.

""",
    ),
    "numeral-nexus, victory sentence": (
        "numeral-nexus --position -----/-X4---/--X5--/-----/O1---O9%X%-",
        "6\nD4\n",
        "\n\nPlayer 1 forms a sequence: 4-5-6 diagonally from B2 to D4. Player 1 wins!\n",
    ),
    "grid-clash, start": (
        "grid-clash --position 5,3,8/2,7,4/9,1,6%X",
        "1 1\n",
        """\
Welcome to Grid Clash!
Player 1 is 'X', Player 2 is 'O'.

Initial Grid:
+---+---+---+
| 5 | 3 | 8 |
+---+---+---+
| 2 | 7 | 4 |
+---+---+---+
| 9 | 1 | 6 |
+---+---+---+

Player 1's Turn.
Enter the row (1-3) and column (1-3) of the cell you want to claim: 1 1
You claimed cell (1,1) with number 5.

Updated Grid:
+---+---+---+
| X | 3 | 8 |
+---+---+---+
| 2 | 7 | 4 |
+---+---+---+
| 9 | 1 | 6 |
+---+---+---+
""",
    ),
    "grid-clash, capturing": (
        "grid-clash --position 5X,3X,8/2,7,4/9,1,6%O",
        "1 3\n",
        """\
Player 2's Turn.
Enter the row (1-3) and column (1-3) of the cell you want to claim: 1 3
You claimed cell (1,3) with number 8.
You captured an opponent's cell at (1,2)!

Updated Grid:
+---+---+---+
| X | O | O |
+---+---+---+
| 2 | 7 | 4 |
+---+---+---+
| 9 | 1 | 6 |
+---+---+---+
""",
    ),
    "grid-clash, end": (
        "grid-clash --position 9X,8O,7O/6X,5O,4O/3X,2O,1%X",
        "3 3\n",
        """\
All cells have been claimed.

Final Grid:
+---+---+---+
| X | O | O |
+---+---+---+
| X | O | O |
+---+---+---+
| X | O | X |
+---+---+---+

Player 1 controls 4 cells.
Player 2 controls 5 cells.

Player 2 wins the game!
""",
    ),
    "zone-conquest, example turn and victory": (
        "zone-conquest --position OX-/XXX/-O-%X%-%-",
        "1\n9\n",
        """\
Player X, it's your turn.
Current Grid:
[O][X][3]
[X][X][X]
[7][O][9]
Choose your action:
1. Occupy a zone
2. Attack an opponent's zone
1
Enter the zone number you wish to occupy: 9
You occupied zone 9.

[O][X][3]
[X][X][X]
[7][O][X]
Player X now controls five zones and wins the game!
""",
    ),
    "crossed-paths, the whole interaction": (
        "crossed-paths",
        "D4\nG7\nG4\n",
        """\
Welcome to Crossed Paths!

Player 1 (X), it's your turn.
Enter the cell to place your marker (e.g., D4): D4

   A B C D E F G
 1 . . . . . . .
 2 . . . . . . .
 3 . . . . . . .
 4 . . . X . . .
 5 . . . . . . .
 6 . . . . . . .
 7 . . . . . . .

Player 2 (O), it's your turn.
Your move must be in the same row, column, or diagonal as the opponent's last move at D4.
Enter the cell to place your marker: G7

   A B C D E F G
 1 . . . . . . .
 2 . . . . . . .
 3 . . . . . . .
 4 . . . X . . .
 5 . . . . . . .
 6 . . . . . . .
 7 . . . . . . O

Player 1 (X), it's your turn.
Your move must be in the same row, column, or diagonal as the opponent's last move at G7.
Enter the cell to place your marker: G4

   A B C D E F G
 1 . . . . . . .
 2 . . . . . . .
 3 . . . . . . .
 4 . . . X . . X
 5 . . . . . . .
 6 . . . . . . .
 7 . . . . . . O
""",
    ),
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_sample(sample: str, tmp_path: Path) -> None:
    words, typed, passage = SAMPLES[sample]
    parts = [word.replace("%", " ") for word in words.split(" ")]
    result = call("play", *parts, stdin=typed, home=str(tmp_path))
    assert passage in result.stdout
    assert "\x1b" not in result.stdout


NONSENSE = (
    "5 x4 1,3 D4 swap back board moves help undo save 0 -1 9x9 ~ @ ٣ \x1b[31m \u202e ''".split()
)


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", quincunx.game_ids())
def test_thousands_of_lines_of_nonsense(game: str, count: int, tmp_path: Path) -> None:
    random = Random(game)
    moves = [str(move) for move in quincunx.game(game).all_moves()]
    words = [*NONSENSE, *"123456789", "", *random.sample(moves, min(len(moves), 30))]
    lines = [random.choice(words) for _ in range(count)]
    result = call(
        "play", game, "--seed", "1", "--no-repetition", "--record", "game.txt",
        stdin="\n".join(lines) + "\n", home=str(tmp_path),
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-500:]
    assert "Traceback" not in result.stderr
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
    match = read((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert match.ply > 3 or match.outcome


def test_names_and_markers_cannot_move_the_cursor(tmp_path: Path) -> None:
    words = ("play", "crossed-paths", "--size", "1x1", "--name-x", "A\x1b[2J\u202eB")
    result = call(*words, stdin="A1\n", home=str(tmp_path))
    assert (
        "A\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}B (X), it's your turn"
        in result.stdout
    )
    for marker, reason in (
        ("\x1b", "cannot be a marker"),
        ("XX", "cannot be a marker"),
        ("", "'' cannot be a marker"),
        ("a", "cannot be a marker"),
        (".", "cannot be a marker"),
        ("\u202e", "cannot be a marker"),
        ("漢", "cannot be a marker"),
        ("O", "Both players cannot have the same marker"),
    ):
        assert reason in refused(*words[:4], "--marker-x", marker, home=tmp_path)
    fixed = refused("play", "swap-nine", "--marker-x", "#", home=tmp_path)
    assert "gives the markers X and O" in fixed


def test_record_replay_and_save(tmp_path: Path) -> None:
    home = str(tmp_path)
    typed = "B1\nsave kept.txt\nA1\nC1\n"
    call("play", "crossed-paths", "--size", "1x3", "--record", "all.txt", stdin=typed, home=home)
    call("play", "crossed-paths", "--size", "1x1", "--record", "all.txt", stdin="A1\n", home=home)
    assert read((tmp_path / "kept.txt").read_text(encoding="utf-8")).ply == 1
    shown = call("replay", "all.txt", stdin="\nb\n3\nz\n\n\n\nq\n", home=home)
    assert "Crossed Paths, move 3 of 3: C1" in shown.stdout
    assert "Player 1 (X) won: O has no empty cell in line with C1." in shown.stdout
    assert shown.returncode == 0
    blocked = call(
        "play", "swap-nine", stdin=f"save {os.sep}nowhere{os.sep}x\x00\nquit\n", home=home
    )
    name = f"{os.sep}nowhere{os.sep}x\N{REPLACEMENT CHARACTER}"
    assert f"'{name}' cannot be written: No such file or directory.\n" in blocked.stdout
