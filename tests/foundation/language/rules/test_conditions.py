"""Clauses, and those that say when the others hold."""

from __future__ import annotations

import pytest

from foundation.language.rules.conditions import clauses_of, conditions_in


@pytest.mark.parametrize(
    ("sentence", "conditions"),
    [
        ("탁도가 높고 10분 안에 내려오지 않을 때", ["탁도가 높고", "10분 안에 내려오지 않을 때"]),
        ("수위가 낮으면 역세척을 미룬다.", ["수위가 낮으면"]),
        ("Everybody gets a bonus when the profit is above 9 %.", ["when the profit is above 9 %."]),
        ("Speakers are off during calls, and cameras stay on.", ["during calls"]),
        ("시간이 지나고 스스로 풀린다.", []),
        ("The office is open on Friday.", []),
    ],
)  # fmt: skip
def test_a_clause_that_says_when_is_a_condition(sentence: str, conditions: list[str]) -> None:
    assert [one.text for one in conditions_in(sentence)] == conditions


def test_clauses_cover_the_whole_sentence_in_order() -> None:
    sentence = "If you fall ill, call your manager, and send the note."
    found = clauses_of(sentence)
    assert [sentence[one.start : one.end].strip(" ,;") for one in found] == [one.text for one in found]
    assert [one.is_condition for one in found] == [True, False, False]
