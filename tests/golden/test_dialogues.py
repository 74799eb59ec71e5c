"""Nothing that a dialogue says changes unseen."""

from pathlib import Path

import pytest

from golden.dialogues import DIALOGUES, FOLDER, dialogue, path


@pytest.mark.parametrize("name", DIALOGUES)
def test_dialogue(name: str, tmp_path: Path) -> None:
    assert path(name).read_text(encoding="utf-8") == dialogue(name, str(tmp_path))


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {path(name) for name in DIALOGUES}
