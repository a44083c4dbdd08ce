"""Sentences of contracts: their parts, who acts, what is laid down and what denied."""

from __future__ import annotations

import pytest

from foundation.language.rules.undertakings import acting_party, denied, parts_of

PARTIES = {"tenant": ("임차인", "세입자", "을", "tenant"), "landlord": ("임대인", "집주인", "갑", "landlord")}


@pytest.mark.parametrize(
    ("sentence", "act", "says_no"),
    [
        ("임차인은 계약갱신요구권을 행사하지 아니한다", "갱신요구", True),
        ("임차인은 계약갱신요구권을 포기한다", "갱신요구", True),
        ("임대인은 갱신요구를 거절하지 못한다", "갱신요구", False),
        ("임대인은 갱신요구를 거절할 수 있다", "갱신요구", True),
        ("임차인은 갱신요구를 1회 할 수 있다", "갱신요구", False),
        ("포기한 갱신요구", "갱신요구", True),
        ("임차인은 동의 없이 전입신고를 한다", "전입신고", False),
        ("전입신고를 금지하지 않는다", "전입신고", False),
        ("The tenant may not demand a renewal", "renewal", True),
        ("The tenant waives the renewal", "renewal", True),
        ("The tenant may demand a renewal", "renewal", False),
    ],
)
def test_two_denials_cancel_each_other(sentence: str, act: str, says_no: bool) -> None:
    start = sentence.index(act)
    assert denied(sentence, start, start + len(act)) is says_no


@pytest.mark.parametrize(
    ("sentence", "party"),
    [
        ("임대인은 임차인이 입은 손해에 책임을 지지 않는다", "landlord"),
        ("수리비는 임차인이 부담한다", "tenant"),
        ("수리비는 임차인의 부담으로 한다", "tenant"),
        ("임대인과 임차인의 중개보수는 모두 임차인이 부담한다", "tenant"),
        ("갑은 을에게 주택을 인도한다", "landlord"),
        ("월세는 매월 말일에 낸다", ""),
        ("The tenant shall pay the rent", "tenant"),
    ],
)
def test_who_is_spoken_of_stands_before_who_acts_inside(sentence: str, party: str) -> None:
    assert acting_party(sentence, PARTIES) == party


def test_a_part_without_a_side_goes_on_about_the_one_before() -> None:
    first, second = parts_of("임차인은 집을 비워 주고, 열쇠를 돌려준다", PARTIES)
    assert (first.party, second.party) == ("tenant", "tenant")


def test_a_condition_is_no_part_of_what_is_laid_down() -> None:
    (part,) = parts_of("임차인이 차임을 연체하지 않은 경우 임대인은 갱신을 거절할 수 없다", PARTIES)
    assert part.main == "임대인은 갱신을 거절할 수 없다"
    assert part.party == "landlord"
