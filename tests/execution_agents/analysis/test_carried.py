"""What a follow-up over rows leaves out of its calculation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.analysing import analysed
from tests.execution_agents.analysis.tables import HOMES, Row, material, month

BOTH = [
    month("서울 은평구", "2026-02", 390_000_000, deal="jeonse", trades=26),
    month("서울 은평구", "2026-02", 780_000_000, deal="sale", trades=12),
]
MONTHS = [month("서울 성동구", f"2026-0{at}", 700_000_000, trades=25 + at) for at in (1, 2)]


def lead(question: str, before: str, rows: Sequence[Row], **slots: tuple[str, ...]) -> str:
    one = material(question, HOMES, "district_prices", rows, language="ko", complete=True, **slots)
    done = analysed(replace(one, spoken=(before,)))
    return done.lead if done else ""


def test_the_same_per_cent_is_asked_of_another_place() -> None:
    slots = {"region": ("서울 은평구",), "deal": ("jeonse", "sale")}

    assert "매매의 50%" in lead("은평구로 하면?", "그럼 매매 대비 전세가 몇프로야", BOTH, **slots)
    assert "50%" not in lead("은평구로 하면?", "관악구 전세 얼마야", BOTH, **slots)


def test_what_is_named_is_added_to_what_was_counted() -> None:
    slots = {"region": ("서울 성동구",), "period": ("2026-01..2026-01", "2026-02..2026-02")}

    assert "53건" in lead("1월이랑 합치면", "성동구 2월에 전세 몇건 나갔어", MONTHS, **slots)


def test_means_of_two_months_are_not_added() -> None:
    slots = {"region": ("서울 성동구",), "period": ("2026-01..2026-01", "2026-02..2026-02")}

    assert "7억원" in lead("1월이랑 합치면", "성동구 2월 전세 얼마야", MONTHS, **slots)
