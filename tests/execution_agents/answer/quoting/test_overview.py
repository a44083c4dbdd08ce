"""A whole file is summarised by how each of its parts begins; a row by the cell that is asked for."""

from __future__ import annotations

from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.schema.uploads import with_uploads
from tests.execution_agents.answer.turns import PACK, asked, batch, law, passage

PARTS = (
    ("f#2", "trip.pdf > 제3조", "국내 출장의 숙박비는 9만원이다. 영수증을 낸다.", "trip.pdf#page=2"),
    ("f#1", "trip.pdf > 제1조", "이 규정은 여비를 정한다.", "trip.pdf#page=1"),
    ("f#10", "trip.pdf > 별표", "| 직급 | 일비 |\n| --- | --- |\n| 부장 | 5만원 |", "trip.pdf#page=9"),
)


def of_file(*parts: tuple[str, str, str, str]) -> Evidence:
    items: list[EvidenceItem] = [
        passage(item_id, title, text, uri=uri).model_copy(update={"source": "upload"})
        for item_id, title, text, uri in parts
    ]
    return batch("upload", *items, kind="upload")


def answer_to(question: str, *evidence: Evidence, language: str = "ko", standalone: str = "") -> str:
    more = {"pack": with_uploads(PACK), "standalone": standalone or question}
    return extractive_answer(asked(question, *evidence, language=language, **more))


def test_the_parts_of_a_whole_file_stand_in_reading_order_each_cited() -> None:
    lines = answer_to("trip.pdf 요약해줘", of_file(*PARTS[:2]), standalone="trip.pdf").splitlines()
    assert lines[0] == "trip.pdf에는 다음과 같이 적혀 있습니다."
    assert lines[2] == "- **제1조**: 이 규정은 여비를 정한다 [2]."
    assert lines[3] == "- **제3조**: 국내 출장의 숙박비는 9만원이다. 영수증을 낸다 [1]."
    lines = answer_to("trip.pdf 요약해줘", of_file(*PARTS), standalone="trip.pdf").splitlines()
    assert lines[4].startswith("- **별표**: ") and "부장" in lines[4]


def test_what_is_not_all_of_a_file_is_said_to_be_a_part() -> None:
    long = ("f#3", "trip.pdf > 제5조", "일비는 5만원이다. " * 40, "trip.pdf#page=3")
    lines = answer_to("trip.pdf 요약해줘", of_file(*PARTS[:2], long), standalone="trip.pdf").splitlines()
    assert lines[0] == "trip.pdf의 각 부분은 다음과 같이 시작합니다(전체는 아닙니다)."
    assert "…" in lines[-1] and "…" not in lines[2]
    english = answer_to("What does trip.pdf say?", of_file(long), standalone="trip.pdf", language="en")
    assert english.startswith("This is how the parts of trip.pdf begin, not all they say.")


def test_of_several_files_the_newest_is_said_to_be_meant_where_none_is_named() -> None:
    newest = answer_to("이 파일 요약해줘", of_file(*PARTS[:2]), standalone="trip.pdf")
    assert newest.startswith("가장 나중에 첨부한 trip.pdf에는 다음과 같이 적혀 있습니다.")
    english = answer_to("Summarise it", of_file(*PARTS[:2]), standalone="trip.pdf", language="en")
    assert english.startswith("This is what trip.pdf, the newest attached file, says.")
    assert not answer_to("What does trip say?", of_file(*PARTS[:2]), standalone="trip.pdf").startswith("가장 나중에")


def test_a_narrower_question_is_answered_by_its_sentence_and_the_page() -> None:
    text = answer_to("국내 출장 숙박비는 얼마야?", of_file(*PARTS))
    assert text.startswith("국내 출장의 숙박비는 9만원입니다 [1]") and "제3조 (2쪽)" in text
    english = answer_to("Rent?", of_file(("f", "lease.pdf", "The rent is £48,000.", "lease.pdf#page=3")), language="en")
    assert "lease.pdf (p. 3)" in english


def test_a_file_in_hand_is_not_set_back_behind_what_was_found_just_now() -> None:
    question = "주차 대수는 몇 대야?"
    mine = of_file(("f", "규약.md > 주차", "세대당 주차 대수는 두 대이다.", "규약.md"))
    other = law(passage("l", "주차", "주차 요금은 따로 낸다.", score=9.0)).model_copy(update={"query": question})
    assert answer_to(question, mine, other).startswith("세대당 주차 대수는 두 대")


def test_a_column_named_with_its_own_value_is_a_condition() -> None:
    rows = "| item | warehouse | quantity |\n| blue valve | North | 140 |\n| red valve | North | 35 |"
    stock = of_file(("f", "stock.csv", rows, "stock.csv#row=1-3"))
    text = answer_to("How many red valves are in the North warehouse?", stock, language="en")
    assert text.startswith("red valve: quantity 35 [1]") and "(rows 1–3)" in text
