"""The router by rules: what is small talk, what leans on the conversation, what is a question of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foundation.domains.schema.pack import Pack
from supervisor.planning.context import Exchange
from supervisor.planning.following.conversation import Following
from supervisor.planning.reading import Reading, read_question
from supervisor.planning.router import belongs_to_conversation, is_small_talk, route_of
from tests.foundation.domains.small_pack import SMALL_PACK
from tests.supervisor.planning.talks import context_of

SPOKEN = Exchange(
    question="대구 달서구 시세",
    standalone="대구 달서구 아파트 시세 알려줘",
    intent="market_inquiry",
    slots={"region": ("대구 달서구",)},
    data_types=("market",),
    answer="Jeonbuk 지점에서 확인한 평균은 3억입니다.",
)
FOLLOWED = Following(SPOKEN, same_intent=True)


def read(text: str) -> Reading:
    return read_question(context_of(text))


def belongs(text: str, **changes: Any) -> bool:
    return belongs_to_conversation(replace(read(text), **changes), FOLLOWED, SMALL_PACK)


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("안녕하세요", True),
        ("고마워요", True),
        ("Thank you!", True),
        ("넌 누구야?", True),
        ("뭐 도와줄 수 있어?", True),
        ("what can i ask you about?", True),
        ("월세 밀리면 뭐 할 수 있어?", False),
        ("달서구는?", False),
        ("안녕하세요, 달서구 시세 알려줘", False),
        ("고마워요, 서초구는?", False),
        ("감사합니다. 그 지역은?", False),
        ("반가워요, 대출 금리 알려줘", False),
        ("안녕하세요, 부동산이 궁금해요", False),
    ],
)
def test_a_greeting_is_small_talk_only_with_nothing_of_the_field_beside_it(text: str, small: bool) -> None:
    assert is_small_talk(read(text), SMALL_PACK) is small


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("great thx thats all", True),
        ("ㅇㅋ 고마워", True),
        ("그럼 됐어 고마워", True),
        ("오케이 여기까지", True),
        ("nice one, that helps a lot", True),
        ("알겠어 땡큐 이만 갈게", True),
        ("thanks, and for two people?", False),
        ("알겠어 그럼 거절하면", False),
        ("네 연봉은 8000이에요", False),
        ("고마워 다른 것도 알려줘", False),
        ("is there a nice flat", False),
        ("축구 결과 알려줘", False),
    ],
)
def test_a_closing_asks_for_nothing_beside_its_courtesies(text: str, small: bool) -> None:
    assert is_small_talk(read(text), SMALL_PACK, follows=True) is small


@pytest.mark.parametrize("beside", ["intent", "slot", "pointer", "word"])
def test_each_sign_of_the_field_alone_makes_a_greeting_a_question(beside: str) -> None:
    greeting, pack = read("안녕하세요"), SMALL_PACK
    assert is_small_talk(greeting, pack)
    if beside == "intent":
        greeting = replace(greeting, intent=read("시세").intent, residue=("시세",))
    elif beside == "slot":
        greeting = replace(greeting, mentions=read("달서구").mentions)
    elif beside == "pointer":
        greeting = replace(greeting, pointers=read("그 지역").pointers)
    else:
        pack = _with_domain_word("안녕")
    assert not is_small_talk(greeting, pack)


def _with_domain_word(word: str) -> Pack:
    dictionary = SMALL_PACK.dictionary.model_copy(update={"domain_words": (word,)})
    return SMALL_PACK.model_copy(update={"dictionary": dictionary})


def test_a_question_that_leans_needs_the_history() -> None:
    assert route_of(leans=True) == "history_required"
    assert route_of(leans=False) == "rag_required"


@pytest.mark.parametrize(
    ("text", "belongs_there"),
    [
        ("그 지역은 괜찮나요", True),
        ("방금 찾아준 것", True),
        ("서초구 괜찮나요", True),
        ("부동산 괜찮나요", True),
        ("왜 그래?", True),
        ("Explain, please", True),
        ("EXPLAIN", True),
        ("지금", True),
        ("그것은 괜찮나요", True),
        ("그럼 베란다 확장", True),
        ("베란다는?", True),
        ("지점에 주차", True),
        ("jeonbuk?", True),
        ("베란다 확장 괜찮나요", False),
        ("오늘 날씨 어때?", False),
        ("좀 알려줘", False),
        ("네", False),
    ],
)
def test_without_intent_words_it_belongs_to_the_talk_when_something_ties_it_there(
    text: str, belongs_there: bool
) -> None:
    assert belongs(text) is belongs_there


def test_nothing_belongs_to_a_conversation_that_is_not_there() -> None:
    assert not belongs_to_conversation(read("그 지역은 괜찮나요"), None, SMALL_PACK)


def test_another_field_does_not_belong_even_when_it_names_a_place_of_ours() -> None:
    assert belongs("달서구")
    assert not belongs("달서구", off_topic=True)


def test_a_vague_question_belongs_only_when_it_names_something() -> None:
    assert belongs("달서구", vague=True) is True
    assert belongs("그 지역은", vague=True) is False


BARE = {"pointers": (), "reuse_cue": False, "mentions": (), "references": (), "continues": False, "corrects": False}
LONELY: dict[str, Any] = {**BARE, "is_fragment": False, "wants_fresh": False, "residue": ("베란다",)}


@pytest.mark.parametrize(
    "tie",
    [
        {"references": read("그것은").references},
        {"continues": True},
        {"corrects": True},
        {"is_fragment": True},
        {"wants_fresh": True},
        {"reuse_cue": True},
        {"pointers": read("그 지역").pointers},
        {"mentions": read("달서구").mentions},
    ],
)
def test_each_tie_alone_is_enough(tie: dict[str, Any]) -> None:
    assert belongs("베란다", **LONELY) is False
    assert belongs("베란다", **{**LONELY, **tie}) is True


@pytest.mark.parametrize("tie", ["references", "continues", "corrects", "is_fragment"])
def test_a_tie_of_words_needs_a_word_left_to_be_about(tie: str) -> None:
    value: Any = read("그것은").references if tie == "references" else True
    assert belongs("음", **{**LONELY, "residue": (), tie: value}) is False


def test_words_of_the_last_question_or_answer_tie_it_and_single_letters_do_not() -> None:
    assert belongs("아파트", **LONELY)
    assert belongs("지점", **LONELY)
    assert belongs("Jeonbuk", **LONELY)
    assert not belongs("b", **LONELY)


@pytest.mark.parametrize("text", ["i've been here 6 yrs", "I earn 80 million", "저는 3년째 살고 있는데", "24개월인데"])
def test_a_figure_of_ones_own_case_goes_on_with_what_was_answered(text: str) -> None:
    assert belongs(text)


@pytest.mark.parametrize(
    ("text", "belongs_there"),
    [("오타, 세 달", True), ("미안 석 달", True), ("아니", False), ("오타요", False)],
)
def test_a_figure_put_right_belongs_to_the_conversation(text: str, belongs_there: bool) -> None:
    assert belongs(text) is belongs_there
