"""The sentence that answers first, then its support, cut where it stops helping."""

from __future__ import annotations

from dataclasses import replace

from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.answer.turns import asked, law, passage

RENEWAL = passage(
    "renewal",
    "보기법 제6조의2",
    "계약이 저절로 늘어난 뒤의 조문이다. 세입자는 언제든지 끝내겠다고 알릴 수 있다. 알린 날부터 석 달이 지나면 끝난다. "
    "석 달 동안의 월세는 내야 하고, 수리비는 나눈다.",
)
WASH = passage(
    "wash",
    "여과 > 역세척",
    "역세척은 이 차례로 한다.\n1. 밸브를 닫는다.\n2. 물을 뺀다.\n3. 공기로 씻는다.",
)
STOCK = passage(
    "stock",
    "약품 > 재고",
    "| 약품 | 최소 재고 | 하루 사용량 |\n| --- | --- | --- |\n| PACl | 30 m³ | 1.6 m³ |\n| 소석회 | 8톤 | 0.5톤 |",
)


def said(question: str, *items: EvidenceItem, language: str = "ko") -> str:
    return extractive_answer(asked(question, law(*items), language=language))


def test_yes_is_said_where_the_sentences_own_clause_decides() -> None:
    assert said("그 석 달 동안 월세도 내야 돼?", RENEWAL).startswith("네. 석 달 동안의 월세는 내야 하고")


def test_neither_yes_nor_no_is_said_of_something_else() -> None:
    assert not said("석 달 동안 주차장도 써도 돼?", RENEWAL).startswith(("네.", "아니요."))


def test_the_support_is_of_the_same_passage_and_names_it() -> None:
    first, support = said("저절로 늘어난 뒤 언제 끝나?", RENEWAL).split("\n\n")
    assert first.endswith("[1].")
    assert support.startswith("“")
    assert support.endswith("” — **보기법 제6조의2** [1]")


def test_a_cell_is_said_with_its_row_and_its_head() -> None:
    assert said("PACl 하루 사용량은 얼마야?", STOCK).startswith("PACl의 하루 사용량은 1.6 m³입니다 [1].")


def test_nothing_is_computed_with_a_line_that_may_be_no_answer() -> None:
    ozone = passage(
        "ozone", "오존 > 제원", "| 항목 | 값 |\n| --- | --- |\n| 발생량 | 한 대에 6 kg/h |\n| 온도 | 28 ℃ |"
    )
    text = said("오존 발생량 두대면 하루에 몇 kg야?", ozone)  # nobody wrote how people ask for this line
    assert "6 kg/h" in text
    assert "288" not in text


def test_a_texts_own_steps_are_shown_whole() -> None:
    text = said("역세척은 어떤 순서로 해?", WASH)
    assert "1. 밸브를 닫는다.\n2. 물을 뺀다.\n3. 공기로 씻는다." in text


def test_another_passage_far_below_the_best_is_not_quoted() -> None:
    other = passage("other", "주차", "주차장은 관리실에 알리고 쓴다.")
    assert "주차" not in said("석 달 동안 월세도 내야 돼?", RENEWAL, other)


def test_an_answer_from_passages_is_short() -> None:
    many = [
        passage(f"p{at}", f"월세 {at}", f"월세는 다달이 {at}일에 낸다. " + "다른 것은 따로 정한다. " * 30)
        for at in range(5)
    ]
    assert len(said("월세는 언제 내?", *many)) <= 320


def test_a_sentence_in_another_language_is_quoted_as_it_is() -> None:
    english = passage("leave", "Leave", "You get 27 days of leave a year.")
    text = said("leave는 며칠이야?", english)
    assert "“You get 27 days of leave a year.” [1]" in text


def test_mid_conversation_no_share_of_words_turns_a_question_away() -> None:
    question = "양도소득세는 언제까지 신고해?"
    opening = asked(question, law(RENEWAL))
    assert extractive_answer(opening).startswith(WORDS["unclear"]["ko"])
    later = replace(opening, history=(("월세도 내야 돼?", "네. 내야 합니다."),))
    assert not extractive_answer(later).startswith(WORDS["unclear"]["ko"])
