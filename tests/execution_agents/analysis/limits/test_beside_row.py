"""A person's own amount beside the mean of the one row it belongs to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.analysis.limits.beside_row import beside_row
from execution_agents.analysis.limits.own_wording import analysis_of_beside_row
from foundation.contracts.work import EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from tests.execution_agents.analysis.limits.questions import asking
from tests.execution_agents.analysis.tables import items

NOWON = {
    "region": "서울 노원구", "deal": "jeonse", "housing_type": "apartment", "area_band": "60~85㎡", "month": "2026-02",
    "trades": 18, "mean_won": 430_000_000, "median_won": 443_000_000, "min_won": 366_000_000, "max_won": 496_000_000,
    "example": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture(scope="module")
def rows(pack: Pack) -> list[EvidenceItem]:
    return items(pack, "district_prices", [NOWON])


@pytest.mark.parametrize(
    ("question", "yes", "more"),
    [
        ("노원 아파트 84㎡ 전세를 4억 8천에 들어가면 평균보다 비싸게 가는 건가요?", True, 50_000_000),
        ("노원구 아파트 전세 4억이면 싼 편인가요?", True, -30_000_000),
        ("노원구 아파트 전세 4억 4천이면 중위보다 비싼가요?", False, -3_000_000),
        ("is 480 million won expensive for a jeonse flat there?", True, 50_000_000),
    ],
)
def test_an_amount_is_set_beside_the_figure(
    question: str, yes: bool, more: int, pack: Pack, rows: list[EvidenceItem]
) -> None:
    one = beside_row(asking(question, rows, pack=pack))
    assert one is not None
    assert (one.is_yes, one.more) == (yes, more)


@pytest.mark.parametrize(
    "question",
    [
        "노원구 아파트 전세 평균은 얼마야?",
        "노원구 전세 4억 8천이면 얼마나 비싼 거야?",
        "노원구에서 가장 비싼 전세는 4억 9천이었나요?",
        "4억이랑 5억 중에 어느 게 비싸?",
        "노원구 전세 15평이면 넓은 편인가요?",
    ],
)
def test_other_questions_are_left_to_others(question: str, pack: Pack, rows: list[EvidenceItem]) -> None:
    assert beside_row(asking(question, rows, pack=pack)) is None


def test_of_several_rows_none_is_chosen(pack: Pack) -> None:
    two = items(pack, "district_prices", [NOWON, NOWON | {"region": "서울 강남구"}])
    assert beside_row(asking("전세 4억 8천이면 평균보다 비싼가요?", two, pack=pack)) is None


def test_the_answer_says_by_how_much(pack: Pack, rows: list[EvidenceItem]) -> None:
    one = beside_row(asking("노원 전세를 4억 8천에 들어가면 평균보다 비싼가요?", rows, pack=pack))
    assert one is not None
    assert analysis_of_beside_row(one, "ko").lead.startswith(
        "네. 4억 8,000만원은 보증금 평균 4억 3,000만원보다 5,000만원 높습니다"
    )
    assert "₩50 million above the" in analysis_of_beside_row(one, "en").lead


def test_pounds_stay_pounds(pack: Pack, rows: list[EvidenceItem]) -> None:
    one = beside_row(asking("노원 전세를 4억 8천에 들어가면 평균보다 비싼가요?", rows, pack=pack))
    assert one is not None
    pounds = replace(one, value=replace(one.value, kind="pound"))
    assert "£" in analysis_of_beside_row(pounds, "en").lead and "₩480" not in analysis_of_beside_row(pounds, "en").lead
