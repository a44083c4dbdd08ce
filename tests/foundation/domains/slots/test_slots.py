"""Slots named in Korean and English questions, by the pack's declarations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.slots import canonical_values, display_value, find_mentions, parse_slots
from tests.foundation.domains.small_pack import NOW, SMALL_PACK


def read(text: str, slot: str, near: dict[str, tuple[str, ...]] | None = None) -> tuple[str, ...]:
    """The values of one slot that a text names."""
    return tuple(value.value for value in parse_slots(text, SMALL_PACK, NOW, near) if value.name == slot)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("대구 달서구 아파트 시세 알려줘", ("대구 달서구",)),
        ("달서구는?", ("대구 달서구",)),
        ("그럼 서초구의 평균은", ("서울 서초구",)),
        ("강남에서 전세 구하기", ("서울 강남구",)),
        ("강남이랑 서초를 비교해줘", ("서울 강남구", "서울 서초구")),
        ("서울 강남구와 서초구", ("서울 강남구", "서울 서초구")),
        ("대구광역시달서구 두류동", ("대구 달서구 두류동",)),
        ("대구에서 동구 시세", ("대구 동구",)),
        ("대구 아파트", ("대구",)),
        ("대구탕 맛집 어디야", ()),
        ("대구서 제일 비싼 구", ("대구",)),
        ("서울이면 그 정도는 되나", ("서울",)),
        ("대구면요?", ("대구",)),
        ("강동구 시세", ("강동구",)),
        ("prices in Dalseo-gu", ("대구 달서구",)),
        ("dalseo gu flats", ("대구 달서구",)),
        ("DALSEOGU", ("대구 달서구",)),
        ("What about Seochoville?", ()),
        ("중구 시세", ("서울 중구", "대구 중구")),
        ("대구 집값 중에 중구는?", ("대구", "대구 중구")),
        ("서초구 말고 강남구", ("서울 강남구",)),
        ("서초구 말고도 강남구", ("서울 서초구", "서울 강남구")),
        ("not Seocho but Gangnam", ("서울 강남구",)),
    ],
)
def test_a_region_is_read_by_its_longest_name_with_particles_glued_on(text: str, regions: tuple[str, ...]) -> None:
    assert read(text, "region") == regions


def test_a_shared_name_is_resolved_by_the_regions_the_conversation_is_about() -> None:
    assert read("중구는?", "region", {"region": ("대구 달서구",)}) == ("대구 중구",)
    assert read("중구는?", "region", {"region": ("서울 서초구",)}) == ("서울 중구",)
    assert read("중구는?", "region", {"region": ("서울", "대구")}) == ("서울 중구", "대구 중구")


def test_a_shared_name_that_nothing_decides_is_marked_ambiguous() -> None:
    assert [mention.ambiguous for mention in find_mentions("중구 시세", SMALL_PACK, NOW)] == [True, True]
    assert [mention.ambiguous for mention in find_mentions("대구 중구 시세", SMALL_PACK, NOW)] == [False]


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("2026년 1월 시세", ("2026-01..2026-01",)),
        ("26년 1월 시세", ("2026-01..2026-01",)),
        ("1월 시세", ("2026-01..2026-01",)),
        ("3월 시세", ("2025-03..2025-03",)),
        ("12월은?", ("2025-12..2025-12",)),
        ("작년 3월", ("2025-03..2025-03",)),
        ("지난달", ("2026-01..2026-01",)),
        ("지난 달", ("2026-01..2026-01",)),
        ("지지난달", ("2025-12..2025-12",)),
        ("이번 달", ("2026-02..2026-02",)),
        ("최근 3개월", ("2025-12..2026-02",)),
        ("지난 석 달간", ("2025-12..2026-02",)),
        ("최근 1년", ("2025-03..2026-02",)),
        ("최근 반년", ("2025-09..2026-02",)),
        ("작년", ("2025-01..2025-12",)),
        ("올해", ("2026-01..2026-12",)),
        ("2025-09", ("2025-09..2025-09",)),
        ("2025.9.15", ("2025-09-15..2025-09-15",)),
        ("2025년 12월부터 2026년 2월까지", ("2025-12..2026-02",)),
        ("2025년 11월~2월", ("2025-11..2026-02",)),
        ("2026년 1~3월", ("2026-01..2026-03",)),
        ("2025년 12월 이후", ("2025-12..2026-02",)),
        ("2025년 4분기", ("2025-10..2025-12",)),
        ("4분기", ("2025-10..2025-12",)),
        ("하반기", ("2025-07..2025-12",)),
        ("지난 분기", ("2025-10..2025-12",)),
        ("6개월 전 시세", ("2025-08..2025-08",)),
        ("지난주", ("2026-02-09..2026-02-15",)),
        ("last month", ("2026-01..2026-01",)),
        ("over the past 3 months", ("2025-12..2026-02",)),
        ("last year", ("2025-01..2025-12",)),
        ("Q1", ("2026-01..2026-03",)),
        ("Q4", ("2025-10..2025-12",)),
        ("2025 Q3", ("2025-07..2025-09",)),
        ("third quarter of 2025", ("2025-07..2025-09",)),
        ("second half of 2025", ("2025-07..2025-12",)),
        ("January 2026", ("2026-01..2026-01",)),
        ("in March", ("2025-03..2025-03",)),
        ("since December", ("2025-12..2026-02",)),
        ("from Nov 2025 to Jan 2026", ("2025-11..2026-01",)),
        ("in 2025", ("2025-01..2025-12",)),
        ("you may march", ()),
        ("계약기간 2년", ()),
        ("24개월 뒤", ()),
        ("6개월 전에 통지", ()),
        ("1월세", ()),
        ("20년 된 아파트", ()),
        ("13월", ()),
    ],
)
def test_a_period_becomes_a_closed_interval_of_months_relative_to_the_day(text: str, periods: tuple[str, ...]) -> None:
    assert read(text, "period") == periods


def test_the_packs_time_zone_decides_which_month_it_is() -> None:
    last_evening_of_january_in_london = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)
    values = parse_slots("이번 달", SMALL_PACK, last_evening_of_january_in_london)
    assert [value.value for value in values] == ["2026-02..2026-02"]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("3억 2,000만원", ("320000000..320000000",)),
        ("3억2천", ("320000000..320000000",)),
        ("1억5000", ("150000000..150000000",)),
        ("2.5억", ("250000000..250000000",)),
        ("삼억 오천만원", ("350000000..350000000",)),
        ("KRW 3억", ("300000000..300000000",)),
        ("월 5000원", ("5000..5000",)),
        ("5천만 원", ("50000000..50000000",)),
        ("2천5백만원", ("25000000..25000000",)),
        ("천만원", ("10000000..10000000",)),
        ("320,000,000원", ("320000000..320000000",)),
        ("100만원", ("1000000..1000000",)),
        ("3억대", ("300000000..399999999",)),
        ("3억 정도", ("270000000..330000000",)),
        ("2억~3억", ("200000000..300000000",)),
        ("2~3억", ("200000000..300000000",)),
        ("2억에서 3억 사이", ("200000000..300000000",)),
        ("3억 이하", ("0..300000000",)),
        ("최대 3억", ("0..300000000",)),
        ("3억 이상", ("300000000..9999999999999",)),
        ("보증금 1억에 월세 50만원", ("100000000..100000000", "500000..500000")),
        ("보증금 3억에서 5% 올리면", ("300000000..300000000",)),
        ("300 million won", ("300000000..300000000",)),
        ("KRW 300,000,000", ("300000000..300000000",)),
        ("under 0.3 billion won", ("0..300000000",)),
        ("between 200 million and 300 million won", ("200000000..300000000",)),
        ("제7조 제2항", ()),
        ("2년 5% 3개월 25평", ()),
        ("2만 가구, 3만 명", ()),
        ("2026년 1월", ()),
        ("이천시 만수동", ()),
        ("5 people in 2026", ()),
    ],
)
def test_an_amount_becomes_a_range_of_won_and_other_numbers_do_not(text: str, amounts: tuple[str, ...]) -> None:
    assert read(text, "amount") == amounts


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("84㎡", ("84..85",)),
        ("84.97㎡", ("84..85",)),
        ("84제곱미터", ("84..85",)),
        ("84 m2 flat", ("84..85",)),
        ("60㎡ 이하", ("0..60",)),
        ("59~84㎡", ("59..85",)),
        ("30평대", ("75..102",)),
        ("20~30평대", ("50..102",)),
        ("25평", ("59..67",)),
        ("34평형", ("80..90",)),
        ("전용 25평", ("82..86",)),
        ("30평 이상", ("75..9999",)),
        ("국평", ("84..85",)),
        ("평균 가격", ()),
        ("평당 얼마", ()),
        ("2억 30명", ()),
    ],
)
def test_an_area_becomes_a_range_of_exclusive_square_metres(text: str, areas: tuple[str, ...]) -> None:
    assert read(text, "area") == areas


@pytest.mark.parametrize(("sold_as", "exclusive"), [("30평대", 84.9), ("20평대", 59.9), ("34평", 84.9), ("24평", 59.9)])
def test_a_supply_figure_holds_the_flats_that_are_sold_under_it(sold_as: str, exclusive: float) -> None:
    low, _, high = read(sold_as, "area")[0].partition("..")
    assert int(low) <= exclusive <= int(high)


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("전세가 아니라 월세", ("monthly",)),
        ("주택매매 절차", ("sale",)),
        ("전세자금대출", ("jeonse",)),
        ("monthly rent in Seocho", ("monthly",)),
        ("a salesman", ()),
        ("월세 말고 전세", ("jeonse",)),
    ],
)
def test_a_choice_is_read_by_its_words_unless_it_is_said_not_to_be_meant(text: str, deals: tuple[str, ...]) -> None:
    assert read(text, "deal") == deals


@pytest.mark.parametrize(
    ("slot", "written", "values"),
    [
        ("deal", "jeonse", ("jeonse",)),
        ("deal", "전세", ("jeonse",)),
        ("deal", "barter", ()),
        ("region", "서초구", ("서울 서초구",)),
        ("region", "서울 서초구", ("서울 서초구",)),
        ("region", "화성", ()),
        ("area", "75..102", ("75..102",)),
        ("area", "30평대", ("75..102",)),
        ("amount", "200000000..300000000", ("200000000..300000000",)),
        ("period", "2026-01..2026-03", ("2026-01..2026-03",)),
        ("period", "2026-01-15..2026-01-15", ("2026-01-15..2026-01-15",)),
        ("period", "2025-12-29..2026-01-04", ("2025-12-29..2026-01-04",)),
        ("period", "2026-02-30..2026-03-02", ("2026-02..2026-03",)),
        ("period", "25평", ()),
    ],
)
def test_words_for_one_slot_become_its_canonical_value_or_nothing(
    slot: str, written: str, values: tuple[str, ...]
) -> None:
    assert canonical_values(SMALL_PACK.slot(slot), written, SMALL_PACK, NOW) == values


@pytest.mark.parametrize(
    ("slot", "value", "ko", "en"),
    [
        ("region", "대구 달서구", "대구 달서구", "Dalseo-gu, Daegu"),
        ("deal", "jeonse", "전세", "jeonse"),
        ("period", "2026-01..2026-01", "2026년 1월", "January 2026"),
        ("period", "2025-12..2026-01", "2025년 12월부터 2026년 1월까지", "December 2025 to January 2026"),
        ("period", "1900-01..2026-03", "2026년 3월까지", "up to March 2026"),
        ("amount", "0..320000000", "3억 2,000만원 이하", "at most ₩320,000,000"),
        ("amount", "300000000..9999999999999", "3억원 이상", "at least ₩300,000,000"),
        ("amount", "5..5", "5원", "₩5"),
        ("area", "75..102", "75㎡~102㎡", "75㎡ to 102㎡"),
    ],
)
def test_a_value_is_shown_in_the_persons_language_and_reads_back_as_itself(
    slot: str, value: str, ko: str, en: str
) -> None:
    declared = SMALL_PACK.slot(slot)
    assert (display_value(declared, value, "ko"), display_value(declared, value, "en")) == (ko, en)


PIECES = st.sampled_from(
    (
        "대구",
        "달서구",
        "서초구는",
        "중구",
        "동구",
        "말고",
        "3억",
        "2,000만원",
        "5천만 원",
        "이하",
        "~",
        "에서",
        "부터",
        "2026년",
    )
    + (
        "1월",
        "최근 3개월",
        "30평대",
        "84㎡",
        "전세가",
        "아니라",
        "월세",
        "아파트",
        "not",
        "Seocho",
        "between",
        "200 million",
    )
    + (
        "won",
        "and",
        "Q1",
        "2025",
        "in March",
        ".",
        ",",
        "?",
        "%",
        "제",
        "조",
        "2",
        "..",
        "0",
        "10",
        "₩",
        "원",
        "억",
        "만",
    )
)
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(PIECES, max_size=12).map(" ".join), st.lists(PIECES, max_size=12).map("".join)
)


@given(TEXTS)
def test_any_text_is_read_without_an_error_into_stretches_that_do_not_overlap(text: str) -> None:
    mentions = find_mentions(text, SMALL_PACK, NOW)
    stretches = sorted({(mention.start, mention.end) for mention in mentions})
    assert all(before[1] <= after[0] for before, after in zip(stretches, stretches[1:], strict=False))
    assert all(mention.start < mention.end for mention in mentions)


@given(st.lists(PIECES, max_size=8).map(" ".join))
def test_a_canonical_value_reads_as_itself(text: str) -> None:
    for value in parse_slots(text, SMALL_PACK, NOW):
        assert canonical_values(SMALL_PACK.slot(value.name), value.value, SMALL_PACK, NOW) == (value.value,)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("부산은?", ("부산",)),
        ("부산광역시 아파트 시세", ("부산",)),
        ("부산 동구 시세", ("부산 동구",)),
        ("부산 해운대구 시세", ("부산 해운대구",)),
        ("수원 아파트", ("수원",)),
        ("역삼동 시세", ("역삼동",)),
        ("서초구 방배동은 얼마야", ("서울 서초구 방배동",)),
        ("prices in Busan", ("부산",)),
        ("prices in Haeundae-gu", ("Haeundae-gu",)),
        ("이천 만원에서 화성까지", ()),
        ("이천시 아파트", ("이천",)),
        ("갱신요구를 거절", ()),
        ("계약갱신청구", ()),
        ("다가구 주택", ()),
        ("특약 문구는", ()),
        ("가격변동은 얼마나", ()),
        ("공동 명의", ()),
        ("부동산 거래", ()),
        ("세입자 친구가", ()),
        ("자동 연장되면", ()),
    ],
)
def test_a_place_the_pack_does_not_know_is_a_place_all_the_same(text: str, regions: tuple[str, ...]) -> None:
    assert read(text, "region") == regions


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("달서구, 중구 시세", ("대구 달서구", "대구 중구")),
        ("달서구 중구 동구 시세", ("대구 달서구", "대구 중구", "대구 동구")),
        ("강남구, 달서구, 중구 시세", ("서울 강남구", "대구 달서구", "대구 중구")),
        ("중구, 달서구 시세", ("대구 중구", "대구 달서구")),
        ("대구 달서구와 중구", ("대구 달서구", "대구 중구")),
        ("부산 중구, 동구 시세", ("부산 중구", "부산 동구")),
        ("부산 해운대구 연제구 시세", ("부산 해운대구", "부산 연제구")),
        ("달서구, 해운대구 시세", ("대구 달서구", "해운대구")),
        ("강남구 동구 시세", ("서울 강남구", "대구 동구")),
        ("달서구 두류동 시세", ("대구 달서구 두류동",)),
        ("강남구 역삼동 시세", ("서울 강남구 역삼동",)),
        ("Jung-gu, Seoul", ("서울 중구",)),
    ],
)
def test_places_of_one_level_are_a_list_and_never_one_inside_the_other(text: str, regions: tuple[str, ...]) -> None:
    assert read(text, "region") == regions


@pytest.mark.parametrize(
    ("text", "slot", "values"),
    [
        ("전용 59는?", "area", ("59..60",)),
        ("전용면적 84.9 이하", "area", ("0..85",)),
        ("전용 59㎡는?", "area", ("59..60",)),
        ("전용 25평은?", "area", ("82..86",)),
        ("전용 10% 할인", "area", ()),
        ("보증금 2000은?", "amount", ("20000000..20000000",)),
        ("보증금 2,000 이하", "amount", ("0..20000000",)),
        ("월세 50은?", "amount", ("500000..500000",)),
        ("전세 30000이면?", "amount", ("300000000..300000000",)),
        ("보증금 5%는?", "amount", ()),
        ("전세 2년 계약", "amount", ()),
        ("전세 2024 시세", "amount", ()),
        ("월세 2017년 5월", "amount", ()),
        ("전세 3억", "amount", ("300000000..300000000",)),
        ("매매 84㎡", "amount", ()),
    ],
)
def test_a_bare_figure_counts_in_the_unit_of_the_word_right_before_it(
    text: str, slot: str, values: tuple[str, ...]
) -> None:
    assert read(text, slot) == values


@pytest.mark.parametrize(
    ("text", "amount", "rent"),
    [
        ("월세 50은?", None, "500000..500000"),
        ("월세 50만원 이하", None, "0..500000"),
        ("월세가 60 이하인 곳", None, "0..600000"),
        ("50만원 이하 월세", None, "0..500000"),
        ("월 50만원 이상", None, "500000..9999999999999"),
        ("한 달에 50만원", None, "500000..500000"),
        ("보증금 1000에 월세 50", "10000000..10000000", "500000..500000"),
        ("보증금은 1000 이하, 월세는 40 이상", "0..10000000", "400000..9999999999999"),
        ("월세 1000에 50", "10000000..10000000", "500000..500000"),
        ("월세 1000/50 시세", "10000000..10000000", "500000..500000"),
        ("1000만원에 월세 50만원 이하", "10000000..10000000", "0..500000"),
        ("보증금 5000만원 월세 시세", "50000000..50000000", None),
        ("전세 3억 이하", "0..300000000", None),
        ("2026년 1월 3억 이하", "0..300000000", None),
        ("매매 5억", "500000000..500000000", None),
        ("3억 이하", "0..300000000", None),
        ("월세 2024년", None, None),
        ("monthly rent under 500,000 won", None, "0..500000"),
        ("500,000 won a month", None, "500000..500000"),
        ("a deposit of 10 million won and a rent of 500,000 won", "10000000..10000000", "500000..500000"),
        ("flats under 300 million won", "0..300000000", None),
    ],
)
def test_a_rent_is_no_deposit(text: str, amount: str | None, rent: str | None) -> None:
    read = {slot.name: slot.value for slot in parse_slots(text, load_pack(shipped_packs() / "real_estate"), NOW)}
    assert (read.get("amount"), read.get("rent")) == (amount, rent)


def test_names_of_two_slots_may_share_a_word() -> None:
    water = load_pack(shipped_packs() / "water_treatment")
    named = find_mentions("raw water temp in october", water, NOW)
    assert [(one.slot, one.text) for one in named] == [
        ("point", "raw"), ("parameter", "water temp"), ("period", "in october")
    ]  # fmt: skip
    assert [one.slot for one in find_mentions("침전 후염소", water, NOW)] == ["point"]


def test_no_month_is_behind_the_newest_that_there_is() -> None:
    now = datetime(2026, 11, 28, tzinfo=UTC)
    values = [
        find_mentions(text, SMALL_PACK, now, {}, "2026-02")[0].value for text in ("11월은?", "2월은?", "2026년 11월은?")
    ]
    assert values == ["2025-11..2025-11", "2026-02..2026-02", "2026-11..2026-11"]
