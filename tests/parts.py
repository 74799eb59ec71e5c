"""Programs of the system that some tests need. Without one these tests are skipped, and in CI they
fail. The last line of a run says what was skipped."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Part:
    title: str
    names: str
    package: str
    """Debian's."""
    oldest: str = ""
    """The oldest version that will do."""

    @property
    def variable(self) -> str:
        """Names the program to use; an empty value means that there is none."""
        return f"QUINCUNX_{self.title.upper()}"

    @property
    def reason(self) -> str:
        version = f" {self.oldest} or later" if self.oldest else ""
        return f"{self.title}{version} is missing: install Debian's package {self.package}."

    def find(self) -> str | None:
        path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
        names = os.environ.get(self.variable, self.names).split()
        programs = (shutil.which(name, path=path) for name in names)
        return next((program for program in programs if program and self.fits(program)), None)

    def fits(self, program: str) -> bool:
        if not self.oldest:
            return True
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        return numbers(shown.stdout) >= numbers(self.oldest)

    def needed(self) -> str:
        """Return the program, or end the test. Ask before anything is started."""
        program = self.find()
        if program:
            return program
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
NODE = Part("Node", "node nodejs", "nodejs", oldest="20.19")
PARTS = (CHROMIUM, NGINX, OPENSSL, NODE)
SLOW = "It is slow: `make test-all` runs it."


def skipped(reasons: Iterable[str]) -> str:
    """Return one line about the tests that were skipped, and how to run them."""
    reasons = [*reasons]
    slow = sum(SLOW in reason for reason in reasons)
    missing = {part: sum(part.reason in reason for reason in reasons) for part in PARTS}
    missing = {part: count for part, count in missing.items() if count}
    sentences = []
    if slow:
        sentences.append(f"Skipped {_tests(slow, 'slow ')}: `make test-all` runs everything.")
    if missing:
        counts = ", ".join(
            f"{_tests(count)} without {part.title}" for part, count in missing.items()
        )
        packages = " ".join(part.package for part in missing)
        sentences.append(
            f"Skipped {counts}: `apt-get install {packages}` installs what is missing."
        )
    return " ".join(sentences)


def _tests(count: int, kind: str = "") -> str:
    return f"{count} {kind}test{'' if count == 1 else 's'}"
