"""A length of time lies between the period in focus and the one so long before it, or those two that were shown."""

from __future__ import annotations

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.shown_before import over_what_was_shown
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")
FEBRUARY = "강남구 전세 시세 2026년 2월"


@pytest.mark.parametrize(
    ("questions", "periods"),
    [
        ((FEBRUARY, "한달새 몇 프로나 오른거야"), {"2026-01..2026-01", "2026-02..2026-02"}),
        ((FEBRUARY, "1년 사이 얼마나 올랐어?"), {"2025-02..2025-02", "2026-02..2026-02"}),
        ((FEBRUARY, "2026년 1월은?", "한달새 얼마나 올랐어"), {"2026-01..2026-01", "2026-02..2026-02"}),
        (("2026년 2월 마포 전세 1년새 얼마나 올랐어?",), {"2025-02..2025-02", "2026-02..2026-02"}),
        ((f"{FEBRUARY}이랑 2025년 11월", "1년 사이 얼마나 올랐어?"), {"2025-02..2025-02", "2026-02..2026-02"}),
        ((f"{FEBRUARY}이랑 2025년 11월", "석 달 새 얼마나 올랐어?"), {"2025-11..2025-11", "2026-02..2026-02"}),
        (("Jeonse in Mapo-gu in February 2026", "how did it change over three months?"),
         {"2025-11..2025-11", "2026-02..2026-02"}),
    ],
)  # fmt: skip
def test_a_length_is_between_two_periods(questions: tuple[str, ...], periods: set[str]) -> None:
    assert set(talk(*questions, pack=PACK)[-1].slot_values()["period"]) == periods


@pytest.mark.parametrize("question", ["한 달 안에 얼마나 팔렸어?", "1년 사이 거래 몇 건이야"])
def test_nothing_changed_over_it_and_the_period_stays(question: str) -> None:
    assert talk(FEBRUARY, question, pack=PACK)[-1].slot_values()["period"] == ("2026-02..2026-02",)


def test_since_then_runs_until_the_newest() -> None:
    before, last = talk("강남구 전세 시세 2025년 9월", "그 뒤로 얼마나 올랐어?", pack=PACK)
    context = context_of("그 뒤로 얼마나 올랐어?", [exchange_of(before)], pack=PACK)
    assert over_what_was_shown(last, context).slot_values()["period"] == ("2025-09..2026-02",)


def test_a_month_that_changed_is_compared_with_the_newest_shown_unnamed() -> None:
    question = "2026년 1월보다 오른거야?"
    before, last = talk("마포구 매매 평균 얼마야?", question, pack=PACK)
    answer = "마포구 매매 평균은 12억 1,641만원입니다 (2026년 2월, 22건) [4]."
    context = context_of(question, [exchange_of(before, answer)], pack=PACK)
    periods = over_what_was_shown(last, context).slot_values()["period"]
    assert set(periods) == {"2026-01..2026-01", "2026-02..2026-02"}
