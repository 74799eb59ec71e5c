"""`make release`: what comes out is the same each time, and a wrong version is refused."""

import subprocess
import sys
from pathlib import Path

import pytest

import release

pytestmark = pytest.mark.slow  # `make release` checks as much


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files of this one in a repository of their own, with a commit."""
    (archive,) = (file for file in release.build(tmp_path / "built") if file.suffix == ".gz")
    root = tmp_path / "copy"
    root.mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", root, "--strip-components=1"], check=True)
    (root / "PKG-INFO").unlink()
    me = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*me, "commit", "-qm", "All"]):
        subprocess.run(["git", *words], cwd=root, check=True)
    return root


def made(root: Path) -> subprocess.CompletedProcess[str]:
    """What the command of `make release` does there."""
    words = [sys.executable, str(root / "tests" / "release.py")]
    return subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)


def test_a_release_is_built_again_with_the_same_bytes(copy: Path) -> None:
    first = made(copy)
    assert first.returncode == 0, first.stderr
    names = [line.partition("  ")[2] for line in first.stdout.splitlines()]
    version = release.version_of(copy)
    assert names == [
        f"dist/quincunx-{version}-py3-none-any.whl",
        f"dist/quincunx-{version}.tar.gz",
    ]
    assert all((copy / name).is_file() for name in names)
    for file in copy.rglob("*.py"):
        file.touch()
    assert made(copy).stdout == first.stdout


def test_a_wrong_version_is_refused(copy: Path) -> None:
    """Nothing is built then."""
    file = copy / "CHANGELOG.md"
    version = release.version_of(copy)
    file.write_text(file.read_text().replace(f"## {version}", "## 99.1", 1))
    result = made(copy)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"release: CHANGELOG.md begins with 99.1, but quincunx.__version__ is {version}: make them "
        "the same.\n"
    )
    assert not (copy / "dist").exists()
