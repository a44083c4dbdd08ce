"""Whether documents speak of what a question is about, over a real index."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.search.field import has_heading, share_answered, share_spoken_of, speaks_of
from foundation.storage.records import Chunk

TEXTS = {
    "주차": "주차장은 모두 94면이며 전기차 충전 구역이 6면이다. 최초 1시간은 무료이다.",
    "점검표": "| 설비 | 개수 | 점검 주기 |\n| 스프링클러 | 312개 | 6개월 |",
    "예산": "시설 유지비는 6억 원이고 자료 구입비는 5억 원이다. 저녁에는 문을 닫는다.",
    "Lockers": "Lockers are on the second floor. A lost key costs 10 pounds.",
}


@pytest.fixture(scope="module")
def index() -> TantivyIndex:
    return build_in_memory(
        Chunk(title, title, "p", "guide", title, text, title, title, "", 0, len(text), None, False, at)
        for at, (title, text) in enumerate(TEXTS.items())
    )


@pytest.mark.parametrize(
    "question",
    [
        "전기차 충전 구역은 몇 개 있어?",
        "스프링클러는 얼마나 자주 점검해?",
        "자료구입비는 얼마 늘었어?",
        "How much is a lost locker key?",
    ],
)
def test_what_a_passage_says_is_of_the_field_in_any_form(index: TantivyIndex, question: str) -> None:
    assert speaks_of(index, question, ("guide",))


@pytest.mark.parametrize(
    "question",
    [
        "저녁 메뉴 추천 부탁해",  # one word of three, and by accident
        "구역질 나는데 병원 알려줘",  # 구역질 is no 구역
        "무료하다 재미있는 책 있어?",
        "닫는다",  # a verb alone names nothing
        "얼마야?",
        "12345",
        "How much is my old car worth now?",
    ],
)
def test_what_merely_sounds_alike_is_not(index: TantivyIndex, question: str) -> None:
    assert not speaks_of(index, question, ("guide",))


def test_only_the_sources_given_are_looked_at(index: TantivyIndex) -> None:
    assert not speaks_of(index, "전기차 충전 구역은 몇 개 있어?", ("other",))
    assert not speaks_of(index, "전기차 충전 구역은 몇 개 있어?", ())


HEADED = {
    "권리금이란": "가게의 단골과 자리에 매긴 값이다.",
    "월세를 두 달 치 밀리면": "임대인은 계약을 끝낼 수 있다.",
    "증액의 한도": "20분의 1까지 올릴 수 있다.",
    "감액의 한도": "한도가 없다.",
    "신고의 기한": "한도를 넘는 계약은 30일 안에 신고한다.",
    "Payday": "Salaries come on the 26th when it is a working day.",
}


@pytest.fixture(scope="module")
def headed() -> TantivyIndex:
    return build_in_memory(
        Chunk(title, title, "p", "guide", title, text, title, title, "", 0, len(text), None, False, at)
        for at, (title, text) in enumerate(HEADED.items())
    )


@pytest.mark.parametrize("question", ["권리금이 뭐예요?", "월세 두 달 밀리면 어떻게 돼요?", "When is payday?"])
def test_a_heading_that_says_a_third_of_a_question_in_rare_words_heads_it(headed: TantivyIndex, question: str) -> None:
    assert has_heading(headed, question, ("guide",))


@pytest.mark.parametrize(
    "question",
    [
        "한도가 얼마야?",  # a word of many passages
        "자전거 도로 공사 월세",  # most of it is said nowhere
        "단골과 자리에 매긴 값",  # said by a text, by no heading
        "?!",
    ],
)
def test_what_many_say_or_none_says_heads_nothing(headed: TantivyIndex, question: str) -> None:
    assert not has_heading(headed, question, ("guide",))
    assert not has_heading(headed, "권리금이 뭐예요?", ())


def test_a_thing_of_the_kind_asked_holds_the_word_for_it(index: TantivyIndex) -> None:
    for question in ("And the lost key fee?", "스프링클러 점검 기간은?"):
        assert share_spoken_of(index, question, ("guide",)) < 1 == share_answered(index, question, ("guide",))
    for question in ("And the locker period?", "And the fee?"):  # nothing of that kind; no name
        assert share_answered(index, question, ("guide",)) == share_spoken_of(index, question, ("guide",)) < 1
