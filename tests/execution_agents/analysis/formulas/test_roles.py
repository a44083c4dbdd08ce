"""What a figure is called where it stands decides which input it is: or that it is none."""

from __future__ import annotations

import pytest

from tests.execution_agents.analysis.formulas.talks import asked_last

R, W, H = "real_estate", "water_treatment", "handbook"


def inputs_of(pack: str, *messages: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    asked = asked_last(pack, *messages)
    assert asked is not None, messages
    return asked.formula, {one.name: f"{one.number.normalize():f}" for one in asked.inputs if one.unit}, asked.missing


@pytest.mark.parametrize(
    ("message", "missing"),
    [
        ("what's my DSR? I borrowed 400 million three years ago and I earn 62m won a year", ("repayment",)),
        ("DSR 몇 %야? 3년 전에 4억 빌렸고 연봉 6200만원이야", ("repayment",)),
    ],
)
def test_what_the_pack_calls_something_else_is_no_input(message: str, missing: tuple[str, ...]) -> None:
    _, inputs, lacking = inputs_of(R, message)
    assert inputs == {"income": "62000000"}
    assert lacking == missing


@pytest.mark.parametrize(
    ("message", "inputs"),
    [
        (
            "what's my DSR? I borrowed 400 million three years ago, I earn 62m won and my instalments come to 21.7m",
            {"income": "62000000", "repayment": "21700000"},
        ),
        (
            "DSR 몇 %야? 3년 전에 4억 빌렸고 연봉 6200만원에 원리금은 일년에 2170만원",
            {"income": "62000000", "repayment": "21700000"},
        ),
        (
            "시세 4억 빌라에 근저당 8천 잡혀있고 제 전세가 2억2천이에요. 관리비는 12만원. 집값의 몇 %, 위험한가요?",
            {"deposit": "220000000", "debts": "80000000", "price": "400000000"},
        ),
        (
            "DTI 계산 부탁드립니다. 연소득 5,400만 원, 한 해 원리금 1,440만 원, 다른 대출 이자가 한 해 180만 원입니다.",
            {"income": "54000000", "repayment": "14400000", "interest": "1800000"},
        ),
        (
            "jeonse ratio? my deposit is 250m won and the place is worth 340m",
            {"deposit": "250000000", "price": "340000000"},
        ),
    ],
)
def test_a_word_beside_a_figure_outweighs_other_amounts(message: str, inputs: dict[str, str]) -> None:
    _, found, missing = inputs_of(R, message)
    assert (found, missing) == (inputs, ())


@pytest.mark.parametrize(
    ("message", "inputs"),
    [
        ("jeonse ratio? the deposit is 250 million won, the flat is 20m from the sea", {"deposit": "250000000"}),
        ("보증금 2억 전세 기준금리가 3%인데 최대 얼마까지 올려?", {"amount": "200000000"}),
    ],
)
def test_a_length_or_another_rate_is_no_input(message: str, inputs: dict[str, str]) -> None:
    assert inputs_of(R, message)[1] == inputs


@pytest.mark.parametrize(
    ("message", "inputs"),
    [
        ("입사 6년차라 연차 30일인데 11.5일 썼음 며칠 남음?", {"whole": "30", "years": "6", "taken": "11.5"}),
        ("연차 25일인데 10일 쓰면 며칠 남아?", {"whole": "25", "taken": "10"}),
        ("연차 3일 쓰면 며칠 남아?", {"taken": "3"}),
        ("연차 11.5일 썼음 며칠 남음?", {"taken": "11.5"}),
    ],
)
def test_a_whole_that_is_stated_goes_before_the_default(message: str, inputs: dict[str, str]) -> None:
    assert inputs_of(H, message)[1] == inputs


def test_one_month_of_interest_is_no_term_of_a_loan() -> None:
    first = "what's the interest for one month on 200 million at 4%?"
    after = "and if i pay it back in level monthly instalments over 20 years?"
    assert inputs_of(R, first, after) == ("monthly_payment", {"years": "20", "loan": "200000000", "rate": "4"}, ())
    assert inputs_of(R, first, "what would the level monthly instalments be?")[2] == ("years",)


@pytest.mark.parametrize(
    ("pack", "message", "formula", "missing"),
    [
        (W, "PACl 재고로 며칠 버틸 수 있는지 알려주세요", "days_left", ("stock",)),
        (W, "how long does the PACl stock last?", "days_left", ("stock",)),
        (H, "내년 휴가 3일 추가로 사려면 돈이 얼마 들지?", "bought_leave", ("salary",)),
        (H, "how much does it cost to buy 3 days of leave?", "bought_leave", ("salary",)),
    ],
)
def test_the_one_input_that_nobody_said_is_asked_for(pack: str, message: str, formula: str, missing: str) -> None:
    found, _, lacking = inputs_of(pack, message)
    assert (found, lacking) == (formula, missing)


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        (W, "PACl 최소 재고는 며칠 버티는 양이야?"),
        (W, "PACl 납품은 며칠 걸려?"),
        (H, "휴가 3일 사용하려면 며칠 전에 말해야 해?"),
        (H, "can i buy 3 days of leave?"),
        (H, "휴가 5일까지 살 수 있나?"),
    ],
)
def test_a_question_about_the_rule_asks_for_no_input(pack: str, message: str) -> None:
    assert asked_last(pack, message) is None


@pytest.mark.parametrize(
    ("messages", "rate"),
    [
        (("How much monthly rent can a deposit of 60 million won be turned into, if the base rate is 2.5%?",), "2.5"),
        (
            (
                "How much monthly rent can a deposit of 60 million won be turned into, if the base rate is 2.5%?",
                "and if the base rate went up to 9%?",
            ),
            "9",
        ),
    ],
)
def test_a_deposit_may_stand_behind_the_rent_it_becomes(messages: tuple[str, ...], rate: str) -> None:
    expected = ("deposit_to_rent", {"amount": "60000000", "base_rate": rate}, ())
    assert inputs_of(R, *messages) == expected
