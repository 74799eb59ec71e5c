"""`quincunx conform` as its users meet it: programs that answer, and programs that do not."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import (
    _ended_with_the_test,  # noqa: F401 - a fixture
    all_gone,
    members,
    serving,
    shell,
)
from helpers import ROOT, call
from quincunx.arena.referees import misread
from quincunx.core import Document

REFEREE = "cmd:" + shlex.join([sys.executable, str(ROOT / "docs/bots/referee.py")])
ADAPTER = [sys.executable, str(ROOT / "docs/bots/gg_bench_referee.py")]
PROTOCOL = 'docs/conform.md, "The protocol"'


def test_the_skeleton_passes() -> None:
    said = call("conform", REFEREE, "--game", "swap-nine")
    assert said.returncode == 0, said.stdout
    assert re.fullmatch(
        r"swap-nine: \d+ answers, 0 faults, 0 other readings\.\n\n"
        r"Not judged, since no answer had it: actions, by\.\n",
        said.stdout,
    )


def test_the_protocol_is_told_in_ten_lines_that_are_true(tmp_path: Path) -> None:
    page = (ROOT / "docs/conform.md").read_text(encoding="utf-8")
    protocol = page.partition("## The protocol")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", protocol, re.MULTILINE) == [str(n) for n in range(1, 11)]
    question, answer = (
        json.loads(text)
        for text in re.findall(r"^[23]\. `(.*)`$", protocol.replace(", …", ""), re.MULTILINE)
    )
    code = (ROOT / "docs/bots/referee.py").read_text(encoding="utf-8").partition("\nfor line in")[0]
    names: Document = {}
    exec(compile(code, "referee.py", "exec"), names)
    told = names["answer"](question)
    assert told["after"] == answer["after"]
    assert told["outcome"] == answer["outcome"]
    assert {*answer["legal_moves"]} <= {*told["legal_moves"]}
    assert question["position"] == str(
        quincunx.parse("swap-nine", question["start"]).play("1").play("5")
    )


def changed(folder: Path, old: str, new: str) -> str:
    """The skeleton with another line."""
    code = (ROOT / "docs/bots/referee.py").read_text(encoding="utf-8")
    assert code.count(old) == 1
    file = folder / "changed.py"
    file.write_text(code.replace(old, new), encoding="utf-8")
    return "cmd:" + shlex.join([sys.executable, str(file)])


@pytest.mark.slow
def test_a_fault_is_told_with_its_section_and_an_example(tmp_path: Path) -> None:
    wrong = changed(
        tmp_path, "in match.legal_moves()]", 'in match.legal_moves() if str(move) != "1"]'
    )
    said = call("conform", wrong, "--game", "swap", "--json")
    assert (said.returncode, said.stderr) == (1, "")
    document = json.loads(said.stdout)
    assert [one["section"] for one in document["faults"]] == ["Placing Markers"]
    assert document["faults"][0]["says"] == "forbids 1, which is legal at the start"
    assert document["faults"][0]["example"]["position"] == "--/-- X"
    assert (document["readings"], document["passes"]) == ([], False)
    in_words = call("conform", wrong, "--game", "swap")
    assert in_words.returncode == 1
    assert "Placing Markers (" in in_words.stdout
    assert "  forbids 1, which is legal at the start\n  in --/-- X of 2x2\n" in in_words.stdout


@pytest.mark.slow
def test_what_is_left_out_is_not_judged_but_must_be_there(tmp_path: Path) -> None:
    silent = changed(
        tmp_path, '        "after": [after(match, move) for move in question["moves"]],\n', ""
    )
    said = call("conform", silent, "--game", "swap", "--json")
    document = json.loads(said.stdout)
    assert (document["faults"], document["readings"]) == ([], [])
    assert (document["left_out"], said.returncode) == (["after", "actions", "by"], 1)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        pytest.param("sleep 1000", "it did not answer within 3 s", marks=pytest.mark.slow),
        ("head -c 300000 /dev/zero; cat", "it wrote more than 200,000 bytes"),
        ("while read -r line; do echo '{\"after\": []}'; done", "'{\"after\": []}' is no answer"),
        (
            "while read -r line; do echo '{\"legal_moves\": [[1]]}'; done",
            "'{\"legal_moves\": [[1]]}' is no",
        ),
        ("printf '\\033[2J\\377\\n'; cat", "'\\x1b[2J"),
    ],
)
@pytest.mark.slow
def test_unruly_referees_are_ended_and_told(tmp_path: Path, code: str, says: str) -> None:
    referee = shell(tmp_path, f"echo $$ > {tmp_path}/program.pid; {code}")
    seconds = "3" if "sleep" in code else "60"
    said = call("conform", referee, "--game", "swap-nine", "--seconds", seconds, "--json")
    document = json.loads(said.stdout)
    protocol = next(one for one in document["faults"] if one["section"] == PROTOCOL)
    assert says in protocol["says"]
    assert protocol["count"] == 3
    assert protocol["says"].isprintable()
    assert said.returncode == 1
    assert members(tmp_path)
    assert all_gone(tmp_path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["expert", "--game", "swap-nine"],
            "'expert' is no program: name one as in cmd:./referee.",
        ),
        (["cmd:./nowhere", "--game", "swap-nine"], "'./nowhere' is no program that can be run"),
        (["cmd:true", "--game", "swap-nine", "--seconds", "0"], "is not a time in seconds"),
    ],
)
def test_bad_words_are_refused_in_a_sentence(words: list[str], told: str) -> None:
    said = call("conform", *words)
    assert (said.returncode, said.stdout) == (2, "")
    assert told in said.stderr
    assert said.stderr.count("\n") == 1


def test_an_address_is_asked_the_same(tmp_path: Path) -> None:
    def answer(question: Document, handler: Any) -> None:
        handler.reply(b'{"refused": "I know nothing."}')

    with serving(answer) as server:
        said = call("conform", server.address, "--game", "swap-nine", "--json")
    assert said.returncode == 1
    assert "Setup" in [one["section"] for one in json.loads(said.stdout)["faults"]]
    assert server.asked[0]["protocol"] == 1


FAKE = """
import numpy as np
import quincunx

