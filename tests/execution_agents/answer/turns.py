"""A small pack, its evidence and a turn's request, shared by the tests of this room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.events import AnswerRetried, RunEvent, TeamProgressed
from foundation.contracts.work import Evidence, EvidenceItem, FieldValue, SourceKind, TypeDecision
from foundation.domains.schema.pack import Pack

NOW = datetime(2026, 2, 20, 1, 45, tzinfo=UTC)
"""10:45 in Seoul."""
FETCHED = NOW - timedelta(minutes=3)


def labelled(ko: str, en: str) -> dict[str, str]:
    """A label in both languages."""
    return {"ko": ko, "en": en}


def column(name: str, kind: str, ko: str, en: str, unit: str | None = None) -> dict[str, Any]:
    """One declared column."""
    return {"name": name, "type": kind, "label": labelled(ko, en), "unit": unit}


PRICE_COLUMNS = [
    column("region", "text", "지역", "Region"),
    column("deal", "text", "거래 유형", "Deal"),
    column("area_band", "text", "면적 구간", "Area band"),
    column("month", "month", "계약월", "Month"),
    column("trades", "integer", "거래 건수", "Transactions", "count"),
    column("mean_won", "integer", "평균", "Mean", "won"),
    column("max_won", "integer", "최고", "Highest", "won"),
    column("example", "boolean", "예시 데이터", "Example data"),
]
TRADE_COLUMNS = [
    column("trade_id", "text", "거래 번호", "Id"),
    column("complex", "text", "단지", "Complex"),
    column("deal", "text", "거래 유형", "Deal"),
    column("date", "date", "계약일", "Date"),
    column("area_m2", "number", "전용면적", "Floor area", "m2"),
    column("price_won", "integer", "금액", "Price", "won"),
]
LOAN_COLUMNS = [
    column("product", "text", "상품", "Product"),
    column("rate_min", "number", "최저 금리", "Lowest rate", "percent"),
    column("rate_max", "number", "최고 금리", "Highest rate", "percent"),
    column("limit_won", "integer", "한도", "Limit", "won"),
    column("term_months", "integer", "기간", "Term", "months"),
    column("eligible", "text", "대상", "Who may apply"),
    column("updated", "date", "기준일", "Updated"),
]
PACK = Pack.model_validate(
    {
        "name": "small",
        "version": "1",
        "title": labelled("작은 꾸러미", "Small"),
        "languages": ["ko", "en"],
        "time_zone": "Asia/Seoul",
        "intents": [],
        "default_data_types": [],
        "data_types": [
            {"name": "legal", "label": labelled("법령", "Law"), "sources": ["law"]},
            {"name": "market", "label": labelled("시세", "Prices"), "sources": ["prices", "trades"]},
            {"name": "loan", "label": labelled("대출 상품", "Loans"), "sources": ["loans"]},
        ],
        "slots": [
            {
                "name": "deal",
                "label": labelled("거래", "Deal"),
                "parser": "choice",
                "choices": [
                    {"value": "sale", "label": labelled("매매", "sale"), "words": ["매매"]},
                    {"value": "jeonse", "label": labelled("전세", "jeonse"), "words": ["전세"]},
                ],
            }
        ],
        "sources": [
            {"kind": "documents", "name": "law", "label": labelled("법령 안내", "Law guide")},
            {
                "kind": "table",
                "name": "prices",
                "label": labelled("시세표", "Price table"),
                "key": ["region"],
                "slots": [{"slot": "place", "column": "region"}],
                "columns": PRICE_COLUMNS,
                "is_aggregate": True,
                "as_of": "month",
            },
            {
                "kind": "table",
                "name": "trades",
                "label": labelled("실거래", "Sales"),
                "key": ["trade_id"],
                "row_title": "{complex} {area_m2}㎡",
                "columns": TRADE_COLUMNS,
                "as_of": "date",
            },
            {
                "kind": "table",
                "name": "loans",
                "label": labelled("대출", "Loans"),
                "key": ["product"],
                "row_title": "{product}",
                "columns": LOAN_COLUMNS,
                "as_of": "updated",
            },
        ],
        "replies": {
            "greeting": labelled("안녕하세요.", "Hello."),
            "about": labelled("저는 안내 서비스입니다.", "I am a guide."),
            "irrelevant": labelled("제 분야가 아닙니다.", "Not my field."),
            "unclear": labelled("조금 더 알려 주세요.", "Tell me more."),
        },
    }
)


def passage(item_id: str, title: str, text: str, **more: Any) -> EvidenceItem:
    """One passage."""
    return EvidenceItem(
        item_id=item_id, content_hash=sha256(text.encode()).hexdigest(), title=title, text=text, source="law", **more
    )


def row(source: str, title: str, fields: Mapping[str, FieldValue], **more: Any) -> EvidenceItem:
    """One typed row."""
    text = ", ".join(f"{name}={value}" for name, value in fields.items())
    return EvidenceItem(
        item_id=f"{source}:{title}",
        content_hash=sha256(text.encode()).hexdigest(),
        title=title,
        text=text,
        source=source,
        fields=dict(fields),
        **more,
    )


def price(month: str, mean: int, *, region: str = "대구 달서구", band: str = "60~85㎡", **more: Any) -> EvidenceItem:
    """One monthly aggregate."""
    fields: dict[str, FieldValue] = {
        "region": region,
        "deal": "sale",
        "area_band": band,
        "month": month,
        "trades": 45,
        "mean_won": mean,
        "max_won": 800_000_000,
        "example": more.get("example", False),
    }
    return row("prices", f"{region} {month} {band}", fields, as_of=date.fromisoformat(f"{month}-01"), **more)


def sale(complex_name: str, day: str, amount: int) -> EvidenceItem:
    """One single sale."""
    fields: dict[str, FieldValue] = {
        "trade_id": f"id-{day}",
        "complex": complex_name,
        "deal": "sale",
        "date": day,
        "area_m2": 84.9,
        "price_won": amount,
    }
    return row("trades", f"{complex_name} 84.9㎡", fields, as_of=date.fromisoformat(day))


def figures_over_sales(count: int, mean: int) -> EvidenceItem:
    """What the database computed over single sales."""
    fields: dict[str, FieldValue] = {
        "deal": "sale",
        "rows": count,
        "first_time": "2026-01",
        "last_time": "2026-02",
        "price_won_count": count,
        "price_won_mean": mean,
        "price_won_min": 100_000_000,
    }
    return row("trades", "매매 집계", fields, derived=True)


def loan(product: str, low: float, high: float, limit: int) -> EvidenceItem:
    """One loan product."""
    fields: dict[str, FieldValue] = {
        "product": product,
        "rate_min": low,
        "rate_max": high,
        "limit_won": limit,
        "term_months": 24,
        "eligible": "만 19~34세 무주택 세대주",
        "updated": "2026-02-16",
    }
    return row("loans", product, fields, as_of=date(2026, 2, 16))


RENEWAL = passage(
    "law-7",
    "주택임대차보호법 제7조 차임과 보증금의 증액",
    "계약 중에도 차임이나 보증금의 증감을 청구할 수 있다. "
    "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없다. 증액한 뒤 1년 안에는 다시 올리지 못한다.",
    uri="law/7.md",
)
DEPOSIT = passage(
    "law-3", "주택임대차보호법 제3조 대항력", "집을 넘겨받고 주민등록을 마치면 그 다음 날부터 제삼자에게 효력이 생긴다."
)


def batch(
    data_type: str, *items: EvidenceItem, kind: SourceKind = "table", evidence_id: str = "", aggregate: bool = False
) -> Evidence:
    """One evidence record."""
    return Evidence(
        evidence_id=evidence_id or f"ev-{data_type}",
        session_id="s",
        run_id="r",
        data_type=data_type,
        sources=tuple(dict.fromkeys(item.source for item in items)),
        kind=kind,
        query="q",
        slots={},
        items=items,
        fetched_at=FETCHED,
        source_version="1",
        aggregate=aggregate,
    )


def law(*items: EvidenceItem) -> Evidence:
    """A batch of passages."""
    return batch("legal", *(items or (RENEWAL, DEPOSIT)), kind="documents")


def asked(question: str, *evidence: Evidence, language: str = "ko", **more: Any) -> AnswerRequest:
    """A turn's request."""
    given: dict[str, Any] = {
        "question": question,
        "standalone": question,
        "language": language,
        "intent": "legal_consult",
        "pack": PACK,
        "now": NOW,
        "evidence": evidence,
        "data_types": tuple(one.data_type for one in evidence),
    }
    return AnswerRequest(**{**given, **more})


def reused(data_type: str, **more: Any) -> TypeDecision:
    """A type that was answered from the ledger."""
    given: dict[str, Any] = {
        "data_type": data_type,
        "decision": "reused",
        "evidence_id": f"ev-{data_type}",
        "fetched_at": FETCHED,
        "age_s": 180,
    }
    return TypeDecision(**{**given, **more})


@dataclass
class Heard:
    """What the person's side sees: the text as it stands, and every draft thrown away."""

    text: str = ""
    pieces: int = 0
    retried: list[str] = field(default_factory=list[str])
    steps: list[TeamProgressed] = field(default_factory=list[TeamProgressed])

    async def delta(self, piece: str) -> None:
        """The next piece."""
        assert piece
        self.text += piece
        self.pieces += 1

    async def emit(self, event: RunEvent) -> None:
        """A durable event: a retry clears the text, a step of thinking is kept."""
        if isinstance(event, TeamProgressed):
            self.steps.append(event)
            return
        assert isinstance(event, AnswerRetried)
        self.retried.append(event.reason)
        self.text = ""
