"""The command: what it prints, and how it refuses."""

import json

import pytest

import quincunx
from helpers import BOOKS, call, refused, run
from quincunx.cli.dispatch import command_names

ZONES = "OX-/XXO/-O- X 4 -"


def test_version_and_introduction() -> None:
    assert run("--version").stdout == f"quincunx {quincunx.__version__}\n"
    for words in ([], ["--help"], ["help"]):
        result = call(*words)
        assert result.returncode == 0
        assert all(f"  {name} " in result.stdout for name in command_names())


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = call(name, "--help")
    assert result.returncode == 0
    assert f"example:\n  quincunx {name}" in result.stdout


def test_games() -> None:
    result = call("games")
    assert [line.split()[0] for line in result.stdout.splitlines()[::2]] == quincunx.game_ids()
    documents = json.loads(call("games", "--json").stdout)
    assert [document["id"] for document in documents] == quincunx.game_ids()
    sizes = {document["id"]: document["default_size"] for document in documents}
    assert [sizes[game_id] for game_id in BOOKS] == ["7x7", "3x3", "5x5", "3x3", "3x3"]


def test_rules() -> None:
    for game_id in quincunx.game_ids():
        text = call("rules", game_id).stdout
        assert text.startswith(quincunx.game(game_id).title + "\n\n1. Objective\n")
        assert "Rulings" in text
        assert json.loads(call("rules", game_id, "--json").stdout)["rules"] == text.strip()


def test_legal_document() -> None:
    result = call("legal", "zone-conquest", "--position", ZONES, "--json")
    assert json.loads(result.stdout) == {
        "game": "zone-conquest",
        "size": "3x3",
        "position": ZONES,
        "to_move": "X",
        "legal_moves": ["3", "7", "9", "x1", "x6", "x8"],
        "moves": ["3", "7", "9", "x1", "x6", "x8"],
        "outcome": None,
    }
    assert result.stdout.count("\n") == 1


def test_apply_document() -> None:
    result = call("apply", "zone-conquest", *"5 1 2 4 x4 6 8 9 7".split(), "--json")
    document = json.loads(result.stdout)
    assert document["position"] == "OX-/XXO/XXO O - -"
    assert document["moves"] == []
    assert document["outcome"] == {"winner": "X", "reason": "X controls five zones"}


def test_apply_sees_the_third_standing() -> None:
    moves = ["x5", "x5", "x2", "x2"] * 2
    words = ("apply", "zone-conquest", *moves, "--position", "XO-/XO-/--- X 2 2")
    document = json.loads(call(*words, "--json").stdout)
    assert document["outcome"]["winner"] is None
    assert document["moves"] == []
    document = json.loads(call(*words, "--no-repetition", "--json").stdout)
    assert document["outcome"] is None
    assert document["moves"]
    assert call(*words).stdout.endswith("A draw: the same position stands for the third time.\n")


def test_text_for_people() -> None:
    assert call("apply", "swap-nine", "5", "2X5", "--size", "3X3").stdout == (
        "Swap Nine 3x3\n-O-/-O-/--- X\nX to move, 12 legal moves:\n"
        "1 1x2 3 3x2 4 4x5 6 6x5 7 8 8x5 9\n"
    )
    assert call("apply", "crossed-paths", "A1", "--size", "1x1", "--first", "o").stdout.endswith(
        "O wins: X has no empty cell in line with A1.\n"
    )


def test_a_value_that_begins_with_a_hyphen_is_a_value() -> None:
    for words in (["--position", "--/-- X"], ["--position=--/-- X"]):
        assert json.loads(call("legal", "swap-nine", *words, "--json").stdout)["size"] == "2x2"
    assert "'-' is no Swap Nine position" in refused("legal", "swap-nine", "--position", "-")


def test_a_random_start_is_repeated_by_its_seed() -> None:
    first = call("legal", "grid-clash", "--first", "toss", "--json")
    assert first.stderr.startswith("Random: --seed ")
    seed = first.stderr.split()[2]
    again = call("legal", "grid-clash", "--first", "toss", "--json", "--seed", seed)
    assert again.stdout == first.stdout
    assert again.stderr == ""
    assert call("legal", "swap-nine", "--json").stderr == ""


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("legal swap-nine --size", "--size needs a value"),
        ("legal swap-nine --size --json", "--size needs a value"),
        ("legal swap-nine --position -h", "'-h' is no Swap Nine position"),
        ("legal swap-nine --position --/--_X --first o", "X to move, but o is asked to begin"),
        ("apply swap-nine", "The following arguments are required: MOVE"),
        ("apply swap-nine -x", "'-x' is no Swap Nine move"),
        ("legal swap-nine nonsense", "'nonsense' is one word too many"),
    ],
)
def test_refusals_are_one_sentence(words: str, reason: str) -> None:
    assert reason in refused(*(word.replace("_", " ") for word in words.split()))
