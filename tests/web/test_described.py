"""Real answers of every route, with everything that can be refused, against the document that the
server publishes, on both databases. What the document promises and nobody got is a failure too."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import schemathesis

from helpers import wait_until
from web.place import Place
from web.serving import CLIENT, HUMANS, Server

ANYWHERE = {400, 408, 413, 429}
"""These come from before the routes, and are the same for all of them."""
GAME = "/api/games/{game}"


class Described:
    """Asks a server, and holds each answer against its document."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.document = server.call("GET", "/openapi.json").json()
        self.promised = set(promises(self.document))
        self.seen: set[tuple[str, str, int]] = set()
        self.schema = schemathesis.openapi.from_dict(closed(self.document))

    def ask(
        self,
        method: str,
        path: str,
        *statuses: int,
        token: str | None = None,
        body: Any = None,
        content: bytes | None = None,
        query: dict[str, Any] | None = None,
        **places: object,
    ) -> Any:
        """What is answered, which has one of these statuses."""
        answer = CLIENT.request(
            method,
            self.server.base + path.format(**places),
            headers={"Authorization": f"Bearer {token}"} if token else {},
            params=query,
            json=body,
            content=content,
        )
        assert answer.status_code in statuses, (method, path, answer.text)
        self.check(method, path, answer)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def check(self, method: str, path: str, answer: httpx.Response) -> None:
        key = (method, path, answer.status_code)
        assert key in self.promised, key
        (kind,) = self.document["paths"][path][method.lower()]["responses"][
            str(answer.status_code)
        ]["content"]
        assert answer.headers["content-type"].startswith(kind), key
        self.schema[path][method].validate_response(answer)
        self.seen.add(key)

    def check_event(self, state: Any) -> None:
        """The data of an event is what a game's route answers with."""
        request = httpx.Request("GET", self.server.base)
        answer = httpx.Response(200, json=state, request=request)
        answer.elapsed = self.server.call("GET", "/healthz").elapsed
        self.check("GET", GAME, answer)


