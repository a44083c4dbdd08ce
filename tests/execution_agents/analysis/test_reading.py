"""Questions as people type them over rows they did not see: what is computed, and the sentence it makes."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.analysis.analysing import analysed
from tests.execution_agents.analysis.tables import COMPANY, HOMES, WATER, loan, material, month, reading, sale

MAPO, EUN, NOWON = "서울 마포구", "서울 은평구", "서울 노원구"
PLACES = (
    month(MAPO, "2026-02", 680_000_000),
    month(MAPO, "2026-01", 660_000_000),
    month(MAPO, "2026-02", 450_000_000, band="60㎡ 이하", trades=4),
    month(EUN, "2026-02", 390_000_000),
    month(EUN, "2026-01", 400_000_000),
    month(NOWON, "2026-02", 340_000_000),
)
PRICES = "district_prices"


def lead(question: str, *given: Any, **more: Any) -> str:
    """The first sentence; "" without one."""
    found = analysed(material(question, *given, **more))
    return found.lead if found is not None else ""


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("마포랑 은평 중에 어디가 더 비싸?", "전세 보증금 평균은 마포구가 2억 9,000만원 더 비쌉니다"),
        ("둘 중 어디가 싸? 얼마나?", "은평구가 2억 9,000만원 더 쌉니다"),
        (
            "마포 은평 전세 차이",
            "마포구가 2억 9,000만원 더 비쌉니다: 마포구 6억 8,000만원, 은평구 3억 9,000만원 (2026년 2월)",
        ),
        ("마포는 은평의 몇 배야", "마포구가 은평구의 1.74배입니다"),
        ("마포가 은평보다 몇 % 비싸?", "마포구가 74.4%(2억 9,000만원) 더 비쌉니다"),
        ("마포랑 은평 중위값 차이", "보증금 중위는 마포구가 2억 9,000만원 더 비쌉니다"),
    ],
)
def test_two_places_are_compared_on_the_whole_of_their_newest_month(question: str, says: str) -> None:
    sentence = lead(question, HOMES, PRICES, PLACES[:5], region=(MAPO, EUN), deal=("jeonse",))
    assert says in sentence
    assert sentence.endswith("[1][4].")


MOVED = (
    month(MAPO, "2025-12", 650_000_000),
    month(MAPO, "2026-01", 690_000_000),
    month(MAPO, "2026-02", 680_000_000),
    month(EUN, "2025-12", 430_000_000),
    month(EUN, "2026-01", 400_000_000),
    month(EUN, "2026-02", 420_000_000),
)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (
            "전세가 가장 많이 오른 구는?",
            "오른 곳은 마포구로, 3,000만원 올랐습니다 (2025년 12월 6억 5,000만원 → 2026년 2월 6억 8,000만원) [1][3].",
        ),
        ("전세가 전월 대비 가장 많이 오른 구는?", "오른 곳은 은평구로, 2,000만원 올랐습니다"),
        ("가장 많이 내린 구는?", "내린 곳은 은평구로, 1,000만원 내렸습니다"),
        ("가장 많이 오른 구는 몇 % 올랐어?", "오른 곳은 마포구로, 4.6% 올랐습니다"),
        ("가장 많이 오른 구 2곳", "많이 오른 순서: 마포구 +3,000만원, 은평구 -1,000만원"),
    ],
)
def test_places_are_ranked_by_how_much_they_moved(question: str, says: str) -> None:
    assert says in lead(question, HOMES, PRICES, MOVED, region=("서울",), deal=("jeonse",))


def test_where_none_moved_that_way_it_is_said() -> None:
    rows = (*MOVED[3:], month(NOWON, "2025-12", 340_000_000), month(NOWON, "2026-02", 340_000_000))
    sentence = lead("가장 많이 오른 구는?", HOMES, PRICES, rows, region=("서울",), deal=("jeonse",))
    assert "오른 곳이 없습니다: 그대로인 곳은 노원구입니다" in sentence
    english = lead("which rose the most?", HOMES, PRICES, rows, region=("서울",), deal=("jeonse",), language="en")
    assert english.startswith("None went up; nearest to it is Nowon-gu")


def test_places_of_one_month_have_no_change_to_rank() -> None:
    found = analysed(material("가장 많이 오른 구는?", HOMES, PRICES, PLACES[:1] + PLACES[3:4], region=("서울",)))
    assert found is not None
    assert found.refused is not None
    assert found.refused.reason == "nothing_to_compare"


@pytest.mark.parametrize(
    ("question", "language", "figure"),
    [
        ("and what was the lowest there?", "en", "₩410 million"),
        ("그 중 제일 비싼 건 얼마야?", "ko", "9억 5,000만원"),
        ("제일 싼 구는?", "ko", "견줄 다른 쪽의 자료가 없습니다"),
        ("what's the most it could become after that?", "en", "There is nothing to compare with"),
    ],
)
def test_one_row_may_hold_its_own_lowest_and_highest(question: str, language: str, figure: str) -> None:
    row = {**PLACES[0], "min_won": 410_000_000, "max_won": 950_000_000}
    assert figure in lead(question, HOMES, PRICES, (row,), region=(MAPO,), deal=("jeonse",), language=language)


def test_the_same_in_english() -> None:
    both: dict[str, Any] = {"region": (MAPO, EUN), "deal": ("jeonse",), "language": "en"}
    assert lead("which of the two is cheaper and by how much?", HOMES, PRICES, PLACES[:5], **both) == (
        "Eunpyeong-gu is cheaper, by ₩290 million (jeonse mean deposit, February 2026) [1][4]."
    )


@pytest.mark.parametrize(
    ("question", "says", "rows"),
    [
        (
            "세 군데 전세 싼 순서로",
            "싼 순서: 노원구 3억 4,000만원, 은평구 3억 9,000만원, 마포구 6억 8,000만원",
            (6, 4, 1),
        ),
        ("전세 제일 싼 구 top 2", "싼 순서: 노원구 3억 4,000만원, 은평구 3억 9,000만원", (6, 4)),
        ("상위 두 곳만, 비싼 순으로", "비싼 순서: 마포구 6억 8,000만원, 은평구 3억 9,000만원", (1, 4)),
        ("어느 구가 가장 비싼가요", "가장 비싼 곳은 마포구로, 6억 8,000만원입니다 (2026년 2월) [1]", (1, 4, 6)),
    ],
)
def test_places_are_ranked_and_the_rows_come_in_that_order(question: str, says: str, rows: tuple[int, ...]) -> None:
    found = analysed(material(question, HOMES, PRICES, PLACES, region=(MAPO, EUN, NOWON), deal=("jeonse",)))
    assert found is not None
    assert says in found.lead
    assert found.rows == rows


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        (
            "올랐어 내렸어?",
            "ko",
            "2,000만원(3%) 올랐습니다 (2026년 1월 6억 6,000만원 → 2026년 2월 6억 8,000만원) [2][1].",
        ),
        ("so did it go up or down", "en", "Mapo-gu jeonse mean deposit went up by ₩20 million (3%)"),
        ("언제가 가장 비쌌어? 어느 달", "ko", "가장 비쌌던 달은 2026년 2월(6억 8,000만원)입니다 [1]."),
    ],
)
def test_one_place_over_time(question: str, language: str, says: str) -> None:
    assert says in lead(question, HOMES, PRICES, PLACES[:3], language=language, region=(MAPO,), deal=("jeonse",))


@pytest.mark.parametrize(
    ("question", "then"), [("전월 대비 몇 % 올랐어?", "2026년 1월 5억원"), ("그동안 올랐어?", "2025년 12월 4억원")]
)
def test_a_change_is_from_the_month_before_where_that_is_asked(question: str, then: str) -> None:
    months = ("2025-12", "2026-01", "2026-02")
    rows = [month(MAPO, when, price) for when, price in zip(months, (4 * 10**8, 5 * 10**8, 6 * 10**8), strict=True)]
    assert f"({then} → 2026년 2월 6억원)" in lead(question, HOMES, PRICES, rows, region=(MAPO,), deal=("jeonse",))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("마포 전세 얼마에요", "마포구 전세 보증금 평균은 6억 8,000만원입니다 (2026년 2월, 10건) [1]."),
        ("마포 전세 몇 건이나 있어", "마포구 전세 거래 건수는 10건입니다 (2026년 2월) [1]."),
        ("마포 전세 중위값은", "마포구 전세 보증금 중위는 6억 7,000만원입니다 (2026년 2월, 10건) [1]."),
    ],
)
def test_a_plain_question_gets_the_row_over_all_of_what_was_asked(question: str, says: str) -> None:
    assert lead(question, HOMES, PRICES, PLACES[:3], region=(MAPO,), deal=("jeonse",)) == says


def test_a_mean_over_months_is_weighted_by_their_counts() -> None:
    rows = (month(MAPO, "2026-02", 600_000_000, trades=30), month(MAPO, "2026-01", 400_000_000, trades=10))
    asked: dict[str, Any] = {"region": (MAPO,), "deal": ("jeonse",), "period": ("2026-01..2026-02",)}
    found = analysed(material("1월부터 2월까지 평균", HOMES, PRICES, rows, **asked))
    assert found is not None
    assert found.lead == "마포구 전세 보증금 평균은 5억 5,000만원입니다 (2026년 1월~2026년 2월, 40건) [1][2]."
    assert found.working == ("(600,000,000 × 30 + 400,000,000 × 10) ÷ 40 = 550,000,000",)


def test_a_part_is_never_said_as_the_whole() -> None:
    parts = [month(MAPO, "2026-02", 450_000_000, band=band, trades=9) for band in ("60㎡ 이하", "60~85㎡")]
    assert lead("마포 전세 얼마", HOMES, PRICES, parts, region=(MAPO,), deal=("jeonse",)) == ""
    alone = lead("마포 전세 얼마", HOMES, PRICES, parts[:1], region=(MAPO,), deal=("jeonse",))
    assert alone.startswith("마포구 전세 60㎡ 이하 보증금 평균은")


@pytest.mark.parametrize(("area", "says"), [("70..80", "60~85㎡"), ("60..86", "60~85㎡"), ("75..102", "")])
def test_the_band_that_holds_the_area_asked_for_is_shown(area: str, says: str) -> None:
    rows = [month(MAPO, "2026-02", 680_000_000), month(MAPO, "2026-02", 700_000_000, band="60~85㎡", trades=4)]
    sentence = lead("마포 전세 얼마", HOMES, PRICES, rows, region=(MAPO,), deal=("jeonse",), area=(area,))
    assert (says in sentence) if says else sentence == "", "no single row covers 75 to 102 m²"


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        ("은평구랑 비교하면?", "ko", "견줄 다른 쪽의 자료가 없습니다: 서울 마포구 자료만 있습니다."),
        ("which one is cheaper?", "en", "There is nothing to compare with: the data found has Mapo-gu, Seoul only."),
        ("올랐나요?", "ko", "견줄 다른 쪽의 자료가 없습니다: 2026년 2월 자료만 있습니다."),
    ],
)
def test_what_has_no_other_side_is_said(question: str, language: str, says: str) -> None:
    found = analysed(material(question, HOMES, PRICES, PLACES[:1], language=language, region=(MAPO,), deal=("jeonse",)))
    assert found is not None
    assert found.lead == says
    assert found.refused is not None and found.refused.reason == "nothing_to_compare"


DAYS = (reading("2026-07-09", 80, 120), reading("2026-07-08", 140, 182), reading("2026-07-07", 90, 190.5))


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        ("제일 높았던 날이 언제야", "ko", "원수 탁도가 가장 높았던 날은 2026년 7월 7일(190.5 NTU)입니다 [3]."),
        ("일평균이 가장 높은 날은?", "ko", "2026년 7월 8일(140 NTU)"),
        ("Which day was the lowest?", "en", "The lowest raw water turbidity was on 9 July 2026 (40 NTU) [1]."),
    ],
)
def test_the_day_of_an_extreme_reading(question: str, language: str, says: str) -> None:
    asked: dict[str, Any] = {"point": ("raw",), "parameter": ("turbidity",), "language": language}
    assert says in lead(question, WATER, "readings", DAYS, **asked)


def test_readings_of_several_kinds_are_in_no_order_together() -> None:
    rows = (*DAYS, reading("2026-07-08", 7.1, 7.3, parameter="ph"))
    assert lead("제일 높았던 날이 언제야", WATER, "readings", rows, point=("raw",)) == ""


def test_two_months_of_readings_are_compared_by_the_means_of_their_days() -> None:
    rows = [reading("2026-08-01", 10, 20), reading("2026-08-02", 14, 20), *DAYS]
    months = ("2026-07..2026-07", "2026-08..2026-08")
    sentence = lead("8월이랑 비교하면 나아졌어?", WATER, "readings", rows, parameter=("turbidity",), period=months)
    assert "91.33 NTU(88.4%) 낮아졌습니다" in sentence


SALES = [sale(f"단지{at}", f"2026-02-{at:02}", at * 100_000_000) for at in range(1, 8)]


def test_single_sales_are_ranked_and_the_dearest_is_named() -> None:
    asked: dict[str, Any] = {"region": ("대구 수성구",), "deal": ("sale",), "language": "en"}
    found = analysed(material("Show the five most expensive flats", HOMES, "trades", SALES, **asked))
    assert found is not None
    assert found.lead.startswith("The most expensive is 단지7 84.9㎡ at ₩700 million")
    assert found.rows == (7, 6, 5, 4, 3)


def test_rows_that_were_cut_off_are_not_ranked_as_if_they_were_all() -> None:
    found = analysed(material("가장 비싼 거래는?", HOMES, "trades", SALES, complete=False, deal=("sale",)))
    assert found is not None
    assert "일부만 가져왔으므로" in found.lead
    assert found.refused is not None and found.refused.reason == "incomplete"


def test_rows_cut_off_in_the_order_asked_for_hold_the_best() -> None:
    rows = [sale(f"단지{at}", f"2026-02-{at % 28 + 1:02}", (60 - at) * 10_000_000) for at in range(1, 40)]
    assert "단지1 84.9㎡" in lead("가장 비싼 거래는?", HOMES, "trades", rows, complete=False, deal=("sale",))


def test_months_newer_than_the_cut_are_whole() -> None:
    rows = [*PLACES[:1], PLACES[3], PLACES[5], PLACES[1]]
    asked: dict[str, Any] = {"region": ("서울",), "deal": ("jeonse",), "complete": False}
    assert "가장 싼 곳은 노원구로" in lead("전세 제일 싼 구는?", HOMES, PRICES, rows, **asked)


def test_a_thing_named_is_shown_by_its_own_row() -> None:
    rows = [*SALES, {"rows": 7, "deal": "sale", "region": "대구 수성구", "price_won_mean": 400_000_000}]
    sentence = lead("단지3 얼마에 팔렸어", HOMES, "trades", rows, region=("대구 수성구",))
    assert sentence == "단지3 84.9㎡ 매매가는 3억원입니다 (2026년 2월 3일) [3]."


LOANS = (
    loan("새움 전세대출", 2.2, 200_000_000, eligible="청년"),
    loan("한빛 전세대출", 1.9, 300_000_000, deposit_cap_won=500_000_000, eligible="신혼부부"),
)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("금리가 제일 낮은 대출은?", "금리가 가장 낮은 것은 한빛 전세대출로, 1.9%입니다"),
        ("한도가 가장 큰 상품", "한도가 가장 높은 것은 한빛 전세대출로, 3억원입니다"),
        ("청년 대출 중에 금리 제일 낮은 건?", "가장 낮은 것은 새움 전세대출로, 2.2%입니다"),
        ("새움 전세대출 한도", "새움 전세대출 한도는 2억원입니다"),
        ("제일 비싼 대출은?", "최저 금리가 가장 높은 것은 새움 전세대출로, 2.2%입니다"),
        ("가장 큰 대출은?", "무엇으로 견줄지 알려 주세요: 한도, 보증금 상한(수도권)."),
    ],
)
def test_products(question: str, says: str) -> None:
    assert says in lead(question, HOMES, "loan_products", LOANS)


def test_a_question_that_compares_nothing_has_no_operation() -> None:
    assert lead("대출 종류 알려줘", HOMES, "loan_products", LOANS) == ""


def test_another_packs_table_and_its_own_words() -> None:
    rows = [
        {"benefit": "Dental plan", "kind": "insurance", "amount_gbp": 14, "waiting_months": 3, "updated": "2026-01-05"},
        {"benefit": "Life cover", "kind": "insurance", "amount_gbp": 2, "waiting_months": 6, "updated": "2026-01-05"},
        {"benefit": "Sabbatical", "kind": "leave", "amount_gbp": 0, "waiting_months": 60, "updated": "2026-01-05"},
    ]
    sentence = lead("which insurance has the longest waiting period", COMPANY, "benefits", rows, language="en")
    assert sentence == "The longest is Life cover at 6 months (begins after, 5 January 2026) [2]."


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("1월이랑 2월은?", "2,000만원(3%) 올랐습니다 (2026년 1월 6억 6,000만원 → 2026년 2월 6억 8,000만원)"),
        ("두달 평균내면?", "평균은 6억 7,000만원"),
    ],
)
def test_months_named_side_by_side_are_both_said(question: str, says: str) -> None:
    periods = ("2026-01..2026-01", "2026-02..2026-02")
    sentence = lead(question, HOMES, PRICES, PLACES[:2], region=(MAPO,), deal=("jeonse",), period=periods)
    assert says in sentence


def test_deals_are_the_number_of_transactions() -> None:
    rows = (month(MAPO, "2026-02", 680_000_000, trades=25), month(EUN, "2026-02", 390_000_000, trades=27))
    both: dict[str, Any] = {"region": (MAPO, EUN), "deal": ("jeonse",), "language": "en"}
    assert "Eunpyeong-gu is more, by 2" in lead("Which of the two had more deals?", HOMES, PRICES, rows, **both)


def test_the_highest_figures_of_two_months_are_set_beside_each_other() -> None:
    days = (reading("2026-07-08", 140, 181.9), reading("2026-07-09", 90, 122.0), reading("2026-08-21", 60, 85.3))
    both = ("2026-07..2026-07", "2026-08..2026-08")

    assert "96.6" in lead("8월 최고값이랑은 얼마나 차이났지", WATER, "readings", days, period=both)
    assert "7월 8일" in lead("7, 8월에 제일 높은 날이 언제야", WATER, "readings", days, period=both)


JULY, AUGUST = (
    {
        "point": "raw", "parameter": "turbidity", "date": f"{when}..{when}", "first_time": when, "last_time": when,
        "rows": 31, "mean_mean": mean, "min_min": least, "max_max": most,
    }
    for when, mean, least, most in (("2026-07", 29.41, 4.2, 181.9), ("2026-08", 12.29, 3.6, 85.3))
)  # fmt: skip
TWO_MONTHS: dict[str, Any] = {
    "period": ("2026-07..2026-07", "2026-08..2026-08"), "point": ("raw",), "parameter": ("turbidity",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        (
            "7월이랑 8월 중에 원수 탁도 언제가 더 높았어",
            "ko",
            "평균은 2026년 7월이 17.12 NTU 더 높습니다: 2026년 7월 29.41 NTU, 2026년 8월 12.29 NTU [1][2].",
        ),
        ("7월이랑 8월 중에 원수 탁도 언제가 더 낮아", "ko", "2026년 8월이 17.12 NTU 더 낮습니다"),
        ("7월이랑 8월 중에 언제가 더 높았어 몇 %", "ko", "2026년 7월이 139.3%(17.12 NTU) 더 높습니다"),
        (
            "which of july and august was higher",
            "en",
            "July 2026 is higher, by 17.12 NTU: July 2026 29.41 NTU, August 2026 12.29 NTU",
        ),
        ("which month was the raw turbidity lower", "en", "August 2026 is lower, by 17.12 NTU: "),
        ("7월이랑 8월 원수 탁도 올랐어 내렸어", "ko", "17.12 NTU(58.2%) 낮아졌습니다"),
        ("7월은 8월의 몇 배야", "ko", "2026년 8월이 2026년 7월의 0.42배입니다"),
    ],
)
def test_which_of_two_times_stands_before_the_other(question: str, language: str, says: str) -> None:
    sentence = lead(question, WATER, "readings", (JULY, AUGUST), language=language, **TWO_MONTHS)
    assert says in sentence and ".." not in sentence


@pytest.mark.parametrize(
    ("question", "language", "february", "says"),
    [
        ("1월이랑 2월 중에 언제가 더 비쌌어", "ko", 680_000_000, "2026년 2월이 2,000만원 더 비쌉니다: 2026년 2월 6억"),
        (
            "1월이랑 2월 중에 언제가 더 비쌌어",
            "ko",
            660_000_000,
            "2026년 1월과 2026년 2월이 6억 6,000만원으로 같습니다 [1]",
        ),
        ("which month was dearer, january or february", "en", 680_000_000, "February 2026 is more expensive, by ₩20"),
        ("1월보다 2월이 올랐어?", "ko", 680_000_000, "2,000만원(3%) 올랐습니다"),
    ],
)
def test_which_of_two_months_of_one_place(question: str, language: str, february: int, says: str) -> None:
    rows = (month(MAPO, "2026-01", 660_000_000), month(MAPO, "2026-02", february))
    one: dict[str, Any] = {"region": (MAPO,), "deal": ("jeonse",), "period": ("2026-01..2026-01", "2026-02..2026-02")}
    assert says in lead(question, HOMES, PRICES, rows, **one, language=language)


SEOUL: dict[str, Any] = {"region": ("서울",), "deal": ("jeonse",)}
WITHOUT_BANDS = (*PLACES[:2], *PLACES[3:])


@pytest.mark.parametrize("rows", [PLACES, WITHOUT_BANDS])
@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        (
            "전세 5억 이하인 구 어디어디야",
            "ko",
            "전세 중 보증금 평균이 5억원 이하인 곳은 2곳입니다: "
            "은평구 3억 9,000만원, 노원구 3억 4,000만원 (2026년 2월)",
        ),
        ("전세 6억 넘는 동네 어디야", "ko", "6억원을 넘는 곳은 1곳입니다: 마포구 6억 8,000만원 (2026년 2월)"),
        ("전세 3억 5천 넘고 5억 이하인 구 어디", "ko", "곳은 1곳입니다: 은평구 3억 9,000만원 (2026년 2월)"),
        ("전세 3억 이하인 구 어디야", "ko", "없습니다. 가장 가까운 것은 노원구 3억 4,000만원입니다 (2026년 2월)"),
        (
            "which districts have jeonse under ₩500 million",
            "en",
            "Mean deposit under ₩500 million (2 of 3, jeonse): "
            "Eunpyeong-gu ₩390 million, Nowon-gu ₩340 million (February 2026)",
        ),
    ],
)
def test_places_within_a_bound_are_named(question: str, language: str, says: str, rows: Any) -> None:
    assert says in lead(question, HOMES, PRICES, rows, **SEOUL, language=language)


@pytest.mark.parametrize(
    "question",
    [
        "전세 6억 넘는 동네",  # no question
        "전세 60㎡ 이하인 구 어디야",  # of another figure than the price
        "전세 거래 5건 이하인 구 어디야",
    ],
)
def test_a_bound_of_something_else_finds_no_places(question: str) -> None:
    assert "곳입니다" not in lead(question, HOMES, PRICES, PLACES, **SEOUL)


def test_places_of_rows_cut_off_are_not_counted() -> None:
    found = analysed(material("전세 5억 이하인 구 어디어디야", HOMES, PRICES, PLACES, **SEOUL, complete=False))
    assert found is not None and found.refused is not None
    assert found.refused.reason == "incomplete"


THREE_DAYS = (
    reading("2026-07-07", 20, 30.1),
    reading("2026-07-08", 146.9, 181.9),
    reading("2026-07-09", 99.9, 122.4),
)


@pytest.mark.parametrize(
    ("question", "language", "says"),
    [
        ("worst day for raw water turbidity in july", "en", "was on 8 July 2026 (181.9 NTU) [2]"),
        ("7월에 원수 탁도 최악인 날", "ko", "2026년 7월 8일(181.9 NTU)입니다 [2]"),
        ("second highest day for raw turbidity", "en", "8 July 2026 181.9 NTU, 9 July 2026 122.4 NTU"),
        ("원수 탁도 두번째로 높은 날", "ko", "2026년 7월 8일 181.9 NTU, 2026년 7월 9일 122.4 NTU"),
        ("원수 탁도 최고는", "ko", "2026년 7월 8일로, 181.9 NTU입니다"),
    ],
)
def test_days_are_ranked_and_called_by_their_day(question: str, language: str, says: str) -> None:
    one: dict[str, Any] = {"period": ("2026-07..2026-07",), "point": ("raw",), "parameter": ("turbidity",)}
    sentence = lead(question, WATER, "readings", THREE_DAYS, language=language, **one)
    assert says in sentence and "2026-07" not in sentence
