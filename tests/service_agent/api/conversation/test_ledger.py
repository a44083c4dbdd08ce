"""What a conversation has in hand, over HTTP: its records, their items, and whose they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import DataType
from foundation.storage.records import LedgerEntry, Opening, PersonSettings
from service_agent.services.ledger import holding_of
from tests.serving import Serving

PRICES = "대구 달서구 아파트 시세 알려줘"
LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"


async def test_what_was_found_is_listed_with_its_rule_and_its_items(service: Serving) -> None:
    session_id = await service.session()
    empty = (await service.http.get(f"/api/sessions/{session_id}/evidence")).json()
    assert empty["records"] == []
    for content in (PRICES, LAW):
        await service.http.post("/api/chat", json={"session_id": session_id, "content": content})

    ledger = (await service.http.get(f"/api/sessions/{session_id}/evidence")).json()
    records = {record["data_type"]: record for record in ledger["records"]}
    assert records.keys() == {"market", "legal"}
    assert all(record["usable"] == "ready" and not record["source_changed"] for record in records.values())
    assert records["market"]["warn_at"] < records["market"]["stale_at"]
    assert (records["legal"]["warn_at"], records["legal"]["stale_at"]) == (None, None)

    one = records["market"]
    items = (await service.http.get(f"/api/sessions/{session_id}/evidence/{one['evidence_id']}")).json()["items"]
    assert len(items) == one["items"] > 0
    assert all("달서구" in item["title"] for item in items)


async def test_a_record_of_another_session_is_not_found_in_this_one(service: Serving) -> None:
    answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
    evidence_id = answer["reuse"]["data_types"]["legal"]["evidence_id"]
    elsewhere = await service.session()
    for address in (f"{elsewhere}/evidence/{evidence_id}", f"{answer['session_id']}/evidence/nothing"):
        refused = await service.http.get(f"/api/sessions/{address}")
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_evidence")


async def test_a_cited_passage_is_found_in_its_document(service: Serving) -> None:
    answer = (await service.http.post("/api/chat", json={"content": LAW})).json()
    cited = answer["citations"][0]
    chunk = (await service.http.get(f"/api/chunks/{cited['chunk_id']}")).json()
    document = (await service.http.get(f"/api/documents/{chunk['document_id']}")).json()
    assert cited["chunk_id"] in [passage["chunk_id"] for passage in document["passages"]]
    assert any(cited["quote"] in passage["text"] for passage in document["passages"])
    assert (await service.http.get("/api/documents/nothing")).status_code == 404


NOW = datetime(2026, 2, 23, 11, 0, tzinfo=UTC)


def entry(age: timedelta, version: str = "7") -> LedgerEntry:
    """A record of this age."""
    return LedgerEntry.of(
        Evidence(
            evidence_id="e",
            session_id="s",
            run_id="r",
            data_type="market",
            sources=("trades",),
            kind="table",
            query="q",
            slots={},
            items=(),
            fetched_at=NOW - age,
            source_version=version,
        )
    )


@pytest.mark.parametrize(
    ("age", "version", "usable", "changed"),
    [
        (timedelta(0), "7", "ready", False),
        (timedelta(days=3) - timedelta(seconds=1), "7", "ready", False),
        (timedelta(days=3), "7", "ask", False),
        (timedelta(days=7) - timedelta(seconds=1), "7", "ask", False),
        (timedelta(days=7), "7", "search", False),
        (timedelta(0), "6", "ask", True),
        (timedelta(days=8), "6", "search", True),
    ],
)
def test_a_record_stands_by_its_age_and_its_source(age: timedelta, version: str, usable: str, changed: bool) -> None:
    data_type = DataType.model_validate(
        {
            "name": "market",
            "label": {"ko": "시세", "en": "Prices"},
            "sources": ["trades"],
            "freshness": {"warn_after_s": 259_200, "stale_after_s": 604_800},
        }
    )
    opening = Opening(now=NOW, person=PersonSettings(), versions={("table", "trades"): "7"}, ledger=())
    holding = holding_of(entry(age, version), data_type, opening)
    assert (holding.usable, holding.source_changed) == (usable, changed)


async def test_what_was_found_twice_stands_once_and_says_what_it_is(service: Serving) -> None:
    session_id = await service.session()
    for _ in range(2):
        asked = {"session_id": session_id, "content": PRICES, "reuse": "never"}
        await service.http.post("/api/chat", json=asked)
    [record] = (await service.http.get(f"/api/sessions/{session_id}/evidence")).json()["records"]
    assert len(record["also"]) == 1
    assert "달서구" in record["name"]["ko"] and "Dalseo" in record["name"]["en"]
    assert record["query"] not in record["name"].values()
