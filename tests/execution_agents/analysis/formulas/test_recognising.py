"""Messages as people type them: which formula, with which inputs, and which messages ask for none."""

from __future__ import annotations

import pytest

from tests.execution_agents.analysis.formulas.talks import answered, asked_last

R, W, H = "real_estate", "water_treatment", "handbook"


@pytest.mark.parametrize(
    ("pack", "messages", "formula", "inputs"),
    [
        (R, ("3억 전세면 복비 얼마?",), "brokerage_fee", {"deal": "jeonse", "amount": "300000000"}),
        (R, ("보증금 1000에 월세 50이면 복비?",), "brokerage_fee", {"amount": "10000000", "rent": "500000"}),
        (R, ("3억 전세면 복비 얼마?", "그럼 5억이면?"), "brokerage_fee", {"deal": "jeonse", "amount": "500000000"}),
        (R, ("3억 전세면 복비 얼마?", "매매면?"), "brokerage_fee", {"deal": "sale", "amount": "300000000"}),
        (R, ("보증금 2억4천, 5 % 올리면?",), "renewal_cap", {"amount": "240000000", "rate": "5"}),
        (R, ("전세금 10프로 올려달라는데요", "지금 2억4천인데 최대 얼마?"), "renewal_cap", {"amount": "240000000"}),
        (R, ("연봉 5천이면 DSR 40 %로 얼마까지?",), "dsr_limit", {"income": "50000000", "dsr": "40"}),
        (R, ("연봉 5천이면 DSR 40 %로 얼마까지?", "금리 4%에 30년이면?"), "dsr_limit", {"rate": "4", "years": "30"}),
        (R, ("3년 전에 2억에 산 집인데 지금 5억에 팔면 복비?",), "brokerage_fee", {"amount": "500000000"}),
        (R, ("What is the brokerage fee for a 300 million won jeonse?",), "brokerage_fee", {"amount": "300000000"}),
        (R, ("연봉 5천에 통장에 2억 있는데 DSR 40%면 얼마까지?",), "dsr_limit", {"income": "50000000", "dsr": "40"}),
        (R, ("월세 50만원을 전환율 5%로 전세로 바꾸면 얼마야?",), "rent_to_deposit", {"rent": "500000", "rate": "5"}),
        (
            R,
            ("보증금 1억을 전환율 5%로 월세로 돌리면 얼마야?",),
            "deposit_to_rent",
            {"amount": "100000000", "agreed": "5"},
        ),
        (H, ("올해 휴가 27일 중 15일 썼으면 며칠 남아?",), "leave_left", {"whole": "27", "taken": "15"}),
        (W, ("CT value with 0.8 mg/L of residual chlorine and 50 minutes?",), "ct_value", {"minutes": "50"}),
        (H, ("so if i take 12 of the 30 how many are left",), "leave_left", {"whole": "30", "taken": "12"}),
        (H, ("3 nights in london plus dinner each, max total?",), "trip_cost", {"nights": "3", "dinners": "3"}),
        (H, ("i drove 120 miles, what do i get", "by bike?"), "mileage", {"miles": "120", "vehicle": "bicycle"}),
        (
            W,
            ("PACl 하루에 얼마나 써?", "지금 40 남았으면 며칠 버텨?"),
            "days_left",
            {"stock": "40", "chemical": "pacl"},
        ),
        (W, ("5000 m³/h에 20 mg/L면 하루 몇 kg 써?",), "dosing_rate", {"flow": "120000", "dose": "20"}),
    ],
)
def test_a_formula_is_read_with_its_inputs(
    pack: str, messages: tuple[str, ...], formula: str, inputs: dict[str, str]
) -> None:
    asked = asked_last(pack, *messages)
    assert asked is not None
    found = {one.name: one.value for one in asked.inputs}
    assert asked.formula == formula
    assert inputs.items() <= found.items()
    assert not asked.missing


