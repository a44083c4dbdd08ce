"""Rows of the loan table as the tests of limits ask about them; all made up."""

from __future__ import annotations

from foundation.contracts.work import EvidenceItem
from tests.execution_agents.analysis.tables import HOMES, items

YOUTH, WED, FIRST, OPEN = "가온 청년 전세대출", "가온 신혼부부 전세대출", "가온 생애최초 구입대출", "가온 고액 전세대출"


def loans() -> list[EvidenceItem]:
    """Four loans: by age and income, by marriage and income, by the home's price, and one for anybody."""
    rows = [
        (YOUTH, "jeonse", "만 19~34세 무주택 세대주, 연소득 5천만 원 이하", "보증금의 80%까지", 300_000_000),
        (WED, "jeonse", "혼인 7년 이내 부부, 합산 연소득 7,500만 원 이하", "수도권 한도 2억 원", 400_000_000),
        (FIRST, "sale", "무주택 세대주, 부부 합산 연소득 7천만 원 이하", "5억 원 이하 주택, LTV 70%", None),
        (OPEN, "jeonse", "만 19세 이상 세대주", "보증금 상한 없음", None),
    ]
    return items(
        HOMES,
        "loan_products",
        [
            {"product": name, "deal": deal, "eligible": eligible, "note": note, "deposit_cap_won": cap,
             "limit_won": 200_000_000, "updated": "2026-02-16", "example": True}
            for name, deal, eligible, note, cap in rows
        ],
    )  # fmt: skip