def promises(document: Any) -> Iterator[tuple[str, str, int]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status in operation["responses"]:
                yield method.upper(), path, int(status)


def closed(part: Any) -> Any:
    """With objects that have no key but those that are described."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: closed(value) for key, value in part.items()}
    if "properties" in found and found.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


def takes_any_text(document: Any, method: str, path: str) -> bool:
    """Whether nothing that is sent there can be unreadable."""
    operation = document["paths"][path][method.lower()]
    places = {each["in"] for each in operation.get("parameters", ())}
    return "requestBody" not in operation and places <= {"path", "header"}


@pytest.mark.slow
def test_every_answer_is_what_the_document_says(place: Place) -> None:
    found = Described(place.server)
    _ask_about_games(found)
    _ask_about_positions(found)
    for method, path in {(method, path) for method, path, _ in found.promised}:
        words: dict[str, Any] = {"game": "a", "seat": "x", "number": 1, "step": 1}
        found.ask(method, path, 413, content=b" " * 16_385, **words)
    _ask_a_database_that_is_away(found, place)
    missing = {
        (method, path, status)
        for method, path, status in found.promised - found.seen
        if status not in ANYWHERE | {503}
        and not (status == 422 and takes_any_text(found.document, method, path))
    }
    assert missing == set()


def _ask_about_games(found: Described) -> None:
    asked: dict[str, Any] = {"game": "swap-nine", **HUMANS}
    found.ask("POST", "/api/games", 422, body={**asked, "game": "chess"})
    begun = found.ask("POST", "/api/games", 201, body={**asked, "o": {"kind": "open"}})
    game, x = begun["id"], begun["seats"]["x"]
    seats, moves, offers = f"{GAME}/seats/{{seat}}", f"{GAME}/moves", f"{GAME}/offers"
    o = found.ask("POST", seats, 201, body={}, game=game, seat="o")["token"]
    found.ask("POST", seats, 409, body={}, game=game, seat="o")
    found.ask("POST", seats, 422, body={"colour": "red"}, game=game, seat="o")
    found.ask("POST", seats, 404, body={}, game="nowhere", seat="o")
    for path, good in (
        (moves, {"move": "5", "ply": 0}),
        (f"{GAME}/resign", None),
        (offers, {"kind": "undo"}),
        (f"{offers}/{{number}}", {"accept": True}),
    ):
        words: dict[str, Any] = {"game": game, "number": 99, "body": good}
        found.ask("POST", path, 404, **words | {"game": "nowhere"}, token=x)
        found.ask("POST", path, 401, **words)
        found.ask("POST", path, 403, **words, token="another")
        if good:
            found.ask("POST", path, 422, **words | {"body": {"colour": "red"}}, token=x)
    with found.server.events(game) as events:
        found.check_event(next(events).state)
        found.ask("POST", moves, 200, game=game, token=x, body={"move": "5", "ply": 0})
        found.check_event(next(events).state)
    address = f"{found.server.base}/api/games/{game}/events"
    with CLIENT.stream("GET", address) as stream:
        found.check("GET", f"{GAME}/events", _begun(stream))
    found.ask("POST", moves, 200, game=game, token=o, body={"move": "2x5", "ply": 1})
    found.ask("POST", moves, 409, game=game, token=o, body={"move": "1", "ply": 1})
    offer = found.ask("POST", offers, 200, game=game, token=x, body={"kind": "undo"})["offer"]
    found.ask("POST", offers, 409, game=game, token=x, body={"kind": "undo"})
    answer = {"game": game, "number": offer["number"], "body": {"accept": False}}
    found.ask("POST", f"{offers}/{{number}}", 200, **answer, token=o)
    found.ask("POST", f"{offers}/{{number}}", 409, **answer, token=o)
    found.ask("POST", f"{GAME}/resign", 200, game=game, token=x)
    found.ask("POST", f"{GAME}/resign", 409, game=game, token=x)
    offer = found.ask("POST", offers, 200, game=game, token=x, body={"kind": "rematch"})["offer"]
    answer = {"game": game, "number": offer["number"], "body": {"accept": True}}
    assert found.ask("POST", f"{offers}/{{number}}", 200, **answer, token=o)["next"]
    for path in (GAME, f"{GAME}/record"):
        found.ask("GET", path, 200, game=game)
    for path in (GAME, f"{GAME}/record", f"{GAME}/events"):
        found.ask("GET", path, 404, game="nowhere")


def _begun(stream: httpx.Response) -> httpx.Response:
    """A stream as if it ended after its head."""
    found = httpx.Response(200, headers=stream.headers, request=stream.request, content=b"")
    found.elapsed = CLIENT.get(str(stream.request.url.copy_with(path="/healthz"))).elapsed
    return found


def _ask_about_positions(found: Described) -> None:
    record = '[Game "zone-conquest"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n'
    puzzle = {"game": "zone-conquest", "seed": 7}
    position = {"game": "zone-conquest", "position": "OX-/XXO/-O- X 4 -"}
    found.ask("GET", "/api/position", 200, query={**position, "move": "3"})
    found.ask("GET", "/api/position", 200, query={"game": "grid-clash", "seed": 3})
    found.ask("GET", "/api/analysis", 200, query=position)
    for game in ("crossed-paths", "grid-clash"):  # a theorem; a margin
        start = found.ask("GET", "/api/position", 200, query={"game": game})["position"]
        found.ask("GET", "/api/analysis", 200, query={"game": game, "position": start})
    for path in ("/api/replay", "/api/review"):
        found.ask("POST", path, 200, body={"record": record})
        found.ask("POST", path, 422, body={"record": "nonsense"})
    solution = found.ask("GET", "/api/puzzle/solution", 200, query=puzzle)["move"]
    found.ask("GET", "/api/puzzle/kinds", 200, query={"game": "zone-conquest"})
    asked = found.ask("GET", "/api/puzzle", 200, query=puzzle)
    shown = {"game": asked["game"], "position": asked["position"]}
    moves = found.ask("GET", "/api/position", 200, query=shown)["legal_moves"]
    wrong = next(item["move"] for item in moves if item["move"] != solution)
    for move in (solution, wrong):
        found.ask("GET", "/api/puzzle/answer", 200, query={**puzzle, "move": move})
    asked = found.ask("GET", "/api/puzzle", 200, query={**puzzle, "difficulty": 4, "moves": 2})
    running = {"game": asked["game"], "seed": asked["seed"], "moves": 2}
    for step in (1, 2):
        one = {key: running[key] for key in ("game", "seed")} | {"step": step}
        move = found.ask("GET", "/api/puzzle/solution", 200, query=one)["move"]
        found.ask("GET", "/api/puzzle/answer", 200, query={**running, "step": step, "move": move})
    days = found.ask("POST", "/api/puzzle/streak", 200, body={"day": 9, "solved": [1, 7, 8]})
    assert days["length"] == 2
    found.ask("POST", "/api/puzzle/streak", 422, body={"day": 0, "solved": []})
    found.ask("GET", "/api/reasons", 200, query=position)
    pairs = {"game": "crossed-paths", "position": "---/-X-/--- O B2"}
    found.ask("GET", "/api/reasons", 200, query={**pairs, "move": "A1", "you": "o"})
    found.ask("GET", "/api/refusal", 200, query={**position, "clicks": ["2", "7"]})
    for path in "position analysis reasons refusal puzzle puzzle/answer puzzle/solution".split():
        found.ask("GET", f"/api/{path}", 422, query={"game": "chess", "seed": "seven"})
    found.ask("GET", "/api/rules/{game}", 200, game="swap-nine")
    found.ask("GET", "/api/rules/{game}", 404, game="chess")
    lesson, answer = "/api/lessons/{game}", "/api/lessons/{game}/{step}/answer"
    found.ask("GET", lesson, 200, game="swap-nine")
    found.ask("GET", lesson, 404, game="chess")
    for move in ("2x5", "2"):
        found.ask("GET", answer, 200, game="swap-nine", step=2, query={"move": move})
    found.ask("GET", answer, 422, game="swap-nine", step=2, query={"move": "1"})
    found.ask("GET", answer, 404, game="swap-nine", step=99, query={"move": "1"})
    for path in ("/api/catalogue", "/api/lessons", "/api/solutions", "/healthz", "/readyz"):
        found.ask("GET", path, 200)


def _ask_a_database_that_is_away(found: Described, place: Place) -> None:
    begun = found.server.create("swap-nine")
    game, x = begun["id"], begun["seats"]["x"]
    wanted: list[tuple[str, str, Any]] = [
        ("POST", "/api/games", {"game": "swap-nine", **HUMANS}),
        ("POST", f"{GAME}/moves", {"move": "5", "ply": 0}),
        ("POST", f"{GAME}/resign", None),
    ]
    if place.postgres:  # SQLite's readers have the file still
        wanted += [("GET", f"{GAME}{rest}", None) for rest in ("", "/record", "/events")]
        wanted.append(("GET", "/healthz", None))
    with place.away(), ThreadPoolExecutor(len(wanted)) as pool:
        asked = [
            pool.submit(found.ask, method, path, 503, body=body, token=x, game=game)
            for method, path, body in wanted
        ]
        # What was found is held true for a second.
        wait_until(lambda: "detail" in found.ask("GET", "/readyz", 200, 503))
        for each in asked:
            each.result()
