"""Yes and no by what a sentence allows, forbids, demands or says is not needed."""

from __future__ import annotations

import pytest

from foundation.language.rules.modality import decides, is_open, modals_of, says, yes_or_no


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("집주인의 동의는 필요 없다", "need_not"),
        ("중간에 끝낼 수 없다", "must_not"),
        ("석 달 동안의 월세는 내야 한다", "must"),
        ("언제든지 알릴 수 있다", "may"),
        ("강아지를 키워도 된다", "may"),
        ("금지 특약이 없으면 강아지를 키울 수 있다", "may"),
        ("반드시 신고하지 않아도 된다", "need_not"),
        ("신고 의무가 있으며 생략할 수 없다", "must_not"),
        ("Leave cannot be sold", "must_not"),
        ("A note is required", "must"),
        ("You need not ask", "need_not"),
        ("The tower was built in 1890", None),
    ],
)
def test_a_clause_is_read_by_its_modal_and_its_negation(text: str, said: str | None) -> None:
    assert says(text) == said


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("집주인 동의가 필요한가요?", "집주인의 동의는 필요 없다.", False),
        ("월세도 내야 돼?", "석 달 동안의 월세는 내야 하고, 수리비는 나눈다.", True),
        ("반려동물 키울 수 있어?", "반려동물은 키울 수 있다.", True),
        ("Can I carry leave over?", "Leave cannot be carried over, but you may buy more.", False),
        ("Can I carry leave over?", "You may carry leave over.", True),
        (
            "Are dogs allowed in the kitchen of the cafe?",
            "Dogs are allowed in the cafe, but not in the kitchen.",
            None,
        ),
        ("주방에 개를 데려올 수 있나요?", "카페에는 개를 데려올 수 있지만, 주방은 아니다.", None),
        ("Are dogs allowed in the cafe?", "Dogs are allowed in the cafe, but not in the kitchen.", True),
        ("월세는 얼마야?", "월세는 내야 한다.", None),
        ("주차장을 쓸 수 있어?", "보증금은 돌려받을 수 있다.", None),
        ("월세도 내야 돼?", "월세는 낼 수 있다.", None),
        ("등기 전에 먼저 나가도 괜찮죠?", "등기 전에 먼저 나가면 순위를 잃을 수 있습니다.", None),
        ("등기 전에 나가면 순위를 잃을 수 있어?", "등기 전에 먼저 나가면 순위를 잃을 수 있습니다.", True),
        ("재택근무 해도 돼?", "재택근무는 주 3일까지 할 수 있습니다.", True),
        ("Up to what value may gifts be accepted?", "Gifts up to £30 may be accepted and given.", None),
        ("What may be accepted as a gift?", "Gifts up to £30 may be accepted and given.", None),
        ("May gifts be accepted?", "Gifts up to £30 may be accepted and given.", True),
        ("어떤 반려동물을 키울 수 있어?", "반려동물은 키울 수 있다.", None),
        ("Can I move out before it is registered?", "If you move out before it is registered you may lose it.", None),
    ],
)
def test_yes_or_no_is_said_only_where_the_clause_decides(question: str, sentence: str, answer: bool | None) -> None:
    assert yes_or_no(question, sentence, 0.6) is answer


def test_a_may_says_nothing_to_a_question_for_a_must() -> None:
    assert decides("월세도 내야 돼?", "월세는 내야 한다.")
    assert not decides("월세도 내야 돼?", "월세는 낼 수 있다.")
    assert not decides("월세는 얼마야?", "월세는 내야 한다.")


def test_voluntary_work_is_a_thing_and_a_voluntary_talk_a_rule() -> None:
    assert modals_of("Voluntary work is done at weekends.") == frozenset()
    assert modals_of("The exit talk with the People team is voluntary.") == {"need_not"}


def test_a_clause_joined_by_a_denial_demands_nothing_by_it() -> None:
    assert modals_of("금액을 바꾸지 않고 기간만 늘린 갱신은 신고하지 않아도 된다.") == {"need_not"}
    assert modals_of("허가를 받지 않고는 풀 수 없다.") >= {"must", "may"}


@pytest.mark.parametrize(
    ("question", "is_it"),
    [
        ("Up to what value may gifts be accepted?", True),
        ("몇 시까지 있어도 되나요", True),
        ("Can I tell what it costs?", False),
        ("What if I am late, can I still go?", False),
        ("누구나 갈 수 있어?", False),
        ("언제든 가도 돼?", False),
    ],
)
def test_a_question_word_before_the_modal_leaves_it_open(question: str, is_it: bool) -> None:
    assert is_open(question) is is_it
