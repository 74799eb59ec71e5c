"""Without the packages: one sentence that names the extra, and nothing else is disturbed."""

import subprocess
import sys

import pytest


def said_without(package: str, code: str) -> str:
    """The last line of what a program says where a package is not installed."""
    hidden = f"import sys; sys.modules[{package!r}] = None\n"
    result = subprocess.run(
        [sys.executable, "-c", hidden + code], capture_output=True, text=True, check=False
    )
    return (result.stdout + result.stderr).rstrip().splitlines()[-1]


@pytest.mark.parametrize(
    ("package", "code"),
    [
        ("gymnasium", "import quincunx.envs"),
        ("numpy", "import quincunx.envs"),
        ("pettingzoo", "import quincunx.envs; quincunx.envs.aec('swap-nine')"),
    ],
)
def test_the_extra_is_named(package: str, code: str) -> None:
    sentence = f'This needs {package}, which is not installed: pip install "quincunx[learn]".'
    for kind in ("ImportError", "quincunx.QuincunxError"):
        program = f"import quincunx\ntry:\n    {code}\nexcept {kind} as error:\n    print(error)"
        assert said_without(package, program) == sentence


def test_without_open_spiel_the_others_work() -> None:
    code = "import quincunx.envs; print(quincunx.envs.aec('swap-nine').possible_agents)"
    assert said_without("pyspiel", code) == "['player_1', 'player_2']"


def test_the_library_needs_none_of_them() -> None:
    code = (
        "import sys, quincunx; quincunx.analyze(quincunx.game('swap-nine').start()); "
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    assert said_without("nothing", code) == "set()"


def test_a_program_that_used_open_spiel_ends_in_peace() -> None:
    """What is registered with its C++ part is dropped after Python is gone."""
    code = "import quincunx.envs, pyspiel; pyspiel.load_game('quincunx_swap_nine'); print('end')"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "end\n", "")
