"""Two products set beside each other, called by words of their titles, in the question or before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.analysis.analysing import analysed
from execution_agents.analysis.material import Material, called_by_a_word
from execution_agents.analysis.things import fitting_words
from tests.execution_agents.analysis.tables import COMPANY, HOMES, loan, material

LOANS = (
    loan("두레 신혼부부 전세대출", 1.9, 250_000_000),
    loan("두레 신생아 가구 전세대출", 1.3, 240_000_000),
    loan("새움 청년 전세대출", 2.2, 200_000_000),
)
BENEFITS = (
    {"benefit": "Private health insurance", "amount_gbp": 62.5, "waiting_months": 3, "updated": "2026-01-05"},
    {"benefit": "Dental plan", "amount_gbp": 14, "waiting_months": 3, "updated": "2026-01-05"},
    {"benefit": "Volunteer days", "amount_gbp": 2, "waiting_months": 0, "updated": "2026-01-05"},
)


def asked(question: str, before: str = "") -> Material:
    one = material(question, HOMES, "loan_products", LOANS)
    return replace(one, standalone=f"{before} {question}")


def lead(material: Material) -> str:
    found = analysed(material)
    return found.lead if found else ""


@pytest.mark.parametrize(
    ("question", "before", "says"),
    [
        ("신혼부부 전세대출이랑 한도 차이가 얼마나 나요", "청년 전세대출 금리 알려주세요", "5,000만원 더 높습니다"),
        ("청년 전세대출이랑 비교하면 어디가 더 싸?", "신혼부부 전세대출 금리 얼마에요", "0.3%p 더 낮습니다"),
        ("신혼부부랑 청년 최저금리 차이는?", "", "두레 신혼부부 전세대출"),
    ],
)
def test_two_things_are_compared_by_the_column_meant(question: str, before: str, says: str) -> None:
    assert says in lead(asked(question, before))


def test_what_per_cent_one_is_of_another_is_no_difference() -> None:
    question = "what percent of the health insurance amount is the dental one?"
    sentence = lead(material(question, COMPANY, "benefits", BENEFITS, language="en"))
    assert "Dental plan is 22.4% of Private health insurance" in sentence


@pytest.mark.parametrize("text", ["전세대출 금리 차이", "how many days is that", "두레 상품 차이"])
def test_a_word_of_several_titles_calls_none_of_them(text: str) -> None:
    assert not called_by_a_word(asked(text), text)
    benefits = material(text, COMPANY, "benefits", BENEFITS, language="en")
    assert not called_by_a_word(benefits, text)


def test_of_all_is_no_allowance() -> None:
    rows = tuple({**row, "kind": kind} for row, kind in zip(BENEFITS, ("insurance", "insurance", "time"), strict=True))
    rows += ({"benefit": "Eye test", "amount_gbp": 20, "kind": "allowance", "updated": "2026-01-05"},)
    sentence = lead(material("Which benefit has the highest amount of all?", COMPANY, "benefits", rows, language="en"))
    assert "Private health insurance at 62.5 GBP" in sentence


def test_what_all_rows_are_selects_none_of_them_by_what_some_are_called() -> None:
    rows = (loan("첫집 일반 주택구입대출", 2.85, 200_000_000), loan("한빛 변동금리 담보대출", 3.9, 600_000_000))
    sentence = lead(material("which loan has the highest limit?", HOMES, "loan_products", rows, language="en"))
    assert "Hanbit variable-rate mortgage" in sentence


def test_the_highest_rate_of_one_loan_ranks_nothing() -> None:
    one = material("최고 금리는 몇 프로까지 가?", HOMES, "loan_products", LOANS)
    sentence = lead(replace(one, standalone=f"두레 신혼부부 전세대출과 관련해, {one.question}"))
    assert "두레 신혼부부 전세대출" in sentence and "2.9%" in sentence


@pytest.mark.parametrize("question", ["두레 신혼부부 전세대출 최고금리", "두레 신혼부부 전세대출 금리는 최고 얼마야"])
def test_the_highest_rate_of_a_loan_that_is_named_ranks_nothing(question: str) -> None:
    sentence = lead(material(question, HOMES, "loan_products", LOANS))
    assert "두레 신혼부부 전세대출" in sentence and "2.9%" in sentence and "가장" not in sentence


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("whats the most i can get on the bike scheme", ""),
        ("private medical is how many times the dental cover", "4.46 times"),
        ("which benefit is worth the most", "Cycle scheme"),
    ],
)
def test_a_thing_is_named_by_all_that_the_pack_calls_it(question: str, says: str) -> None:
    rows = (
        *BENEFITS,
        {"benefit": "Cycle scheme", "amount_gbp": 1500, "waiting_months": 4, "updated": "2026-02-02"},
        {"benefit": "Season ticket loan", "amount_gbp": 400, "waiting_months": 4, "updated": "2026-02-02"},
    )
    sentence = lead(material(question, COMPANY, "benefits", rows, language="en"))
    assert says in sentence if says else not sentence, "a bound of one thing ranks none"


def test_a_bare_difference_is_of_the_two_things_that_were_shown() -> None:
    one = material("얼마 차이?", HOMES, "loan_products", LOANS)
    shown = replace(one, standalone="두레 신혼부부 전세대출, 새움 청년 전세대출: 얼마 차이?")
    assert "두레 신혼부부 전세대출" in lead(shown) and "더" in lead(shown)


def test_the_biggest_of_things_without_a_size_is_the_dearest() -> None:
    sentence = lead(material("what is the smallest benefit?", COMPANY, "benefits", BENEFITS, language="en"))
    assert "Volunteer days at 2 GBP" in sentence


def test_a_word_that_means_nothing_by_itself_chooses_no_thing() -> None:
    material = asked("what perks have the longest wait before you get them")
    facts = material.single
    noted = replace(material, items={**material.items, facts[1].item: material.items[facts[1].item].model_copy(
        update={"title": "Dental plan before tax"})})  # fmt: skip
    assert fitting_words(noted, facts) == facts
