"""Evidence as tests need it."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

from foundation.contracts.work import Evidence, EvidenceItem
from foundation.storage.records import Run

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def item(number: int = 0, **changes: Any) -> EvidenceItem:
    fields: dict[str, Any] = {
        "item_id": f"row-{number}",
        "content_hash": f"hash-{number}",
        "title": "달서구 월별",
        "text": f"평균 {number}억",
        "source": "prices",
        "uri": "file.csv#3",
        "fields": {
            "region": "대구 달서구",
            "price": 320_000_000 + number,
            "share": 0.5,
            "note": None,
            "example": False,
        },
        "as_of": date(2026, 1, 31),
        "score": 1.5,
        "example": True,
        "derived": number == 1,
    }
    return EvidenceItem(**{**fields, **changes})


def batch(run: Run, data_type: str = "market", minutes: int = 0, **changes: Any) -> Evidence:
    fields: dict[str, Any] = {
        "evidence_id": uuid.uuid4().hex,
        "session_id": run.session_id,
        "run_id": run.run_id,
        "data_type": data_type,
        "sources": ("prices", "trades"),
        "kind": "table",
        "query": "대구 달서구 아파트 시세",
        "slots": {"region": ("대구 달서구",), "deal": ("sale", "rent")},
        "items": (item(0), item(1)),
        "fetched_at": NOON + timedelta(minutes=minutes),
        "source_version": "7",
        "complete": False,
        "aggregate": True,
        "cost_ms": 12,
        "notices": ("자료가 있는 가장 가까운 달은 2025-12입니다.",),
    }
    return Evidence(**{**fields, **changes})
