"""The private parts of libraries that we use, each in one file, are still there.

When one of these fails after an upgrade, the message names the file to mend and the version that it
was written for. What kernels/cuda.py needs of numba-cuda is tried by tests/kernels/test_cuda.py, in
processes of its own.
"""

from importlib.metadata import version

import pytest
from textual.app import App
from uvicorn.protocols.http.h11_impl import H11Protocol

OVERRIDDEN = (
    "connection_made connection_lost data_received on_response_complete send_400_response "
    "_unsupported_upgrade_warning"
)


def gone(file: str, library: str, written_for: str, name: str) -> str:
    return (
        f"{file} was written for {library} {written_for}, and {library} {version(library)} "
        f"has no {name}: find another way there."
    )


@pytest.mark.parametrize("name", ["_capture_stderr", "_driver"])
def test_textual(name: str) -> None:
    sentence = gone("screen/textual_adapter.py", "textual", "8.2", f"App.{name}")
    assert name in App.__init__.__code__.co_names, sentence


@pytest.mark.parametrize("name", OVERRIDDEN.split())
def test_uvicorn(name: str) -> None:
    sentence = gone("web/connections.py", "uvicorn", "0.54", f"H11Protocol.{name}")
    assert hasattr(H11Protocol, name), sentence
