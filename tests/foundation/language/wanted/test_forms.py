"""Questions that only ask for what was just said in another form."""

from __future__ import annotations

import pytest

from foundation.language.wanted.forms import asks_for_a_form, in_one_sentence


@pytest.mark.parametrize(
    "text",
    ["표로 정리해줘", "더 쉽게 설명해줘", "한 문장으로", "출처가 어디야?", "그거 몇 조야?", "방금 답 요약해줘",
     "in a table please", "explain it more simply", "what is the source?", "in one sentence", "summarize that"],
)  # fmt: skip
def test_a_form_alone_is_asked_for(text: str) -> None:
    assert asks_for_a_form(text)


@pytest.mark.parametrize(
    "text",
    ["전세사기 예방법 정리해줘", "월세 시세를 표로", "보증금 올리는 근거가 뭐야", "which article caps rent increases?",
     "summarize the leave policy", "마포 전세 얼마야", "몇 층이야?", "simple interest on a loan"],
)  # fmt: skip
def test_a_question_that_names_something_asks_for_that(text: str) -> None:
    assert not asks_for_a_form(text)


def test_one_sentence_may_be_asked_for_of_anything() -> None:
    assert in_one_sentence("수성구 시세를 한 문장으로 정리해줘") and in_one_sentence("the leave rules in one sentence?")
    assert not in_one_sentence("한 문장으로는 부족해") and not in_one_sentence("is one sentence enough?")
