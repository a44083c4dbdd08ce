"""The gates' figures and readings one by one: how much two questions share, who changed places, which kinds fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.reuse.gates import InHand, alike, failed_gates, reversed_roles, shared, without
from execution_agents.reuse.terms import Terms, terms_of

ROWS = InHand(text="", narrows=False, probed=False, passages=False, ages=True, age_s=60)
PROBED = InHand(text="", narrows=True, probed=True, passages=True, ages=False, age_s=60)
UNPROBED = replace(PROBED, probed=False)


def words(count: int, mark: str = "word") -> tuple[str, ...]:
    return tuple(f"{mark}{at}" for at in range(count))


@pytest.mark.parametrize(
    ("first", "second", "per_mille"),
    [
        (("a", "b"), ("a", "b"), 1000),
        (("a",), ("a", "b"), 500),
        (("a", "b"), ("a",), 500),
        (("a", "a", "b"), ("a", "b"), 1000),
        (("a", "b", "c"), ("c", "d", "e"), 333),
        (("a",), ("b",), 0),
        ((), ("a",), 0),
        ((), (), 0),
    ],
)
def test_what_is_shared_is_counted_against_the_longer_question(
    first: tuple[str, ...], second: tuple[str, ...], per_mille: int
) -> None:
    assert shared(first, second) == per_mille


@pytest.mark.parametrize(
    ("before", "now", "both"),
    [
        (("a", "b"), ("a", "c"), True),
        (words(1000), (*words(500), *words(500, "other")), True),
        (words(1000), (*words(499), *words(501, "other")), False),
        (("a",), ("a", "b", "c"), False),
        (("a", "b"), ("a", "b", "c", "d", "e"), True),
        (("a", "b", "c"), ("a", "b", "d", "e", "f"), False),
        (("a", "b", "c", "d"), ("a", "b", "c", *words(9)), True),
        (words(1000), (*words(667), *words(1000, "other")), True),
        (words(1000), (*words(666), *words(1000, "other")), False),
        (("a", "b"), words(5), False),
        ((), (), False),
    ],
)
def test_alike_shares_half_of_its_words_or_carries_most_of_the_earlier_ones(
    before: tuple[str, ...], now: tuple[str, ...], both: bool
) -> None:
    assert alike(before, now) is both


def terms_with(content: tuple[str, ...], roles: dict[str, str] | None = None, *, ordered: bool = False) -> Terms:
    return replace(terms_of(""), content=content, roles=roles or {}, ordered=ordered)


SWAPPED = ({"a": "giver", "b": "taker"}, {"a": "taker", "b": "giver"})


@pytest.mark.parametrize(("common", "other", "reversal"), [(4, 1, True), (3, 1, False), (4000, 1000, True)])
def test_roles_are_compared_where_four_words_of_five_are_the_same(common: int, other: int, reversal: bool) -> None:
    before, now = terms_with(words(common), SWAPPED[0]), terms_with((*words(common), *words(other, "new")), SWAPPED[1])
    assert reversed_roles(before, now) is reversal
    assert reversed_roles(now, before) is reversal


def test_one_word_in_five_thousand_below_four_fifths_is_another_question() -> None:
    before, now = terms_with(words(3999), SWAPPED[0]), terms_with((*words(3999), *words(1001, "new")), SWAPPED[1])
    assert reversed_roles(before, now) is False


def test_questions_without_words_are_no_reversal() -> None:
    assert reversed_roles(terms_with((), SWAPPED[0]), terms_with((), SWAPPED[1])) is False


@pytest.mark.parametrize(
    ("before", "now", "reversal"),
    [
        (("x", "y"), ("y", "x"), True),
        (("x", "y"), ("x", "y"), False),
        (words(5), (*reversed(words(4)), "new"), False),
    ],
)
def test_where_order_carries_the_roles_the_same_words_in_another_order_are_a_reversal(
    before: tuple[str, ...], now: tuple[str, ...], reversal: bool
) -> None:
    assert reversed_roles(terms_with(before, ordered=True), terms_with(now, ordered=True)) is reversal
    assert reversed_roles(terms_with(before), terms_with(now)) is False
    assert reversed_roles(terms_with(before, ordered=True), terms_with(now)) is False


@pytest.mark.parametrize(
    ("before", "now", "reversal"),
    [
        ({"a": "1", "b": "2"}, {"a": "2", "b": "1"}, True),
        ({"a": "1", "b": "2"}, {"a": "2", "b": "3"}, False),
        ({"a": "1", "b": "2"}, {"a": "3", "b": "1"}, False),
        ({"a": "1", "b": "2", "c": "3", "d": "4"}, {"a": "3", "b": "9", "c": "1", "d": "8"}, True),
        ({"a": "1", "b": "2"}, {"b": "1"}, False),
    ],
)
def test_two_words_must_have_taken_each_others_place(
    before: dict[str, str], now: dict[str, str], reversal: bool
) -> None:
    content = ("a", "b", "c", "d")
    assert reversed_roles(terms_with(content, before), terms_with(content, now)) is reversal


def test_longer_phrases_are_blanked_out_before_those_they_hold() -> None:
    assert without("30평대 시세", ("30평", "30평대", "")) == "  시세"


@pytest.mark.parametrize(
    ("stored", "asked", "kind"),
    [
        ("보증금 5% 인상 한도", "보증금 6% 인상 한도", "number"),
        ("계약 만료 2개월 전 통지", "계약 만료 6개월 전 통지", "period"),
        ("2026년 평균 보증금 통계", "2025년 평균 보증금 통계", "date"),
    ],
)
def test_a_figure_in_anothers_place_is_a_change_even_when_the_passages_hold_both(
    stored: str, asked: str, kind: str
) -> None:
    both = replace(PROBED, text=f"{stored} {asked}")
    assert failed_gates(stored, asked, both) == (f"gate:{kind}",)
    assert failed_gates(stored, stored, both) == ()


def test_a_kind_that_fails_twice_is_named_once() -> None:
    assert failed_gates("보증금 5% 인상", "보증금 6% 인상", ROWS) == ("gate:number",)


@pytest.mark.parametrize(
    ("stored", "asked", "failed"),
    [
        ("보증금 5% 인상", "갱신 거절 사유 6% 연체", ()),
        ("아파트 보증금 인상 5% 한도", "아파트 보증금 인상 6% 사유", ("gate:number",)),
        ("아파트 보증금 인상 5% 한도", "아파트 보증금 인상 6% 사유 연체", ()),
    ],
)
def test_over_probed_passages_an_exchanged_figure_counts_where_three_words_of_four_are_the_same(
    stored: str, asked: str, failed: tuple[str, ...]
) -> None:
    assert failed_gates(stored, asked, replace(PROBED, text="5% 6%")) == failed


@pytest.mark.parametrize(("follows", "failed"), [(True, ("gate:negation",)), (False, ())])
def test_a_follow_up_that_denies_changes_the_question_whatever_it_carries(
    follows: bool, failed: tuple[str, ...]
) -> None:
    stored, asked = "보증금 인상 한도", "집주인이 갱신을 거절할 수 없는 경우"
    assert failed_gates(stored, asked, PROBED, follows=follows) == failed
    assert failed_gates(asked, asked, PROBED, follows=follows) == ()
    assert failed_gates(asked, stored, PROBED, follows=follows) == ()


def test_nobody_leans_on_the_conversation_unless_that_is_said() -> None:
    assert failed_gates("보증금 인상 한도", "집주인이 갱신을 거절할 수 없는 경우", PROBED) == ()


@pytest.mark.parametrize(
    ("asked", "in_hand", "topic"),
    [
        ("연락처", "", False),
        ("연락처 사진 크기 모양", "모양", False),
        ("연락처 사진 크기 모양", "", True),
        ("연락처 사진 모양", "모양", True),
        ("연락처 모양 색깔", "모양 색깔", True),
    ],
)
def test_without_a_probe_two_thirds_of_the_words_were_asked_before_and_the_passages_hold_the_rest(
    asked: str, in_hand: str, topic: bool
) -> None:
    failed = failed_gates("연락처 사진 크기 조절", asked, replace(UNPROBED, text=in_hand))
    assert ("gate:topic" in failed) is topic


@pytest.mark.parametrize(("age_s", "fails"), [(600, False), (601, True)])
def test_what_was_fresh_is_fresh_for_ten_minutes(age_s: int, fails: bool) -> None:
    failed = failed_gates("오늘 시세", "오늘 시세 정리", replace(ROWS, age_s=age_s))
    assert ("gate:fresh" in failed) is fails
