"""A formula is asked for by how people ask for its result, where everything that it needs was said."""

from __future__ import annotations

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.analysis.formulas.nearness import FormulaIndex, may_result
from foundation.language.wanted.asking import wanted
from tests.execution_agents.analysis.formulas.talks import brief, near_last, pack_of

FORMULAS = pack_of("water_treatment").formulas


def index(**questions: tuple[list[str], list[str]]) -> FormulaIndex:
    """An index of these formulas' questions, and of near ones for something else."""
    return FormulaIndex(
        [
            one.model_copy(update=dict(zip(("questions", "other_questions"), questions[one.name], strict=True)))
            for one in FORMULAS
            if one.name in questions
        ]
    )


LONDON = ("off to london for work, max for a hotel?", "dinner?")
RAISED = "landlord wants to bump my jeonse from 400 million won to 430 at renewal. is that allowed??"
TWO = index(
    cake_days=(["how many days until the yard is full", "보관장 며칠이면 꽉 차"], ["who takes the cake away"]),
    generator_hours=(["how many hours does a full tank last", "기름 꽉 차면 몇 시간 가"], ["which fuel does it burn"]),
)


@pytest.mark.parametrize(
    ("message", "before", "formula"),
    [
        ("how many hours does the tank last", "", "generator_hours"),
        ("보관장이 며칠이면 꽉 찰까", "", "cake_days"),
        ("and how many days until then?", "when is the yard full", "cake_days"),
    ],
)
def test_the_nearest_questions_name_the_formula(message: str, before: str, formula: str) -> None:
    found = TWO.nearest(message, before)
    assert found is not None and found.name == formula
    assert TWO.nearest(message, before, 0.999) is None


@pytest.mark.parametrize("message", ["who takes the cake away today", "visitors", ""])
def test_near_questions_for_something_else_name_none(message: str) -> None:
    assert TWO.nearest(message, "") is None


def test_a_figure_says_by_its_kind_alone_what_is_asked() -> None:
    found = index(
        cake_days=(["40 tons so far, how long"], []), generator_hours=(["60 % so far, how long"], [])
    ).nearest("55 % so far, how long", "")
    assert found is not None and found.name == "generator_hours"


@pytest.mark.parametrize(
    ("pack", "messages", "says"),
    [
        ("water_treatment", ("기름 꽉차있음 몇시간 가?",), "9.7시간"),
        ("water_treatment", ("장마때만큼 나오면 보관장 며칠만에 꽉 차",), "2.7일"),
        ("water_treatment", ("탱크에 기름 반 남았는데 몇시간 가",), "4.8시간"),
        ("water_treatment", ("1,240 litres of diesel left in gen-901. how long have we got at full load",), "4 hours"),
        ("handbook", ("2 nights leeds, no breakfasts, dinners only on the first night, total?",), "£252"),
        ("handbook", ("what do i get if im on duty 3 weeks",), "£840"),
        ("handbook", ("wed have 2 kids under 5 then so how much a year",), "£3,600"),
        (
            "handbook",
            ("can i still buy a few more for next year?", "im on 39k. what would 5 of those set me back"),
            "£750",
        ),
        (
            "handbook",
            (*LONDON, "3 nights n 3 dinners then, what can i spend tops"),
            "£591",
        ),
        (
            "real_estate",
            (RAISED, "so whats the most he can ask for"),
            "₩420 million",
        ),
        ("real_estate", ("보증금 5천에 월세 300이면 환산하면 얼마죠",), "3억 5,000만원"),
    ],
)
def test_everyday_words_ask_for_a_result_that_they_do_not_name(pack: str, messages: tuple[str, ...], says: str) -> None:
    found = near_last(pack, *messages)
    assert found is not None
    assert says in str(calculated(found, brief(messages[-1], found), pack_of(pack)).lead)


@pytest.mark.parametrize(
    ("pack", "messages"),
    [
        ("water_treatment", ("can i backwash a filter when its at 2.3?",)),
        ("water_treatment", ("주문하면 며칠 걸려",)),
        ("water_treatment", ("보관장은 누가 비워?",)),
        ("handbook", ("3 nights in london, most it may cost?", "what about dinner")),
        ("handbook", ("2일 아파서 쉬었어", "저 아빠 되는데 월급 다 나오는 육아휴직 몇주에요?")),
        ("handbook", ("why 4 weeks warning to work abroad",)),
        ("handbook", ("my kid is 6, what childcare money do I get",)),
        ("handbook", ("5살짜리 하나 있는데 보육비 한달에 얼마",)),
        ("handbook", ("i am 52, how much redundancy would i get",)),
        ("handbook", ("how long can i be off sick, i am 61",)),
        ("handbook", ("spent £300 on a chair, how much of the 450 is left",)),
        ("handbook", ("childcare costs me 800 a month, how much do you pay",)),
        ("handbook", ("i work 20 hours a week, how many days leave do i get",)),
        ("water_treatment", ("generator how long can it run continuously",)),
        ("water_treatment", ("기름 떨어지면 몇시간 버텨",)),
        ("water_treatment", ("부하 50%로 돌리면 기름 몇시간 가",)),
        ("water_treatment", ("100000 m3 a day, how many filters do I need",)),
        ("water_treatment", ("알칼리도 40인데 pac 30 넣으면 얼마나 남아",)),
        ("real_estate", ("보증금 2억에 월세 600인데", "그럼 상가법 다 적용받아요?")),
        ("real_estate", ("전세 1억에 살아", "거절하면 쫓겨나나요?")),
    ],
)
def test_what_a_line_answers_or_asks_for_no_figure_is_not_worked_out(pack: str, messages: tuple[str, ...]) -> None:
    assert near_last(pack, *messages) is None


def test_alone_and_after_the_question_before_the_same_formula_is_nearest() -> None:
    assert TWO.nearest("how many days until then", "how many hours does a full tank last") is None
    assert TWO.nearest("how many days until then", "") is not None


def test_two_formulas_that_are_as_near_are_none() -> None:
    alike = ["how long does it last"], list[str]()
    assert index(cake_days=alike, generator_hours=alike).nearest("how long does it last", "") is None


def test_a_year_says_when_and_a_rule_of_another_time_is_not_worked_out() -> None:
    asked = "what could an agent take at most on a 500 million won house sale back in 2019?"
    found = near_last("real_estate", asked)
    assert found is not None and [each.value for each in found.inputs if each.unit] == ["500000000"]
    assert calculated(found, brief(asked, found), pack_of("real_estate")).refused == "out_of_period"


def test_water_by_the_hour_is_a_flow_and_an_age_is_no_number_of_children() -> None:
    dosed = near_last("water_treatment", "4,000 tonnes an hour at 15 ppm, how many kg an hour")
    assert dosed is not None and [each.value for each in dosed.inputs] == ["96000", "15"]
    aged = near_last("handbook", "네살 애가 하나인데 보육수당 얼마 나와")
    assert aged is None or [each.value for each in aged.inputs if each.unit] != ["4"]


def test_a_result_in_another_unit_than_is_asked_for_is_not_worked_out() -> None:
    asked = wanted("so that 10 is how many days")
    results = {one.name: may_result(one, asked) for one in FORMULAS}
    assert results["days_left"] and results["cake_days"] and not results["dosing_pump_output"]
