"""What is read as a figure or a name, and what only looks like one."""

from __future__ import annotations

import pytest

from execution_agents.reuse.terms import bare_words, nouns, occurs, terms_of, unit_of


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("월세를 석 달 밀리면", {"3개월"}),
        ("두 달 밀리면", {"2개월"}),
        ("넉달 전에", {"4개월"}),
        ("다섯 시간", {"5시간"}),
        ("3개월 전에", {"3개월"}),
        ("다시 한 번 더 알려줘", set[str]()),
        ("처음 발매한 해는", set[str]()),
        ("모두 달라", set[str]()),
    ],
)
def test_korean_numerals_count_like_digits(text: str, periods: set[str]) -> None:
    assert terms_of(text).periods == periods


def test_a_numeral_and_its_digits_are_the_same_figure() -> None:
    assert occurs("3개월", "차임을 석 달 연체하면")
    assert not occurs("2개월", "차임을 석 달 연체하면")


@pytest.mark.parametrize(("term", "unit"), [("5%", "%"), ("84.9㎡", "㎡"), ("2010", ""), ("3개월", "개월")])
def test_a_figure_knows_what_it_counts(term: str, unit: str) -> None:
    assert unit_of(term) == unit


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("About prices: Which of those months was the dearest?", set[str]()),
        ("Is that safe in legal terms? Analyse the risk", set[str]()),
        ("The contract ends soon. Explain the notice", set[str]()),
        ("prices in Daegu", {"daegu"}),
        ("a flat in St. Louis", {"st", "louis"}),
        ("(Daegu) prices near Anyang", {"anyang"}),
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
    assert occurs("뷰", "스마트 뷰를 켜세요")
    assert not occurs("뷰", "인터뷰를 켜세요")


def test_nouns_are_named_without_particles_verbs_figures_and_requests() -> None:
    assert nouns("주택의 보증금은 2026년 9월에 얼마나 올랐어? 알려줘") == ("주택", "보증금")
    assert nouns("거절하면 쫓겨나나요?") == ()
    assert bare_words("주택은?") == "주택"
