"""What pointing words mean, and which exchange a follow-up follows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.context import Exchange
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of

PRICES, WATER, COMPANY = (load_pack(shipped_packs() / name) for name in ("real_estate", "water_treatment", "handbook"))
NOW = datetime(2026, 11, 28, tzinfo=UTC)


def last_of(pack: str, *said: tuple[str, str]) -> Understanding:
    """The last question, understood after the others and their answers."""
    packs = {"prices": PRICES, "water": WATER, "company": COMPANY}
    exchanges: list[Exchange] = []
    *before, (last, _) = said
    for question, answer in before:
        found = understand(context_of(question, exchanges, pack=packs[pack], now=NOW))
        exchanges.append(exchange_of(found, answer))
    return understand(context_of(last, exchanges, pack=packs[pack], now=NOW))


DEAREST = (
    "대구에서 2월에 제일 비싼 구는",
    "매매 평균이 가장 비싼 곳은 대구 수성구로, 5억 6,099만원입니다 (2026년 2월).",
)


def test_there_is_the_place_that_was_found_among_several() -> None:
    asked = last_of("prices", DEAREST, ("거긴 분양권이 얼마에 나갔어", ""))
    assert asked.slot_values()["region"] == ("대구 수성구",)


def test_what_is_taken_over_in_silence_stays_the_place_that_was_asked_for() -> None:
    asked = last_of("prices", DEAREST, ("전세로는", ""))
    assert asked.slot_values()["region"] == ("대구",)


def test_without_a_search_among_places_there_is_the_place_asked_for() -> None:
    asked = last_of("prices", ("대구 매매 시세", "대구 수성구 매매가 평균은 5억원입니다."), ("거기 전세는?", ""))
    assert asked.slot_values()["region"] == ("대구",)


MUDDIEST = ("7월에 원수가 제일 흐렸던 날 언제였지", "원수 탁도가 가장 높았던 날은 2026년 7월 8일(181.9 NTU)입니다.")
HOW_MUDDY = ("얼마까지 올라갔는데", "원수 탁도 최고는 181.9입니다 (2026년 7월).")


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ((MUDDIEST,), "그날 침전수는?"),
        ((MUDDIEST, HOW_MUDDY), "그날 침전지 나온 물은 최고 얼마"),
        ((MUDDIEST,), "and the settled water that day?"),
    ],
)
def test_that_day_is_the_day_that_was_found(before: tuple[tuple[str, str], ...], question: str) -> None:
    asked = last_of("water", *before, (question, ""))
    assert asked.slot_values()["period"] == ("2026-07-08..2026-07-08",)
    assert asked.slot_values()["point"] == ("settled",)
    assert "언제" not in asked.standalone or asked.standalone.endswith(question)


def test_a_day_of_another_time_is_forgotten() -> None:
    august = ("8월 원수 탁도 평균은?", "원수 탁도 일평균 평균은 12.29입니다 (2026년 8월).")
    asked = last_of("water", MUDDIEST, august, ("그날 침전수는?", ""))
    assert asked.slot_values()["period"] == ("2026-08..2026-08",)


ALARM = ("침전수 탁도가 2.0 NTU 넘으면 무슨 경보 울려", "2.0 NTU에서 위험 경보가 울립니다.")


def test_then_means_that_case_where_rows_do_not_hold_what_is_asked() -> None:
    asked = last_of("water", ("8월 원수 탁도 최고는?", "85.3"), ALARM, ("그때 유량은 얼마나 줄여", ""))
    assert asked.data_types[0] == "manual" and "period" not in asked.slot_values()


def test_then_means_the_month_where_rows_hold_it() -> None:
    asked = last_of("water", ("8월 원수 탁도 최고는?", "85.3"), ALARM, ("그때 일평균은?", ""))
    assert asked.data_types == ("readings",) and asked.slot_values()["period"] == ("2026-08..2026-08",)


def test_one_of_them_takes_the_earlier_questions_noun() -> None:
    asked = last_of("company", ("when's the summer party in leeds", "17 July 2026"), ("and the bristol one", ""))
    assert asked.standalone == "when's the summer party in bristol"


NEWEST = (
    "송파구 전세 평균 얼마예요",
    "송파구 전세 보증금 평균은 7억 2,890만원으로 2026년 1월보다 올랐습니다 (2026년 2월).",
)


def test_a_month_is_not_behind_the_newest_shown_unnamed() -> None:
    asked = last_of("prices", NEWEST, ("11월은요?", ""))
    assert asked.slot_values()["period"] == ("2025-11..2025-11",)


def test_a_month_shown_before_is_of_the_year_it_was_shown_in() -> None:
    exchange = ("작년 11월에는?", "7억원입니다 (2025년 11월).")
    assert last_of("prices", NEWEST, exchange, ("2월 매매는", "")).slot_values()["period"] == ("2026-02..2026-02",)


def test_the_best_month_of_all_is_no_newest_one() -> None:
    best = ("송파구 전세가 제일 쌌던 달은?", "가장 싼 달은 2025년 10월입니다.")
    assert last_of("prices", best, ("11월은요?", "")).slot_values()["period"] == ("2026-11..2026-11",)


def test_a_full_name_of_a_value_is_no_word_of_another_field() -> None:
    before = ("average flat price in suseong-gu daegu, feb 2026", "₩560.99 million (February 2026)")
    asked = last_of("prices", before, ("what do presale rights go for there in feb", ""))
    assert asked.data_types == ("market",)
    counted = last_of("prices", before, ("what do presale rights go for there in feb", ""), ("how many of those", ""))
    assert counted.data_types == ("market",) and counted.slot_values()["housing_type"] == ("presale",)


def test_a_row_that_is_named_whole_needs_no_topic() -> None:
    before = ("how good is the ozone model?", "R² 0.9")
    asked = last_of("water", before, ("mean raw water temperature in september?", ""))
    assert asked.standalone == "mean raw water temperature in september?"


LOANS = ("2억 원까지 빌릴 수 있는 전세대출은 뭐가 있어?", "새움 청년 전세대출의 한도는 2억원입니다.")


def test_what_was_just_found_is_meant_with_every_condition_it_was_found_by() -> None:
    asked = last_of("prices", LOANS, ("방금 찾은 전세대출 금리를 다시 알려줘", ""))
    assert asked.slot_values()["amount"] == ("0..200000000",)
    assert "amount" not in last_of("prices", LOANS, ("전세대출 금리도 알려줘", "")).slot_values()


def test_pointing_back_beyond_what_is_followed_takes_nothing_over_from_it() -> None:
    prices = ("대구 수성구 아파트 매매 시세 알려줘", "수성구 매매 아파트 평균은 5억 6,099만원입니다.")
    asked = last_of("prices", prices, ("아까 말한 갱신할 때 보증금 인상 한도를 다시 정리해줘", ""))
    assert asked.data_types == ("legal",)
    assert "housing_type" not in asked.slot_values() and asked.standalone.startswith("아까 말한")


def test_it_at_another_time_is_what_was_spoken_of() -> None:
    limit = ("legal max for manganese in the water we send out?", "0.05 mg/L or less")
    asked = last_of("water", limit, ("what was it on average last month", ""))
    assert asked.slot_values()["parameter"] == ("manganese",) and asked.slot_values()["point"] == ("finished",)


@pytest.mark.parametrize(
    ("question", "regions"),
    [
        ("gangdong, how much is it there right now?", ("서울 강동구",)),
        ("강동구는 거기 전세가 얼마야?", ("서울 강동구",)),
        ("강동구랑 거기 전세 차이는 얼마야?", ("서울 강동구", "서울 송파구")),
    ],
)
def test_a_place_named_before_is_what_there_means(question: str, regions: tuple[str, ...]) -> None:
    asked = last_of("prices", ("송파구 전세 시세", "송파구 전세 평균은 7억원입니다."), (question, ""))
    assert set(asked.slot_values()["region"]) == set(regions)


AUGUST = ("8월 원수 탁도 평균은?", "원수 탁도 일평균 평균은 12.29입니다 (2026년 8월).")


@pytest.mark.parametrize(
    ("question", "period"),
    [
        ("방금 본 원수 탁도 목표 넘은 날 있어?", ("2026-08..2026-08",)),
        ("방금 본 정수 잔류염소 목표 넘은 날 있어?", None),  # another thing than was seen
    ],
)
def test_what_was_just_seen_keeps_its_period(question: str, period: tuple[str, ...] | None) -> None:
    assert last_of("water", AUGUST, (question, "")).slot_values().get("period") == period
