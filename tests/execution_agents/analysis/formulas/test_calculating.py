"""What formulas come to in words: the result first, the working line by line, or why there is none."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from foundation.contracts.formulas import Analysis
from foundation.contracts.work import Evidence, EvidenceItem, FieldValue
from tests.execution_agents.analysis.formulas.talks import answered, asked_last, brief, pack_of

R, W, H = "real_estate", "water_treatment", "handbook"


def law(*titles: str) -> Evidence:
    """Passages of these titles."""
    items = tuple(
        EvidenceItem(item_id=title, content_hash=title, title=title, text=title, source="law_guide") for title in titles
    )
    return Evidence(
        evidence_id="e", session_id="s", run_id="r", data_type="legal", sources=("law_guide",), kind="documents",
        query="q", slots={}, items=items, fetched_at=datetime(2026, 11, 25, tzinfo=UTC), source_version="1",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "messages", "value", "unit", "lead"),
    [
        (R, ("3억 전세면 복비 얼마?",), "900000", "won", "최대 90만원"),
        (R, ("What is the brokerage fee for a 600 million won jeonse?",), "2400000", "won", "at most ₩2.4 million"),
        (R, ("보증금 2억4천, 5 % 올리면?",), "252000000", "won", "최대 2억 5,200만원"),
        (R, ("보증금 3억을 8% 올려달래. 최대 얼마까지야?",), "315000000", "won", "최대 3억 1,500만원"),
        (R, ("what's the broker fee on a 600m sale?",), "2400000", "won", "at most ₩2.4 million"),
        (
            R,
            ("what's the brokerage fee for a sale of a flat 500m from the station costing 600 million won?",),
            "2400000",
            "won",
            "at most ₩2.4 million",
        ),
        (R, ("7억 5천짜리 집 사면 취득세 얼마야?",), "16500000", "won", "1,650만원"),
        (H, ("3 nights in London plus dinner each, max total?",), "591", "pound", "At most £591"),
        (
            H,
            ("say 4 nights in london with brekkie and dinner every day, how much altogether",),
            "836",
            "pound",
            "At most £836",
        ),
        (H, ("I drove 12000 miles, what do i get",), "5000.00", "pound", "£5,000"),
        (W, ("PACl이 40 m³ 남았으면 며칠 버텨?",), "25", "days", "25일 버팁니다"),
    ],
)
def test_the_result_stands_first(pack: str, messages: tuple[str, ...], value: str, unit: str, lead: str) -> None:
    done = answered(pack, *messages)
    assert (done.value, done.unit) == (value, unit)
    assert lead in done.lead


def test_the_working_is_shown_with_its_figures() -> None:
    done = answered(R, "3억 전세면 복비 얼마?")
    assert done.working == ("거래금액: 3억원", "중개보수 상한: 3억원 × 0.3% = 90만원")


def test_the_article_is_cited_and_not_one_that_begins_alike() -> None:
    evidence = law("주택임대차보호법 제7조의2(월차임)", "주택임대차보호법 제7조(차임 등의 증감청구권)")
    done = answered(R, "보증금 2억4천, 5 % 올리면?", evidence=(evidence,))
    assert done.cites == ("주택임대차보호법 제7조(차임 등의 증감청구권)",)


def test_a_rule_out_of_its_time_works_nothing_out() -> None:
    done = answered(R, "2019년에 3억 전세였으면 복비 얼마?")
    assert done.refused == "out_of_period"
    assert done.value is None
    assert "2021-10-19" in done.lead


def test_a_missing_input_is_named_and_nothing_is_worked_out() -> None:
    done = answered(R, "보증금 2억을 월세로 바꾸면 얼마야?")
    assert (done.refused, done.value) == ("missing", None)
    assert done.missing == ("한국은행 기준금리",)
    assert "한국은행 기준금리가 필요합니다" in done.lead


def test_rows_that_nobody_has_are_no_input() -> None:
    done = answered(R, "방금 검색한 시세로 투자 수익률 계산해줘")
    assert done.refused == "missing"
    assert done.missing == ("매매가", "월세")


def test_an_earlier_value_is_said_to_be_one() -> None:
    done = answered(R, "연봉 5천이면 DSR 40 %로 얼마까지?", "금리 4%에 30년이면?")
    assert done.value == "349102067"
    assert "앞에서 말한 값: 연소득 5,000만원, DSR 40%" in done.notes
    assert {one["origin"] for one in done.operations[0]["inputs"]} == {"question", "conversation"}


@pytest.mark.parametrize(
    ("pack", "messages", "lead"),
    [
        (R, ("보증금 -3억 전세 복비",), "거래금액은 -3억원일 수 없어(최소 0원)"),
        (R, ("보증금 마이너스 3억 전세 복비",), "거래금액은 -3억원일 수 없어"),
        (R, ("2^999^999 원 전세 복비",), "2^999^999 원일 수 없어(최대 1,000조원)"),
        (R, ("매매가 1e400 원 취득세",), "1e400 원일 수 없어"),
        (R, ("대출 이자 3억 연 400% 30년이면 매달 얼마 갚아?",), "금리는 400%일 수 없어(최대 100%)"),
        (R, ("3억 대출 금리 4% 30년 월 상환액", "금리 -200%면?"), "금리는 -200%일 수 없어(최소 0%)"),
        (R, ("What is the brokerage fee for a -600 million won jeonse?",), "cannot be -₩600 million (at least ₩0)"),
        (H, ("-3 nights in London, max total?",), "cannot be -3 nights (at least 0 nights)"),
        (H, ("I drove -120 miles, what do i get",), "cannot be -120 miles"),
        (W, ("CT value with -0.8 mg/L and 50 minutes?",), "cannot be -0.8 mg/L"),
    ],
)
def test_a_figure_that_cannot_be_is_said_and_not_worked_out(pack: str, messages: tuple[str, ...], lead: str) -> None:
    done = answered(pack, *messages)
    assert (done.refused, done.value) == ("out_of_bounds", None)
    assert lead in done.lead


@pytest.mark.parametrize(
    ("pack", "messages", "value"),
    [
        (R, ("보증금 - 3억 전세 복비",), "900000"),  # a list's mark
        (R, ("보증금: 3억-4억 전세 복비",), "900000"),
        (R, ("10^9 원 전세면 복비 얼마?",), "4000000"),
        (R, ("보증금 2억4천, 150 % 올리면?",), "252000000"),
        (R, ("보증금 -3억 전세 복비", "3억이면?"), "900000"),
        (H, ("I took 12 days - how many left?",), "15"),
        (H, ("max total for 3-4 nights in London?",), "660"),
    ],
)
def test_a_dash_that_is_no_sign_and_a_large_share_change_nothing(
    pack: str, messages: tuple[str, ...], value: str
) -> None:
    done = answered(pack, *messages)
    assert (done.refused, done.value) == (None, value)


def lent(*messages: str, ltv: int | None) -> Analysis:
    """What the last message comes to, after an answer about that loan."""
    asked = asked_last(R, *messages)
    assert asked is not None
    asked = asked.model_copy(update={"said_before": ("든든 고정금리 담보대출의 한도는 3억 6,000만원입니다.",)})
    return calculated(asked, brief(messages[-1], asked, (product(ltv),)), pack_of(R))


def product(ltv: int | None) -> Evidence:
    """The row of one loan."""
    fields: dict[str, FieldValue] = {"product": "든든 고정금리 담보대출", "limit_won": 360_000_000, "ltv": ltv}
    item = EvidenceItem(
        item_id="p", content_hash="p", title="든든 고정금리 담보대출", text="", source="loan_products", fields=fields
    )
    return law().model_copy(
        update={"items": (item,), "data_type": "loan", "sources": ("loan_products",), "kind": "table"}
    )


def district(jeonse: int, sale: int) -> Evidence:
    """The rows of one month of a district."""
    rows: list[dict[str, FieldValue]] = [
        {"deal": "jeonse", "mean_won": jeonse + 10_000_000, "median_won": jeonse},
        {"deal": "sale", "mean_won": sale, "median_won": sale},
    ]
    common: dict[str, FieldValue] = {"region": "서울 강남구", "housing_type": "apartment", "area_band": "전체"}
    items = tuple(
        EvidenceItem(
            item_id=str(row["deal"]), content_hash=str(row["deal"]), title="t", text="", source="district_prices",
            fields={**common, "month": "2026-02", "trades": 10, **row},
        )
        for row in rows
    )  # fmt: skip
    changes = {"items": items, "data_type": "market", "sources": ("district_prices",), "kind": "table"}
    return law().model_copy(update=changes)


@pytest.mark.parametrize(
    ("deposit", "points"), [("7억", ()), ("7억 1천만원", ("중위 7억원",)), ("9억", ("중위", "80%"))]
)
def test_a_deposit_above_the_local_median_is_a_point(deposit: str, points: tuple[str, ...]) -> None:
    done = answered(
        R, f"강남구에서 전세 보증금 {deposit}이면 전세가율은?", evidence=(district(700_000_000, 1_000_000_000),)
    )
    assert len(done.watch) == len(points)
    assert all(any(point in said for said in done.watch) for point in points)
    assert all(said.endswith("한도는 아님)") or said.endswith("어림 기준)") for said in done.watch)


def test_a_point_says_its_figure_its_limit_and_the_article() -> None:
    [said] = answered(R, "보증금 3억을 8% 올려달래. 최대 얼마까지야?").watch
    assert "8%" in said
    assert "상한 5%" in said
    assert "주택임대차보호법 제7조" in said


@pytest.mark.parametrize(
    ("messages", "value"),
    [
        (("집이 4억짜린데 최대 얼마?",), "280000000"),
        (("집이 4억짜린데 최대 얼마?", "6억이면?"), "360000000"),
        (("place costs 500m, how much of it could i borrow",), "350000000"),
    ],
)
def test_a_product_lends_its_share_of_the_price_and_its_limit_at_most(messages: tuple[str, ...], value: str) -> None:
    assert Decimal(lent(*messages, ltv=70).value or 0) == Decimal(value)


def test_a_product_without_such_a_share_works_nothing_out() -> None:
    assert lent("집이 4억짜린데 최대 얼마?", ltv=None).refused == "missing"
