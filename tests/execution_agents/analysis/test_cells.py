"""What the shipped table's figures are called depends on the deal: the amounts of a lease are deposits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from execution_agents.analysis.cells import cells_of, english_words, line_of, number_words, title_of
from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import EvidenceItem, FieldValue
from foundation.domains.loading.loader import load_pack
from tests.execution_agents.answer.turns import asked, batch, price, row

SHIPPED = load_pack(Path(__file__).parents[3] / "packs" / "real_estate")
WATER = load_pack(Path(__file__).parents[3] / "packs" / "water_treatment")


def month(deal: str, region: str = "서울 마포구") -> EvidenceItem:
    """One monthly row of the shipped table."""
    fields: dict[str, FieldValue] = {"region": region, "deal": deal, "housing_type": "apartment", "month": "2026-02"}
    fields |= {"area_band": "전체", "trades": 40, "mean_won": 100_000_000, "median_won": 90_000_000}
    fields |= {"min_won": 10_000_000, "max_won": 500_000_000, "mean_area_m2": 70.5}
    fields["mean_monthly_rent_won"] = 850_000 if deal == "monthly" else None
    return row("district_prices", f"{region} {deal}", fields)


def single(deal: str) -> EvidenceItem:
    """One single transaction."""
    fields: dict[str, FieldValue] = {"complex": "단지", "region": "서울 마포구", "deal": deal, "month": "2026-02"}
    fields |= {"area_m2": 84.9, "floor": 3, "price_won": 50_000_000}
    fields["monthly_rent_won"] = 850_000 if deal == "monthly" else 0
    return row("trades", f"단지 84.9㎡ {deal}", fields)


def computed(deal: str) -> EvidenceItem:
    """Figures over single transactions."""
    fields: dict[str, FieldValue] = {"deal": deal, "rows": 2, "price_won_mean": 50_000_000, "price_won_min": 1_000_000}
    fields |= {"price_won_max": 60_000_000}
    if deal == "monthly":
        fields["monthly_rent_won_mean"] = 855_000
    return row("trades", deal, fields, derived=True)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ko", ("보증금 평균 1억원", "보증금 중위 9,000만원", "평균 월세 85만원")),
        ("en", ("Mean deposit ₩100 million", "Median deposit ₩90 million", "Mean monthly rent ₩850,000")),
    ],
)
def test_monthly_rent_tells_the_rent_and_calls_deposits_deposits(language: str, says: tuple[str, ...]) -> None:
    text = extractive_answer(asked("마포구 월세", batch("market", month("monthly")), language=language, pack=SHIPPED))
    for words in says:
        assert words in text


@pytest.mark.parametrize(
    ("deal", "says"), [("jeonse", ": 거래 건수 40건, 보증금 평균"), ("sale", ": 거래 건수 40건, 평균 1억원")]
)
def test_jeonse_is_a_deposit_and_a_sale_a_price(deal: str, says: str) -> None:
    assert says in extractive_answer(asked("마포구", batch("market", month(deal)), pack=SHIPPED))


def test_an_english_answer_names_places_and_bands_in_english() -> None:
    text = extractive_answer(asked("Mapo-gu", batch("market", month("jeonse")), language="en", pack=SHIPPED))
    assert text.startswith("Mapo-gu jeonse: mean deposit ")
    assert "Mapo-gu, Seoul jeonse flats all areas (February 2026)" in text


def test_figures_called_otherwise_stand_in_tables_of_their_own() -> None:
    rows = batch("market", month("sale"), month("jeonse"), month("monthly"))
    text = extractive_answer(asked("마포구", rows, pack=SHIPPED))
    assert "/보증금" not in text
    sales, leases = (part for part in text.split("\n\n") if part.startswith("|"))
    assert "| 평균 |" in sales and "월세" not in sales
    assert "| 보증금 평균 |" in leases and "| 85만원 |" in leases


@pytest.mark.parametrize(
    ("deal", "columns", "summary"),
    [
        (
            "monthly",
            "| 보증금 | 월세 |",
            "보증금 평균 5,000만원, 보증금 최저 100만원, 보증금 최고 6,000만원, 월세 평균 85만 5,000원",
        ),
        ("jeonse", "| 보증금 | 출처 |", "보증금 평균 5,000만원"),
        ("sale", "| 매매가 | 출처 |", "매매가 평균 5,000만원"),
    ],
)
def test_single_transactions_name_their_amounts_by_the_deal(deal: str, columns: str, summary: str) -> None:
    text = extractive_answer(asked("마포구", batch("market", computed(deal), single(deal)), pack=SHIPPED))
    assert columns in text
    assert summary in text


@pytest.mark.parametrize("deal", ["sale", "monthly"])
def test_figures_stand_in_one_order_whatever_order_they_were_stored_in(deal: str) -> None:
    fetched = computed(deal)
    stored = fetched.model_copy(update={"fields": dict(reversed(fetched.fields.items()))})
    said = [extractive_answer(asked("마포구", batch("market", each), pack=SHIPPED)) for each in (fetched, stored)]
    assert said[0] == said[1]
    assert said[0].index("평균") < said[0].index("최저") < said[0].index("최고")


def banded(band: str, when: str, trades: int) -> EvidenceItem:
    """One band's sales of one month."""
    return price(when, 300_000_000, band=band).model_copy(
        update={
            "source": "district_prices",
            "fields": {
                "region": "대구 달서구",
                "deal": "sale",
                "housing_type": "apartment",
                "area_band": band,
                "month": when,
                "trades": trades,
                "mean_won": 300_000_000,
            },
        }
    )


