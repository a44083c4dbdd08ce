"""The example service beside `suffice serve`, and a table that is served by it."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from execution_agents.search.sources.served import MOST_BYTES, ServedFrom, ServedRows
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import LOCAL
from foundation.contracts.ports import SearchRequest
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import TableSource
from service_agent.cli.serving.example_service import example_service
from tests.serving import Serving

PACK = load_pack(shipped_packs() / "real_estate")
(LOANS,) = [one for one in PACK.sources if isinstance(one, TableSource) and one.example_service]


async def test_it_answers_with_the_packs_rows_and_says_what_it_is() -> None:
    async with example_service(0.01) as example, httpx.AsyncClient(trust_env=False) as client:
        assert example is not None
        example.serve({PACK.name: PACK})
        answer = (await client.get(f"{example.served.url}/real_estate/loan_products")).json()
        assert answer["service"] == "example service"
        assert len(answer["rows"]) == 17
        assert (await client.get(f"{example.served.url}/real_estate/district_prices")).status_code == 404


async def test_without_latency_there_is_none() -> None:
    async with example_service(0) as example:
        assert example is None


def request(timeout_s: float = 5) -> SearchRequest:
    return SearchRequest(LOCAL, "청년 전세대출 금리 알려줘", {}, "ko", 50, timeout_s)


async def test_a_search_takes_as_long_as_the_service(service: Serving) -> None:
    async with example_service(0.3) as example:
        assert example is not None
        example.serve(service.services.packs)
        source = ServedRows(LOANS, PACK, service.services.experiments.repositories.rows, example.served)
        began = time.monotonic()
        found = await source.search(request())
        assert time.monotonic() - began >= 0.3
    assert {str(item.fields["product"]) for item in found.items if not item.derived} >= {"새움 청년 전세대출"}


class Answering(httpx.AsyncBaseTransport):
    """Answers every request with this."""

    def __init__(self, answer: Any, status: int = 200) -> None:
        self._answer, self._status = answer, status

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(self._status, json=self._answer)


def served(service: Serving, answer: Any, status: int = 200) -> ServedRows:
    return served_by(service, Answering(answer, status))


def served_by(service: Serving, transport: httpx.AsyncBaseTransport) -> ServedRows:
    client = httpx.AsyncClient(transport=transport)
    rows = service.services.experiments.repositories.rows
    return ServedRows(LOANS, PACK, rows, ServedFrom("http://elsewhere", client))


async def test_rows_the_service_does_not_name_are_no_evidence(service: Serving) -> None:
    found = await served(service, {"rows": [{"product": "새움 청년 전세대출"}]}).search(request())
    assert {item.fields["product"] for item in found.items if not item.derived} == {"새움 청년 전세대출"}


async def test_a_row_an_operator_put_in_is_evidence_though_the_service_names_it_not(service: Serving) -> None:
    columns = "product,deal,rate_min,rate_max,limit_won,updated,example"
    row = f"{columns}\n우리집 청년 전세대출,전세,2.1,2.9,100000000,2026-11-01,false\n"
    sent = {"name": "own.csv", "source": "loan_products"}
    added = await service.http.post("/api/corpora/real_estate/documents", params=sent, content=row.encode())
    assert added.is_success, added.text
    found = await served(service, {"rows": [{"product": "새움 청년 전세대출"}]}).search(request())
    names = {item.fields["product"] for item in found.items if not item.derived}
    assert names == {"새움 청년 전세대출", "우리집 청년 전세대출"}


@pytest.mark.parametrize(("answer", "status"), [({"rows": []}, 500), ({"nothing": 1}, 200), ([1], 200)])
async def test_a_service_that_answers_otherwise_fails_as_a_source(service: Serving, answer: Any, status: int) -> None:
    with pytest.raises(SourceFailed, match="loan_products"):
        await served(service, answer, status).search(request())


class Failing(httpx.AsyncBaseTransport):
    """Answers no request."""

    def __init__(self, problem: Exception) -> None:
        self._problem = problem

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        raise self._problem


FAILING: list[tuple[httpx.AsyncBaseTransport, str, str]] = [
    (Failing(TimeoutError()), "slow", "did not answer in time"),
    (Failing(httpx.ReadTimeout("secret")), "slow", "did not answer in time"),
    (Failing(httpx.ConnectError("secret")), "error", r"could not be reached \(ConnectError\)"),
    (Answering({"rows": []}, 503), "refused", "status 503"),
    (Answering({"rows": ["x" * MOST_BYTES]}), "large", "more than 5,000,000 bytes"),
    (Answering({"nothing": 1}), "unusable", "something else than rows"),
]


@pytest.mark.parametrize(("transport", "how", "said"), FAILING, ids=[said for _, _, said in FAILING])
async def test_how_a_service_failed_is_reported_as_it_was(
    service: Serving, transport: httpx.AsyncBaseTransport, how: str, said: str
) -> None:
    with pytest.raises(SourceFailed, match=said) as caught:
        await served_by(service, transport).search(request())
    assert caught.value.data["how"] == how
    assert "secret" not in caught.value.message
