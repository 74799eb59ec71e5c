"""`python -m bench [NAME…]`: every measurement, or those named; one that is named alone may take
options of its own."""

import pkgutil
import platform
import sys
from importlib import import_module
from itertools import takewhile
from pathlib import Path


def main(words: list[str]) -> None:
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    found = [m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])]
    known = [name for name in found if not name.startswith("_")]
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for name in names or known:
        module = import_module(f"bench.{name}")
        print(f"\n{(module.__doc__ or name).splitlines()[0]}")
        if names and hasattr(module, "main"):
            module.main(words[len(names) :])
        else:
            module.measure()


if __name__ == "__main__":
    main(sys.argv[1:])
