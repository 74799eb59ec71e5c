"""The API against its own OpenAPI document: nothing that is sent brings it down, and what it
answers is what it promised."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks

from web.serving import Server

LONGEST_ANSWER = 30
PROMISED = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
fuzzed = settings(
    max_examples=15,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


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
def test_nothing_breaks_it(server: Server, real: bool) -> None:
    tried = 0
    for operation in operations(server):
        case_of = operation.as_strategy()

        @given(case=case_of)
        @fuzzed
        def send(case: Any) -> None:
            nonlocal tried
            tried += 1
            if real:
                _place(case, server)
            case.call_and_validate(timeout=LONGEST_ANSWER, checks=PROMISED)

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
