"""How many questions back led to a message is read from the conversation itself."""

from __future__ import annotations

import pytest

from supervisor.planning.clarifying.in_a_row import asked_in_a_row, choices_shown
from supervisor.planning.context import Exchange

WELDS = "'용접'은 여럿입니다.\n1. 강관용접 (플랜트설비공사 13-2-3) (113종)\n2. 기본용접 (철골공사)\n3. 전체 목록 (31)"
SIZES = "강관용접 규격이 113가지입니다.\n1. 강관용접 200mm (9종)\n2. 강관용접 100mm (9종)\n3. 전체 목록 (113)"


def spoken(question: str, answer: str) -> Exchange:
    return Exchange(question, question, "estimate", {}, (), answer)


@pytest.mark.parametrize(
    ("question", "count"),
    [("강관용접 200mm", 2), ("강관용접 100mm 30m", 2), ("강관 용접 200MM", 2), ("방수", 0), ("tig", 0)],
)
def test_each_message_that_took_a_choice_counts(question: str, count: int) -> None:
    assert asked_in_a_row(question, (spoken("용접", WELDS), spoken("강관용접", SIZES))) == count


def test_a_question_of_its_own_begins_anew() -> None:
    assert asked_in_a_row("강관용접 200mm", (spoken("방수", WELDS), spoken("강관용접 품", "강관용접의 품입니다."))) == 0
    assert asked_in_a_row("강관용접", ()) == 0


@pytest.mark.parametrize(
    "answer", ["", "1m에 0.3인입니다.", "순서는 다음과 같습니다.\n1. 전원을 끕니다.", "가\n나\n다"]
)
def test_an_answer_is_no_question_back(answer: str) -> None:
    assert choices_shown(answer) == ()


def test_choices_cut_off_by_the_window_are_left_out() -> None:
    assert choices_shown("어느 것인가요?\n1. 서울 중구\n2. 대구 중구\n3") == ("서울 중구", "대구 중구")
