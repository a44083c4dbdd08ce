"""Whether a question asks if something exists, and what."""

from __future__ import annotations

import pytest

from foundation.language.wanted.existence import asked_to_exist


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("is there pet insurance too?", "pet insurance"),
        ("and do you have a model for ozone dosing as well?", "model for ozone dosing"),
        ("비소 측정값도 있어요?", "비소 측정값"),
        ("그럼 디딤돌대출은 있나요", "디딤돌대출"),
        ("그거 중도상환수수료 있나", "중도상환수수료"),
    ],
)
def test_what_is_asked_to_exist_is_read(question: str, what: str) -> None:
    assert asked_to_exist(question) == what


@pytest.mark.parametrize(
    "question",
    [
        "내년으로 넘길수 있어?",
        "어디 있나요?",
        "저는 아이가 있어요",
        "are there any other options?",
        "do you have to report it?",
        "얼마나 있어?",
        "주택구입용 중에 5억 넘게 빌려주는 곳도 있나",
        "거절할 수 있는 이유",
        "나 28살인데 전세 들어갈때 쓸 청년용 대출 있어?",
        "천장 새는걸 한참 뒤에 말했는데 내 책임도 있어?",
    ],
)
def test_other_questions_ask_for_no_existence(question: str) -> None:
    assert asked_to_exist(question) == ""
