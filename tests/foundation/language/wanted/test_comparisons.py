"""Which way a question compares, how many it wants, and of what."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.language.particles import with_particle
from foundation.language.wanted.comparisons import comparing, how_many


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "제일 싼 구 5곳",
            {"direction": "low", "superlative": True, "first": 5, "among": "place", "measured": "money"},
        ),
        ("가장 높았던 날은?", {"direction": "high", "superlative": True, "among": "day"}),
        ("이자 젤 낮게 시작하는 거", {"direction": "low", "superlative": True}),
        ("제일 길게 갚는 상품", {"direction": "high", "superlative": True}),
        ("어느 달이 제일 비쌌어", {"direction": "high", "among": "month", "measured": "money"}),
        ("둘 중 어디가 더 저렴해?", {"direction": "low", "comparative": True}),
        ("얼마나 차이 나?", {"difference": True, "sets_beside": True}),
        ("몇 배야?", {"ratio": True}),
        ("지난달 대비 몇 % 올랐어?", {"changed": True, "per_cent": True}),
        ("싼 순서로 보여줘", {"ordered": True, "direction": "low"}),
        ("거래가 제일 많은 곳", {"direction": "high", "measured": "count"}),
        ("the five most expensive flats", {"direction": "high", "superlative": True, "first": 5}),
        ("which of the two is cheaper and by how much", {"direction": "low", "comparative": True, "difference": True}),
        ("did it go up or down", {"changed": True}),
        ("Which day had the lowest reading?", {"direction": "low", "superlative": True, "among": "day"}),
    ],
)
def test_what_a_question_compares(text: str, says: dict[str, Any]) -> None:
    found = comparing(text)
    assert {name: getattr(found, name) for name in says} == says


@pytest.mark.parametrize(
    "text",
    [
        "마포구 전세 얼마예요",
        "보증금은 언제 돌려받나요",
        "What is the deposit in Mapo-gu?",
        "비교적 조용한 동네",
        "싸우면 어떻게 돼요",
    ],
)
def test_ordinary_questions_compare_nothing(text: str) -> None:
    assert not comparing(text).asks


@pytest.mark.parametrize(
    ("text", "number"),
    [("top 3", 3), ("상위 다섯 곳", 5), ("두 군데만", 2), ("three cheapest", 3), ("7월 5일", None), ("전세 3억", None)],
)
def test_how_many_of_a_ranking(text: str, number: int | None) -> None:
    assert how_many(text) == number


@pytest.mark.parametrize(
    ("word", "pair", "written"),
    [
        ("마포구", ("이", "가"), "마포구가"),
        ("강남", ("은", "는"), "강남은"),
        ("서울", ("으로", "로"), "서울로"),
        ("상품", ("으로", "로"), "상품으로"),
        ("보증금(만원)", ("이", "가"), "보증금(만원)이"),
        ("3", ("이", "가"), "3이"),
        ("2", ("이", "가"), "2가"),
    ],
)
def test_particles_follow_the_end_of_the_word(word: str, pair: tuple[str, str], written: str) -> None:
    assert with_particle(word, *pair) == written
