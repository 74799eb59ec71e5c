"""The files of the page, read once. Their addresses hold a version, so that a browser keeps them
until they change and never mixes those of two versions. The document of an address names what its
page will load, so that a browser waits for nothing twice."""

import hashlib
import re
from functools import cache
from html import escape
from mimetypes import guess_type
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quincunx.core.text import clean
from quincunx.web.questions import catalogue
from quincunx.web.static_responses import Constant
from quincunx.web.worker_pool import answer

FOLDER = Path(__file__).parent / "page"
FOR_EVER = "public, max-age=31536000, immutable"
MAIN = "main.js"
_SHEET = re.compile(rb'<link rel="stylesheet" href="/page/([\w.-]+)">\n')
_PAGE = re.compile(rb'^ *\[/(.+)/, "\./([\w.-]+)"\]', re.MULTILINE)
"""A line of the main module: the addresses of a page, and its module."""
_IMPORT = re.compile(rb"""^(?:import|export)\b[^"'=;()]*["']\./([\w.-]+)["']""", re.MULTILINE)


class PageFiles:
    def __init__(self, folder: Path = FOLDER) -> None:
        texts = {file.name: file.read_bytes() for file in sorted(folder.glob("*.*"))}
        self.version = hashlib.sha256(repr(texts).encode()).hexdigest()[:12]
        index = _with_one_sheet(texts.pop("index.html"), texts)
        index = index.replace(b'"/page/', f'"/page/{self.version}/'.encode())
        self.index = Constant(index, "text/html")
        self.files = {name: Constant(text, _kind(name)) for name, text in texts.items()}
        self._pages = [(p.decode(), n.decode()) for p, n in _PAGE.findall(texts.get(MAIN, b""))]
        self._document = cache(self._made)

    def answer(self, request: Request, name: str, version: str) -> Response:
        """A page of another version, of before an upgrade or of a server that has had its own
        already, gets what there is, and does not keep it."""
        if name not in self.files:
            raise HTTPException(404)
        kept = FOR_EVER if version == self.version else "no-cache"
        return self.files[name].answer(request, kept)

    def document(self, path: str, title: str = "", words: str = "") -> Constant:
        """The page of an address, and what a link to it says where others show it."""
        # pattern: those of main.js, each anchored and with single repeats
        module = next((name for pattern, name in self._pages if re.match(pattern, path)), MAIN)
        made = self._document(module, path == "/")
        if not title:
            return made
        preview = {"type": "website", "title": title, "description": words}
        tags = [
            f'<meta property="og:{key}" content="{escape(clean(text, 300))}">'
            for key, text in preview.items()
        ]
        tags.append('<meta name="twitter:card" content="summary">')
        return Constant(_before(b"</head>", tags, made.body), made.kind)

    def _made(self, module: str, first: bool) -> Constant:
        """With the modules of a page, the fonts, and for the first page what it shows."""
        needed = [MAIN, module]
        for name in needed:
            found = _IMPORT.findall(self.files[name].body) if name in self.files else []
            needed += [one for one in map(bytes.decode, found) if one not in needed]
        fonts = [name for name in self.files if name.endswith(".woff2")]
        loads = [f'rel="modulepreload" href="{self._at(name)}"' for name in dict.fromkeys(needed)]
        loads += [f'rel="preload" as="font" crossorigin href="{self._at(name)}"' for name in fonts]
        body = _before(b"</head>", [f"<link {load}>" for load in loads], self.index.body)
        if first:
            data = answer(catalogue).decode().replace("<", "\\u003c")
            script = f'<script type="application/json" id="first">{data}</script>'
            body = _before(b"</body>", [script], body)
        return Constant(body, self.index.kind)

    def _at(self, name: str) -> str:
        return f"/page/{self.version}/{name}"


def _with_one_sheet(index: bytes, texts: dict[str, bytes]) -> bytes:
    """The document with its first style sheet alone, which holds the others too: nothing is painted
    before all are there, and a browser asks for six files at a time."""
    if sheets := [name.decode() for name in _SHEET.findall(index)]:
        texts[sheets[0]] = b"\n".join(texts[name] for name in sheets)
    return _SHEET.sub(lambda link: link[0] if link[1].decode() == sheets[0] else b"", index)


def _before(mark: bytes, lines: list[str], body: bytes) -> bytes:
    return body.replace(mark, "\n".join([*lines, ""]).encode() + mark, 1)


def _kind(name: str) -> str:
    kinds = {".js": "text/javascript", ".woff2": "font/woff2"}
    return kinds.get(Path(name).suffix) or guess_type(name)[0] or "text/plain"
