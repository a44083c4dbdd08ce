"""What is in hand, asked for in another form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import Evidence
from foundation.domains.loading.loader import load_pack, shipped_packs
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
    return extractive_answer(replace(request, history=((before, "…"),), of_last=True))


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


SOLD = batch("market", price("2026-02", 5 * 10**8))
SALE = "대구 수성구 매매 평균"


@pytest.mark.parametrize("question", ["확실해?", "틀린거 같은데"])
def test_what_an_answer_rests_on_is_said_to_whoever_doubts_it(question: str) -> None:
    [says, first, source] = after(SALE, question, SOLD).split("\n\n")
    assert says == "자료에는 이렇게 나와 있습니다:"
    assert "5억" in first and source.startswith("- ") and "[1]" in source


@pytest.mark.parametrize(
    ("question", "begins", "language"),
    [
        ("언제 자료야", "2026년 2월 자료입니다 [1]. 가지고 있는 가장 최근 자료입니다.", "ko"),
        ("how recent is that", "It is of February 2026 [1]. It is the newest there is.", "en"),
    ],
)
def test_of_when_the_data_is_and_that_nothing_newer_is_there(question: str, begins: str, language: str) -> None:
    assert after(SALE, question, SOLD, language=language).startswith(begins)


@pytest.mark.parametrize(("months", "newest"), [({}, True), ({"period": ("2026-02..2026-02",)}, False)])
def test_it_is_the_newest_where_no_month_was_asked_for(months: dict[str, tuple[str, ...]], *, newest: bool) -> None:
    pack = load_pack(shipped_packs() / "real_estate")
    sold = SOLD.model_copy(update={"slots": months})
    request = replace(asked("언제 자료야", sold, pack=pack), history=((SALE, "…"),), of_last=True)
    answer = extractive_answer(request)
    assert answer.startswith("2026년 2월 자료입니다 [1].")
    assert ("가지고 있는 가장 최근 자료입니다." in answer) is newest


def test_a_passage_without_a_date_has_none() -> None:
    assert after("해지를 통지하면 언제 끝나나요?", "언제 자료야", law(RENEWAL)).startswith(
        "자료에 날짜가 적혀 있지 않습니다"
    )


@pytest.mark.parametrize("question", ["더 자세히", "원문 보여줘"])
def test_the_whole_passage_is_shown_as_it_is_written(question: str) -> None:
    answer = after("자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", question, law(RENEWAL))
    assert answer == f"**{RENEWAL.title}** [1]\n\n{RENEWAL.text}"


def test_rows_are_said_in_the_other_language_and_passages_are_not() -> None:
    assert "₩500 million" in after(SALE, "영어로 말해줘", SOLD)
    passages = after(
        "자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", "in english please", law(RENEWAL), language="en"
    )
    assert passages.startswith("Translating the data takes a language model.")
    assert "3개월이 지나면 계약이 끝난다" in passages


def test_an_answer_is_repeated_as_it_was() -> None:
    before = "자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?"
    assert after(before, "뭐라고?", law(RENEWAL)) == extractive_answer(asked(before, law(RENEWAL)))


def test_a_list_is_counted_with_what_it_left_out_and_shortened_to_its_first_lines() -> None:
    loans = batch("loan", *(loan(f"{name} 대출", 2.1, 3, 10**8) for name in "가나다라마바사"))
    counted = after("대출 뭐 있어", "몇 개야?", loans)
    assert counted.startswith("모두 7개입니다.")
    assert "(이 밖에 1건이 더 있습니다.)" in counted
    assert len(after("대출 뭐 있어", "더 짧게", loans).splitlines()) == 3


def test_a_passage_is_listed_sentence_by_sentence() -> None:
    lines = after("자동 연장 뒤 해지를 통지하면 언제 계약이 끝나나요?", "목록으로 보여줘", law(RENEWAL)).splitlines()
    assert len(lines) > 1 and all(line.startswith("- ") for line in lines)


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("수성구 매매 얼마야", "처음에 이렇게 물어보셨습니다: “수성구 매매 얼마야”"),
        ("", "처음 물어보신 것은 너무 오래되어"),
    ],
)
def test_the_first_question_is_repeated_while_it_is_kept(first: str, says: str) -> None:
    request = asked("내가 처음에 뭐 물어봤지?", SOLD, standalone=SALE)
    request = replace(request, history=((SALE, "…"),), of_last=True, opened_with=first)
    assert extractive_answer(request).startswith(says)


def test_what_planning_read_as_a_question_is_no_remark() -> None:
    request = replace(asked("확실해?", SOLD, standalone=SALE), history=((SALE, "…"),))
    assert not extractive_answer(request).startswith("자료에는 이렇게 나와 있습니다")


def test_whoever_doubts_a_list_gets_its_lines() -> None:
    parts = law(
        passage("h#1", "3. Sick leave > Sick pay", "It is paid for 30 days."),
        passage("h#2", "3. Sick leave > Certificates", "None is needed for 7 days."),
    )
    answer = after("tell me about sick leave", "are you sure?", parts, language="en")
    assert "- **Certificates**: None is needed for 7 days [2]." in answer
    assert answer.count("This is what the data says") == 1


def test_why_is_answered_by_the_passages_own_reason_or_that_there_is_none() -> None:
    reasoned = passage("m-1", "역세척", "활성탄은 살살 씻는다. 모래보다 가볍기 때문이다.")
    assert after("활성탄은 어떻게 씻어?", "왜?", law(reasoned)) == "“모래보다 가볍기 때문이다.” — **역세척** [1]"
    assert after("해지를 통지하면 언제 끝나나요?", "왜요?", law(RENEWAL)).startswith(
        "찾은 자료에 그 까닭은 나와 있지 않습니다."
    )
    assert after(SALE, "why?", SOLD, language="en").startswith("The data found does not say why.")
