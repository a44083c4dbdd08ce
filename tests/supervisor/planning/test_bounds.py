"""However much somebody writes: what is read of it is bounded, and reading it is linear."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.memory.history import PAST_CHARACTERS, READ_BACK, exchanges_from_history, worth_reading
from supervisor.planning.bounds import READ_CHARACTERS, READ_VALUES, as_read
from supervisor.planning.context import TurnContext
from supervisor.planning.reading import read_question
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of

PACK = load_pack(shipped_packs() / "real_estate")
SYLLABLES = [chr(code) for code in range(0xAC00, 0xD7A4, 97)]
PLACES = " ".join(f"{one}{two}동" for one in SYLLABLES for two in SYLLABLES)
HEAVY = {
    "places": PLACES,
    "places and others instead": "강남구 말고 서초구 " * 2_000,
    "all kinds": "강남구 3월 3억 30평 전세 " * 2_000,
    "pointing words": "그 지역 " * 3_000,
    "one place of many": "동구 " * 3_000,
}


def unread(text: str) -> TurnContext:
    """A turn of a pack nothing was read with yet: what was read once is kept."""
    return context_of(text, pack=PACK.model_copy(update={"slots": (*PACK.slots,)}))


def calls_of(work: Callable[[], object]) -> int:
    """How many functions (each step of a generator is one) the work calls: a measure no busy machine changes."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def test_a_long_question_is_read_at_its_beginning_and_its_end() -> None:
    pasted = "임대차 계약서 제1조 목적물. " * 400
    long = understand(context_of(f"{pasted} 대구 달서구 아파트 매매 시세 알려줘", pack=PACK))
    assert long.slot_values()["region"] == ("대구 달서구",)
    assert long.read_in_part
    assert max(len(long.question), len(long.standalone)) <= READ_CHARACTERS
    assert long.question.startswith("임대차 계약서")


def test_a_question_of_usual_length_is_read_whole() -> None:
    short = understand(context_of("대구 달서구 아파트 매매 시세 알려줘", pack=PACK))
    assert not short.read_in_part
    assert as_read("가" * READ_CHARACTERS) == "가" * READ_CHARACTERS


@pytest.mark.parametrize("length", [READ_CHARACTERS + 1, 8_000])
def test_what_was_cut_is_not_cut_again(length: int) -> None:
    once = as_read("".join(SYLLABLES * 80)[:length])
    assert len(once) == READ_CHARACTERS
    assert as_read(once) == once


def test_no_search_has_more_conditions_than_a_person_means() -> None:
    many = understand(context_of(f"{PLACES[:1_500]} 시세 알려줘", pack=PACK))
    assert len(many.slots) == READ_VALUES
    assert many.read_in_part


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_reading_four_times_as_much_takes_four_times_the_work(text: str) -> None:
    lengths = READ_CHARACTERS // 4, READ_CHARACTERS
    few, many = (calls_of(partial(read_question, unread(text[:size]))) for size in lengths)
    assert many <= 5 * few


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_reading_takes_no_more_work_however_long_the_question_is(text: str) -> None:
    most, longer = (calls_of(partial(understand, unread(text[:size]))) for size in (READ_CHARACTERS, 8_000))
    assert longer <= 2 * most


async def test_of_a_history_the_last_questions_are_kept_and_read() -> None:
    lines = [("user", f"{number}번째 질문: {PLACES[:15_000]}") for number in range(25)]
    answers = [("assistant", "평균 5억입니다. " * 1_000)] * 25
    history = [line for pair in zip(lines, answers, strict=True) for line in pair]
    kept = worth_reading(history)
    assert [said[: said.index(":")] for role, said in kept if role == "user"] == [
        f"{n}번째 질문" for n in range(19, 25)
    ]
    assert sum(len(said) for _, said in kept) <= READ_BACK * (PAST_CHARACTERS + 600)
    assert worth_reading(kept) == kept, "the run reads the same that was kept of it"
    assert await exchanges_from_history(kept, context_of("그럼 서초구는?", pack=PACK)) == await exchanges_from_history(
        history, context_of("그럼 서초구는?", pack=PACK)
    )


async def test_a_history_is_read_one_question_after_the_other() -> None:
    works: list[object] = []

    async def compute(work: Callable[[], Any]) -> Any:
        works.append(work)
        return work()

    context = context_of("그럼 서초구는?", pack=PACK, compute=compute)
    await exchanges_from_history([("user", "대구 달서구 시세"), ("user", "전세는?")], context)
    assert len(works) == 2, "each gives way to shorter ones"
