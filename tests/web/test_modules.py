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


@pytest.mark.parametrize("variables", [{}, {"CI": "1"}], ids=str)
def test_without_node_the_linter_is_left_out_but_not_in_ci(
    variables: dict[str, str], tmp_path: Path
) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    kept = {key: text for key, text in os.environ.items() if key != "CI"}
    ran = subprocess.run(
        ["make", "--no-print-directory", "check-page"],
        cwd=ROOT,
        env=kept | variables | {"PATH": f"{tmp_path}:{kept['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ran.returncode == 0) == (not variables), ran.stderr
    assert ran.stdout.splitlines()[-1] == (
        "The page's modules were not checked: install Node 20.19 or later with its npm."
    )
