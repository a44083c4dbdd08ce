"""Schemathesis on the OpenAPI document: every operation of the real application, with inputs the schema allows and
inputs it does not. No answer is a 500, and every answer is one the document tells of."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from tests.serving import Serving

UNTOUCHED = {("DELETE", "/api/me"), ("POST", "/api/chat")}
"""Erasing everybody else's test, and turns: tried by the bad inputs."""
OTHERS = ("/v1/", "/mcp", "/agui")
"""Protocols of others, whose errors have their own shape: 400 for what they do not take."""
EVERYWHERE = {401, 403, 404, 405, 409, 413, 422, 429}
"""Every operation's `default` answer: a problem document."""


def operations(document: dict[str, Any]) -> list[tuple[str, str]]:
    """(method, path) of everything documented."""
    return [
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    ]


@pytest.mark.slow
# The service in this process uses `random` while an input is drawn; inputs are still the seed's.
@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
@pytest.mark.parametrize("examples", [4, pytest.param(40, marks=pytest.mark.nightly)])
async def test_every_documented_operation_holds_what_the_document_says(fuzzed: Serving, examples: int) -> None:
    """So many examples an operation; each is a real request."""
    document = (await fuzzed.http.get("/api/openapi.json")).json()
    tried = [each for each in operations(document) if each not in UNTOUCHED]
    assert len(tried) > 15
    schema: Any = schemathesis.openapi.from_dict(document)
    found = await asyncio.to_thread(_fuzzed, schema, tried, fuzzed.url, examples)
    assert found == [], "\n".join(found)
    assert (await fuzzed.http.get("/readyz")).status_code == 200


def _fuzzed(schema: Any, tried: list[tuple[str, str]], url: str, examples: int) -> list[str]:
    """What went wrong, one line each. In a thread: the service answers in this process's loop."""
    faults: list[str] = []
    for method, path in tried:
        operation = schema[path][method]
        strategies = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]
        _fuzz_one(st.one_of(strategies), url, examples, faults)
    return faults


def _fuzz_one(cases: st.SearchStrategy[Any], url: str, examples: int, faults: list[str]) -> None:
    @seed(20261120)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large),
    )
    @given(case=cases)
    def attempt(case: Any) -> None:
        answer = case.call(base_url=url, timeout=30)
        documented = {int(status) for status in case.operation.definition.raw["responses"] if str(status).isdigit()}
        kind = answer.headers.get("content-type", [""])
        problem = "application/problem+json" in kind or (answer.status_code == 400 and case.path.startswith(OTHERS))
        if answer.status_code >= 500 or (answer.status_code not in documented | EVERYWHERE and not problem):
            faults.append(f"{case.method} {case.path}: {answer.status_code} {answer.text[:200]}: {case!r}"[:600])

    attempt()
