"""`make site`: the page as a folder for any static host, with Python for the browser in it. What is
in a folder named after its content never changes, so that no two versions are mixed."""

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

from quincunx.games import game_ids
from quincunx.lessons import lesson_ids
from quincunx.web import questions
from quincunx.web.page_files import FOLDER, PageFiles

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
PYODIDE = ROOT / "node_modules" / "pyodide"
PYTHON = "pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json".split()
NOT_NEEDED = ("arena/", "cli/", "envs/", "terminal/", "web/page/")
STARTS = 12
"""Of a game that draws lots, from which one is taken before Python is there."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def package() -> bytes:
    """What the tab needs of Quincunx; the same files give the same archive."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted((SOURCE / "quincunx").rglob("*")):
            name = file.relative_to(SOURCE / "quincunx").as_posix()
            if file.is_file() and file.suffix != ".pyc" and not name.startswith(NOT_NEEDED):
                entry = zipfile.ZipInfo(f"quincunx/{name}")
                archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def snapshot(archive: bytes) -> bytes:
    """The memory of a Python that has read the package. No two are the same to the byte."""
    with tempfile.TemporaryDirectory() as folder:
        (packed := Path(folder) / "quincunx.zip").write_bytes(archive)
        memory = Path(folder) / "memory"
        maker = Path(__file__).with_name("snapshot.mjs")
        subprocess.run(["node", maker, PYODIDE, packed, memory], check=True)
        return gzip.compress(memory.read_bytes(), mtime=0)


def answers() -> dict[str, list[Any]]:
    """What always has the same answer, and the boards that games begin on, by question."""
    found: dict[str, list[Any]] = {
        _key("solutions"): [questions.solutions()],
        _key("lessons"): [questions.lessons()],
    }
    for game in lesson_ids():
        found[_key("lesson", game=game)] = [questions.lesson(game)]
    for game in game_ids():
        found[_key("rules", game=game)] = [questions.rules(game)]
        starts = [questions.position(game, seed=seed) for seed in range(STARTS)]
        alike = all(start["position"] == starts[0]["position"] for start in starts)
        key = _key("position", game=game, size=starts[0]["size"])
        found[key] = starts[:1] if alike else starts
    return found


def _key(question: str, **values: str) -> str:
    pairs = [word for pair in sorted(values.items()) for word in pair]
    return json.dumps([question, *pairs], separators=(",", ":"))


def document(page: PageFiles, version: str, python: str) -> bytes:
    """The page's own document, with addresses that hold under any path."""
    text = page.document("/").body.decode().replace(f'"/page/{page.version}/', f'"{version}/')
    text = re.sub(r'href="/([^"]*)"', r'href="#/\1"', text)
    text = text.replace("<html ", f'<html data-back-end="tab" data-python="{python}/" ', 1)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    text = text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{policy}', 1)
    sheet = f'<link rel="stylesheet" href="{version}/tab.css">\n</head>'
    text = text.replace("</head>", sheet, 1)
    return text.replace("</nav>", '  <a href="#/kept">Yours</a>\n  </nav>', 1).encode()


def make(site: Path, folder: Path = FOLDER) -> None:
    page = PageFiles(folder)
    files = {name: constant.body for name, constant in page.files.items()}
    worker = files.pop("site_worker.js")
    files["quincunx.zip"] = package()
    files["memory.bin"] = snapshot(files["quincunx.zip"])
    files["first.json"] = json.dumps(answers(), separators=(",", ":")).encode()
    runtime = {name: (PYODIDE / name).read_bytes() for name in PYTHON}
    version, python = f"page-{_digest(files)}", f"python-{_digest(runtime)}"
    made = {f"{version}/{name}": body for name, body in files.items()}
    made |= {f"{python}/{name}": body for name, body in runtime.items()}
    made["index.html"] = document(page, version, python)
    sums = {name: _sum(body) for name, body in made.items()}
    told = json.dumps({"version": _digest(made), "files": sums})
    made["service_worker.js"] = f"self.QUINCUNX = {told};\n".encode() + worker
    shutil.rmtree(site, ignore_errors=True)
    for name, body in made.items():
        file = site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    size = sum(map(len, made.values())) / 1e6
    print(f"{site}: {len(made)} files, {size:.1f} MB, {version}")


def _sum(body: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def _digest(files: dict[str, bytes]) -> str:
    told = "\n".join(f"{name} {_sum(body)}" for name, body in sorted(files.items()))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


if __name__ == "__main__":
    make(Path(sys.argv[1]))
