"""Whole games as text: every position with all that can be asked of it.

`make golden` writes the files anew; the test compares byte by byte, so that a change of any
answer is seen in review.
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import quincunx
from helpers import case_name
from quincunx import IllegalMoveError, Match
from quincunx.core import AnyPosition
from quincunx.core.text import listed
from quincunx.play.record import write

FOLDER = Path(__file__).parent / "playthroughs"
GAMES: list[tuple[str, tuple[int, int]]] = [
    ("crossed-paths", (4, 5)),
    ("crossed-paths", (7, 7)),
    ("grid-clash", (3, 3)),
    ("grid-clash", (4, 4)),
    ("numeral-nexus", (3, 4)),
    ("numeral-nexus", (5, 5)),
    ("swap-nine", (3, 3)),
    ("swap-nine", (4, 3)),
    ("zone-conquest", (2, 3)),
    ("zone-conquest", (3, 3)),
]


def playthrough(game_id: str, size: tuple[int, int]) -> str:
    random = Random(case_name((game_id, size)))
    game = quincunx.game(game_id, size)
    match = Match(game.start(random.choice("XO"), seed=5), seed=5)
    pages = [
        f"{game.title} {game.size}: {len(game.all_moves())} moves, "
        f"{game.action_count} action numbers, {len(game.symmetries)} symmetries"
    ]
    while match.outcome is None:
        pages.append(page(match.position, random))
        match.play(random.choice(match.legal_moves()))
    pages += [page(match.position, random), write(match).strip()]
    return "\n\n".join(pages) + "\n"


def page(position: AnyPosition, random: Random) -> str:
    board = position.board()
    legal = position.legal_moves()
    lines = [
        f"position {position}",
        f"features {' '.join(map(str, position.features()))}",
        f"highlighted {listed([cell.key for cell in board.cells if cell.highlight]) or 'nothing'}",
        f"beside {listed([thing.label for thing in board.beside]) or 'nothing'}",
        f"notes {listed(list(board.notes)) or 'none'}",
        f"legal {len(legal)}: {' '.join(f'{move}={move.action}' for move in legal[:60])}",
    ]
    for move in random.sample(position.game.all_moves(), min(6, position.game.action_count)):
        try:
            position.play(move)
        except IllegalMoveError as error:
            lines.append(f"not {move}: {error}")
    outcome = position.outcome
    if outcome:
        counts = listed([f"{tally} (X {tally.x}, O {tally.o})" for tally in outcome.counts])
        lines.append(f"over {outcome.winner or 'draw'}: {outcome.reason}; counted {counts or '-'}")
    return "\n".join(lines)


def path(game_id: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{case_name((game_id, size))}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for case in GAMES:
        path(*case).write_text(playthrough(*case), encoding="utf-8")
