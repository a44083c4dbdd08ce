"""Which way a question compares, how many it wants, and of what."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.language.particles import with_particle
from foundation.language.wanted.comparisons import comparing, how_many, without_degrees


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
        ("2026년 1월 대비 어때?", {"changed": True}),
        ("그럼 그때보다 몇프로 뛴거임", {"changed": True}),
        ("so up how many percent since", {"changed": True}),
        ("how much down is that", {"changed": True}),
        ("전년 동월 대비 어때?", {"changed": True}),
        ("싼 순서로 보여줘", {"ordered": True, "direction": "low"}),
        ("거래가 제일 많은 곳", {"direction": "high", "measured": "count"}),
        ("가장 많이 오른 구는?", {"moved_most": "high", "changed": True, "direction": None, "measured": None}),
        ("매매가 상승률이 제일 높은 구", {"moved_most": "high", "superlative": True}),
        ("제일 많이 떨어진 곳 3곳", {"moved_most": "low", "first": 3}),
        ("where did prices go up the most?", {"moved_most": "high", "among": "place"}),
        ("the biggest drop in rent", {"moved_most": "low"}),
        ("얼마나 많이 올랐어?", {"moved_most": None, "changed": True}),
        ("가장 비싼 구가 올랐어?", {"moved_most": None, "direction": "high"}),
        ("top 5는?", {"superlative": True, "first": 5}),
        ("the five most expensive flats", {"direction": "high", "superlative": True, "first": 5}),
        ("which of the two is cheaper and by how much", {"direction": "low", "comparative": True, "difference": True}),
        ("did it go up or down", {"changed": True}),
        ("warmest day?", {"direction": "high", "superlative": True, "among": "day"}),
        ("which day was the coldest", {"direction": "low", "superlative": True, "among": "day"}),
        ("물이 제일 탁했던 날", {"direction": "high", "superlative": True, "among": "day"}),
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


@pytest.mark.parametrize("text", ["which district had the most flats sold that month", "where are homes sold the most"])
def test_the_most_of_what_was_sold_is_a_number(text: str) -> None:
    assert comparing(text).measured == "count"


@pytest.mark.parametrize(
    "text", ["which sold for the most", "the most expensive flats sold in may", "most spacious homes"]
)
def test_the_most_of_something_else_is_no_number(text: str) -> None:
    assert comparing(text).measured != "count"


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("매매 대비 전세가 몇프로야", True), ("그게 평상시 속도의 몇퍼", True),
        ("1월 대비 2월에 몇 프로 내렸어", False),
        ("강서 대비 마포가 몇 프로 더 비싸", False), ("역률 목표는 몇 프로야", False),
    ],
)  # fmt: skip
def test_a_part_is_no_change_and_no_difference(question: str, part: bool) -> None:
    assert comparing(question).part is part


@pytest.mark.parametrize(
    ("question", "joined"),
    [
        ("1월이랑 합치면", True), ("강서구까지 더하면 몇 건", True), ("together with january?", True),
        ("1월 합계는 몇 건이야", False), ("1월까지 몇 건이야", False),
    ],
)  # fmt: skip
def test_what_is_joined_is_added_to_what_was_shown(question: str, joined: bool) -> None:
    assert comparing(question).joined is joined


def test_adjectives_go_and_what_names_a_figure_stays() -> None:
    assert without_degrees("차염은 그것보다 얼마나 낮아").split() == ["차염은", "그것보다", "얼마나"]
    assert "최저" in without_degrees("최저 금리가 더 낮아")


HIGH: dict[str, Any] = {"direction": "high", "superlative": True}
LOW: dict[str, Any] = {"direction": "low", "superlative": True}
MORE: dict[str, Any] = {"direction": "high", "comparative": True}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("worst day for raw water turbidity in july", {**HIGH, "among": "day", "first": None}),
        ("탁도 최악인 날", {**HIGH, "among": "day"}),
        ("수질이 가장 나쁜 날", HIGH),
        ("제일 안 좋았던 날", HIGH),
        ("젤 나빴던 달", {**HIGH, "among": "month"}),
        ("전세 두번째로 비싼 구 어디야", {**HIGH, "first": 2, "among": "place"}),
        ("두 번째로 싼 곳", {**LOW, "first": 2}),
        ("네번째로 높은 날", {**HIGH, "first": 4}),
        ("3번째로 낮은 달", {**LOW, "first": 3}),
        ("그 다음으로 비싼 데는", {**HIGH, "first": 2}),
        ("다음으로 높았던 날", {**HIGH, "first": 2}),
        ("second lowest day", {**LOW, "first": 2}),
        ("the 3rd most expensive", {**HIGH, "first": 3}),
        ("the next cheapest district", {**LOW, "first": 2}),
        ("which month had more", {**MORE, "among": "month"}),
        ("which one was more cloudy", MORE),
        ("7월이랑 8월 중에 언제가 더 흐려", MORE),
        ("어디가 더 탁해", MORE),
        ("7월이 더 따뜻했어?", MORE),
        ("어느 달이 더 맑아", {"direction": "low", "comparative": True}),
        ("거기가 더 비싸지 않아?", MORE),
        ("거래가 늘은 거야?", {"changed": True}),
        ("did it come down", {"changed": True}),
        ("7월부터 쭉 줄은 건가", {"changed": True}),
        ("전세 5억 이하인 곳은", {"among": "place"}),
    ],
)
def test_the_worst_the_second_and_more_are_compared(text: str, says: dict[str, Any]) -> None:
    found = comparing(text)
    assert {name: getattr(found, name) for name in says} == says


@pytest.mark.parametrize(
    "text",
    [
        "다음으로 넘어가자",
        "두번째 질문이 있어요",
        "두 번째 집인데 월세가 높아요",
        "what time does the second shift start",
        "탁도가 더 심해지면 어떻게 해",
        "더 높아지면 누가 봐요",
        "더 비싸지면 어떡해",
        "더 저렴해지면 알려줘",
        "최악의 경우 보증금을 못 받나요",
        "which form do i need once more",
        "which forms are needed no more",
        "how do i come up with a password",
        "엄마가 준 거",
        "나쁜 냄새가 나요",
    ],
)
def test_becoming_more_and_the_next_thing_compare_nothing(text: str) -> None:
    assert not comparing(text).asks


@pytest.mark.parametrize("text", ["next week", "fifth floor", "두 번째", "second shift", "다음으로 넘어가자"])
def test_an_ordinal_of_no_degree_ranks_nothing(text: str) -> None:
    assert how_many(text) is None
