"""A question is read into phrases, counts and what is to be done."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.question import PER_CENT, may_compute, read
from execution_agents.analysis.named.words import NO_VOCABULARY


@pytest.mark.parametrize(
    "question",
    [
        "so dinner + breakfast for 4 days, max?", "애가 둘이면 일년에 총?", "both together over a year",
        "and rmse, by how many percent did it drop", "3 dinners and 2 lunches, how much can i claim at most?",
        "PACl이랑 PAHCS 최소 재고 합치면?",
    ],
)  # fmt: skip
def test_arithmetic_with_named_things_is_seen(question: str) -> None:
    assert may_compute(question)


@pytest.mark.parametrize(
    "question",
    [
        "can I claim dinner for 4 days?", "who pays dinner for 4 days?", "what's the dinner limit?",
        "dinner on 5 March, how much?", "what percent of the budget is lunch?", "호텔 3박 전에 예약해야 하나요?",
    ],
)  # fmt: skip
def test_other_questions_are_none(question: str) -> None:
    assert not may_compute(question)


def words(question: str) -> list[list[str]]:
    found = read(question, NO_VOCABULARY)
    assert found is not None
    return [[word.text for word in phrase.words] for phrase in found.phrases if phrase.words]


def test_words_that_join_part_the_phrases() -> None:
    assert words("dinner + breakfast and lunch for 4 days, max?") == [["dinner"], ["breakfast"], ["lunch"]]


def test_the_end_of_a_noun_is_no_particle() -> None:
    assert words("체육관이랑 치과 보험 합치면 얼마야?") == [["체육관"], ["치과", "보험"]]


@pytest.mark.parametrize(
    ("question", "counts"),
    [
        ("dinner for those 6 evenings, how much?", [("evening", 6)]),
        ("애가 둘이면 한달에 얼마?", [("child", 2), ("", 1)]),
        ("3 nights London plus 2 in Leeds, total?", [("night", 3), ("night", 2)]),
        ("2대를 5시간 돌리면 얼마?", [("대", 2), ("", 18_000)]),
        ("점심 3일치 얼마?", [("", 259_200)]),
    ],
)
def test_what_is_counted_is_read_with_its_noun(question: str, counts: list[tuple[str, int]]) -> None:
    found = read(question, NO_VOCABULARY)

    assert found is not None
    assert [(one.base.thing, one.value) for one in found.counts] == counts


def test_a_number_in_a_name_counts_nothing() -> None:
    found = read("app-01 메모리랑 db-01 메모리 차이는?", NO_VOCABULARY)

    assert found is not None
    assert not found.counts


@pytest.mark.parametrize(("text", "asked"), [("몇퍼 줄었어", True), ("몇 퍼 올랐어", True), ("몇 슈퍼", False)])
def test_how_many_per_cent_in_short(text: str, asked: bool) -> None:
    assert (PER_CENT.search(text) is not None) is asked
