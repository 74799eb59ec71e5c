"""Commands that are refused, each in a process of its own that comes from one in which all is
imported already: a server's start takes a second, most of it for that."""

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

PROGRAM = """
import json, os, sys, tempfile
import {imported}
from quincunx.cli import main

results = []
for words in json.load(sys.stdin):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            status = main(words)
            sys.stderr.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0), err.seek(0)
        results.append([status, out.read().decode(), err.read().decode()])
print(json.dumps(results))
"""


SERVER = "aiosqlite, asyncpg, quincunx.web.server"


def refused(
    home: Path, *commands: tuple[str, ...], imported: str = "quincunx.cli.dispatch"
) -> list[CompletedProcess[str]]:
    """What each says, which is one sentence and nothing else."""
    folders = {"XDG_DATA_HOME": str(home), "HOME": str(home)}
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(imported=imported)],
        env=os.environ | folders,
        cwd=home,
        input=json.dumps(commands),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    )
    results = [
        CompletedProcess(words, *result)
        for words, result in zip(commands, json.loads(found.stdout), strict=True)
    ]
    for result in results:
        assert (result.returncode, result.stdout) == (2, ""), result
        assert result.stderr.removesuffix("\n").isprintable(), result
        assert result.stderr.endswith("\n"), result
    return results


def refused_databases(home: Path, *addresses: str) -> list[str]:
    commands = [("serve", "--port", "0", "--database", address) for address in addresses]
    return [result.stderr for result in refused(home, *commands, imported=SERVER)]
