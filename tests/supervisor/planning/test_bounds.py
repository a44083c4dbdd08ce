"""However much somebody writes: what is read of it is bounded, and reading it is linear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.memory.history import PAST_CHARACTERS, READ_BACK, exchanges_from_history, worth_reading
from supervisor.planning.bounds import BLANKS, READ_CHARACTERS, READ_VALUES, as_read, closed_up
from supervisor.planning.context import TurnContext
from supervisor.planning.reading import read_question
from supervisor.planning.requests import MOST, MOST_READ, requests_of
from supervisor.planning.understanding import understand
from tests.calls import calls_of
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


def test_a_long_run_of_blanks_is_closed_up_and_nothing_is_left_unread() -> None:
    plain = understand(context_of("대구 달서구 아파트 매매 시세 알려줘", pack=PACK))
    spaced = understand(context_of(f"대구{' ' * 5_000}달서구 아파트\n{' ' * 900}\n매매 시세 알려줘", pack=PACK))
    assert spaced.slot_values() == plain.slot_values()
    assert not spaced.read_in_part
    assert len(spaced.question) < len(plain.question) + 3 * BLANKS
    assert closed_up("a \n b") == "a \n b"


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


@pytest.mark.parametrize(
    "text", ["\n1. 안녕하세요", "안녕? 고마워? ", "시세, 품, "], ids=["lines of a list", "questions", "clauses"]
)
async def test_a_message_of_many_parts_is_no_more_work_than_one_of_a_few(text: str) -> None:
    await _calls_of_requests(text)  # What is compiled once is counted in neither, whatever was tested before.
    most, longer = [await _calls_of_requests(text * times) for times in (MOST_READ, 5 * MOST_READ)]
    assert longer <= 2.5 * most  # five seconds of the processor for 300 lines, sixteen for 600 clauses


PRICE, OTHER_PRICE, LAW = "강남구 아파트 전세 시세 얼마야", "서초구 아파트 매매 시세 얼마야", "임대차 갱신요구권이 뭐야"
FEATURES = "매물 사진, 관리비, 주차, 층수, 방향, 엘리베이터, 학군, 역세권, 남향, 베란다, 옵션"


async def read_and_left(text: str) -> tuple[list[str], list[str]]:
    """The questions that are answered, and those that are named as not answered."""
    found = await requests_of(unread(text))
    return [one.question for one in found.read], list(found.left_over)


async def test_questions_behind_the_parts_that_are_read_are_named() -> None:
    asked = [f"{one}?" for one in (PRICE, OTHER_PRICE, LAW)]
    idle = "안녕? " * (MOST_READ - 1)
    assert await read_and_left(idle + " ".join(asked)) == (asked[:1], asked[1:])


async def test_questions_behind_small_talk_alone_are_answered() -> None:
    asked = [f"{one}?" for one in (PRICE, OTHER_PRICE, LAW)]
    for times in (MOST_READ, 2 * MOST_READ - 3):
        assert await read_and_left("안녕? " * times + " ".join(asked)) == (asked, [])


async def test_one_question_after_small_talk_stays_one() -> None:
    assert await read_and_left("안녕? " * (MOST_READ - 1) + f"{PRICE}?") == ([], [])


async def test_clauses_behind_those_that_are_read_are_questions_of_their_own() -> None:
    asked = [PRICE, "중개보수는 얼마야", LAW]
    read, left = await read_and_left(", ".join([FEATURES, *asked]))
    assert (read, left) == ([FEATURES, *asked], [])
    more = [PRICE, FEATURES.replace(", ", ", 큰 "), "중개보수는 얼마야", LAW, OTHER_PRICE, "복비는 누가 내"]
    read, left = await read_and_left(", ".join(more))
    assert all(any(one in said for said in [*read, *left]) for one in more if one.endswith(("야", "내")))
    assert len(read) == MOST and len(left) == 1


async def test_a_long_list_of_places_is_one_question() -> None:
    places = (
        "강남구, 서초구, 송파구, 강동구, 마포구, 용산구, 성동구, 광진구, 노원구, 도봉구, 강북구, 성북구, 종로구, 중구"
    )
    for end in ("아파트 전세 시세 알려줘", "아파트 전세 시세 얼마야"):
        assert await read_and_left(f"{places}, {end}") == ([], [])


async def _calls_of_requests(text: str) -> int:
    calls = 0

    async def counted(work: Callable[[], Any]) -> Any:
        nonlocal calls
        found: list[Any] = []
        calls += calls_of(lambda: found.append(work()))
        return found[0]

    await requests_of(replace(unread(text), compute=counted))
    return calls
