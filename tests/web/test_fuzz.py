"""The API against its own OpenAPI document: nothing that is sent brings it down, and what it
answers is what it promised.

The examples are always the same, but for CI, where they are new each time: it says with what seed,
and `QUINCUNX_SEED=… pytest --slow tests/web/test_fuzz.py` has the same again."""

import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import checks

from web.place import Place
from web.serving import Server

QUERY_TIMEOUT_S = 30
PROMISED = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
fuzzed = settings(
    max_examples=15,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def seed_of_today() -> int:
    drawn = str(secrets.randbelow(10**9)) if os.environ.get("CI") else "0"
    return int(os.environ.get("QUINCUNX_SEED", drawn))


def operations(server: Server) -> Iterator[Any]:
    document = server.call("GET", "/openapi.json").json()
    del document["paths"]["/api/games/{game}/events"]  # its answer has no end
    schema = schemathesis.openapi.from_dict(document)
    schema.config.base_url = server.base
    found: Any
    for found in schema.get_all_operations():
        yield found.ok()


@pytest.mark.slow
@pytest.mark.parametrize("real", [False, True], ids=["nowhere", "in a real game"])
def test_nothing_breaks_it(place: Place, real: bool) -> None:
    tried, number, server = 0, seed_of_today(), place.server
    print(f"QUINCUNX_SEED={number} draws these examples again.")  # shown with a failure
    for operation in operations(server):

        @seed(number)
        @given(case=operation.as_strategy())
        @fuzzed
        def send(case: Any) -> None:
            nonlocal tried
            tried += 1
            if real:
                _place(case, server)
            case.call_and_validate(timeout=QUERY_TIMEOUT_S, checks=PROMISED)

        send()
    assert tried > 150


def _place(case: Any, server: Server) -> None:
    """Into a game that is there, with the token of a seat; or to a game's own id."""
    if "game" in case.path_parameters and "rules" not in case.path:
        begun = server.create("zone-conquest")
        case.path_parameters["game"] = begun["id"]
        case.headers["Authorization"] = f"Bearer {begun['seats']['x']}"
    if "game" in (case.query or {}):
        case.query["game"] = "zone-conquest"
