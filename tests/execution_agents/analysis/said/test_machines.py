"""Several machines after the flow of one."""

from __future__ import annotations

import pytest

from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.analysis.said.machines import machines_in
from execution_agents.analysis.said.result import result_of

PUMP = Said("1,700㎥/h 나오는 펌프면 하루에 몇 ㎥야?", "하루 유량으로 환산: 40,800 m³/일")
ENGLISH = Said("how much does a pump of 1,700 m3/h move a day?", "Flow a day: 40,800 m³/day")


@pytest.mark.parametrize(
    ("said", "question", "flow"),
    [
        (PUMP, "그거 세 대 돌리면?", 122_400),
        (PUMP, "펌프 3대면?", 122_400),
        (PUMP, "그럼 두 대 다 가동하면 얼마야?", 81_600),
        (ENGLISH, "what if three of those run?", 122_400),
        (ENGLISH, "and two pumps?", 81_600),
    ],
)
def test_machines_side_by_side_move_as_many_times_as_much(said: Said, question: str, flow: int) -> None:
    found = arithmetic_with(question, [said])
    assert found is not None
    assert result_of(found) == flow


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (PUMP, "세 대 중 한 대가 고장나면?"),
        (PUMP, "세 대 세 시간 돌리면?"),
        (PUMP, "차 세 대 빌리면?"),
        (PUMP, "세 대 사면 얼마야?"),
        (PUMP, "세 대를 누가 관리해?"),
        (ENGLISH, "and three filters?"),
        (Said("펌프 양정이 얼마야", "펌프 양정은 28 m입니다."), "세 대면?"),
        (Said("펌프 3대 유량이 5,100㎥/h면 하루에?", "하루 유량으로 환산: 122,400 m³/일"), "두 대면?"),
    ],
)
def test_another_question_about_machines_computes_nothing(said: Said, question: str) -> None:
    assert arithmetic_with(question, [said]) is None


@pytest.mark.parametrize("question", ["and in three days?", "over 2 hours?", "for five weeks then"])
def test_a_length_of_time_is_no_number_of_machines(question: str) -> None:
    assert machines_in(question, ENGLISH) is None