BANDS = (
    banded("135㎡ 초과", "2026-01", 6),
    banded("60㎡ 이하", "2026-02", 48),
    banded("60~85㎡", "2026-02", 100),
    banded("전체", "2026-02", 148),
)


def test_one_table_holds_one_month_and_the_whole_comes_first() -> None:
    text = extractive_answer(asked("달서구 5억 이하 아파트 평균 매매가", batch("market", *BANDS), pack=SHIPPED))
    assert [line.split("|")[1].strip() for line in text.splitlines() if "| 2026년 2월 |" in line] == [
        "전체",
        "60~85㎡",
        "60㎡ 이하",
    ]
    assert "6건" not in text
    assert text.endswith("(2026년 2월 자료가 없는 구간과 그 마지막 달: 135㎡ 초과 (2026년 1월))")


def test_the_same_in_english_words() -> None:
    text = extractive_answer(
        asked("What is the average sale price in Dalseo-gu?", batch("market", *BANDS), pack=SHIPPED, language="en")
    )
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert rows[2].startswith("| all areas | February 2026 |")
    assert text.endswith("(No data for February 2026; the last month with data: over 135 m² (January 2026))")


def elsewhere(one: EvidenceItem, region: str) -> EvidenceItem:
    """The same row of another place."""
    return one.model_copy(update={"fields": {**one.fields, "region": region}, "item_id": f"{one.item_id}-{region}"})


def test_a_part_without_a_row_keeps_its_name_where_places_are_compared() -> None:
    both = (*BANDS, *(elsewhere(one, "대구 수성구") for one in BANDS))
    text = extractive_answer(asked("달서구와 수성구 아파트 매매가", batch("market", *both), pack=SHIPPED))
    assert "대구 달서구 135㎡ 초과 (2026년 1월), 대구 수성구 135㎡ 초과 (2026년 1월)" in text


MONTHS = tuple(
    banded(band, f"2025-{month:02d}", trades).model_copy(
        update={
            "item_id": f"{band}-{month}",
            "fields": {
                **banded(band, f"2025-{month:02d}", trades).fields,
                "mean_won": 300_000_000 + month * 10_000_000,
            },
        }
    )
    for month in (9, 10, 11)
    for band, trades in (("전체", 150), ("60㎡ 이하", 50))
)


@pytest.mark.parametrize(
    ("question", "language", "when", "change"),
    [
        (
            "달서구 아파트 매매가 추이 알려줘",
            "ko",
            ["2025년 9월", "2025년 10월", "2025년 11월"],
            "2,000만원 올랐습니다",
        ),
        (
            "How have flat prices in Dalseo-gu changed?",
            "en",
            ["September 2025", "October 2025", "November 2025"],
            "went up by ",
        ),
    ],
)
def test_how_it_went_is_shown_month_by_month_of_the_whole(
    question: str, language: str, when: list[str], change: str
) -> None:
    text = extractive_answer(asked(question, batch("market", *MONTHS), pack=SHIPPED, language=language))
    rows = [line for line in text.splitlines() if line.startswith("|") and "[" in line]
    assert [next(month for month in when if f"| {month} |" in row) for row in rows] == when
    assert ("60㎡ 이하" if language == "ko" else "up to 60 m²") not in text
    assert change in text


