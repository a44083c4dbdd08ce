"""An opposite in the place of the source's word is seen; the source's own words and other ways of saying it are not."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures


def negated(sentence: str, *sources: str) -> bool:
    return Ground([("안내", " ".join(sources))], AnswerFigures()).support(sentence).negated


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("입장권은 출발 3시간 전까지 취소할 수 있다.", "입장권은 출발 3시간 후까지 취소할 수 있다."),
        ("참가자는 작년보다 7.5% 늘었다.", "참가자는 작년보다 7.5% 줄었다."),
        ("음식의 점수가 2.9점으로 가장 낮았다.", "음식의 점수가 2.9점으로 가장 높았다."),
        ("키 130cm 이상인 사람만 탈 수 있다.", "키 130cm 이하인 사람만 탈 수 있다."),
        ("A visitor may stay at most 6 hours.", "A visitor may stay at least 6 hours."),
        ("Forms are handed in before the first day.", "Forms are handed in after the first day."),
    ],
)
def test_an_opposite_in_the_sources_place_is_seen(source: str, sentence: str) -> None:
    other = "그 밖의 일은 이하에서 따로 정하며, 전에 알린 것은 높은 순서로 늘었다."
    assert negated(sentence, source, other)
    assert not negated(source, source, other)


def test_both_halves_of_a_range_are_no_opposites_of_each_other() -> None:
    source = "나이는 7세 이상 13세 이하로 한다."
    assert not negated("나이는 7세 이상, 13세 이하로 합니다.", source)
    assert not negated("7세 이상이면 된다.", source)
