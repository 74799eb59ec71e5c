"""Finished games added to a file, and beside it the messages to and from external programs."""

import json
from collections.abc import Sequence
from typing import Any

from quincunx.storage import append_file


def keep(file: str, record: str, exchanges: Sequence[dict[str, Any]]) -> None:
    """Add a record to a file. The exchanges go to FILE.jsonl, a line each; `record` in a line
    counts the games of the file from 1."""

    def keep_exchanges(end: int) -> None:
        number = _count(file, end) + 1
        lines = [json.dumps({"record": number, **exchange}) for exchange in exchanges]
        append_file(f"{file}.jsonl", "".join(f"{line}\n" for line in lines).encode())

    append_file(file, record.encode(), b"\n", keep_exchanges if exchanges else None)


def _count(file: str, end: int) -> int:
    with open(file, "rb") as text:
        return sum(line.startswith(b"[Game ") for line in text.read(end).splitlines())
