"""What some tests need: programs of the system, or patience. Where a program is missing they are
left out, and in CI they fail instead; the slow ones run only with `--slow`. The last line of a run
says what was left out."""

import os
import re
import shutil
import subprocess
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
    least: str = ""
    """The oldest version that will do, where an older one may be about."""

    @property
    def wanted(self) -> str:
        return f"{self.title} {self.least} or later" if self.least else self.title

    @property
    def variable(self) -> str:
        """Names the program to use; with nothing in it, there is none."""
        return f"QUINCUNX_{self.title.upper()}"

    @property
    def reason(self) -> str:
        return f"There is no {self.wanted} here: install Debian's package {self.package}."

    def find(self) -> str | None:
        told = os.environ.get(self.variable)
        path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
        names = self.names.split() if told is None else [told]
        found = (shutil.which(name, path=path) for name in names)
        return next((program for program in found if program and self.fits(program)), None)

    def fits(self, program: str) -> bool:
        if not self.least:
            return True
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        return numbers(said.stdout) >= numbers(self.least)

    def needed(self) -> str:
        """The program; without it the test ends here. Ask before anything is started."""
        found = self.find()
        if found:
            return found
        if told := os.environ.get(self.variable):
            kind = f"program of version {self.least} or later" if self.least else "program"
            pytest.fail(f"{self.variable} names {told!r}, which is no {kind}: name another.")
        if os.environ.get("CI"):
            pytest.fail(self.reason)
        pytest.skip(self.reason)


def numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]


CHROMIUM = Part(
    "Chromium",
    "chromium chromium-browser google-chrome google-chrome-stable chrome",
    "chromium",
)
NGINX = Part("nginx", "nginx", "nginx-light")
OPENSSL = Part("OpenSSL", "openssl", "openssl")
NODE = Part("Node", "node nodejs", "nodejs", least="20.19")
PARTS = (CHROMIUM, NGINX, OPENSSL, NODE)
SLOW = "It is slow and seldom breaks: `make test-all` runs it."


def left_out(reasons: Iterable[str]) -> str | None:
    """What was not tested, given why tests were skipped, and the one command that brings what they
    want."""
    given = list(reasons)
    slow = sum(SLOW in reason for reason in given)
    counts = Counter(part for reason in given for part in PARTS if part.reason in reason)
    it = "it" if slow == 1 else "them"
    sentences = [f"{_tests(slow)} left out as slow: `make test-all` runs {it}."] if slow else []
    if not counts:
        return " ".join(sentences) or None
    wants = [f"{counts[part]} for want of {part.wanted}" for part in PARTS if part in counts]
    words = f"{_tests(counts.total())} left out, {' and '.join(wants)}"
    packages = " ".join(part.package for part in PARTS if part in counts)
    brings = f"`apt-get install {packages}` brings {'it' if len(wants) == 1 else 'them'}."
    return " ".join([*sentences, f"{words}: {brings}"])


def _tests(count: int) -> str:
    return "1 test was" if count == 1 else f"{count} tests were"
