"""A person's value against the one limit that fits."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.judging import judged, whole
from tests.execution_agents.analysis.limits.questions import (
    CARRY,
    COMPANY,
    FILTERED,
    FINISHED,
    HOMES,
    LIMITS,
    ROTA,
    SHOPS,
    SMALL,
    WATER,
    asking,
    passages,
)

HELD = {"handbook": (CARRY, ROTA, LIMITS), "homes": (SMALL, SHOPS), "water": (FILTERED, FINISHED)}
PACKS = {"handbook": COMPANY, "homes": HOMES, "water": WATER}


def said_yes(question: str, where: str, *before: tuple[str, str]) -> bool | None:
    """The answer; None where nothing is decided."""
    one = judged(asking(question, passages(*HELD[where]), before, PACKS[where]))
    return None if one is None else one.is_yes


@pytest.mark.parametrize(
    ("question", "where", "yes"),
    [
        ("can I carry 8 days of leave into next year?", "handbook", False),
        ("can I carry 5 days of leave into next year?", "handbook", True),
        ("joined 2 months ago, can they put me on call", "handbook", False),
        ("hotel in london was £180 a night, is that ok", "handbook", False),
        ("is £160 a night ok for a london hotel", "handbook", True),
        ("is £180 too much for a london hotel", "handbook", True),
        ("서울에서 보증금 1억 5천이면 소액임차인 되나요?", "homes", True),
        ("대구에서 보증금 9천만원이면 소액임차인 되나요?", "homes", False),
        ("서울에서 보증금 1억 6,500만원이면 소액임차인 되나요?", "homes", True),
        ("대구에서 둘이 합쳐서 보증금 9천만원인데 소액임차인 되나요", "homes", False),
        ("서울에서 환산보증금 9억 1천만원이면 법이 온전히 적용되나요", "homes", False),
        ("여과수 탁도 0.12 NTU면 목표 넘은거야?", "water", True),
        ("여과수 탁도 0.12면 목표 지킨거지?", "water", False),
        ("정수 탁도 0.3 NTU면 법정 기준 안인가요", "water", True),
        ("정수 잔류염소 0.55 mg/L면 자체 목표 벗어난 건가요", "water", True),
    ],
)
def test_the_one_limit_that_fits_decides(question: str, where: str, yes: bool) -> None:
    assert said_yes(question, where) is yes


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("can I carry 8 hours of leave into next year?", "handbook"),
        ("how many days of leave can I carry, 8 days?", "handbook"),
        ("can I take 3 weeks of leave next year", "handbook"),
        ("is a £40 taxi ok", "handbook"),
        ("is £155 a night ok for a hotel", "handbook"),
        ("i was sick for 4 days, can i bring the dog", "handbook"),
        ("보증금 1억 5천이면 소액임차인 되나요?", "homes"),
        ("제주에서 보증금 8천이면 확정일자 받을 수 있나요", "homes"),
        ("서울에서 월세 50만원이면 소액임차인 되나요?", "homes"),
        ("서울 보증금 1억 5천이면 소액임차인이 얼마까지 받나요", "homes"),
        ("원수 탁도 120 NTU면 괜찮아?", "water"),
        ("정수 나트륨 100 mg/L면 기준 안인가요", "water"),
        ("여과수 수온 12도면 목표 안인가요", "water"),
    ],
)
def test_otherwise_nothing_is_decided(question: str, where: str) -> None:
    assert said_yes(question, where) is None


def test_a_fragment_takes_another_place_or_value() -> None:
    before = ("서울에서 보증금 1억 5천이면 소액임차인 되나요?", "네. 1억 5천은 1억 6,500만 원 이하입니다.")
    assert said_yes("대구면요?", "homes", before) is False
    assert said_yes("대구 8천이면요?", "homes", before) is True
    assert said_yes("and £140?", "handbook", ("is £180 a night ok for a london hotel", "No.")) is True


def test_a_fragment_behind_another_question_decides_nothing() -> None:
    assert said_yes("대구면요?", "homes", ("소액임차인이 뭐예요", "보증금이 적은 세입자입니다.")) is None
    assert whole(asking("대구면요?", ())).question == "대구면요?"


def test_that_much_is_what_the_last_answer_said() -> None:
    before = ("보증금 5천에 월세 300이면 환산보증금이 얼마예요", "환산보증금은 3억 5,000만원입니다. [1]")
    assert said_yes("서울이면 그정도는 법이 온전히 적용되나", "homes", before) is True
    assert said_yes("서울이면 법이 온전히 적용되나", "homes", before) is None


def test_that_is_held_against_the_norm_of_the_thing_it_was_said_of() -> None:
    before = (
        "which month had the highest chlorine",
        "The highest finished water free chlorine was in July (0.5 mg/L).",
    )
    assert said_yes("is that within our own target", "water", before) is False
    rounded = ("which month had the highest chlorine", "The highest finished water free chlorine was in July (1 mg/L).")
    assert said_yes("is that within our own target", "water", rounded) is None
    unnamed = ("which month was highest", "The highest was in July (0.5 mg/L).")
    assert said_yes("is that within our own target", "water", unnamed) is None


def test_limits_that_would_answer_differently_decide_nothing() -> None:
    other = ("Leave > Sold days", "Up to 10 days of leave may be carried into the next year.")
    both = asking("can I carry 8 days of leave into next year?", passages(CARRY, other), (), COMPANY)
    assert judged(both) is None


def test_a_list_decides_where_all_of_it_answers_alike() -> None:
    rest = ("보증 가입", "가입할 수 있는 보증금의 상한은 수도권 7억 원, 그 밖의 지역 5억 원이다.")

    def guaranteed(question: str) -> bool | None:
        one = judged(asking(question, passages(rest)))
        return None if one is None else one.is_yes

    assert guaranteed("인천인데 보증금 8억이면 들 수 있나요") is False
    assert guaranteed("보증금 4억이면 가입할 수 있나요") is True
    assert guaranteed("보증금 6억이면 가입할 수 있나요") is None
    assert said_yes("제주에서 환산보증금 1억이면 법이 온전히 적용되나요", "homes") is None


def test_a_question_for_a_figure_is_not_answered_with_yes_or_no() -> None:
    assert said_yes("what percent over is £180, is that ok for a london hotel", "handbook") is None
    assert said_yes("£180 for a london hotel, is that ok, calculate the difference", "handbook") is None
