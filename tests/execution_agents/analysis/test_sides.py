"""A multiple of one side of a comparison is multiplied before the sides are compared, and said to be one."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest

from execution_agents.analysis.analysing import Analysis, analysed
from execution_agents.analysis.wording.leads import LONGEST
from foundation.language.wanted.multiples import part_in
from tests.execution_agents.analysis.tables import HOMES, material, month

REGIONS = ("서울 마포구", "서울 서초구")


def compared(question: str, language: str = "ko") -> Analysis:
    """Over two districts' means."""
    rows = [month("서울 마포구", "2026-02", 680_000_000), month("서울 서초구", "2026-02", 500_000_000)]
    asked = partial(material, question, HOMES, "district_prices", rows, language=language)
    found = analysed(asked(region=REGIONS, deal=("jeonse",)))
    assert found is not None
    return found


def lead(question: str, language: str = "ko") -> str:
    """The first sentence."""
    return compared(question, language).lead


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("마포구 전세 평균의 절반은 서초구 평균보다 높아?", "서초구 5억원, 마포구의 절반 3억 4,000만원"),
        ("서초구 전세 평균은 마포구 평균의 절반보다 높아?", "서초구 5억원, 마포구의 절반 3억 4,000만원"),
        ("서초구 전세 평균의 두 배는 마포구보다 비싸?", "서초구의 2배 10억원, 마포구 6억 8,000만원"),
        ("마포구 전세 평균의 80%는 서초구보다 높아?", "마포구의 0.8배 5억 4,400만원, 서초구 5억원"),
        ("마포구와 서초구 전세 평균 중 어디가 더 비싸?", "마포구 6억 8,000만원, 서초구 5억원"),
    ],
)
def test_the_side_that_is_meant_is_multiplied(question: str, says: str) -> None:
    assert says in lead(question)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is half of the Mapo jeonse mean higher than the Seocho mean?", "half of Mapo-gu"),
        ("Is the Mapo jeonse mean higher than twice the Seocho mean?", "2 times Seocho-gu"),
        ("Is half of the Mapo jeonse mean below the Seocho mean?", "half of Mapo-gu is cheaper than Seocho-gu"),
        ("Is half of the Mapo jeonse mean above the Seocho mean?", "Seocho-gu is more expensive than half of Mapo-gu"),
    ],
)
def test_the_same_in_english(question: str, says: str) -> None:
    assert says in lead(question, "en")


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        (
            "By how many per cent is the Seocho jeonse mean below the Mapo mean?",
            "en",
            "Seocho-gu is cheaper, by 26.5% (₩180 million)",
        ),
        (
            "By how many per cent is the Mapo jeonse mean above the Seocho mean?",
            "en",
            "Mapo-gu is more expensive, by 36% (₩180 million)",
        ),
        ("How far below the Mapo jeonse mean is the Seocho mean?", "en", "Seocho-gu is cheaper, by ₩180 million"),
        ("서초구 전세 평균은 마포구보다 몇 퍼센트 싸?", "ko", "서초구가 26.5%(1억 8,000만원) 더 쌉니다"),
    ],
)
def test_a_per_cent_is_of_the_side_it_is_compared_with(question: str, language: str, says: str) -> None:
    assert says in lead(question, language)


@pytest.mark.parametrize(
    "question",
    [
        "What are the jeonse means of Mapo and Seocho, as in the table below please",
        "What are the jeonse means of Mapo and Seocho in the table below for February?",
        "What are the jeonse means of Mapo and Seocho below?",
    ],
)
def test_where_something_stands_compares_nothing(question: str) -> None:
    rows = [month("서울 마포구", "2026-02", 680_000_000), month("서울 서초구", "2026-02", 500_000_000)]
    asked = partial(material, question, HOMES, "district_prices", rows, language="en")
    found = analysed(asked(region=REGIONS, deal=("jeonse",)))
    assert found is None or found.wanted == "value"


def test_the_multiple_is_a_figure_with_its_working() -> None:
    assert "680,000,000 × 0.5 = 340,000,000" in compared("마포구 전세 평균의 절반은 서초구 평균보다 높아?").working


@pytest.mark.parametrize(
    "question",
    ["마포는 서초의 몇 배야?", "Is Mapo twice as expensive as Seocho?", "임대인의 반대가 있으면?", "절반이면?"],
)
def test_what_asks_for_a_multiple_names_none(question: str) -> None:
    assert part_in(question) is None


def test_a_multiple_is_read_with_its_place() -> None:
    part = part_in("Is 80% of the Mapo mean more?")
    assert part is not None and (part.factor, part.behind) == (Decimal("0.8"), False)


def test_a_comparison_that_is_too_long_is_said_shorter_and_not_left_out() -> None:
    rows = [month(f"서울 {name}구", "2026-02", 390_769_231 + 20 * at) for at, name in enumerate(("은평", "영등포"))]
    question = "Is twice the Yeongdeungpo-gu mean jeonse deposit of apartments more than the Eunpyeong-gu mean?"
    asked = partial(material, question, HOMES, "district_prices", rows, language="en")
    found = analysed(asked(region=("서울 은평구", "서울 영등포구"), deal=("jeonse",), housing_type=("apartment",)))
    assert found is not None
    assert found.lead.startswith("2 times Yeongdeungpo-gu is more expensive than Eunpyeong-gu, by ₩390.77 million (")
    assert "February 2026" in found.lead
    assert len(found.lead) <= LONGEST


def test_below_compares_only_where_two_things_are_named() -> None:
    rows = [month("서울 마포구", "2026-02", 680_000_000)]
    asked = partial(material, "Is the Mapo jeonse mean below the limit?", HOMES, "district_prices", rows, language="en")
    found = analysed(asked(region=("서울 마포구",), deal=("jeonse",)))
    assert found is None or found.wanted == "value"
