"""The page's `choose` says what `core.choose` says, for every game, from what the server sends."""

import json
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

import quincunx
from helpers import CASES, ROOT, TOY, random_position, toy_installed
from quincunx.core import AnyGame, AnyPosition, choose
from quincunx.play.match import Match
from quincunx.web.documents import position_document

STRANGE = ["", "0", "nothing", "__proto__", "constructor", "length"]


def positions() -> Iterator[AnyPosition]:
    """Of every game there is, the sixth one too, and of its other sizes."""
    assert TOY[0] in quincunx.game_ids()
    games: list[AnyGame] = [quincunx.game(name) for name in quincunx.game_ids()]
    games += [quincunx.game(name, size=size) for name, size in CASES]
    for game in games:
        for seed in range(12):
            longest = 2 * len(game.start(seed=seed).board().cells)
            yield random_position(game, seed, Random(seed).randrange(longest))


def touches(position: AnyPosition, sent: Any, random: Random) -> Iterator[list[str]]:
    """Keys touched in order: right ones, how they begin, and wrong ones."""
    board = position.board()
    keys = [cell.key for cell in board.cells] + [thing.key for thing in board.beside] + STRANGE
    yield []
    for key in STRANGE:
        yield [key]
    for item in random.sample(sent, min(8, len(sent))):
        for way in item["clicks"]:
            for length in range(1, len(way) + 1):
                begun = way[:length]
                yield begun
                yield [*begun, random.choice(keys)]
                yield [*begun[:-1], random.choice(keys)]
                yield [*begun[::-1], *begun]
    for length in (1, 2, 2, 3):
        yield random.choices(keys, k=length)


def test_the_page_chooses_as_core_does(node: str) -> None:
    questions = []
    expected: list[list[tuple[set[str], str | None]]] = []
    with toy_installed():
        for number, position in enumerate(positions()):
            document = json.loads(json.dumps(position_document(Match(position))))
            sent = document["legal_moves"]
            clicks = list(touches(position, sent, Random(number)))
            questions.append({"legal_moves": sent, "clicks": clicks})
            choices = [choose(position, touched) for touched in clicks]
            expected.append([(set(keys), str(move) if move else None) for keys, move in choices])
    # Some moves are complete and can go on.
    assert any(keys and move for answers in expected for keys, move in answers)
    page = subprocess.run(
        [node, str(ROOT / "tests" / "page" / "choose.js")],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert page.returncode == 0, page.stderr
    for question, answers, found in zip(questions, expected, json.loads(page.stdout), strict=True):
        for touched, answer, other in zip(question["clicks"], answers, found, strict=True):
            assert answer == (set(other["next"]), other["move"]), (touched, question["legal_moves"])
