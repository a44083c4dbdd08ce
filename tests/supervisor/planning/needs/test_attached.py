"""Which questions are about an attached file, and what is asked of it."""

from __future__ import annotations

import pytest

from supervisor.planning.needs.attached import asked_of_file, asks_what_is_written, names_file

NAMES = ("출장규정.pdf", "stock-2026.csv", "연차.md")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("첨부한 파일에서 일비는 얼마야?", "일비는 얼마야?"),
        ("제가 올린 문서에 따르면 정산은 언제까지예요?", "정산은 언제까지예요?"),
        ("이 파일 기준으로 숙박비 알려줘", "기준으로 숙박비 알려줘"),
        ("What does the attached file say about notice?", "What say about notice?"),
        ("How many red valves are there according to the file I uploaded?", "How many red valves are there ?"),
        ("출장규정.pdf에서 숙박비는?", "출장규정.pdf에서 숙박비는?"),
        ("How many valves does stock 2026 list?", "How many valves does stock 2026 list?"),
        ("연차 파일에서 이월은?", "연차 파일에서 이월은?"),
    ],
)
def test_a_question_that_names_a_file_asks_it_the_rest(question: str, asked: str) -> None:
    assert names_file(question, NAMES)
    assert asked_of_file(question, NAMES) == asked


@pytest.mark.parametrize(
    "question",
    [
        "연차는 며칠이야?",
        "전세대출 신청할 때 첨부 서류는 뭐가 필요해?",
        "Is a fee attached to the contract?",
        "Are there strings attached?",
        "What is attached to an expense claim?",
        "집주인이 보증금 올린 거 괜찮아?",
        "내용증명 보낸 것도 증거가 돼?",
        "계약서 파일은 어떻게 보관해?",
        "How do I file a claim?",
        "Which documents do I need to send?",
        "출장 갈 때 규정이 뭐야?",
        "파일은 어디에 저장해?",
        "계약이 문서로 남아 있지 않으면 어떻게 해?",
        "직원이 파일을 지우면 어떻게 돼?",
        "종이 문서는 몇 년 보관해?",
        "로그 파일은 어디에 있어?",
        "계약서에 첨부된 도면이 다르면?",
        "Who pays for the attached garage?",
        "What is the attachment of earnings order?",
        "How do I close the file for a customer?",
    ],
)
def test_words_that_only_look_like_it_name_no_file(question: str) -> None:
    assert not names_file(question, NAMES)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("이 파일 요약해줘", "출장규정.pdf"),
        ("첨부한 문서에 뭐라고 적혀 있어?", "출장규정.pdf"),
        ("요약해줘", "출장규정.pdf"),
        ("첨부파일에 무슨 내용이 있어?", "출장규정.pdf"),
        ("Summarise the attached file", "출장규정.pdf"),
        ("What does stock-2026.csv say?", "stock-2026.csv"),
        ("연차.md 내용 알려줘", "연차.md"),
    ],
)
def test_where_nothing_narrower_is_asked_the_file_itself_is(question: str, name: str) -> None:
    assert asked_of_file(question, NAMES) == name


def test_of_two_files_of_one_name_the_one_that_is_named_is_summarised() -> None:
    names = ("lease (2).pdf", "lease.pdf")
    assert asked_of_file("Summarise lease.pdf", names) == "lease.pdf"
    assert asked_of_file("Summarise lease (2).pdf", names) == "lease (2).pdf"
    assert asked_of_file("Summarise the rent in lease.pdf", names) == "Summarise the rent in lease.pdf"


def test_how_something_stands_in_a_text_is_asked_of_the_file() -> None:
    assert asks_what_is_written("보증금이 얼마로 되어 있어?") and asks_what_is_written("How much rent is stated?")
    assert not asks_what_is_written("보증금은 얼마까지 올릴 수 있어?")
    assert not asks_what_is_written("Which state has the lowest rent?")
