"""The limits that sentences and cells state."""

from __future__ import annotations

from decimal import Decimal

import pytest

from foundation.language.rules.limits import (
    amounts_of,
    carries_on,
    governing,
    limit_of_cell,
    limits_in,
    listed_below,
    norm_in,
)

Ends = tuple[str, str | None, str | None]


def read(sentence: str) -> list[Ends]:
    """Kind, least and most of each limit."""
    return [
        (
            one.kind,
            None if one.low is None else f"{one.low.normalize():f}",
            None if one.high is None else f"{one.high.normalize():f}",
        )
        for one in limits_in(sentence)
    ]


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("여과수의 탁도 목표는 0.10 NTU 이하이다.", ("turbidity", None, "0.1")),
        ("올리는 폭은 현재 금액의 5퍼센트를 넘지 못한다.", ("percent", None, "5")),
        ("마지막으로 올린 날부터 1년이 지나야 다시 올려 달라고 할 수 있다.", ("months", "12", None)),
        ("6개월 이상 일한 사람은 동호회비를 신청할 수 있습니다.", ("months", "6", None)),
        ("3개월 이상이면 신청할 수 있다.", ("months", "3", None)),
        ("보관소에는 25 kg을 넘는 전동 킥보드를 둘 수 없습니다.", ("mass", None, "25")),
        ("첫 계약부터 모두 합해 10년까지 요구할 수 있다.", ("months", None, "120")),
        ("주입률은 한 시간에 6 mg/L까지만 움직인다.", ("concentration", None, "6")),
        ("관리 범위는 0.60~1.00 mg/L이다.", ("concentration", "0.6", "1")),
        ("수위는 2.5 m에서 4.6 m 사이로 운영한다.", ("length", "2.5", "4.6")),
        ("배기가스는 0.1 ppm 아래여야 한다.", ("concentration", None, "0.1")),
        ("Up to 5 days may be carried over.", ("time", None, "432000")),
        ("You may stay for no more than 20 working days.", ("time", None, "1728000")),
        ("The rent may rise by at most 5 percent.", ("percent", None, "5")),
        ("Nobody drives a van in the first 3 months.", ("months", "3", None)),
        ("A password has at least 14 characters.", ("plain", "14", None)),
        ("They may not ask again, not within 2 years of the first time.", ("months", "24", None)),
    ],
)
def test_a_sentence_states_one_limit(sentence: str, ends: Ends) -> None:
    assert read(sentence) == [ends]


@pytest.mark.parametrize(
    "sentence",
    [
        "0.15 NTU에서 주의 경보가 울린다.",
        "15 NTU를 넘으면 방류밸브가 닫히고 회수조로 돌아간다.",
        "수온이 25 ℃ 이상이면 목표를 올린다.",
        "회전수가 100 rpm 아래로 떨어지면 예비기로 바꾼다.",
        "수위를 여재 위 15 cm까지 낮춘다.",
        "지마다 TIT-401부터 TIT-412까지의 탁도계가 있다.",
        "보증금이 3억 원이면 한 번에 1천5백만 원까지다.",
        "예를 들어 보증금 1억 원이면 500만 원까지다.",
        "목표를 0.80 mg/L에서 0.90 mg/L로 올린다.",
        "역세척 물의 속도는 수온 8 ℃에서 20 ℃ 사이의 값이다.",
        "Above £500 at once your manager agrees first.",
        "If arrears last at least 2 months, the lease may end.",
        "The arrears add up to 2 months' rent.",
        "It is taken back over 3 months.",
    ],
)
def test_what_only_starts_something_bounds_nothing(sentence: str) -> None:
    assert read(sentence) == []


def test_words_before_a_list_govern_each_of_its_amounts() -> None:
    found = limits_in("환산보증금의 상한은 서울 9억 원, 과밀억제권역과 부산 6억 9천만 원이다.")
    assert [(one.high, one.place) for one in found] == [
        (Decimal(900_000_000), "환산보증금의 상한은 서울"),
        (Decimal(690_000_000), "과밀억제권역과 부산"),
    ]
    english = limits_in("Deposits up to 165 million won in Seoul, 145 million in the capital zone count.")
    assert [(one.high, one.place) for one in english] == [
        (Decimal(165_000_000), "in Seoul"),
        (Decimal(145_000_000), "in the capital zone count"),
    ]