class CustomEnv:
    def __init__(self):
        self.reset()

    def reset(self, seed=None):
        self.position, self.done = quincunx.game({game!r}).start(seed=seed), False
        self.show()

    def show(self):
        features, n = np.array(self.position.features()), self.position.game.cells
        sign = 1 if self.position.turn == "X" else -1
        if {game!r} == "grid-clash":
            self.cell_numbers, self.ownership = features[:n], sign * features[n:] % 3
        else:
            self.board = sign * features[:n]

    def step(self, action):
        position, mover = self.position, self.position.turn
        move = position.game.move_of_action[action]
        if self.done or position.why_not(move):
            if {game!r} == "swap-nine" and "x" in move.text and not self.board[move.cell]:
                self.board[move.cell] = 1 if mover == "X" else -1
            return None, -10, True, False, {{}}
        if {game!r} == "grid-clash":
            numbers = tuple(int(number) for number in self.cell_numbers)
            position = type(position)(position.game, numbers, position.owners, mover)
        self.position = position.after(move)
        self.show()
        outcome = self.position.outcome
        self.done = outcome is not None
        return None, int(bool(outcome and outcome.winner == mover)), self.done, False, {{}}

    def valid_moves(self):
        if self.done and {game!r} == "zone-conquest":
            return [int(zone) for zone in np.flatnonzero(self.board == 0)]
        return [move.action for move in self.position.legal_moves()]
"""
"""An environment of gg-bench's form, with some of the faults that docs/gg-bench.md lists."""


@pytest.mark.parametrize(
    ("game_id", "faults", "readings"),
    [
        ("swap-nine", ["Majority Rule", "Swapping Markers"], []),
        pytest.param("grid-clash", ["Determining the Winner"], [], marks=pytest.mark.slow),
        pytest.param("zone-conquest", ["Winning the Game"], ["ZC7"], marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_environments_of_gg_benchs_form_are_judged(
    tmp_path: Path, game_id: str, faults: list[str], readings: list[str]
) -> None:
    """Through the adapter of the page; that they have one size and one player who begins is told
    as well. All of these give no reward for a loss, which is seen where the last mover can lose."""
    env = tmp_path / "env.py"
    env.write_text(FAKE.format(game=game_id))
    referee = "cmd:" + shlex.join([*ADAPTER, str(env)])
    said = call("conform", referee, "--game", game_id, "--json")
    document = json.loads(said.stdout)
    assert sorted(one["section"] for one in document["faults"]) == faults, said.stdout
    assert [one["id"] for one in document["readings"]] == ["ALL1", "ALL2", *readings]


@pytest.mark.parametrize(
    ("game_id", "text", "move", "rule"),
    [
        ("swap-nine", "X--/-O-/--- X", "9x5", "Adjacency Rules"),  # it took diagonally
        ("swap-nine", "X--/-O-/--- X", "5", None),
        ("swap-nine", "X--/-O-/--- X", "2x3", None),
        ("zone-conquest", "O--/-X-/--- X - -", "x1", "ZC4"),
        ("zone-conquest", "O--/---/--X X - -", "x1", "Attacking Zones"),
        ("zone-conquest", "XO-/XO-/--- X 2 2", "x2", "No Repeated Attacks"),
        ("zone-conquest", "O--/-X-/--- X - -", "5", None),
        ("crossed-paths", "---/-X-/--- O B2", "B2", None),
        ("crossed-paths", "X---/----/---- O A1", "B3", "Subsequent Moves"),
        ("numeral-nexus", "X1--/---/--- O XO", "A1~A2", "NN2"),
        ("numeral-nexus", "X1O2O3/---/--- X O", "A1~A2", "Swap Mechanic"),
        ("numeral-nexus", "X1--/---/--- O XO", "1@A1", None),
        ("grid-clash", "4O,3/2,1X X", "1,1", None),
    ],
)
def test_an_illegal_move_misreads_a_rule_or_mistakes_the_position(
    game_id: str, text: str, move: str, rule: str | None
) -> None:
    position = quincunx.parse(game_id, text)
    with pytest.raises(quincunx.IllegalMoveError):
        position.read(move)
    assert misread(position, move) == rule


def test_a_grade_tells_misread_rules_from_other_illegal_answers(tmp_path: Path) -> None:
    """An agent that first takes diagonally, then places on a taken cell, then does as it should."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    taken = [str(n + 1) for n, c in enumerate(question['position'].split(' ')[0]"
        ".replace('/', '')) if c != '-']\n"
        "    tries = ['1x5', *taken[:1], question['legal_moves'][0]]\n"
        "    print(json.dumps({'move': tries[len(question.get('refused', []))]}), flush=True)\n"
    )
    name = "cmd:" + shlex.join([sys.executable, str(bot)])
    words = ["grade", name, "--game", "swap-nine", "--starts", "2"]
    document = json.loads(call(*words, "--json").stdout)
    misread = document["total"]["misread"]
    assert misread["rules"] == {"Adjacency Rules": misread["count"]}
    assert 0 < misread["count"] < misread["of"] == document["total"]["illegal"]["count"]
    said = call(*words).stdout
    assert "of them, a rule misread" in said
    assert f"swap-nine misread: Adjacency Rules ({misread['count']})" in said