@pytest.mark.parametrize(
    ("messages", "formula", "missing"),
    [
        (("보증금 2억4천, 5 % 올리면?", "월세로 바꾸면?"), "deposit_to_rent", ("base_rate",)),
        (("3억 전세면 복비 얼마?", "월세로 바꾸면?"), "brokerage_fee", ("rent",)),
        (("월세로 바꾸면?",), None, ()),
        (("강남구 전세 시세 알려줘", "월세로 바꾸면?"), None, ()),
        (("보증금 2억4천, 5 % 올리면?", "월세로 바꾸면 누가 손해야?"), None, ()),
    ],
)
def test_a_formula_named_alone_asks_for_what_is_missing(
    messages: tuple[str, ...], formula: str | None, missing: tuple[str, ...]
) -> None:
    asked = asked_last(R, *messages)
    assert (asked.formula if asked else None) == formula
    assert (asked.missing if asked else ()) == missing


@pytest.mark.parametrize(
    ("pack", "messages"),
    [
        (R, ("복비는 누가 내?",)),
        (R, ("전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",)),
        (R, ("3억 전세인데 집주인이 5% 올려달래. 거절할 수 있어?",)),
        (R, ("전세자금대출 금리 비교해줘",)),
        (R, ("안양 동안구 2017년 6월 전세 평균 보증금은?",)),
        (R, ("보증금 1억 중 최우선변제 얼마 받아?",)),
        (R, ("3억짜리 집 LTV 70%면 대출 얼마까지?", "5억짜리 강남 아파트는?")),
        (R, ("3억 전세면 복비 얼마?", "임차권등기는 어떻게 해?")),
        (H, ("what is the hotel limit in london",)),
        (H, ("how many days of annual leave do i have",)),
        (W, ("여과 속도 얼마야?",)),
        (R, ("젭 스튜어트의 할아버지이자 독립전쟁에서 1개 연대를 이끈 사람은?",)),
    ],
)
def test_other_questions_ask_for_no_formula(pack: str, messages: tuple[str, ...]) -> None:
    assert asked_last(pack, *messages) is None


def test_what_lacks_is_named_and_taken_from_the_next_message() -> None:
    first = ("보증금 2억을 월세로 바꾸면 얼마야?",)
    asked = asked_last(R, *first)
    assert asked is not None
    assert asked.missing == ("base_rate",)
    then = asked_last(R, *first, "기준금리는 3%야")
    assert then is not None
    assert not then.missing
    assert {one.name: one.origin for one in then.inputs} == {"base_rate": "question", "amount": "conversation"}


@pytest.mark.parametrize(
    ("messages", "inputs"),
    [
        (("i've been here 6 years", "taken 19 so far, how many days leave left"), {"years": "6", "taken": "19"}),
        (("ive been here 2 yrs", "taken 19 so far, how many days leave left"), {"years": "2", "taken": "19"}),
        (("taken 19 so far, how many days leave left",), {"taken": "19"}),
    ],
)
def test_what_stays_true_of_a_person_is_taken_over(messages: tuple[str, ...], inputs: dict[str, str]) -> None:
    asked = asked_last(H, *messages)
    assert asked is not None and asked.formula == "leave_left"
    assert {one.name: one.value for one in asked.inputs} == inputs


@pytest.mark.parametrize(
    ("messages", "left"),
    [
        (("taken 19 so far, how many days leave left",), "8 days are left (27 days less 19 days)."),
        (
            ("ive been here 6 yrs", "taken 19 so far, how many days leave left"),
            "11 days are left (30 days less 19 days).",
        ),
        (
            ("i have 25 days leave and ive been here 6 yrs, took 10, how many left",),
            "15 days are left (25 days less 10",
        ),
        (("연차 25일인데 10일 쓰면 며칠 남아?",), "15일 남습니다(25일에서 10일을 뺀 것)."),
    ],
)
def test_years_here_give_more_leave_unless_it_is_stated(messages: tuple[str, ...], left: str) -> None:
    assert answered(H, *messages).lead.startswith(left)


def test_the_dinners_of_another_trip_are_not_taken_over() -> None:
    asked = asked_last(H, "3 nights in london plus 3 dinners, max total?", "2 nights in london, max total?")
    assert asked is not None
    assert "dinners" not in {one.name for one in asked.inputs}
