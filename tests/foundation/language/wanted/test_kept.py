"""What a yes would say of a value and a limit."""

from __future__ import annotations

import pytest

from foundation.language.wanted.kept import asks_kept, asks_of_norm, names_a_norm, without_asking


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("8월에 여과수 탁도는 목표 지켰나", "kept"),
        ("그날 정수 탁도는 우리 목표 안에 들었어?", "kept"),
        ("침전수 탁도 1.2면 목표 안이야?", "kept"),
        ("서울에서 보증금 1억 5천이면 소액임차인 되나요?", "kept"),
        ("목표 안 넘었지?", "kept"),
        ("기준을 벗어나지 않았나요?", "kept"),
        ("can I carry 8 days into next year?", "kept"),
        ("hotel was £180, is that ok", "kept"),
        ("is £14 for lunch ok when travelling", "kept"),
        ("탁도 0.12면 목표 넘은거야?", "passed"),
        ("관리범위 벗어난 날 있었나", "passed"),
        ("is 180 too much for a london hotel", "passed"),
        ("did it exceed the limit in July", "passed"),
        ("가게 월세 5프로 넘게는 못올리는거 맞죠", "passed"),
        ("i cant carry over more than 5 days, right?", "passed"),
        ("5프로까지는 올릴 수 있는 거죠?", "kept"),
        ("수습 때는 3일 이상 못 쓰나요", None),
        ("목표가 얼마야?", None),
        ("how many days can I carry", None),
        ("10프로 올려달라는데 다 줘야 되나요", None),
        ("do i have to report it", None),
        ("여과수 탁도 목표", None),
        ("이거 안 되나요", None),
        ("집이 경매 넘어간대요 보증금 1억인데 소액으로 쳐주나요", None),
        ("공장이 남한테 넘어왔다는데 허가는 그대로 인정되나요", "kept"),
        ("한도 넘어도 되나", "passed"),
        ("탁도가 기준을 넘어갔나요?", "passed"),
    ],
)
def test_a_question_says_what_yes_would_mean(question: str, asked: str | None) -> None:
    assert asks_kept(question) == asked


def test_the_words_that_ask_are_no_topic() -> None:
    assert "지켰" not in without_asking("8월 탁도는 목표 지켰나")


def test_only_what_was_measured_needs_rows_and_a_norm() -> None:
    assert asks_of_norm("7월 침전수 탁도는 목표 지켰어?") and asks_of_norm("did it stay within its target")
    assert not asks_of_norm("목표가 뭐였지") and not asks_of_norm("7월 탁도는 괜찮았나")
    assert names_a_norm("목표랑 비교해서") and not names_a_norm("탁도 평균")
