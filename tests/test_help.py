"""The commands in their groups, in the terminal's width; and what a misspelled word meant."""

import re
from pathlib import Path

import pytest

from helpers import call, run
from quincunx.cli.dispatch import GROUPS, OTHER, command_module, command_names
from terminal.screen import Screen


def shown_groups(text: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for line in text.splitlines():
        if found := re.fullmatch(r"(\w+):", line):
            groups[found[1]] = []
        elif (found := re.match(r"  (\w+)  +\S", line)) and groups:
            [*groups.values()][-1].append(found[1])
    return groups


def test_help_groups_all_commands_as_their_files_say() -> None:
    groups = shown_groups(run("--help").stdout)
    assert [group for group in groups if group in GROUPS] == list(GROUPS)
    assert set(groups) <= {*GROUPS, OTHER}
    said = {name: getattr(command_module(name), "GROUP", OTHER) for name in command_names()}
    assert {name: group for group, names in groups.items() for name in names} == said
    assert {"play", "resume"} <= set(groups["play"])
    assert {"analyze", "solve"} <= set(groups["study"])


@pytest.mark.parametrize("columns", [40, 72, 120])
def test_help_breaks_at_words(columns: int, tmp_path: Path) -> None:
    screen = Screen(tmp_path, "--help", rows=150, columns=columns)
    screen.end()
    lines = [line.rstrip() for line in screen.raw.replace("\r", "").split("\n")]
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 15
    assert " ".join(lines).split() == run("--help").stdout.split()
    if columns == 40:
        at = lines.index("  play        Play a game in its rule")
        assert lines[at + 1].startswith(" " * 14)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("plya swap-nine", "There is no command 'plya': did you mean play?"),
        ("play swap-ninne", "There is no game 'swap-ninne': did you mean swap-nine?"),
        ("legal swap-nine --sede 1", "'--sede' is no option: did you mean --seed?"),
        ("legal swap-nine nonsense", "'nonsense' is one word too many"),
    ],
)
def test_did_you_mean(words: str, said: str, tmp_path: Path) -> None:
    result = call(*words.split(), home=str(tmp_path))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"quincunx: {said}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("word", ["swap", "Swap Nine", "SWAP-NINE", "s"])
def test_a_game_by_as_much_of_its_name_as_tells_it_from_others(word: str) -> None:
    assert call("legal", word).stdout.startswith("Swap Nine 3x3\n")
    assert call("rules", word).stdout.startswith("Swap Nine\n")
