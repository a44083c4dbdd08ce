"""The last formula with other values: which input a figure is of, and what is kept."""

from __future__ import annotations

import pytest

from tests.execution_agents.analysis.formulas.talks import asked_last

R, H, W = "real_estate", "handbook", "water_treatment"
LOAN = "4억 빌려서 30년 동안 갚으면 월 상환금 얼마예요 금리 3.9프로"


@pytest.mark.parametrize(
    ("pack", "messages", "inputs"),
    [
        (R, (LOAN, "금리 0.5프로 오르면?"), {"rate": "4.4", "years": "30"}),
        (R, (LOAN, "금리가 0.4프로 내리면?"), {"rate": "3.5"}),
        (R, (LOAN, "3프로로 내리면?"), {"rate": "3"}),
        (R, (LOAN, "5천만원 더 빌리면?"), {"loan": "450000000"}),
        (R, ("보증금 2억8천인데 재계약 때 최대 얼마까지 올릴 수 있어", "2프로만 올린다면"), {"rate": "2"}),
        (W, ("유량 100000 m³/일에 15 mg/L 주입하면 하루 몇 kg이야", "18로 올리면?"), {"dose": "18", "flow": "100000"}),
        (H, ("3 nights in london, max total?", "and with dinner every night?"), {"dinners": "3", "nights": "3"}),
        (
            R,
            ("전세 4억5천이면 복비 최대 얼마", "아 전세 말고 7억에 사는걸로 하면요?"),
            {"deal": "sale", "amount": "700000000"},
        ),
    ],
)
def test_a_value_goes_to_its_input(pack: str, messages: tuple[str, ...], inputs: dict[str, str]) -> None:
    asked = asked_last(pack, *messages)

    assert asked is not None
    found = {one.name: f"{one.number.normalize():f}" if one.unit else one.value for one in asked.inputs}
    assert inputs.items() <= found.items()


def test_a_choice_that_is_taken_back_is_open_again() -> None:
    asked = asked_last(R, "전세 4억이면 복비 얼마", "아 전세 말고 5억이요")

    assert asked is not None
    assert asked.missing == ("deal",)


@pytest.mark.parametrize("message", ["2층이면?", "3억8천이면 보증보험 돼요?", "4억이면 높은 편이야?", "얼마까지 깎아?"])
def test_other_figures_and_questions_do_not_go_on(message: str) -> None:
    assert asked_last(R, "전세 4억이면 복비 얼마", message) is None
