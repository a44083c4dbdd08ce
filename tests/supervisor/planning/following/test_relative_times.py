"""A time relative to the one in focus is the conversation's; deadlines and what is seen from today stay as typed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.relative_times import with_times_resolved
from supervisor.planning.requests import understood
from tests.supervisor.planning.talks import context_of, exchange_of

NOW = datetime(2026, 11, 28, tzinfo=UTC)
PACKS = {name: load_pack(shipped_packs() / name) for name in ("real_estate", "water_treatment", "handbook")}
FEBRUARY = "강남구 전세 시세 2026년 2월"


async def read(pack: str, *questions: str, answer: str = "") -> list[Understanding]:
    """Every question of a conversation, each answered alike."""
    found: list[Understanding] = []
    for question in questions:
        exchanges = [exchange_of(one, answer) for one in found]
        understanding, _ = await understood(context_of(question, exchanges, pack=PACKS[pack], now=NOW))
        found.append(understanding)
    return found


@pytest.mark.parametrize(
    ("pack", "questions", "periods"),
    [
        ("real_estate", (FEBRUARY, "마포만 그 전달 걸로 보여줘"), ["2026-01..2026-01"]),
        ("real_estate", (FEBRUARY, "한 달 전엔요?"), ["2026-01..2026-01"]),
        ("real_estate", (FEBRUARY, "전월이랑 비교하면?"), ["2026-01..2026-01", "2026-02..2026-02"]),
        ("real_estate", (FEBRUARY, "전월 대비 얼마나 올랐어?"), ["2026-01..2026-01", "2026-02..2026-02"]),
        (
            "real_estate",
            ("강남구 전세 시세 2026년 1월이랑 2월", "전월 대비 얼마나 올랐어?"),
            ["2026-01..2026-01", "2026-02..2026-02"],
        ),
        ("real_estate", ("2026년 2월 용산구 전세 전월 대비 올랐어?",), ["2026-02..2026-02", "2026-01..2026-01"]),
        ("real_estate", (FEBRUARY, "1년 뒤에는요?", "그새 얼마나 올랐어"), ["2026-02..2026-02", "2027-02..2027-02"]),
        ("real_estate", ("Jeonse in Mapo-gu in February 2026", "the month before?"), ["2026-01..2026-01"]),
        ("water_treatment", ("9월 원수 탁도 평균", "전월은?"), ["2026-08..2026-08"]),
        ("water_treatment", ("8월 15일 원수 탁도 평균은?", "그 전날은?"), ["2026-08-14..2026-08-14"]),
        ("water_treatment", ("8월이랑 9월 원수 탁도 평균은?", "그 전 달은?"), ["2026-07..2026-07"]),
        ("handbook", ("Which holidays are there in May?", "next month?"), ["2026-06..2026-06"]),
    ],
)
async def test_it_is_read_from_the_period_in_focus(pack: str, questions: tuple[str, ...], periods: list[str]) -> None:
    assert list((await read(pack, *questions))[-1].slot_values()["period"]) == periods


@pytest.mark.parametrize(
    ("pack", "questions"),
    [
        ("real_estate", (FEBRUARY, "두 달 전에 통지 안하면 어떻게 돼?")),
        ("real_estate", (FEBRUARY, "반년 전에 5% 올렸는데 또 올려도 되나요")),
        ("real_estate", (FEBRUARY, "3개월 뒤에 이사가는데 보증금은?")),
        ("real_estate", ("Jeonse in Mapo-gu in February 2026", "Can I leave a month earlier?")),
        ("real_estate", (FEBRUARY, "지난달은?")),
        ("water_treatment", ("9월 정수 탁도 평균은", "다음달에 잡힌 정비 뭐 있어?")),
        ("water_treatment", ("9월 정수 탁도 평균은", "교대 10분 전에 뭐 해야돼?")),
        ("handbook", ("Which holidays are there in May?", "I joined 2 months ago, can I use the dental plan?")),
        ("real_estate", ("전월 대비 강남구 전세 올랐어?",)),
    ],
)
async def test_deadlines_and_what_is_seen_from_today_stay(pack: str, questions: tuple[str, ...]) -> None:
    *before, last = questions
    exchanges = [exchange_of(one) for one in await read(pack, *before)]
    context = context_of(last, exchanges, pack=PACKS[pack], now=NOW)
    assert with_times_resolved(context) == context


async def test_without_a_month_asked_for_the_answer_says_which_is_in_focus() -> None:
    answer = "마포구 매매 아파트 평균은 12억 1,641만원입니다 (2026년 2월, 22건) [4]."
    last = (await read("real_estate", "마포구 아파트 매매 평균 얼마야?", "1년 전 같은 달은?", answer=answer))[-1]
    assert last.slot_values()["period"] == ("2025-02..2025-02",)


async def test_the_months_shown_are_kept_for_another_thing_measured() -> None:
    last = (await read("water_treatment", "6월하고 9월 원수 수온 평균 비교해줘", "toc도 같은 두달 비교해줘"))[-1]
    slots = last.slot_values()
    assert (slots["parameter"], slots["point"]) == (("toc",), ("raw",))
    assert (last.data_types, slots["period"]) == (("readings",), ("2026-06..2026-06", "2026-09..2026-09"))