NEWLYWEDS = row(
    "loan_products",
    "두레 신혼부부 전세대출",
    {
        "product": "두레 신혼부부 전세대출",
        "purpose": "전세자금",
        "deal": "jeonse",
        "rate_min": 1.9,
        "rate_max": 3.3,
        "limit_won": 250_000_000,
        "eligible": "혼인 7년 이내 또는 3개월 안에 결혼할 무주택 부부",
    },
)


def test_an_english_answer_leaves_a_description_in_korean_to_its_source() -> None:
    text = extractive_answer(
        asked("Who may apply for the newlywed jeonse loan?", batch("loan", NEWLYWEDS), pack=SHIPPED, language="en")
    )
    in_korean = extractive_answer(asked("혼인 7년 이내 신혼부부 대출은?", batch("loan", NEWLYWEDS), pack=SHIPPED))
    assert "혼인 7년 이내" in in_korean
    assert "Dure newlywed jeonse loan" in text
    assert "Who may apply: given in Korean, see the source" in text
    assert not re.search("[가-힣]", text)


def test_an_english_answer_names_places_loans_and_laws_in_english() -> None:
    row = banded("전체", "2026-02", 148)
    assert title_of(row.model_copy(update={"title": "대구 달서구 2026-02 전체"}), SHIPPED, "en") == (
        "Daegu Dalseo-gu February 2026 all areas"
    )
    assert english_words("대구 달서구 상인동", SHIPPED) == "상인동, Daegu Dalseo-gu"
    assert english_words("새움 청년 전세대출", SHIPPED) == "Saeum youth jeonse loan"
    article = row.model_copy(update={"fields": {}, "title": "주택임대차보호법 제3조의3(임차권등기명령): 이사할 때"})
    assert title_of(article, SHIPPED, "en") == ("Housing Lease Protection Act, Article 3-3 (주택임대차보호법 제3조의3)")
    assert title_of(article, SHIPPED, "ko") == article.title


def test_a_document_of_pages_is_cited_with_its_page() -> None:
    page = banded("전체", "2026-02", 148).model_copy(
        update={"fields": {}, "title": "규정 > 제3조", "uri": "file:규정.pdf#page=12"}
    )
    assert title_of(page, SHIPPED, "ko") == "규정 > 제3조 (12쪽)"
    assert title_of(page, SHIPPED, "en").endswith("(p. 12)")
    assert title_of(page.model_copy(update={"uri": "https://law.example/#제3조"}), SHIPPED, "ko") == "규정 > 제3조"


def test_the_ends_of_a_band_are_said_by_its_name_alone() -> None:
    wide = banded("135㎡ 초과", "2026-01", 6)
    ended = wide.model_copy(update={"fields": {**wide.fields, "area_above_m2": 135, "area_up_to_m2": 9999}})
    assert "135㎡ 초과" in line_of(ended, SHIPPED, "ko")
    assert "9,999" not in line_of(ended, SHIPPED, "ko")


def test_a_product_is_found_by_the_fields_word_for_the_persons() -> None:
    others = [
        row("loan_products", name, {"product": name, "deal": "jeonse", "rate_min": 3.0}) for name in ENGLISH_NAMES
    ]
    question = "Which jeonse loans are there for young people?"
    text = extractive_answer(asked(question, batch("loan", *others), pack=SHIPPED, language="en"))
    assert text.startswith("- Saeum youth jeonse loan")


ENGLISH_NAMES = ("이음 전세 갈아타기대출", "한빛 고액 전세대출", "새움 청년 전세대출")


def test_a_measured_value_keeps_all_its_digits() -> None:
    assert number_words(0.005, None, "ko", exact=True) == "0.005"
    assert number_words(0.003226, None, "ko") == "0.0032"


def test_a_row_called_by_its_day_says_it_in_words() -> None:
    fields: dict[str, FieldValue] = {"date": "2026-07-08", "point": "raw", "parameter": "turbidity", "max": 181.9}
    item = row("readings", "2026-07-08", fields)
    assert title_of(item, WATER, "ko") == "2026년 7월 8일"


def test_figures_over_days_say_their_months_once() -> None:
    fields: dict[str, FieldValue] = {"point": "raw", "parameter": "turbidity", "date": "2026-07..2026-07", "rows": 31}
    fields |= {"first_time": "2026-07", "last_time": "2026-07", "mean_mean": 29.41}
    shown = [cell.shown for cell in cells_of(row("readings", "집계", fields, derived=True), WATER, "ko")]
    assert "2026년 7월" in shown and not any(".." in one for one in shown)
