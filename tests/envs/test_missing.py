"""Without the packages: one sentence that names the extra, and nothing else is disturbed."""

import subprocess
import sys

import pytest


def said_without(packages: str, code: str) -> str:
    """The last line of what a program says where packages are not installed."""
    hidden = f"import sys; sys.modules |= dict.fromkeys({packages.split()})\n"
    result = subprocess.run(
        [sys.executable, "-c", hidden + code], capture_output=True, text=True, check=False
    )
    return (result.stdout + result.stderr).rstrip().splitlines()[-1]


@pytest.mark.parametrize(
    ("packages", "code", "extra"),
    [
        ("gymnasium pyspiel", "import quincunx.envs", "learn"),
        ("gymnasium", "from quincunx.envs import Versus", "learn"),
        ("numpy gymnasium", "import quincunx.envs", "openspiel"),
        ("pettingzoo", "import quincunx.envs; quincunx.envs.aec('swap-nine')", "learn"),
        ("numba", "quincunx.batch('swap-nine')", "fast"),
        ("numba", "from quincunx.envs.vector import SelfPlay; SelfPlay('swap-nine')", "fast"),
    ],
)
def test_the_extra_is_named(packages: str, code: str, extra: str) -> None:
    package = packages.split(maxsplit=1)[0]
    sentence = f'This needs {package}, which is not installed: pip install "quincunx[{extra}]".'
    program = (
        f"import quincunx\ntry:\n    {code}\nexcept ImportError as error:\n"
        "    print(isinstance(error, quincunx.QuincunxError), error)"
    )
    assert said_without(packages, program) == f"True {sentence}"


def test_a_package_without_a_part_is_told_too() -> None:
    """As SQLAlchemy without greenlet: it is there, but cannot be imported."""
    code = (
        "from quincunx.core.extras import needs\n"
        "try:\n"
        "    with needs('web'):\n"
        "        from json import yaml\n"
        "except ImportError as error:\n"
        "    print(error)"
    )
    told = said_without("", code)
    assert told.startswith("What this needs is incomplete (cannot import name 'yaml' from 'json'")
    assert told.endswith('): pip install "quincunx[web]".')


def test_without_open_spiel_the_others_work() -> None:
    code = "import quincunx.envs; print(quincunx.envs.aec('swap-nine').possible_agents)"
    assert said_without("pyspiel", code) == "['player_1', 'player_2']"


def test_without_gymnasium_open_spiel_works() -> None:
    code = (
        "import quincunx.envs, pyspiel; state = pyspiel.load_game('quincunx_swap_nine')"
        ".new_initial_state(); state.apply_action(0); print(state)"
    )
    assert said_without("gymnasium pettingzoo", code) == "X--/---/--- O"


def test_the_library_needs_none_of_them() -> None:
    code = (
        "import sys, quincunx; quincunx.analyze(quincunx.game('swap-nine').start()); "
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    assert said_without("", code) == "set()"


def test_a_program_that_used_open_spiel_ends_in_peace() -> None:
    """What is registered with its C++ part is dropped after Python is gone."""
    code = "import quincunx.envs, pyspiel; pyspiel.load_game('quincunx_swap_nine'); print('end')"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "end\n", "")
