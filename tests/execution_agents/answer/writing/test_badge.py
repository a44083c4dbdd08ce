"""The badge: when the reused data came, how old it is, in the pack's time zone and the person's language."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from execution_agents.answer.writing.badge import reuse_badge
from foundation.contracts.work import TypeDecision
from tests.execution_agents.answer.turns import asked, batch, figures_over_sales, law, price, reused, sale

SIX = batch("market", *(price("2026-02", 1, band=f"{at}") for at in range(6)))


@pytest.mark.parametrize(
    ("language", "badge"),
    [
        ("ko", "10:42 자료 6건 재사용 · 3분 전, 원본 변경 없음 · 다시 검색"),
        ("en", "6 results from 10:42 reused (3 min old, source unchanged) · Search again"),
    ],
)
def test_a_reused_answer_says_when_its_data_came(language: str, badge: str) -> None:
    assert reuse_badge(asked("?", SIX, language=language, decisions=(reused("market"),))) == badge


@pytest.mark.parametrize(
    ("language", "badge"),
    [
        ("ko", "시세: 10:42 자료 6건 재사용 · 3분 전, 원본 변경 없음 · 법령: 새로 검색 · 다시 검색"),
        ("en", "Prices: 6 results from 10:42 reused (3 min old, source unchanged) · Law: searched · Search again"),
    ],
)
def test_partial_reuse_is_shown_per_type(language: str, badge: str) -> None:
    decisions = (reused("market"), TypeDecision(data_type="legal", decision="searched"))
    assert reuse_badge(asked("?", SIX, law(), language=language, decisions=decisions)) == badge


@pytest.mark.parametrize(
    ("age", "ko", "en"),
    [
        (0, "방금", "just now"),
        (59, "방금", "just now"),
        (60, "1분 전", "1 min old"),
        (3_599, "59분 전", "59 min old"),
        (3_600, "1시간 전", "1 h old"),
        (86_399, "23시간 전", "23 h old"),
        (86_400, "1일 전", "1 day old"),
        (172_800, "2일 전", "2 days old"),
        (None, "3분 전", "3 min old"),
    ],
)
def test_ages_at_every_boundary(age: int | None, ko: str, en: str) -> None:
    for language, words in (("ko", ko), ("en", en)):
        badge = reuse_badge(asked("?", SIX, language=language, decisions=(reused("market", age_s=age),)))
        assert badge is not None
        assert f" {words}," in badge or f"({words}," in badge


@pytest.mark.parametrize(
    ("change", "ko"),
    [
        ({"source_changed": True}, "10:42 자료 6건 재사용 · 3분 전, 원본 변경됨 · 다시 검색"),
        ({"fetched_at": None, "age_s": None}, "자료 6건 재사용 · 시각 모름, 원본 변경 없음 · 다시 검색"),
        (
            {"fetched_at": datetime(2026, 2, 18, 15, 30, tzinfo=UTC), "age_s": 90_000},
            "2월 19일 00:30 자료 6건 재사용 · 1일 전, 원본 변경 없음 · 다시 검색",
        ),
    ],
)
def test_what_else_the_badge_tells(change: dict[str, Any], ko: str) -> None:
    assert reuse_badge(asked("?", SIX, decisions=(reused("market", **change),))) == ko


def test_computed_figures_are_not_counted_as_results() -> None:
    evidence = batch("market", figures_over_sales(2, 1), sale("가", "2026-01-02", 1))
    badge = reuse_badge(asked("?", evidence, language="en", decisions=(reused("market"),)))
    assert badge is not None
    assert badge.startswith("1 result from")


def test_nothing_reused_has_no_badge() -> None:
    assert reuse_badge(asked("?", SIX, decisions=(TypeDecision(data_type="market", decision="searched"),))) is None


@pytest.mark.parametrize(
    ("language", "words"), [("ko", "· 2026년 2월 기준, 3분 전,"), ("en", "(as of February 2026, 3 min old,")]
)
def test_the_age_of_the_data_is_its_own_beside_when_it_was_found(language: str, words: str) -> None:
    decision = reused("market", as_of=date(2026, 2, 1))
    badge = reuse_badge(asked("?", SIX, language=language, decisions=(decision,)))
    assert badge is not None
    assert words in badge
