"""The page's modules, as far as they need no browser: tests/page, in Node's own runner."""

import subprocess

from helpers import ROOT


def test_the_modules_of_the_page(node: str) -> None:
    files = sorted(map(str, ROOT.glob("tests/page/*.test.js")))
    assert files
    ran = subprocess.run(
        [node, "--test", "--test-reporter=spec", *files],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout
