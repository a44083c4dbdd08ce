"""What was shown one after the other is meant together; a comparison that names both sides is left as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.shown_before import over_things_shown, over_what_was_shown
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")


def read(*questions: str) -> Understanding:
    """The last question, after the others."""
    *before, last = talk(*questions, pack=PACK)
    context = context_of(questions[-1], [exchange_of(one, "평균 3억원입니다.") for one in before], pack=PACK)
    return over_what_was_shown(last, context)


@pytest.mark.parametrize(
    ("questions", "slot", "values"),
    [
        (("강남이랑 서초 중에 어디가 매매가 더 비싸?", "송파는?", "세군데 전세 싼 순서로"), "region",
         {"서울 강남구", "서울 서초구", "서울 송파구"}),
        (("강남구 전세 시세", "마포구는?", "둘이 얼마나 차이나?"), "region", {"서울 강남구", "서울 마포구"}),
        (("수성구 2026년 1월 매매 평균", "2월은?", "올랐어 내렸어?"), "period",
         {"2026-01..2026-01", "2026-02..2026-02"}),
        (("성동구 아파트 전세 평균", "용산은?", "둘 차이가 얼마나 나는데", "용산이 몇 퍼센트 더 비싼 거임?"), "region",
         {"서울 성동구", "서울 용산구"}),
    ],
)  # fmt: skip
def test_the_sides_are_those_that_were_shown(questions: tuple[str, ...], slot: str, values: set[str]) -> None:
    assert set(read(*questions).slot_values()[slot]) == values


@pytest.mark.parametrize(
    "questions",
    [
        ("마포구 전세 시세", "서초구랑 강남구 중 어디가 비싸?"),
        ("강남구 전세 시세", "서울에서 전세 제일 싼 구 5곳"),
        ("보증금은 얼마나 올릴 수 있어?", "둘 중 뭐가 나아?"),
    ],
)
def test_other_comparisons_are_left_as_they_are(questions: tuple[str, ...]) -> None:
    assert read(*questions) == talk(*questions, pack=PACK)[-1]


FIRST, SECOND = "대구 달서구 아파트 매매 시세 알려줘", "서초구는?"
REGIONS = ("대구 달서구", "서울 서초구")


@pytest.mark.parametrize("question", ["둘 중 어디가 더 비싸?", "그 두 곳 차이는?", "둘이 얼마나 달라?"])
def test_the_two_are_the_last_two_values_of_what_varied(question: str) -> None:
    third = talk(FIRST, SECOND, question)[-1]
    assert third.slot_values()["region"] == REGIONS
    assert third.slot_values()["deal"] == ("sale",)


def test_a_condition_of_its_own_is_kept_beside_the_set() -> None:
    third = talk(FIRST, SECOND, "둘 중 전세가 싼 곳은?")[-1]
    assert third.slot_values()["region"] == REGIONS
    assert third.slot_values()["deal"] == ("jeonse",)


def test_what_changed_is_asked_of_the_last_two_periods() -> None:
    third = talk("2026년 1월 대구 달서구 매매 시세는?", "2026년 2월은?", "올랐어 내렸어?")[-1]
    assert third.slot_values()["period"] == ("2026-01..2026-01", "2026-02..2026-02")


def test_nothing_is_meant_together_before_two_were_shown() -> None:
    assert talk(FIRST, "둘 중 어디가 더 비싸?")[-1].slot_values().get("region", ()) == ("대구 달서구",)


@pytest.mark.parametrize(
    "questions",
    [
        ("대구 수성구 아파트 매매 시세", "1월엔?", "한달새 몇프로 빠진거야"),
        ("성동구 전세 2026년 1월엔 얼마였어요?", "그럼 그때보다 지금이 오른 거 맞죠?"),
        ("성동구 아파트 전세 요즘 얼마야", "1월이랑 비교하면 올랐어 내렸어"),
    ],
)
def test_what_changed_since_a_month_runs_till_now(questions: tuple[str, ...]) -> None:
    [period] = read(*questions).slot_values()["period"]
    assert period.startswith("2026-01..")
    assert period > "2026-01..2026-01"


WATER = load_pack(shipped_packs() / "water_treatment")


def read_water(*questions: str) -> Understanding:
    *before, last = talk(*questions, pack=WATER)
    context = context_of(questions[-1], [exchange_of(one) for one in before], pack=WATER)
    return over_what_was_shown(last, context)


def test_what_the_question_names_one_side_of_is_compared() -> None:
    asked = read_water(
        "raw water manganese in june 2026?", "raw water temperature in september 2026", "how much colder than july 2026"
    )
    slots = asked.slot_values()
    assert set(slots["period"]) == {"2026-07..2026-07", "2026-09..2026-09"} and slots["parameter"] == ("temperature",)


def test_a_month_is_set_beside_the_month_of_a_day() -> None:
    asked = read_water("2026년 7월 8일 원수 탁도", "2026년 8월이랑 비교하면 나아졌어?")
    assert set(asked.slot_values()["period"]) == {"2026-07..2026-07", "2026-08..2026-08"}


def test_two_places_are_compared_in_the_month_that_is_named() -> None:
    asked = read(
        "관악구 아파트 매매 얼마", "은평구로 하면?", "2025년 12월엔 그 두 동네 매매가 얼마나 차이났어"
    ).slot_values()
    assert asked["period"] == ("2025-12..2025-12",) and set(asked["region"]) == {"서울 관악구", "서울 은평구"}


def test_what_is_added_up_is_added_to_what_was_shown() -> None:
    asked = read("성동구 2026년 2월에 전세 몇 건 나갔어", "2026년 1월이랑 합치면")
    assert set(asked.slot_values()["period"]) == {"2026-01..2026-01", "2026-02..2026-02"}


def test_of_two_months_the_newest_was_shown_unnamed() -> None:
    first, second, last = "monthly rent in Gangdong-gu", "and in november 2025?", "so which month was cheaper"
    shown = [exchange_of(one, answer) for one, answer in zip(
        talk(first, second, pack=PACK), ("₩1.17 million (February 2026), up from January 2026.", "₩1.28 million"),
        strict=True)]  # fmt: skip
    context = context_of(last, shown, pack=PACK)
    asked = over_what_was_shown(understand(context), context)
    assert set(asked.slot_values()["period"]) == {"2025-11..2025-11", "2026-02..2026-02"}


def things(question: str, *shown: str) -> Understanding:
    """A question after answers about these things of a table, each of one."""
    loans = [one.model_copy(update={"data_types": ("loan",)}) for one in talk(*["대출 금리"] * len(shown), pack=PACK)]
    past = [
        replace(exchange_of(one, f"{name}: 최저 금리 2.2%"), shown=name) for one, name in zip(loans, shown, strict=True)
    ]
    context = context_of(question, past, pack=PACK)
    return over_things_shown(understand(context), context)


def test_the_two_things_shown_are_compared_and_no_others() -> None:
    read = things("둘중 이자 시작이 더 낮은건 어디에요", "새움 청년 전세대출", "두레 신혼부부 전세대출")
    assert read.standalone == "새움 청년 전세대출, 두레 신혼부부 전세대출: 둘중 이자 시작이 더 낮은건 어디에요"
    assert read.data_types == ("loan",)


@pytest.mark.parametrize("question", ["얼마 차이?", "그럼 차이가 얼마나 나요", "몇 배야", "whats the difference"])
def test_a_difference_alone_is_that_of_the_two_things_shown_last(question: str) -> None:
    shown = ("이음 월세 보증금 대출", "새움 청년 전세대출", "두레 신혼부부 전세대출")
    assert things(question, *shown).standalone == f"새움 청년 전세대출, 두레 신혼부부 전세대출: {question}"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("둘중 이자 시작이 더 낮은건 어디에요", ("새움 청년 전세대출",)),
        ("얼마 차이?", ("새움 청년 전세대출",)),
        ("신생아 대출이랑은 얼마 차이?", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
        ("금리 제일 낮은건", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
        ("금리 제일 낮은 두 개는?", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
        ("우리 둘 중 소득이 더 많은 사람이 신청해야 해?", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
        ("주택구입대출 둘 중 금리 낮은 건?", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
        ("둘 다 알려줘", ("새움 청년 전세대출", "두레 신혼부부 전세대출")),
    ],
)
def test_fewer_things_or_no_comparison_change_nothing(question: str, shown: tuple[str, ...]) -> None:
    assert ": " not in things(question, *shown).standalone
