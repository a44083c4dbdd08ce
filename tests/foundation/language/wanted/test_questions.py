"""Several questions in one message, told apart by how they are written."""

from __future__ import annotations

import pytest

from foundation.language.wanted.questions import asks, asks_without_subject, clauses_in, depends, questions_in

THREE = "1) 복비는 누가 내? 2) 묵시적 갱신이 뭐야? 3) 주차장 요금은?"


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (THREE, ["복비는 누가 내?", "묵시적 갱신이 뭐야?", "주차장 요금은?"]),
        ("① 연차 며칠? ② 병가는 유급이야?", ["연차 며칠?", "병가는 유급이야?"]),
        ("1. 전세 시세\n2. 대출 금리\n알려줘", ["전세 시세", "대출 금리"]),
        ("복비는 누가 내? 그리고 갱신은 뭐야?", ["복비는 누가 내?", "그리고 갱신은 뭐야?"]),
        ("How many days of leave? What is the limit in London? Why?",
         ["How many days of leave?", "What is the limit in London? Why?"]),
        ("마포구 전세 얼마야? 월세는?", ["마포구 전세 얼마야?", "월세는?"]),
        ("보일러 고장나면 누가 고쳐요 강아지 키우는건 돼요?", ["보일러 고장나면 누가 고쳐요", "강아지 키우는건 돼요?"]),
        ("경보 기준 얼마야 19일 최고값은 그거 넘었어?", ["경보 기준 얼마야", "19일 최고값은 그거 넘었어?"]),
        ("수도요금 톤당 얼마임? 급수인구는 몇명", ["수도요금 톤당 얼마임?", "급수인구는 몇명"]),
        # One question, however it is written.
        ("수리비는 누가 내야 하나요 집주인이죠?", []),
        ("얼마나 오래 걸리나요 서류 접수부터요?", []),
        ("집주인이 나가래요 어떻게 해요?", []),
        ("언제까지 내야 하나 모르겠어요 알려주세요", []),
        ("how much is parking? im at leeds", []),
        ("보증금을 못 받았어요. 어떻게 해야 하나요?", []),
        ("안녕하세요! 복비는 누가 내요?", []),
        ("복비는 누가 내? 왜?", []),
        ("2026. 3. 5. 시세는?", []),
        ("그는 '집권할 수 있습니까?' 라고 말했는가?", []),
        ("제7조 1항은 뭐야?", []),
        ("", []),
    ],
)  # fmt: skip
def test_questions_are_told_apart_by_numbers_and_question_marks(message: str, parts: list[str]) -> None:
    assert list(questions_in(message)) == parts


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("마포 전세 시세랑 중개보수 규정도 알려줘", ["마포 전세 시세", "중개보수 규정도 알려줘"]),
        ("묵시적 갱신이 뭐고 한도는 얼마야", ["묵시적 갱신이 뭐고", "한도는 얼마야"]),
        ("mileage rate n how many learning days", ["mileage rate", "how many learning days"]),
        ("How many days do I get and what is the limit in London?",
         ["How many days do I get", "what is the limit in London?"]),
        ("마포랑 서초 전세 차이는?", []),
        ("대출 중에 한도 제일 큰 게 뭐고 그건 금리가 몇 프로야",
         ["대출 중에 한도 제일 큰 게 뭐고", "그건 금리가 몇 프로야"]),
        ("마포랑 서초 전세 차이가 얼마고 복비는 누가 내", ["마포랑 서초 전세 차이가 얼마고", "복비는 누가 내"]),
        ("difference between London and Paris", []),
        ("집을 보고 싶어", []),
    ],
)  # fmt: skip
def test_joined_clauses_are_separated_where_nothing_is_asked_of_both(message: str, parts: list[str]) -> None:
    assert [message[start:end] for start, end in clauses_in(message)] == parts


def test_a_clause_asks_by_a_word_of_its_own_and_of_something() -> None:
    assert asks("묵시적 갱신이 뭐")
    assert asks("who pays the broker")
    assert not asks("언제")
    assert not asks("마포 전세 시세")


def test_a_clause_may_ask_and_name_nothing_itself() -> None:
    assert asks_without_subject("how much a month?")
    assert asks_without_subject("한달에 얼마야")
    assert not asks_without_subject("when do they pay")
    assert not asks_without_subject("마포 전세 시세")


@pytest.mark.parametrize(
    ("clause", "goes_on"),
    [
        ("Seven months with the company here. If I was off ill for ages", True),
        ("입사한 지 두 달인데", True),
        ("when do I get paid", False),
        ("보증금은 얼마고", False),
        ("lunch is £15", False),
    ],
)
def test_a_subordinate_clause_goes_on_with_the_one_behind_it(clause: str, goes_on: bool) -> None:
    assert (depends(clause) and not asks(clause)) is goes_on
