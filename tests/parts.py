"""Programs of the system that some tests need. Where one is missing, they are left out, and the
last line of the run says so; in CI they fail instead."""

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Part:
    title: str
    names: str
    package: str
    """Debian's."""

    @property
    def variable(self) -> str:
        """Names the program to use; with nothing in it, there is none."""
        return f"QUINCUNX_{self.title.upper()}"

    @property
    def reason(self) -> str:
        return f"There is no {self.title} here: install Debian's package {self.package}."

    def find(self) -> str | None:
        told = os.environ.get(self.variable)
        path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
        names = self.names.split() if told is None else [told]
        return next(filter(None, (shutil.which(name, path=path) for name in names)), None)

    def needed(self) -> str:
        """The program; without it the test ends here. Ask before anything is started."""
        found = self.find()
        if found:
            return found
        if told := os.environ.get(self.variable):
            pytest.fail(f"{self.variable} names {told!r}, which is no program: name another.")
        if os.environ.get("CI"):
            pytest.fail(self.reason)
        pytest.skip(self.reason)


CHROMIUM = Part(
    "Chromium",
    "chromium chromium-browser google-chrome google-chrome-stable chrome",
    "chromium",
)
NGINX = Part("nginx", "nginx", "nginx-light")
OPENSSL = Part("OpenSSL", "openssl", "openssl")
PARTS = (CHROMIUM, NGINX, OPENSSL)


def left_out(reasons: Iterable[str]) -> str | None:
    """What was not tested for want of a part, given why tests were skipped, and the one command
    that brings it."""
    counts = Counter(part for reason in reasons for part in PARTS if part.reason in reason)
    if not counts:
        return None
    total = counts.total()
    wants = [f"{counts[part]} for want of {part.title}" for part in PARTS if part in counts]
    words = f"{total} {'test was' if total == 1 else 'tests were'} left out, {' and '.join(wants)}"
    packages = " ".join(part.package for part in PARTS if part in counts)
    return f"{words}: `apt-get install {packages}` brings {'it' if len(wants) == 1 else 'them'}."
