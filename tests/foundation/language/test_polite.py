"""A document's sentence as it is said to a person."""

from __future__ import annotations

import pytest

from foundation.language.polite import polite, with_yo


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("5퍼센트를 넘지 못한다.", "5퍼센트를 넘지 못합니다."),
        ("집주인의 동의는 필요 없다.", "집주인의 동의는 필요 없습니다."),
        ("함께 섞지 않는다.", "함께 섞지 않습니다."),
        ("수수료는 600원이다.", "수수료는 600원입니다."),
        ("그 경우도 같다", "그 경우도 같습니다"),
        ("밸브를 연다.", "밸브를 엽니다."),
        ("표준액이 다르다.", "표준액이 다릅니다."),
        ("줄이 길다.", "줄이 깁니다."),
        ("재건축이 필요한 경우다.", "재건축이 필요한 경우입니다."),
        ("농도는 5 mg/L 이하다.", "농도는 5 mg/L 이하입니다."),
        ("오후 3시다.", "오후 3시입니다."),
        ("갱신이 가능하다.", "갱신이 가능합니다."),
        ("속도가 느리다.", "속도가 느립니다."),
        ("법률 자문이 아니다.", "법률 자문이 아닙니다."),
        ("1천5백만 원까지다.", "1천5백만 원까지입니다."),
        ("2년으로 본다 <개정 2020. 1. 1.>", "2년으로 봅니다 <개정 2020. 1. 1.>"),
    ],
)
def test_a_plain_ending_becomes_a_polite_one(written: str, said: str) -> None:
    assert polite(written) == said


@pytest.mark.parametrize(
    "text", ["이미 말합니다.", "날마다", "수온 8 ℃ 이하", "Leave cannot be sold.", "보증금의 증액", ""]
)
def test_what_ends_otherwise_stays(text: str) -> None:
    assert polite(text) == text


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("노원은여", "노원은요"),
        ("얼마쯤해여?", "얼마쯤해요?"),
        ("그건 안되나염ㅠㅠ", "그건 안되나요ㅠㅠ"),
        ("분당은 어때용~", "분당은 어때요~"),
        ("자동차 대여", "자동차 대여"),
        ("중개 비용?", "중개 비용?"),
        ("부여는 어때", "부여는 어때"),
        ("나한테도 적용", "나한테도 적용"),
        ("계약하여 산 집", "계약하여 산 집"),
    ],
)
def test_spellings_of_the_polite_ending_are_read_as_one(said: str, read: str) -> None:
    assert with_yo(said) == read
