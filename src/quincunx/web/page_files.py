"""The files of the page, read once. Their addresses hold a version, so that a browser keeps them
until they change and never mixes those of two versions."""

import hashlib
from mimetypes import guess_type
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quincunx.web.answers import Constant

FOLDER = Path(__file__).parent / "page"
FOR_EVER = "public, max-age=31536000, immutable"


class PageFiles:
    def __init__(self, folder: Path = FOLDER) -> None:
        texts = {file.name: file.read_bytes() for file in sorted(folder.glob("*.*"))}
        names = "\n".join(f"{name} {hashlib.sha256(texts[name]).hexdigest()}" for name in texts)
        self.version = hashlib.sha256(names.encode()).hexdigest()[:12]
        index = texts.pop("index.html").replace(b'"/page/', f'"/page/{self.version}/'.encode())
        self.index = Constant(index, "text/html")
        self._files = {name: Constant(text, _kind(name)) for name, text in texts.items()}

    def answer(self, request: Request, name: str, version: str) -> Response:
        """A page of another version, of before an upgrade or of a server that has had its own
        already, gets what there is, and does not keep it."""
        if name not in self._files:
            raise HTTPException(404)
        kept = FOR_EVER if version == self.version else "no-cache"
        return self._files[name].answer(request, kept)


def _kind(name: str) -> str:
    return {".js": "text/javascript"}.get(Path(name).suffix) or guess_type(name)[0] or "text/plain"
