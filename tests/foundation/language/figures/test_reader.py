"""Figures of a text: the same amount however it is written, and nothing that stands nowhere passes."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.answer.checks.numbers import check_numbers
from foundation.domains.schema.answering import CheckFigures
from foundation.language.figures.reader import figures_of

CHECK = CheckFigures()


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("3억 2,000만원", 320_000_000, "won"),
        ("3억 2천만 원", 320_000_000, "won"),
        ("1억 6천5백만원", 165_000_000, "won"),
        ("1천5백만 원", 15_000_000, "won"),
        ("1조 2,000억원", 1_200_000_000_000, "won"),
        ("5천원", 5_000, "won"),
        ("320,000,000원", 320_000_000, "won"),
        ("KRW 320 million", 320_000_000, "won"),
        ("1.2 billion won", 1_200_000_000, "won"),
        ("₩5,000", 5_000, "won"),
        ("₩320 million", 320_000_000, "won"),
        ("₩ 1,230 million", 1_230_000_000, "won"),
        ("3만 명", 30_000, "plain"),
        ("5%", 5, "percent"),
        ("５％", 5, "percent"),
        ("5퍼센트", 5, "percent"),
        ("5 percent", 5, "percent"),
        ("20분의 1", 5, "percent"),
        ("84.9㎡", Decimal("84.9"), "area"),
        ("84.9 m²", Decimal("84.9"), "area"),
        ("45건", 45, "plain"),
    ],
)
def test_one_figure(text: str, value: int | Decimal, kind: str) -> None:
    [figure] = figures_of(text)
    assert (figure.value, figure.kind) == (value, kind)


def test_dates_are_their_parts() -> None:
    for text in ("2026-02-16", "2026년 2월 16일", "February 16, 2026", "16 February 2026", "2026. 2. 16."):
        [figure] = figures_of(text)
        assert (figure.kind, figure.parts) == ("date", (2026, 2, 16)), text


@pytest.mark.parametrize(
    ("answer", "evidence", "missing"),
    [
        ("평균은 3억 2,000만원입니다 [1].", "평균 320,000,000원", ()),
        ("평균은 3억 2,100만원입니다 [1].", "평균 320,000,000원", ("3억 2,100만원",)),
        ("약 3억 2천만원입니다.", "평균 318,234,567원", ()),
        ("3억 2천만원입니다.", "평균 318,234,567원", ("3억 2천만원",)),
        ("약 3억 5천만원입니다.", "평균 318,234,567원", ("3억 5천만원",)),
        ("about KRW 320 million", "mean 318,234,567 won", ()),
        ("5%까지 올릴 수 있습니다.", "20분의 1을 넘지 못한다", ()),
        ("8%까지 올릴 수 있습니다.", "20분의 1을 넘지 못한다", ("8%",)),
        ("5%까지입니다.", "제5조", ("5%",)),
        ("제7조에 따릅니다.", "제7조", ()),
        ("제8조에 따릅니다.", "제7조 제3항", ("제8조",)),
        ("자료에 나와 있지 않습니다.", "제7조", ()),
        ("1. 첫째, 5%입니다.\n2. 둘째입니다.", "5%", ()),
        ("3개 상품이 있습니다.", "상품 목록", ()),
        ("4개 상품이 있습니다.", "상품 목록", ("4개",)),
        ("3퍼센트입니다.", "상품 목록", ("3퍼센트",)),
    ],
)
def test_every_figure_must_stand_in_the_evidence(answer: str, evidence: str, missing: tuple[str, ...]) -> None:
    check = check_numbers(answer, figures_of(evidence), CHECK, frozenset({3}))
    assert check.unsupported == missing
    assert (check.preserved == 1.0) is (not missing)


def test_the_preserved_share_is_of_all_figures() -> None:
    assert check_numbers("5%와 8%", figures_of("5%"), CHECK).preserved == 0.5


@given(st.text(max_size=200))
def test_any_text_supports_its_own_figures_and_nothing_breaks(text: str) -> None:
    assert (
        check_numbers(text, figures_of(text), CHECK).unsupported
        == check_numbers(text, figures_of(text), CHECK).unsupported
    )


@given(st.integers(2, 10**9), st.integers(2, 10**9))
def test_another_number_is_never_supported_by_a_number(one: int, other: int) -> None:
    unsupported = check_numbers(f"값 {one}", figures_of(f"값 {other}"), CHECK).unsupported
    assert bool(unsupported) is (one != other)


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("1억 5천", 150_000_000, "won"),
        ("3억 2000", 320_000_000, "won"),
        ("2억 4천인데", 240_000_000, "won"),
        ("삼억 오천", 350_000_000, "won"),
        ("9천500만원", 95_000_000, "won"),
        ("1억4천500만원", 145_000_000, "won"),
        ("사십오만 원입니다", 450_000, "won"),
        ("3억대", 300_000_000, "won"),
        ("1억 5,000원", 100_005_000, "won"),
        ("$1.5m", 1_500_000, "dollar"),
        ("300k won", 300_000, "won"),
        ("두 달러", 2, "dollar"),
        ("5 million dollars", 5_000_000, "dollar"),
        ("10%p", 10, "points"),
        ("5 percentage points", 5, "points"),
        ("100 square feet", Decimal("9.290304"), "area"),
        ("16 GB", 16_000_000, "bytes"),
        ("16gb", 16_000_000, "bytes"),
        ("5 mW", 5, "plain"),
        ("80 million a year", 80_000_000, "plain"),
        ("영하 5도", -5, "celsius"),
        ("three times a day", 3, "plain"),
        ("two dozen", 24, "plain"),
        ("one and a half years", 18, "months"),
        ("제3장", 3, "chapter"),
        ("일주일", 604_800, "time"),
    ],
)
def test_shorthand_letters_and_units_around_a_number(text: str, value: int | Decimal, kind: str) -> None:
    [figure] = figures_of(text)
    assert (figure.value, figure.kind) == (value, kind)


def test_a_month_before_an_amount_is_no_day() -> None:
    assert [(one.kind, one.text) for one in figures_of("may 5 million won")] == [("won", "5 million won")]
    assert [(one.kind, one.parts) for one in figures_of("May 5, 2026")] == [("date", (2026, 5, 5))]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("im on 48k", 48_000, "plain"),
        ("3.5k", 3_500, "plain"),
        ("48K won", 48_000, "won"),
        ("24퍼", 24, "percent"),
        ("24퍼나 되나", 24, "percent"),
        ("6.5퍼예요", Decimal("6.5"), "percent"),
        ("20퍼라던데", 20, "percent"),
        ("3만2천 유로", 32_000, "euro"),
        ("4만 2천 달러", 42_000, "dollar"),
        ("300 K", 300, "plain"),
        ("24퍼즐", 24, "plain"),
        ("3퍼레이드", 3, "plain"),
        ("5 km", 5_000, "length"),
        ("5kg", 5, "mass"),
    ],
)
def test_a_thousand_and_a_per_cent_in_short(text: str, value: int | Decimal, kind: str) -> None:
    assert [(one.value, one.kind) for one in figures_of(text)] == [(value, kind)]
