"""Questions about limits, with passages of made-up houses and rows of the shipped packs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from execution_agents.analysis.limits.asking import Asking
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from tests.execution_agents.analysis.tables import COMPANY, HOMES, WATER, items

NOW = datetime(2026, 11, 5, 3, tzinfo=UTC)
CARRY = ("Leave > Carrying over", "Up to 5 days of leave may be carried into the next year.")
ROTA = ("On call", "Nobody is put on call in the first 3 months.")
LIMITS = (
    "Expenses > Limits",
    "| what | limit |\n| --- | --- |\n| Hotel, London | £165 a night |\n| Hotel, abroad | £150 a night |",
)
SMALL = (
    "소액임차인이 되는 보증금의 기준",
    "보증금이 아래 금액 이하여야 소액임차인이 된다. 서울은 1억 6,500만 원, 서울을 뺀 수도권은 1억 4,500만 원이다. "
    "광역시와 안산은 8,500만 원이고 그 밖의 지역은 7,500만 원이다.",
)
SHOPS = (
    "상가 환산보증금의 지역별 기준",
    "법이 온전히 적용되는 환산보증금의 상한은 서울 9억 원, 부산 6억 9천만 원이다.",
)
FILTERED = ("여과수 탁도 기준", "여과수의 탁도 목표는 0.10 NTU 이하이다. 법정 기준은 정수 0.5 NTU 이하이다.")
FINISHED = (
    "정수 수질 기준과 자체 목표",
    "| 항목 | 법정 기준 | 자체 목표 |\n| --- | --- | --- |\n| 탁도 | 0.5 NTU 이하 | 0.10 NTU 이하 |\n"
    "| 잔류염소 | 4.0 mg/L 이하 | 0.60~1.00 mg/L |",
)


def passages(*texts: tuple[str, str]) -> list[EvidenceItem]:
    """Passages with these titles and texts."""
    return [
        EvidenceItem(item_id=f"p{at}", content_hash="0" * 64, title=title, text=text, source="manual")
        for at, (title, text) in enumerate(texts)
    ]


def readings(point: str, parameter: str, *days: tuple[str, float, float, float]) -> list[EvidenceItem]:
    """Rows of the plant's table: day, mean, lowest, highest."""
    rows = [
        {"date": day, "point": point, "parameter": parameter, "mean": mean, "min": low, "max": high, "example": True}
        for day, mean, low, high in days
    ]
    return items(WATER, "readings", rows)


def asking(
    question: str,
    evidence: Sequence[EvidenceItem],
    said: Sequence[tuple[str, str]] = (),
    pack: Pack = HOMES,
    *,
    complete: bool = True,
) -> Asking:
    """The question over this evidence."""
    language = "ko" if any("가" <= letter <= "힣" for letter in question) else "en"
    return Asking(question, question, said, evidence, pack, language, NOW, complete)


__all__ = ["CARRY", "COMPANY", "FILTERED", "FINISHED", "HOMES", "LIMITS", "ROTA", "SHOPS", "SMALL", "WATER"]
