"""A question that names one thing of a table gets that thing whole, its answering cell first."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.answer.turns import asked, batch, loan, row

LOANS = (
    loan("새봄 청년 전세대출", 2.2, 3.3, 200_000_000),
    loan("새봄 신혼 전세대출", 1.9, 3.1, 250_000_000),
    loan("큰집 담보대출", 3.4, 4.6, 400_000_000),
)


def answer_to(question: str, *, standalone: str = "", language: str = "ko") -> str:
    """The answer over the three loans."""
    request: AnswerRequest = asked(question, batch("loan", *LOANS), language=language)
    if standalone:
        request = asked(question, batch("loan", *LOANS), language=language, standalone=standalone)
    return extractive_answer(request)


@pytest.mark.parametrize(
    ("question", "named", "first"),
    [
        ("신혼 전세대출 한도 얼마야", "새봄 신혼 전세대출", "새봄 신혼 전세대출의 한도는 2억 5,000만원입니다 [2]."),
        ("담보대출 기간은?", "큰집 담보대출", "큰집 담보대출의 기간은 24개월입니다 [3]."),
        ("청년 전세대출 금리 알려줘", "새봄 청년 전세대출", "새봄 청년 전세대출: 최저 금리 2.2%, 최고 금리 3.3% [1]."),
        ("신혼 대출은 세대주만 되나", "새봄 신혼 전세대출", "새봄 신혼 전세대출: 만 19~34세 무주택 세대주 [2]."),
    ],
)
def test_the_asked_cell_of_the_named_row_comes_first(question: str, named: str, first: str) -> None:
    answer = answer_to(question)
    assert answer.startswith(first)
    assert [line for line in answer.splitlines() if line.startswith("- ")] == [
        next(line for line in answer.splitlines() if line.startswith(f"- {named}"))
    ]


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("담보대출 기간은 얼마나 돼", "ko", "큰집 담보대출의 기간은 자료에 없습니다 [3]."),
        ("what is the term of 큰집 담보대출", "en", "큰집 담보대출: no Term is given in the data [3]."),
        ("담보대출 한도는 얼마나 돼", "ko", "큰집 담보대출의 한도는 4억원입니다 [3]."),
    ],
)
def test_a_cell_that_is_blank_is_said_to_be(question: str, language: str, said: str) -> None:
    *others, last = LOANS
    blank = last.model_copy(
        update={"fields": {name: one for name, one in last.fields.items() if name != "term_months"}}
    )
    assert extractive_answer(asked(question, batch("loan", *others, blank), language=language)).startswith(said)


def test_a_follow_up_without_a_name_is_about_the_one_named_before() -> None:
    answer = answer_to("한도는?", standalone="신혼 전세대출 한도는?")
    assert answer.startswith("새봄 신혼 전세대출의 한도는 2억 5,000만원입니다")


def test_the_persons_own_name_counts_before_the_one_taken_over() -> None:
    answer = answer_to("담보대출 한도는?", standalone="신혼 전세대출 담보대출 한도는?")
    assert "큰집 담보대출의 한도는 4억원입니다" in answer and "신혼" not in answer


@pytest.mark.parametrize("question", ["대출 뭐뭐 있어", "대출 금리 알려줘", "금리 제일 낮은 대출"])
def test_a_question_that_names_none_of_them_lists_all(question: str) -> None:
    assert sum(line.startswith("- ") for line in answer_to(question).splitlines()) == len(LOANS)


def test_what_is_compared_is_not_narrowed_to_one() -> None:
    answer = answer_to("청년이랑 차이가 뭐야", standalone="신혼 전세대출 청년이랑 차이가 뭐야")
    assert "새봄 청년 전세대출" in answer and "새봄 신혼 전세대출" in answer


def test_an_english_answer_leaves_korean_cells_to_the_source() -> None:
    answer = answer_to("what is the limit of the 신혼 loan", language="en")
    assert "Limit ₩250 million" in answer and "세대주" not in answer


def test_one_row_alone_is_shown_as_before() -> None:
    only: EvidenceItem = row("loans", "가 대출", {"product": "가 대출", "rate_min": 2.0, "limit_won": 10**8})
    assert "가 대출" in extractive_answer(asked("대출 한도", batch("loan", only)))


@pytest.mark.parametrize("question", ["금리는 몇프로야", "대출 기간은?"])
def test_the_head_of_a_column_is_no_part_of_a_name(question: str) -> None:
    fixed = loan("큰집 고정금리 담보대출", 3.4, 4.6, 400_000_000)
    answer = extractive_answer(asked(question, batch("loan", *LOANS, fixed)))
    assert sum(line.startswith("- ") for line in answer.splitlines()) == len(LOANS) + 1


def test_the_row_whose_description_fits_the_persons_case_is_shown_alone() -> None:
    said = {
        "가 대출": "2년 안에 아이를 낳은 가구",
        "나 대출": "세입자에게 보증금을 돌려줄 집주인",
        "다 대출": "만 19세 이상",
    }
    rows = [row("loans", name, {"product": name, "eligible": text, "rate_min": 2.0}) for name, text in said.items()]
    answer = extractive_answer(asked("집주인이 보증금 돌려줄 때 쓰는 것 있어?", batch("loan", *rows)))
    assert answer.startswith("나 대출") and "가 대출" not in answer
