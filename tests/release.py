"""Builds what is released, the wheel and the source archive, and checks it.

`make release` runs it, and leaves both files in `dist/`. They are built twice, the second time from
the first source archive, and must come out the same, byte by byte: whoever has one of them can
make the other and compare. Nothing is uploaded.
"""

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent


class ReleaseError(Exception):
    """Why this must not be released, in a sentence."""


def build(folder: Path, root: Path = ROOT, time: str = "") -> list[Path]:
    """The wheel and the source archive, in that folder; all that is in them has that time."""
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    surroundings = os.environ | ({"SOURCE_DATE_EPOCH": time} if time else {})
    result = subprocess.run(
        words, cwd=root, env=surroundings, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise ReleaseError(f"It cannot be built: {result.stderr.strip()}")
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


def time_of_commit(root: Path) -> str:
    words = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def version_of(root: Path) -> str:
    """The one that the package says it has; CHANGELOG must begin with the same."""
    text = (root / "src/quincunx/__init__.py").read_text()
    said = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)[0]
    told = re.findall(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    if told[:1] != [said]:
        newest = told[0] if told else "no version"
        raise ReleaseError(
            f"CHANGELOG.md begins with {newest}, but quincunx.__version__ is {said}: make them the "
            "same."
        )
    return str(said)


def check_metadata(file: Path, root: Path, version: str) -> None:
    """Name, version and what pyproject.toml says must be in both files."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    metadata = metadata_of(file, version)
    for key, wanted in {
        "Name": [project["name"]],
        "Version": [version],
        "Summary": [project["description"]],
        "Requires-Python": [project["requires-python"]],
        "License-Expression": [project["license"]],
        "License-File": project["license-files"],
        "Classifier": project["classifiers"],
        "Provides-Extra": [*project["optional-dependencies"]],
        "Description-Content-Type": ["text/markdown"],
    }.items():
        found = metadata.get_all(key, [])
        if sorted(found) != sorted(wanted):
            raise ReleaseError(f"{file.name} says {key}: {found}, and it should be {wanted}.")
    if str(metadata.get_payload()).strip() != (root / "README.md").read_text().strip():
        raise ReleaseError(f"The description in {file.name} is not README.md.")


def metadata_of(file: Path, version: str) -> Message:
    try:
        if file.suffix == ".whl":
            with zipfile.ZipFile(file) as wheel:
                return message_from_bytes(wheel.read(f"quincunx-{version}.dist-info/METADATA"))
        with tarfile.open(file) as archive:
            found = archive.extractfile(f"quincunx-{version}/PKG-INFO")
            return message_from_bytes(found.read() if found else b"")
    except KeyError as error:
        raise ReleaseError(f"{file.name} has no metadata of version {version}.") from error


def release(root: Path, folder: Path) -> list[Path]:
    """Both files, built in that folder and checked."""
    version, time = version_of(root), time_of_commit(root)
    first = build(folder / "first", root, time)
    for file in first:
        check_metadata(file, root, version)
    with tarfile.open(first[1]) as archive:
        archive.extractall(folder / "source", filter="data")
    second = build(folder / "second", folder / "source" / f"quincunx-{version}", time)
    for one, other in zip(first, second, strict=True):
        if one.read_bytes() != other.read_bytes():
            raise ReleaseError(f"{one.name} comes out otherwise when it is built again.")
    return first


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        try:
            files = release(ROOT, Path(folder))
        except ReleaseError as error:
            print(f"release: {error}", file=sys.stderr)
            sys.exit(2)
        dist = ROOT / "dist"
        dist.mkdir(exist_ok=True)
        for file in files:
            data = file.read_bytes()
            (dist / file.name).write_bytes(data)
            print(f"{sha256(data).hexdigest()}  dist/{file.name}")
