"""Two servers behind a real nginx, set up as docs/serving.md says."""

import re
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from helpers import ROOT, wait_until
from parts import NGINX
from quincunx.cli.dispatch import parser_of
from web.serving import HUMANS, Server, long_record, read_events, thinking_at_most

needs_nginx = pytest.mark.usefixtures("nginx")
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
CERTIFICATE = (
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
    "-subj /CN=games.example.org -addext subjectAltName=IP:127.0.0.1"
)
AROUND = """
daemon off;
pid {folder}/pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {page}
}}
"""


def block(first: str) -> str:
    """The indented block of the page that begins with these words."""
    found = next(each for each in PAGE.split("\n\n") if each.startswith(f"    {first}"))
    return re.sub("^    ", "", found, flags=re.MULTILINE)


class Proxy:
    def __init__(self, folder: Path, *servers: Server) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        pem, key = folder / "games.pem", folder / "games.key"
        words = [*CERTIFICATE.split(), "-keyout", str(key), "-out", str(pem)]
        subprocess.run(["openssl", *words], check=True, capture_output=True)
        text = block("upstream")
        for told, here in [
            ("127.0.0.1:8001", f"127.0.0.1:{servers[0].port}"),
            ("127.0.0.1:8002", f"127.0.0.1:{servers[-1].port}"),
            ("listen 443", f"listen 127.0.0.1:{port}"),
            ("/etc/ssl/games.pem", str(pem)),
            ("/etc/ssl/games.key", str(key)),
        ]:
            assert told in text
            text = text.replace(told, here)
        settings = folder / "nginx.conf"
        settings.write_text(AROUND.format(folder=folder, page=text))
        self.address = f"https://127.0.0.1:{port}"
        self.trusted = ssl.create_default_context(cafile=str(pem))
        self.process = subprocess.Popen([NGINX.needed(), "-e", "stderr", "-c", str(settings)])

    def answers(self) -> None:
        """Waits until it does."""

        def answered() -> bool:
            with suppress(httpx.TransportError), self.client() as client:
                return client.get("/healthz").status_code == 200
            return False

        wait_until(answered)

    def client(self, come_from: str = "127.0.0.1") -> httpx.Client:
        way = httpx.HTTPTransport(verify=self.trusted, local_address=come_from)
        return httpx.Client(transport=way, base_url=self.address, timeout=90)


@contextmanager
def proxy(folder: Path, *servers: Server) -> Iterator[Proxy]:
    found = Proxy(folder, *servers)
    with found.process:
        try:
            found.answers()
            yield found
        finally:
            found.process.terminate()


@pytest.mark.slow
@needs_nginx
def test_moves_come_at_once_and_a_killed_server_is_not_missed(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    with proxy(tmp_path, *servers) as between, between.client() as client:
        begun = client.post("/api/games", json={"game": "crossed-paths"} | HUMANS).json()
        path, seats = f"/api/games/{begun['id']}", begun["seats"]

        def play(move: str, ply: int) -> None:
            token = {"Authorization": f"Bearer {seats['xo'[ply % 2]]}"}
            answer = client.post(f"{path}/moves", json={"move": move, "ply": ply}, headers=token)
            assert answer.status_code == 200, answer.text

        with between.client() as other, other.stream("GET", f"{path}/events") as stream:
            heard = read_events(stream.iter_lines())
            assert next(heard).state["ply"] == 0
            for ply, move in enumerate(["A1", "B2", "C3"]):  # by turns to each of the servers
                play(move, ply)
                assert next(heard).state["ply"] == ply + 1
        servers[0].stop(signal.SIGKILL)
        for ply, move in enumerate(["D4", "E5", "F6", "G7"], 3):
            play(move, ply)
        assert client.get(path).json()["ply"] == 7


@pytest.mark.slow
@needs_nginx
def test_each_visitor_is_counted_apart(tmp_path: Path) -> None:
    asked = {"game": "swap-nine"} | HUMANS
    with (
        Server(tmp_path, limit=2) as server,
        proxy(tmp_path, server) as between,
        between.client("127.0.0.2") as one,
        between.client("127.0.0.3") as two,
    ):
        got = [each.post("/api/games", json=asked).status_code for each in (one, one, one, two)]
        assert got == [201, 201, 429, 201]


@pytest.mark.slow
@needs_nginx
def test_thinking_is_never_sent_a_second_time(tmp_path: Path) -> None:
    """A question that takes too long occupies one server, but a server that is away is no reason
    to refuse it."""
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            (home := tmp_path / name).mkdir()
            servers.append(stack.enter_context(Server(home, path=thinking_at_most(home, 5))))
        between = stack.enter_context(proxy(tmp_path, *servers))
        client = stack.enter_context(between.client())
        late = client.post("/api/review", json={"record": long_record(60)})
        assert late.status_code == 503
        servers[0].stop(signal.SIGKILL)
        for position in ("---/---/---+X", "X--/---/---+O"):
            analysis = client.get(f"/api/analysis?game=swap-nine&position={position}")
            assert analysis.status_code == 200
    paths = [line.get("path") for server in servers for line in server.log()]
    assert paths.count("/api/review") == 1
    assert paths.count("/api/analysis") == 2


def test_the_compose_file_starts_servers_on_its_own_database() -> None:
    """It cannot be run without an engine; its command can be read."""
    text = block("services:")
    (command,) = re.findall(r"command: quincunx serve (.*)", text)
    options = parser_of("serve").read(command.split())
    user, password = re.findall(r"POSTGRES_USER: (.*), POSTGRES_PASSWORD: ([a-z-]+)", text)[0]
    assert options.database == f"postgresql://{user}:{password}@database/{user}"
    assert options.port == 8000
