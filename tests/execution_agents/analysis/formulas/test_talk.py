"""Conversations about a formula: its name alone, a corrected value, "again", and what asks for no figure."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.analysis.formulas.talk import Spoken, Talk
from foundation.contracts.formulas import FormulaAsked, GivenInput
from tests.execution_agents.analysis.formulas.talks import answered, asked_last

R, W, H = "real_estate", "water_treatment", "handbook"
FEE = "6억2천짜리 아파트 사려는데 복비 최대 얼마나와요"


@pytest.mark.parametrize(
    ("pack", "messages", "value"),
    [
        (R, (FEE, "취득세는? 전용 59고 첫집이에요", "아 잘못 말했다 5억8천이에요", "복비도 다시"), "2320000"),
        (R, ("보증금 3억 전세인데 복비 얼마예요", "집값은 4억이래요. 전세가율은?"), "75"),
        (R, ("보증금 3억 전세인데 복비 얼마예요", "집값은 4억이래요. 전세가율은?", "아니 4억5천"), "66.7"),
        (R, ("2억 빌리면 금리 3.6%일 때 한달 이자 얼마?", "30년 만기면 월 상환액은?"), "909291"),
        (R, ("2억 빌리면 금리 3.6%일 때 한달 이자 얼마?", "아 금리 4.2%예요"), "700000"),
        (R, ("2억 빌리면 금리 3.6%일 때 한달 이자 얼마?", "아 금리 4.2%예요", "30년 원리금 균등으로는?"), "978034"),
        (
            R,
            ("i'm buying a flat for 700 million won, how much is the acquisition tax?", "and the brokerage fee?"),
            "2800000",
        ),
        (
            R,
            (
                "i'm buying a flat for 700 million won, how much is the acquisition tax?",
                "and the brokerage fee?",
                "sorry, 650 million",
            ),
            "2600000",
        ),
        (
            R,
            (
                "i'm buying a flat for 700 million won, how much is the acquisition tax?",
                "and the brokerage fee?",
                "sorry, 650 million",
                "acquisition tax again please",
            ),
            "9509500",
        ),
        (
            R,
            (
                "ok suppose i sign 100 million deposit and 1.1 million a month. max agent fee?",
                "do i have to report that lease somewhere",
                "what happens if i just dont",
                "landlord says he'll put it up 7% at renewal. can he?",
                "so what would my rent be at most",
            ),
            "1155000",
        ),
        (R, ("보증금 1억에 월세 50 복비 얼마?", "월세 60이면?", "아니 55예요"), "465000"),
        (R, ("집값 5억 LTV 70%면 얼마까지 빌려?", "복비는? 매매예요"), "2000000"),
        (R, ("보증금 2억4천인데 5% 올리면 얼마?", "아 3%래요"), "247200000"),
        (R, ("보증금 5천에 월세 250 환산보증금은?", "아니다 월세 200이요"), "250000000"),
        (W, ("유량 120000 m³/일에 20 mg/L면 하루 몇 kg 들어가?", "아 잘못 말했어요 15 mg/L입니다"), "1800"),
        (W, ("염소 0.8 mg/L, 체류 시간 60분이면 CT값?", "아니 0.9요"), "27"),
        (W, ("원수 8.4 NTU, 여과수 0.05 NTU면 제거율은?", "sorry, 0.1"), "98.8"),
        (W, ("tank of 10000 m³ at 120000 m³/day, detention time?", "sorry, 15000 m³"), "3"),
        (W, ("차염 18 m³ 남았으면 며칠 버텨?", "PAHCS는?"), "15"),
        (W, ("유량 120000 m³/일이면 여과 속도는?", "10지면?", "아니 11지"), "162.82"),
        (H, ("3 nights in london plus dinner each, max total?", "sorry, 4 nights"), "788"),
        (
            H,
            (
                "going to edinburgh for 4 nights next week, whats the hotel limit",
                "with dinner every night, most i can claim in total?",
                "sorry, its london not edinburgh",
            ),
            "788",
        ),
        (H, ("i drove 120 miles, what do i get", "sorry, 150 miles"), "67.5"),
        (H, ("i drove 120 miles, what do i get", "no, by bike"), "24"),
        (H, ("i have 30 days, took 12, how many left?", "oh sorry, 14"), "16"),
        (H, ("i want to buy 3 days leave, salary 52000, how much?", "make that 5 days"), "1000"),
        (H, ("i want to buy 3 days leave, salary £52,000, how much?", "and my pension contribution?"), "6760"),
        (H, ("3 weeks on call, how much pay?", "sorry 2 weeks"), "560"),
        (H, ("런던 3박이면 최대 얼마?", "아니 에든버러예요"), "330"),
        (H, ("런던 3박이면 최대 얼마?", "런던 아니고 리즈"), "330"),
        (H, ("so 3 nights London plus 2 in Leeds, what is the most I can claim for hotels?",), "715"),
        (
            H,
            (
                "so 3 nights London plus 2 in Leeds, what is the most I can claim for hotels?",
                "sorry, 4 nights in London",
            ),
            "880",
        ),
        (H, ("런던 3박이랑 리즈 2박이면 호텔 최대 얼마?",), "715"),
        (H, ("3 nights in London and 2 in Leeds with dinner each, total?",), "875"),
        (R, (FEE, "취득세는 얼마나 내야 해요?"), "7706600"),
        (R, (FEE, "근데 지금 사는 전세 보증금 3억은 갱신 때 최대 얼마까지 올라?", "복비 다시 계산해줘"), "2480000"),
        (R, (FEE, "집값 5억8천이면 취득세는?", "복비도 다시"), "2320000"),
        (
            R,
            (
                "i am buying a flat for 700 million won, how much is the acquisition tax?",
                "how much brokerage fee do i pay?",
            ),
            "2800000",
        ),
        (H, ("3 nights in london plus dinner each, max total?", "2 nights in leeds, max total?"), "220"),
        (H, ("런던 2박에 저녁 두번 최대 얼마", "아 3박"), "559"),
        (R, ("월세 80만원을 전세로 바꾸면 얼마? 전환율 5%", "보증금 1억을 월세로 돌리면 얼마? 기준금리 3%"), "416667"),
        (R, ("보증금 1억을 월세로 돌리면 얼마? 기준금리 3%", "기준금리 2.5%였네"), "375000"),
        (R, ("보증금 2억인데 5% 올려달래요 최대 얼마?", "아 2억4천이었어요"), "252000000"),
    ],
)
def test_the_conversation_gives_the_inputs(pack: str, messages: tuple[str, ...], value: str) -> None:
    assert abs(Decimal(answered(pack, *messages).value or 0) - Decimal(value)) < Decimal("0.05")


@pytest.mark.parametrize(
    ("pack", "messages"),
    [
        (R, (FEE, "취득세는 언제 내요?")),
        (R, (FEE, "복비는 누가 내요")),
        (R, (FEE, "복비 깎을 수 있어요?")),
        (R, (FEE, "취득세 감면 되나요")),
        (R, (FEE, "취득세율은?")),
        (R, (FEE, "취득세 신고 기한은?")),
        (R, (FEE, "취득세도 내야 해요?")),
        (R, (FEE, "다른 집도 보는데 취득세는?")),
        (R, ("중개사 자격은 어떻게 따요", "복비는?")),
        (R, (FEE, "아니 그게 아니라 복비를 언제 내냐고요")),
        (
            R,
            (
                "i'm buying a flat for 700 million won, how much is the acquisition tax?",
                "is the brokerage fee negotiable?",
            ),
        ),
        (R, ("i'm buying a flat for 700 million won, how much is the acquisition tax?", "who pays the brokerage fee?")),
        (
            R,
            (
                "i'm buying a flat for 700 million won, how much is the acquisition tax?",
                "no, when do i have to pay it?",
            ),
        ),
        (H, ("3 nights in london plus dinner each, max total?", "sorry, who approves that?")),
        (H, ("3 nights in london plus dinner each, max total?", "no problem, thanks")),
        (H, ("i drove 120 miles, what do i get", "when is the mileage paid?")),
        (W, ("염소 0.8 mg/L, 체류 시간 60분이면 CT값?", "CT값 기준은?")),
        (W, ("염소 0.8 mg/L, 체류 시간 60분이면 CT값?", "제거율은?")),
        (R, ("보증금 3억 전세인데 복비 얼마예요", "취득세는?")),
        (R, ("보증금 3억 전세인데 복비 얼마예요", "LTV는?")),
        (R, ("전용 59 아파트 시세 어때", "취득세 신고 기한은?")),
        (R, (FEE, "복비 요율은 얼마예요?")),
        (R, (FEE, "복비는 언제 얼마나 내요?")),
        (R, (FEE, "복비 안 내면 어떻게 돼?")),
        (R, (FEE, "취득세는 어디서 내?")),
        (H, ("i want to buy 3 days leave, salary 52000, how much?", "how many days can i buy at most?")),
        (H, ("3 nights in london plus dinner each, max total?", "what is the limit for dinner?")),
        (H, ("3 nights in london plus dinner each, max total?", "no receipts for 2 dinners, is that ok?")),
        (R, ("6억 이하 아파트 매매 찾아줘", "취득세는?")),
        (R, (FEE, "보증금은 얼마야?")),
        (H, ("3 nights in london plus dinner each, max total?", "what about dinner?")),
        (H, ("i have 30 days, took 12, how many left?", "what happens to the days left at the end of the year?")),
    ],
)
def test_a_question_about_the_rule_is_no_request(pack: str, messages: tuple[str, ...]) -> None:
    assert asked_last(pack, *messages) is None


def test_what_is_taken_over_is_said() -> None:
    done = answered(R, FEE, "취득세는? 전용 59고 첫집이에요")

    assert "앞에서 말한 값: 취득가액 6억 2,000만원" in done.notes


def test_one_missing_input_is_asked_for() -> None:
    asked = asked_last(R, "2억 빌리면 금리 3.6%일 때 한달 이자 얼마?", "월 상환액은 얼마나 돼?")

    assert asked is not None
    assert asked.missing == ("years",)


def test_an_outright_question_may_name_the_formula_by_its_pattern() -> None:
    before = ("전세금 10프로 올려달라는데요", "지금 보증금이 2억4천인데 그럼 최대 얼마까지에요?")
    asked = asked_last(R, *before, "월세로 바꾸자고도 하던데 그건 얼마까지 받을수있어요?")

    assert asked is not None
    assert (asked.formula, asked.missing) == ("deposit_to_rent", ("base_rate",))


def test_a_corrected_value_stands_in_the_earlier_messages() -> None:
    old = GivenInput(name="price", value="620000000", unit="won", text="6억2천")
    new = GivenInput(name="price", value="580000000", unit="won", text="5억8천")
    tax = FormulaAsked(formula="acquisition_tax", inputs=(old.model_copy(update={"origin": "conversation"}),))
    corrected = FormulaAsked(formula="acquisition_tax", inputs=(new,), is_repeat=True)
    talk = Talk((Spoken(FEE), Spoken("취득세는?", tax), Spoken("아니 5억8천", corrected)))

    assert [one.text for one in talk.corrected] == [FEE.replace("6억2천", "5억8천"), "취득세는?", "아니 5억8천"]


def test_another_figure_of_the_same_digits_is_not_replaced() -> None:
    old = GivenInput(name="nights", value="3", unit="nights", text="3")
    trip = FormulaAsked(formula="trip_cost", inputs=(old,))
    longer = FormulaAsked(
        formula="trip_cost", inputs=(old.model_copy(update={"value": "4", "text": "4"}),), is_repeat=True
    )
    talk = Talk((Spoken("13 people, 3 nights", trip), Spoken("no, 4", longer)))

    assert talk.corrected[0].text == "13 people, 4 nights"
