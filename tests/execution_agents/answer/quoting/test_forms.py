"""What is in hand, asked for in another form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import Evidence
from tests.execution_agents.answer.turns import asked, batch, law, loan, passage, price

RENEWAL = passage(
    "l-6",
    "주택임대차보호법 제6조의2(묵시적 갱신의 경우 계약의 해지)",
    "자동으로 연장된 뒤에는 언제든지 해지를 통지할 수 있다. 통지를 받은 날부터 3개월이 지나면 계약이 끝난다. "
    "그때 보증금을 돌려받는다.",
)
LIMITS = passage(
    "e-5",
    "5. Expenses > Limits",
    "| what | limit |\n| Hotel, London | £165 a night |\n| Hotel, abroad | £150 a night |",
)


def after(before: str, question: str, *evidence: Evidence, language: str = "ko") -> str:
    request: AnswerRequest = asked(question, *evidence, language=language, standalone=f"{before}: {question}")
    return extractive_answer(replace(request, history=((before, "…"),)))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("한 문장으로", "통지를 받은 날부터 3개월이 지나면 계약이 끝납니다 [1]."),
        ("몇 조야?", "주택임대차보호법 제6조의2 [1]입니다."),
        ("출처는?", "- 주택임대차보호법 제6조의2(묵시적 갱신의 경우 계약의 해지) [1]"),
    ],
)
def test_only_the_form_that_is_asked_for_is_said(question: str, says: str) -> None:
    assert after("자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", question, law(RENEWAL)) == says


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("더 쉽게 설명해줘", "더 쉬운 말로 풀어 쓰려면 언어 모델이 있어야 합니다"),
        ("표로 보여줘", "이 내용은 글로 되어 있어"),
    ],
)
def test_what_cannot_be_had_is_said_to_be_so(question: str, begins: str) -> None:
    answer = after("자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", question, law(RENEWAL))
    assert answer.startswith(begins)
    assert "3개월이 지나면 계약이 끝납니다 [1]." in answer


def test_a_summary_is_of_the_same_passage_and_short() -> None:
    answer = after("자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", "요약해줘", law(RENEWAL))
    assert answer.startswith("- 통지를 받은 날부터 3개월이")
    assert 2 <= len(answer.splitlines()) <= 3


def test_a_quoted_table_is_drawn_with_the_row_that_answers() -> None:
    answer = after("what can I spend on a hotel in London?", "as a table please", law(LIMITS), language="en")
    assert answer.startswith("| ")
    assert "| --- | --- |\n| Hotel, London | £165 a night |" in answer


def test_a_list_of_products_becomes_a_table() -> None:
    answer = after(
        "대출 금리", "표로 정리해줘", batch("loan", loan("가 대출", 2.1, 3, 10**8), loan("나 대출", 3, 4, 10**8))
    )
    assert answer.startswith("| 구분 | 내용 |")
    assert "| 나 대출 | " in answer


def test_rows_are_said_in_their_first_sentence() -> None:
    answer = after("대구 수성구 매매 평균", "한 줄로", batch("market", price("2026-02", 5 * 10**8)))
    assert answer.count("\n") == 0
    assert "5억" in answer


def test_a_source_in_english_without_an_article_is_named_as_it_is() -> None:
    answer = after("what can I spend on a hotel in London?", "which article?", law(LIMITS), language="en")
    assert answer == "This answer does not come from an article of a law. Its source is:\n- 5. Expenses > Limits [1]"


def test_without_anything_said_before_a_form_is_an_ordinary_question() -> None:
    assert extractive_answer(asked("요약해줘", law(RENEWAL))) != ""


def test_one_sentence_is_all_of_a_question_that_names_what_it_wants() -> None:
    rows = batch("loan", loan("가 대출", 2.1, 3, 10**8), loan("나 대출", 3, 4, 10**8))
    whole, one = (
        after("대출 금리", "대출 금리를 알려줘", rows),
        after("대출 금리", "대출 금리를 한 문장으로 알려줘", rows),
    )
    assert "\n" in whole and "\n" not in one
    assert one in whole and "[1]" in one
