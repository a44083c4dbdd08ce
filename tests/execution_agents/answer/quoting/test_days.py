"""A day named where rows are picked by months is mentioned in a notice."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.days import day_notice
from foundation.domains.schema.pack import Slot
from tests.execution_agents.answer.turns import PACK, asked, batch, law, passage, price

PERIOD = Slot(name="period", label={"ko": "기간", "en": "Period"}, parser="period")
DATED = PACK.model_copy(update={"slots": (*(slot for slot in PACK.slots if slot.parser != "period"), PERIOD)})
MARCH = batch("market", price("2026-03", 300_000_000)).model_copy(update={"slots": {"period": ("2026-03..2026-03",)}})


@pytest.mark.parametrize(
    ("question", "language", "day"),
    [
        ("2026년 3월 5일 달서구 시세는?", "ko", "3월 5일"),
        ("2026-03-05 시세", "ko", "2026-03-05"),
        ("Prices in Dalseo on March 5, 2026", "en", "March 5"),
        ("Prices on the 5th of March 2026", "en", "5th of March"),
    ],
)
def test_a_day_is_said_to_be_answered_by_its_month(question: str, language: str, day: str) -> None:
    notice = day_notice(asked(question, MARCH, language=language, pack=DATED))
    assert day in notice
    assert ("2026년 3월" if language == "ko" else "March 2026") in notice


@pytest.mark.parametrize("question", ["2026년 3월 시세는?", "Prices in March 2026", "3월 30일간의 시세", "제3조 5일"])
def test_a_month_or_a_number_of_days_is_no_day(question: str) -> None:
    assert day_notice(asked(question, MARCH, pack=DATED)) == ""


def test_what_is_shown_is_named_and_not_what_was_asked() -> None:
    february = batch("market", price("2026-02", 300_000_000)).model_copy(update={"slots": MARCH.slots})
    notice = day_notice(asked("3월 15일까지 거래된 시세는?", february, pack=DATED))
    assert "2026년 2월" in notice
    assert "2026년 3월" not in notice


def test_a_day_that_was_read_is_the_sources_to_speak_of() -> None:
    read = MARCH.model_copy(update={"slots": {"period": ("2026-03-15..2026-03-15",)}})
    assert day_notice(asked("3월 15일 시세는?", read, pack=DATED)) == ""


def test_passages_are_not_picked_by_month() -> None:
    assert (
        day_notice(asked("3월 5일에 계약했는데 언제까지야?", law(passage("p", "법", "한 달 안에.")), pack=DATED)) == ""
    )