def test_words_behind_a_korean_list_govern_it_too() -> None:
    found = limits_in("보증금이 서울 6,500만 원, 광역시 3,800만 원 이하인 세입자는 먼저 받는다.")
    assert [one.high for one in found] == [Decimal(65_000_000), Decimal(38_000_000)]


def test_a_list_goes_on_in_a_sentence_of_amounts_alone() -> None:
    sentence = "광역시는 8,500만 원이고 그 밖의 지역은 7,500만 원이다."
    assert listed_below("보증금이 아래 금액 이하여야 한다.") == "most"
    assert carries_on(sentence)
    assert [one.high for one in limits_in(sentence, "most")] == [Decimal(85_000_000), Decimal(75_000_000)]
    assert not carries_on("먼저 받는 금액은 시행령 제7조가 정하는데 차례로 2,200만 원, 1,900만 원이다.")


def test_a_cell_is_bounded_by_its_own_words_or_its_head() -> None:
    hotel, range_, stock = (
        limit_of_cell("£165 a night", "limit"),
        limit_of_cell("0.60~1.00 mg/L", "자체 목표"),
        limit_of_cell("30 m³", "최소 재고"),
    )
    assert hotel and hotel.high == Decimal(165)
    assert range_ and (range_.low, range_.high, range_.norm) == (Decimal("0.60"), Decimal("1.00"), "target")
    assert stock and stock.low == Decimal(30_000)
    assert limit_of_cell("£165 a night", "price") is None


def test_the_bound_itself_is_kept_unless_the_words_exclude_it() -> None:
    [most], [below] = limits_in("5일 이하여야 한다."), limits_in("5일 미만이어야 한다.")
    assert most.is_met(most.high or Decimal(0)) and not below.is_met(below.high or Decimal(0))


def test_each_limit_has_the_norm_named_last_before_it() -> None:
    [legal] = limits_in("법정 기준은 정수 0.5 NTU 이하이지만, 목표는 더 엄하다.")
    assert legal.norm == "legal"
    assert norm_in("자체 목표") == "target" and norm_in("관리 범위") == "range" and norm_in("가격") is None


def test_heads_say_what_their_figures_are() -> None:
    assert (governing("한도"), governing("Minimum stock"), governing("가격")) == ("most", "least", None)


def test_days_with_a_word_before_them_are_days() -> None:
    assert [one.kind for one in amounts_of("20 working days, 80 million, 3 people")] == ["time", "won", "plain"]


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("산소 농도는 18 % 이상 23.5 % 이하여야 한다.", [("percent", "18", "23.5")]),
        ("산소 18 % 이상, 23.5 % 이하", [("percent", "18", "23.5")]),
        ("18 % 이상이고 23.5 % 이하", [("percent", "18", "23.5")]),
        ("1시간 이상 3시간 미만", [("time", "3600", "10800")]),
        ("at least 5 days and at most 10 days", [("time", "432000", "864000")]),
        ("at least £5, up to £10", [("pound", "5", "10")]),
        ("18 % 이상 10 % 이하", [("percent", "18", None), ("percent", None, "10")]),
        ("산소 18 % 이상, 온도 30 ℃ 이하", [("percent", "18", None), ("celsius", None, "30")]),
        ("5명 이상인 사업장은 10명 이하", [("plain", "5", None), ("plain", None, "10")]),
        ("1억 이상 또는 3억 이하", [("won", "100000000", None), ("won", None, "300000000")]),
    ],
)
def test_both_ends_of_one_thing_are_one_range(sentence: str, ends: list[Ends]) -> None:
    assert read(sentence) == ends


def test_a_range_is_quoted_whole_and_met_inside() -> None:
    [one] = limits_in("산소 18 % 이상 23.5 % 미만을 확인한다.")
    assert one.text == "18 % 이상 23.5 % 미만"
    met = {value: one.is_met(Decimal(value)) for value in ("17.9", "18", "20", "23.5", "24")}
    assert met == {"17.9": False, "18": True, "20": True, "23.5": False, "24": False}
