"""The page's questions where there is no server, asked in this process."""

import json
import re
from typing import Any

import pytest

from quincunx.play.record import read
from quincunx.players.levels import level_move
from quincunx.web import tab
from quincunx.web.page_files import FOLDER

HUMAN = {"kind": "human", "name": "Ann"}


class Tab:
    """Keeps games as the page does."""

    def __init__(self) -> None:
        self.games: dict[str, Any] = {}
        self.computer: Any = None

    def ask(self, question: str, token: str | None = None, **values: Any) -> Any:
        kept = self.games.get(values.get("id", ""))
        asked = {"question": question, "values": values, "token": token, "kept": kept}
        answer = json.loads(tab.ask(json.dumps(asked)))
        if "refused" in answer:
            return answer["refused"]
        if kept:
            kept["events"] += answer["new"]
            self.computer = answer["computer"]
        self.games |= {game["id"]: game for game in answer.get("games", [])}
        return answer["found"]

    def begin(self, **values: Any) -> tuple[str, dict[str, str]]:
        seats = {"x": HUMAN, "o": {"kind": "human"}}
        begun = self.ask("create", **{"game": "swap-nine", **seats, **values})
        return begun["id"], begun["seats"]


def test_every_question_of_the_page_has_an_answer() -> None:
    asked = re.findall(r'^  (\w+): "(?:GET|POST) ', (FOLDER / "http.js").read_text(), re.MULTILINE)
    assert len(asked) > 15
    place, game = Tab(), {"id": "none", "game": "swap-nine", "position": "---/---/--- X"}
    for question in asked:
        if question in tab._STUDY or question in tab._BEGINNINGS:
            continue
        assert place.ask(question, **game)[0] == 404, question  # one about a game


def test_a_game_is_played_taken_back_and_played_again() -> None:
    place = Tab()
    game, seats = place.begin()
    assert place.ask("move", id=game, move="5", ply=0)[0] == 401
    assert place.ask("move", "wrong", id=game, move="5", ply=0)[0] == 403
    assert place.ask("move", seats["x"], id=game, move="5", ply=0)["moves"] == ["5"]
    assert place.ask("move", seats["x"], id=game, move="5", ply=0)["event"] == 1  # once
    assert place.ask("move", seats["o"], id=game, move="77", ply=1)[0] == 422
    offered = place.ask("offer", seats["x"], id=game, kind="undo")["offer"]["number"]
    answer = {"number": offered, "accept": True}
    assert place.ask("answerOffer", seats["o"], id=game, **answer)["moves"] == []
    place.ask("resign", seats["x"], id=game)
    offered = place.ask("offer", seats["x"], id=game, kind="rematch")["offer"]["number"]
    following = place.ask("answerOffer", seats["o"], id=game, number=offered, accept=True)["next"]
    assert place.games[following]["seats"] == {"x": seats["o"], "o": seats["x"]}
    assert place.ask("move", seats["o"], id=following, move="1", ply=0)["moves"] == ["1"]
    assert read(place.ask("record", id=game)).termination == "resignation"


def test_a_computer_is_asked_and_its_reply_counts_once() -> None:
    place = Tab()
    game, seats = place.begin(o={"kind": "computer", "level": "casual"}, seed=3)
    place.ask("move", seats["x"], id=game, move="5", ply=0)
    move = level_move(*place.computer)
    assert place.ask("levelMove", request=place.computer) == move
    assert place.ask("computerMoves", id=game, move=move, event=1)["moves"] == ["5", move]
    assert place.ask("computerMoves", id=game, move=move, event=1)["ply"] == 2
    assert not place.computer


@pytest.mark.parametrize(
    "damage",
    [{"setup": "{"}, {"setup": "{}"}, {"events": [["move", '{"move": "77"}']]}, {"events": 3}],
)
def test_damaged_games_are_refused_alone(damage: dict[str, Any]) -> None:
    place = Tab()
    (good, _), (bad, _) = place.begin(), place.begin()
    place.games[bad] |= damage
    assert place.ask("state", id=bad) == [422, tab.DAMAGED]
    assert place.ask("state", id=good)["ply"] == 0


def test_what_is_stored_carries_a_version() -> None:
    """One without any is of the first edition; a later one is left to that."""
    place = Tab()
    game, _ = place.begin()
    assert place.games[game].pop("version") == tab.VERSION
    assert place.ask("state", id=game)["ply"] == 0
    place.games[game]["version"] = tab.VERSION + 1
    assert place.ask("state", id=game) == [422, tab.NEWER]


def test_records_become_games_again() -> None:
    place, other = Tab(), Tab()
    game, seats = place.begin(game="crossed-paths", o={"kind": "computer", "level": "random"})
    place.ask("move", seats["x"], id=game, move="D4", ply=0)
    resigned, seats = place.begin()
    place.ask("resign", seats["o"], id=resigned)
    text = "\n".join(place.ask("record", id=each) for each in (game, resigned))
    assert other.ask("import", text=text) == 2
    assert other.ask("import", text=text) == 2
    first, second = other.games
    assert other.ask("record", id=first) + "\n" + other.ask("record", id=second) == text
    assert other.ask("state", id=first)["players"]["o"]["level"] == "random"
    assert other.ask("import", text="nothing")[0] == 422


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        ("1. 5 1 2. 2 3 3. 4 6 4. 7 8 5. 9 X", "X"),
        ('[Termination "resignation"]\n[Result "O"]\n\n1. 5 1 O', "O"),
        ('[Termination "forfeit"]\n[Result "X"]\n\n1. 5 1 X', "X"),
    ],
)
def test_an_imported_game_keeps_its_result(record: str, outcome: str) -> None:
    place = Tab()
    text = f'[Game "swap-nine"]\n{"" if record.startswith("[") else chr(10)}{record}\n'
    assert place.ask("import", text=text) == 1
    (game, kept), expected = *place.games.items(), read(text)
    assert expected.outcome
    assert kept["outcome"] == {"winner": outcome, "reason": expected.outcome.reason}
    assert place.ask("state", id=game)["outcome"] == kept["outcome"]
    assert read(place.ask("record", id=game)).termination == expected.termination


def test_what_needs_a_server_and_what_is_no_number() -> None:
    place = Tab()
    refused = place.ask("create", game="swap-nine", x=HUMAN, o={"kind": "open"})
    assert refused == [422, tab.NEEDS_A_SERVER]
    wrong = place.ask("puzzle", game="swap-nine", seed="seven")
    assert wrong == [422, "seed is 'seven': write a whole number."]
    assert place.ask("puzzle", game="swap-nine", seed="7")["seed"] == 7
