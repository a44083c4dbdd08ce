"""What the judges' tests are made of: small packs, evidence and standings, all explicit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from foundation.contracts.work import Evidence, EvidenceItem, FieldValue
from foundation.domains.schema.pack import (
    Column,
    DataType,
    DocumentsSource,
    Freshness,
    Intent,
    Pack,
    PackSource,
    ProbeFigures,
    RegionNode,
    Replies,
    Slot,
    SlotColumn,
    TableSource,
)

NOW = datetime(2026, 2, 20, 12, 0, tzinfo=UTC)
DAY = 86_400
WORDS = {"ko": "말", "en": "words"}

LEGAL = DataType(name="legal", label=WORDS, sources=("guide",))
MARKET = DataType(
    name="market",
    label=WORDS,
    sources=("trades",),
    freshness=Freshness(warn_after_s=3 * DAY, stale_after_s=7 * DAY),
    probe=ProbeFigures(enabled=False),
    matching_slots=("region", "period", "area"),
)
LOAN = DataType(name="loan", label=WORDS, sources=("loans",), freshness=Freshness(stale_after_s=DAY, stale_penalty=400))
REGION = Slot(
    name="region",
    label=WORDS,
    parser="region",
    regions=(
        RegionNode(name="대구"),
        RegionNode(name="대구 달서구", parent="대구"),
        RegionNode(name="대구 수성구", parent="대구"),
        RegionNode(name="서울 서초구"),
    ),
)
PERIOD = Slot(name="period", label=WORDS, parser="period")
AREA = Slot(name="area", label=WORDS, parser="area")
TRADES = TableSource(
    name="trades",
    label=WORDS,
    key=("trade_id",),
    columns=(
        Column(name="trade_id", type="text", label=WORDS),
        Column(name="region", type="text", label=WORDS),
        Column(name="month", type="month", label=WORDS),
        Column(name="area_m2", type="number", label=WORDS),
    ),
    slots=(
        SlotColumn(slot="region", column="region", match="region"),
        SlotColumn(slot="period", column="month", match="month_range"),
        SlotColumn(slot="area", column="area_m2", match="between"),
    ),
)


def pack(**changes: Any) -> Pack:
    """A small domain with law (documents), prices (a table) and loans."""
    sources: tuple[PackSource, ...] = (DocumentsSource(name="guide", label=WORDS), TRADES)
    whole = Pack(
        name="small",
        version="1",
        title=WORDS,
        languages=("ko",),
        time_zone="Asia/Seoul",
        intents=(Intent(name="ask", label=WORDS, description="asks"),),
        default_data_types=("legal", "market"),
        data_types=(LEGAL, MARKET, LOAN),
        slots=(REGION, PERIOD, AREA),
        sources=sources,
        replies=Replies(greeting=WORDS, about=WORDS, irrelevant=WORDS, unclear=WORDS),
    )
    return whole.model_copy(update=changes)


def passage(name: str, text: str = "보증금은 20분의 1을 넘지 못한다", title: str = "") -> EvidenceItem:
    """One passage; its hash is its name's."""
    return EvidenceItem(item_id=name, content_hash=f"hash-{name}", title=title, text=text, source="guide")


def sale(name: str, **fields: FieldValue) -> EvidenceItem:
    """One row of the trades table."""
    row: dict[str, FieldValue] = {"trade_id": name, "region": "대구 달서구 두류동", "month": "2026-01", "area_m2": 84.9}
    row |= fields
    return EvidenceItem(
        item_id=name, content_hash=f"hash-{name}", title=name, text=str(row), source="trades", fields=row
    )


def law(*items: EvidenceItem, query: str = "보증금은 얼마나 올릴 수 있나요", **changes: Any) -> Evidence:
    """Passages fetched a minute ago."""
    return _evidence(
        "legal", "documents", ("guide",), items or tuple(passage(str(n)) for n in range(3)), query, changes
    )


def sales(*items: EvidenceItem, query: str = "대구 달서구 아파트 시세 알려줘", **changes: Any) -> Evidence:
    """Rows of 대구 달서구 fetched a minute ago."""
    changes = {"slots": {"region": ("대구 달서구",)}, **changes}
    return _evidence("market", "table", ("trades",), items or tuple(sale(str(n)) for n in range(3)), query, changes)


def _evidence(
    data_type: str, kind: Any, sources: tuple[str, ...], items: tuple[EvidenceItem, ...], query: str, changes: Any
) -> Evidence:
    base: dict[str, Any] = {
        "evidence_id": f"{data_type}-1",
        "session_id": "s",
        "run_id": "r",
        "slots": {},
        "fetched_at": NOW - timedelta(minutes=1),
        "source_version": "1",
    }
    base |= {"data_type": data_type, "kind": kind, "sources": sources, "items": items, "query": query}
    return Evidence(**(base | changes))
