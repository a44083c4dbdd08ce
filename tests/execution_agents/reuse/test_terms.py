"""What is read as a figure or a name, and what only looks like one."""

from __future__ import annotations

from datetime import date

import pytest

from execution_agents.reuse.terms import Said, bare_words, nouns, terms_of


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("월세를 석 달 밀리면", [("months", 3)]),
        ("넉달 전에", [("months", 4)]),
        ("다섯 시간", [("time", 18_000)]),
        ("3개월 전에", [("months", 3)]),
        ("다시 한 번 더 알려줘", []),
        ("처음 발매한 해는", []),
        ("모두 달라", []),
        ("목요일에는", [("weekday", 3)]),
        ("어제 온 문서", [("near_day", date(1999, 12, 31).toordinal())]),
    ],
)
def test_korean_numerals_count_like_digits(text: str, figures: list[tuple[str, int]]) -> None:
    assert [(one.kind, one.value) for one in terms_of(text).figures] == figures


def test_a_figure_stands_among_the_words_as_its_value() -> None:
    assert (
        terms_of("2026년 3월 5일에 $300를 냈나요").content[:2] == terms_of("2026-03-05에 300달러를 냈나요").content[:2]
    )
    assert terms_of("10km 배관 점검").entities == set()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("About prices: Which of those months was the dearest?", set[str]()),
        ("Is that safe in legal terms? Analyse the risk", set[str]()),
        ("The contract ends soon. Explain the notice", set[str]()),
        ("prices in Daegu", {"daegu"}),
        ("a flat in St. Louis", {"st", "louis"}),
        ("(Daegu) prices near Anyang", {"anyang"}),
        ("Prices of flats in Daegu → Which one is cheap?", {"daegu"}),
    ],
)
def test_a_capital_at_a_sentences_beginning_makes_no_name(text: str, names: set[str]) -> None:
    assert terms_of(text).entities == names


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("프로 모드로 찍는 법", ("프", "모드", "찍", "법")),
        ("전화 받을 때 음량", ("전화", "받", "음량")),
        ("전화 걸 때 음량", ("전화", "걸", "음량")),
        ("스마트 뷰가 뭐야?", ("스마트", "뷰")),
        ("지도 앱에서 알려줘", ("지", "앱")),
    ],
)
def test_words_of_one_syllable_tell_two_questions_apart(text: str, content: tuple[str, ...]) -> None:
    assert terms_of(text).content == content


def test_a_word_of_one_syllable_occurs_where_a_word_begins_with_it() -> None:
    assert Said("스마트 뷰를 켜세요").word("뷰")
    assert not Said("인터뷰를 켜세요").word("뷰")


def test_nouns_are_named_without_particles_verbs_figures_and_requests() -> None:
    assert nouns("주택의 보증금은 2026년 9월에 얼마나 올랐어? 알려줘") == ("주택", "보증금")
    assert nouns("거절하면 쫓겨나나요?") == ()
    assert bare_words("주택은?") == "주택"
