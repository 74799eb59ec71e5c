"""Finished games added to a file, and beside it what outside programs were asked and answered."""

import json
import os
from collections.abc import Sequence
from typing import Any

from quincunx.core.text import quote
from quincunx.storage import FileError, reason


def keep(file: str, record: str, exchanges: Sequence[dict[str, Any]]) -> None:
    """Adds a record to a file. The exchanges go to FILE.jsonl, a line each; `record` in a line
    counts the games of the file from 1."""
    if exchanges:
        number = _count(file) + 1
        lines = [json.dumps({"record": number, **exchange}) for exchange in exchanges]
        _append(f"{file}.jsonl", "\n".join(lines) + "\n")
    _append(file, record, apart="\n")


def _count(file: str) -> int:
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            return sum(line.startswith("[Game ") for line in text)
    except (OSError, ValueError):
        return 0


def _append(name: str, text: str, apart: str = "") -> None:
    try:
        with open(name, "a", encoding="utf-8") as file:
            file.write((apart if file.tell() else "") + text)
            file.flush()
            os.fsync(file.fileno())
    except (OSError, ValueError) as error:
        raise FileError(f"{quote(name)} cannot be written: {reason(error)}.") from error
