"""Whether a question wants the whole of a topic."""

from __future__ import annotations

import pytest

from foundation.language.wanted.topical import topic_of


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("tell me about sick leave", ("sick", "leave")),
        ("travel policy", ("travel",)),
        ("what are the rules on expenses", ("expenses",)),
        ("summarise the chapter on travel", ("travel",)),
        ("보안 규정 정리해줘", ("보안",)),
        ("전세 계약할때 주의할점", ("전세", "계약할때")),
        ("갱신청구권에 대해 설명해줘", ("갱신청구권",)),
        ("비상 대응 요약해줘", ("비상", "대응")),
    ],
)
def test_the_words_of_a_topic(question: str, topic: tuple[str, ...]) -> None:
    assert topic_of(question) == topic


@pytest.mark.parametrize(
    "question",
    [
        "역세척 절차 알려줘",  # Steps.
        "확정일자 수수료",  # A name, most often of one figure.
        "what is the policy on carrying over 5 days",
        "how long is the notice period, explain",
        "수성구 시세 3억 이하 정리해줘",
        "정리해줘",
        "overview",
    ],
)
def test_what_asks_for_one_thing_has_none(question: str) -> None:
    assert topic_of(question) == ()
