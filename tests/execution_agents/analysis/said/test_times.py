"""Times counted by what the last answer said."""

from __future__ import annotations

from datetime import date

import pytest

from execution_agents.analysis.said.times import Answered, time_counted, time_in_words

TODAY = date(2026, 11, 30)
REPLACED = "Laptops are replaced after 4 years, monitors after 7."
NEXT = "다음 교체는 2028년 9월입니다"
CYCLE = f"{NEXT} [1].\n\n“축전지는 60분 방전을 기준으로 하며 7년마다 바꾼다.”"


def said(question: str, sentence: str, answer: str = "") -> Answered:
    return Answered(question, sentence, answer or sentence)


LAPTOPS = said("when are laptops replaced?", REPLACED)
MONITORS = said("when is a monitor replaced?", REPLACED)
PROBATION = said("수습은 몇 달이야?", "수습은 4개월입니다.")
BATTERY = said("축전지 다음 교체 언제야", NEXT, CYCLE)
CHECK = said("다음 검사가 언제야?", "다음 검사는 2027년 5월입니다.")


@pytest.mark.parametrize(
    ("question", "before", "words"),
    [
        ("got mine in 2023 so when is that", LAPTOPS, "That is 2027 (4 years after 2023)."),
        ("mine is from 2021, what year is it due?", MONITORS, "That is 2028 (7 years after 2021)."),
        ("2026년 3월 1일에 입사하면 언제 끝나?", PROBATION, "2026년 7월 1일입니다(2026년 3월 1일에서 4개월 뒤)."),
        ("교체주기로 따지면 지난번엔 언제 간거야", BATTERY, "2021년 9월입니다(2028년 9월의 7년 전)."),
        ("3년에 한 번이면 지난번은 언제였어", CHECK, "2024년 5월입니다(2027년 5월의 3년 전)."),
    ],
)
def test_a_time_is_counted_by_a_length_that_was_said(question: str, before: Answered, words: str) -> None:
    asked = time_counted(question, before, TODAY)
    assert asked is not None
    assert time_in_words(asked, "ko" if "년" in words else "en") == words


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("When is the Leeds summer party in 2026?", said("when are laptops replaced?", REPLACED)),
        ("so when is that", said("when are laptops replaced?", REPLACED)),
        ("got mine in 2023 so when is that", said("what is replaced when?", REPLACED)),
        ("got mine in 2023, how much is that", said("when are laptops replaced?", REPLACED)),
        ("I sent it on 3 March 2026, when is that?", said("how soon?", "It is sent within 10 working days.")),
        ("지난번엔 언제였어", said("다음 교체 언제야", NEXT)),
    ],
)  # fmt: skip
def test_nothing_is_counted_where_it_is_not_certain(question: str, before: Answered) -> None:
    assert time_counted(question, before, TODAY) is None
