"""The rule that was just quoted takes the values that follow; a step is set beside itself."""

from __future__ import annotations

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.analysis.formulas.recognising import formula_asked
from execution_agents.analysis.formulas.steps import step_named
from execution_agents.analysis.formulas.talk import Spoken, Talk
from foundation.contracts.formulas import Analysis
from foundation.language.script import language_of
from tests.execution_agents.analysis.formulas.talks import NOW, brief, pack_of

PENSION = "11. Pay and pension > Pension"


def last_of(heading: str, *said: str) -> Analysis | None:
    """What the last message comes to; the first one was answered with the passage of this heading."""
    pack, spoken, asked = pack_of("handbook"), list[Spoken](), None
    for text in said:
        talk = Talk(tuple(spoken), bool(spoken) and spoken[-1].computation is not None)
        asked = formula_asked(text, talk, pack, NOW, language_of(text)) if spoken else None
        spoken.append(Spoken(text, asked, "", "" if asked else heading))
    return None if asked is None else calculated(asked, brief(said[-1], asked), pack)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (("연금 내가 최소 몇퍼 내고 회사는 몇퍼", "연봉 36000파운드면 회사가 일년에 얼마 넣어줌"), "4680.00"),
        (("how does the pension work", "im on 42000 pounds a year, what do you pay in?"), "5460.00"),
        (("회사 연금은 몇 프로예요", "연봉 5만 파운드인데 회사는 얼마 넣어주는 거지", "제가 8프로 내면요?"), "9000.00"),
    ],
)
def test_the_quoted_rule_takes_what_is_said_next(said: tuple[str, ...], value: str) -> None:
    done = last_of(PENSION, *said)

    assert done is not None
    assert done.value == value


@pytest.mark.parametrize(
    "said",
    [
        ("what is the pension", "i earn 42000, when does the pension start"),
        ("what is the pension", "on 30000 pounds how much tax do i pay"),
        ("what is the pension", "my rent is 900 pounds, how much of it do you pay"),
        ("what is the pension", "im on 30000, is that ok"),
    ],
)
def test_a_message_about_something_else_is_no_value_of_it(said: tuple[str, ...]) -> None:
    assert last_of(PENSION, *said) is None


def test_another_part_of_the_chapter_states_another_rule() -> None:
    assert last_of("11. Pay and pension > Payday", "when is payday", "im on 42000 a year, what do you pay in?") is None


def test_the_company_s_part_is_set_beside_itself() -> None:
    said = ("연금은요", "연봉 36000파운드면 회사가 얼마 넣어줌", "내가 7프로 내면?", "그럼 회사돈 얼마 더 받는 셈")
    done = last_of(PENSION, *said)

    assert done is not None
    assert done.value == "720.00"
    assert done.lead.startswith("회사가 내는 돈: £720 늘어납니다(£2,880 → £3,600).")


def test_you_in_a_question_is_who_the_pack_calls_we() -> None:
    formula = pack_of("handbook").formula("pension_paid")

    found = [
        step_named(formula, text) for text in ("how much more of your money", "how much more do i pay", "how much")
    ]
    assert [one.name if one else None for one in found] == ["company", "mine", None]
