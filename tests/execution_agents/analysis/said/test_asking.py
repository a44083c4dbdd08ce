"""Which questions compute with figures that were said, and which only look like it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with, may_go_on, without_multiple_clause
from execution_agents.analysis.said.result import result_of

PARKING = Said("what does parking cost", "Parking costs £14 a day.")
STUDIO = Said("how much is the studio", "The studio is £35 per hour.")
ROOM = Said("price of a double room", "A double room is £88 a night.")
GYM = Said("헬스장 회비가 얼마야", "헬스장 회비는 한 달에 4만원입니다.")
SHIFT = Said("what is the standby pay", "A week of standby is paid at £150.")
MEAL = Said("직원 식대는 얼마 지원돼", "식대는 1인당 9,000원을 지원합니다.")
LOCKER = Said("사물함 요금 알려줘", "사물함은 하루에 2,000원입니다.")
TANK = Said("비상 발전기 연료가 얼마나 있어", "저장량 600 L, 하루 사용량 48 L")
OVEN = Said("오븐 예열 온도는", "예열 온도는 180 ℃입니다.")
DRYER = Said("건조기는?", "건조기 온도는 65 ℃입니다.")
COURSE = Said("how long is the first aid course", "The first aid course takes 3 days.")
PRICE = Said("노트북 가격은", "노트북 가격은 120만원입니다.")
TABLET = Said("태블릿은 얼마야", "태블릿 가격은 45만원입니다.")
PUMP = Said("flow of the old pump", "The old pump moves 40 m³/h.")
NEW_PUMP = Said("and the new one", "The new pump moves 55 m³/h.")
MOTHER = Said("paid weeks for carers", "Carers get 14 weeks and foster parents get 5 weeks.")
NOTICE = Said("how much notice", "Notice is 4 weeks after a year of service.")
DEPOSIT = Said("보증금 얼마야", "보증금은 3,000만원이고 월세 60만원입니다.")
CHARGE = Said("관리비는", "관리비는 매월 12만원입니다.")
FINE = Said("late return fine", "A fine of £5 is due after 3 weeks.")
RATE = Said("금리 얼마야", "금리는 3.5 %입니다.")
COFFEE = Said("coffee budget", "The coffee budget is £30 a week.")
TEA = Said("and tea", "The tea budget is £12 a week.")
VALVE = Said("밸브 개방은 몇 bar야", "압력 경보 / 개방의 값은 6 bar / 9 bar입니다.")
BOILER = Said("보일러는?", "항목 | 값; 용량 | 300 L; 압력 경보 / 개방 | 3 bar / 4 bar; 무게 | 80 kg")
SALARY = Said("월급 얼마야", "이 자리의 월급은 320만원입니다.")

ALLOWANCE = Said("how much a month is the heating allowance", "The heating allowance is £30.")
FARE = Said("how much is the fare", "The fare is £30.")

COMPUTED = [
    ((COFFEE,), "what's left of it if i buy a £12 kettle", "18", "pound"),
    ((CHARGE,), "5만원 내면 얼마 남아?", "70000", "won"),
    ((PARKING,), "3 days then", "42", "pound"),
    ((PARKING,), "and for 5 days?", "70", "pound"),
    ((PARKING,), "what's that per week?", "98", "pound"),
    ((PARKING,), "how much is that for 2 weeks", "196", "pound"),
    ((STUDIO,), "so 4 hours is how much?", "140", "pound"),
    ((STUDIO,), "90 minutes then?", "52.5", "pound"),
    ((ROOM,), "ok 3 nights", "264", "pound"),
    ((ROOM,), "how much for 6 nights in total", "528", "pound"),
    ((GYM,), "그럼 6개월이면?", "240000", "won"),
    ((GYM,), "1년이면 총 얼마", "480000", "won"),
    ((GYM,), "일년에 얼마야", "480000", "won"),
    ((SHIFT,), "6 weeks then", "900", "pound"),
    ((SHIFT,), "so per day thats?", "150/7", "pound"),
    ((MEAL,), "8명이면 얼마야?", "72000", "won"),
    ((MEAL,), "그럼 12명은?", "108000", "won"),
    ((LOCKER,), "일주일이면 얼마", "14000", "won"),
    ((LOCKER,), "10일이면?", "20000", "won"),
    ((LOCKER,), "그 두 배면?", "4000", "won"),
    ((TANK,), "그럼 며칠 가?", "12.5*86400", "time"),
    ((DRYER, OVEN), "몇 도 차이나?", "115", "celsius"),
    ((DRYER, OVEN), "둘이 차이가 얼마나 돼", "115", "celsius"),
    ((COURSE,), "what's that in hours if a day is 6?", "18*3600", "time"),
    ((COURSE,), "하루 8시간이면 몇 시간이야?", "24*3600", "time"),
    ((TABLET, PRICE), "둘이 합치면 얼마?", "1650000", "won"),
    ((TABLET, PRICE), "얼마 차이야", "750000", "won"),
    ((NEW_PUMP, PUMP), "how much more is that", "360", "flow"),
    ((NEW_PUMP, PUMP), "what's the difference", "360", "flow"),
    ((MOTHER,), "both added up, how many weeks", "19*604800", "time"),
    ((MOTHER,), "how many weeks less is that for foster parents", "9*604800", "time"),
    ((DEPOSIT,), "월세 2년이면 총 얼마야", "14400000", "won"),
    ((CHARGE,), "3개월치면 얼마?", "360000", "won"),
    ((TEA, COFFEE), "both together over 4 weeks", "168", "pound"),
    ((TEA, COFFEE), "how much is that together", "42", "pound"),
    ((SALARY,), "그럼 일년이면?", "38400000", "won"),
    ((BOILER, VALVE), "차이가 얼마야", "500", "pressure"),
    ((PARKING,), "double that?", "28", "pound"),
    ((ALLOWANCE,), "what does that make in a year", "360", "pound"),
    ((ALLOWANCE,), "and over a year?", "360", "pound"),
    ((ALLOWANCE,), "5 months then", "150", "pound"),
    ((TANK,), "그럼 며칠 버텨?", "12.5*86400", "time"),
    ((TANK,), "그걸로 며칠 쓸 수 있어", "12.5*86400", "time"),
    ((TANK,), "how many days does that last", "12.5*86400", "time"),
]

NOT_COMPUTED = [
    ((PARKING,), "in 3 days then?"),
    ((ALLOWANCE,), "can I claim it in a year"),
    ((ALLOWANCE,), "when do I get it in a year"),
    ((FARE,), "what does that make in a year"),
    ((PARKING,), "can I park for 3 days?"),
    ((PARKING,), "is it free after 3 days"),
    ((PARKING,), "where do I pay for 3 days"),
    ((PARKING,), "how much is a bike rack for 3 days"),
    ((PARKING,), "3 months then"),
    ((PARKING,), "I parked 3 days ago"),
    ((PARKING,), "and on Sundays?"),
    ((PARKING,), "thanks"),
    ((STUDIO,), "3 days then"),
    ((STUDIO,), "who books the studio for 4 hours"),
    ((ROOM,), "3 people then"),
    ((ROOM,), "room number 3?"),
    ((ROOM,), "breakfast for 3 nights?"),
    ((GYM,), "3주면?"),
    ((GYM,), "한 달 전에 취소하면?"),
    ((GYM,), "6개월 뒤에 환불돼?"),
    ((GYM,), "수영장은 6개월이면?"),
    ((GYM,), "6개월 이상이면 할인돼?"),
    ((MEAL,), "8일이면?"),
    ((MEAL,), "몇 명까지 돼?"),
    ((LOCKER,), "10일 전에 신청하나요?"),
    ((NOTICE,), "2 years then?"),
    ((NOTICE,), "6 weeks then"),
    ((FINE,), "5 weeks then?"),
    ((RATE,), "3년이면?"),
    ((DRYER, PRICE), "둘이 차이가 얼마야"),
    ((PRICE, GYM), "3개월 할부면?"),
    ((OVEN,), "몇 도 차이나?"),
    ((TABLET, PRICE), "둘 차이가 뭐야 성능은?"),
    ((TABLET, PRICE), "배송비까지 합치면 얼마?"),
    ((COURSE,), "how many people get in"),
    ((TANK,), "며칠 전에 주문해?"),
    ((MOTHER,), "how many weeks for adopters"),
    ((DEPOSIT,), "둘 다 합치면 얼마나 비싸졌어 작년보다"),
    ((CHARGE,), "전기요금은 3개월이면?"),
    ((SALARY, GYM), "보너스 두 배면?"),
    ((Said("기차 임대료 얼마야", "기차 임대료는 매월 12만원입니다."),), "차임은 3개월이면?"),
    ((BOILER,), "차이가 얼마야"),
    ((TANK, TANK), "차이가 얼마야"),
    ((PARKING,), "how much is parking for a day"),
    ((Said("lockers", "The small lock takes 15 minutes, the large lock 20 minutes."),), "how many days less is that"),
    (
        (Said("when to renew", "You may renew from 6 months before to 1 month before the end."),),
        "how much more is that",
    ),
    ((Said("가입비", "가입비 평균은 4만원입니다 (2026년 1월, 3건)."),), "1년이면 총 얼마"),
    ((Said("상담 지원금", "상담 지원금은 매월 5만원입니다."),), "둘이면 일년에 총?"),
    ((Said("loan", "Blue loan: Limit 30 GBP, Fee 4 GBP", is_row=True),), "what's the difference"),
    ((DEPOSIT,), "두 값 차이가 얼마야"),
    ((TANK,), "주문하면 며칠 걸려"),
    ((TANK,), "how many days off do I get"),
    ((Said("sick note", "From the 8th day on a note is needed."),), "what's that in hours if a day is 7.5?"),
    ((MOTHER, TANK), "발전기 차이는 몇 주야?"),
    ((), "4 weeks then"),
]


def exact(value: str) -> Decimal:
    for sign in "*/":
        if sign in value:
            one, other = map(Decimal, value.split(sign))
            return one * other if sign == "*" else one / other
    return Decimal(value)


@pytest.mark.parametrize(("said", "question", "value", "kind"), COMPUTED)
def test_what_follows_from_what_was_said_is_computed(
    said: tuple[Said, ...], question: str, value: str, kind: str
) -> None:
    asked = arithmetic_with(question, said)

    assert asked is not None
    assert asked.kind == kind
    assert result_of(asked).quantize(Decimal("0.0001")) == exact(value).quantize(Decimal("0.0001"))


@pytest.mark.parametrize(("said", "question"), NOT_COMPUTED)
def test_what_only_looks_like_it_is_not_computed(said: tuple[Said, ...], question: str) -> None:
    assert arithmetic_with(question, said) is None


WEEK = Said("What is paid for a week on call?", "A week on call is paid at £280.")
FEE = Said("확정일자 수수료 얼마야", "확정일자를 받는 값은 한 건에 600원입니다")


@pytest.mark.parametrize(
    ("said", "question", "value"),
    [
        (WEEK, "how much is that times 3?", "840"),
        (WEEK, "what about 3 times that?", "840"),
        (WEEK, "20% of that?", "56"),
        (FEE, "그것의 절반은 얼마야?", "300"),
        (FEE, "그거의 3배면?", "1800"),
        (FEE, "그 금액의 20%는 얼마야", "120"),
    ],
)
def test_a_multiple_of_the_amount_said_last_is_worked_out(said: Said, question: str, value: str) -> None:
    asked = arithmetic_with(question, [said])
    assert asked is not None
    assert result_of(asked) == Decimal(value)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is paid for a week on call, and how much is that times 3?", "What is paid for a week on call"),
        ("확정일자 수수료 얼마야? 그거 세 배는?", "확정일자 수수료 얼마야?"),
        ("How much is the learning budget, and what is half of that?", "How much is the learning budget"),
        ("How much is half of the learning budget?", "How much is half of the learning budget?"),
        ("What is paid on Sunday, and how much is that?", "What is paid on Sunday, and how much is that?"),
        ("twice that?", "twice that?"),
    ],
)
def test_a_clause_that_asks_for_a_multiple_alone_is_set_apart(question: str, first: str) -> None:
    assert without_multiple_clause(question) == first


def test_every_operand_stands_in_the_question_or_a_sentence() -> None:
    for said, question, _, _ in COMPUTED:
        asked = arithmetic_with(question, said)
        assert asked is not None
        for one in asked.operands:
            held = question if one.origin == "question" else one.sentence
            assert one.text.split("/")[0] in held


def test_nothing_and_very_much_are_computed_without_an_error() -> None:
    leave = Said("how much leave do i have", "You have 0 days of leave.")
    found = arithmetic_with("what is that in hours if a day is 7.5?", [leave])
    assert found is None or result_of(found) == 0
    parking = Said("how much is parking", "Parking is £14 a day.")
    assert arithmetic_with(f"and for {'9' * 29} days?", [parking]) is None


def test_the_most_of_a_rate_is_worked_out() -> None:
    token = Said("토큰 하나로 분당 몇 번 부를 수 있지", "한 토큰은 1분에 120번까지 부를 수 있고, 넘으면 429가 옵니다.")
    found = arithmetic_with("토큰 하나로 한 시간이면 최대 몇번", [token])

    assert found is not None
    assert (result_of(found), found.at_most) == (Decimal(7200), True)


@pytest.mark.parametrize(
    ("question", "before", "goes_on"),
    [
        ("what does that make in a year", "how much a month is the allowance", True),
        ("3개월이면 얼마야", "한 달에 얼마 줘", True),
        ("what would 200 miles give me", "what do they pay per mile", True),
        ("what is the dress code", "how much a month is the allowance", False),
        ("who pays it in a year", "how much a month is the allowance", False),
        ("주차장은 어디야", "한 달에 얼마 줘", False),
    ],
)
def test_a_question_that_names_nothing_of_its_own_may_go_on(question: str, before: str, goes_on: bool) -> None:
    assert may_go_on(question, before) == goes_on
