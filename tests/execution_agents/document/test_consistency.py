"""A contract that says two different things gets a finding, whatever it is about."""

from __future__ import annotations

import pytest

from execution_agents.document.consistency import contradictions
from foundation.language.rules.contract_text import contract_sentences

WORDS = {"deposit": ("보증금",), "down_payment": ("계약금",), "interim": ("중도금",), "balance": ("잔금",)}
PARTIES = {"tenant": ("임차인",), "landlord": ("임대인",)}


def whys(text: str) -> list[str]:
    return [one.why for one in contradictions(text, contract_sentences(text), WORDS, PARTIES, "ko")]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("보증금 일억팔천만원(₩190,000,000)", "보증금 일억팔천만원(₩180,000,000)"),
        (
            "보증금은 1억원으로 하고 계약금 1,000만원은 오늘, 잔금 8,000만원은 입주일에 낸다.",
            "보증금은 1억원으로 하고 계약금 1,000만원은 오늘, 잔금 9,000만원은 입주일에 낸다.",
        ),
        (
            "기간은 2027년 3월 2일부터 2028년 3월 1일까지 24개월로 한다.",
            "기간은 2027년 3월 2일부터 2028년 3월 1일까지 12개월로 한다.",
        ),
        (
            "기간은 2027년 3월 2일부터 2026년 3월 1일까지로 한다.",
            "기간은 2026년 3월 2일부터 2027년 3월 1일까지로 한다.",
        ),
        ("보증금은 1억원으로 한다.\n보증금은 2억원으로 한다.", "보증금은 1억원으로 한다.\n보증금 1억원"),
        ("임대인: 박서준\n임차인: 최유리\n임대인: 최유리", "임대인: 박서준\n임차인: 최유리\n임대인: 박서준"),
    ],
)
def test_what_does_not_agree_is_named_and_what_agrees_is_not(wrong: str, right: str) -> None:
    assert len(whys(wrong)) == 1
    assert whys(right) == []


def test_a_part_of_the_deposit_is_no_second_deposit() -> None:
    assert whys("보증금은 1억원으로 한다.\n보증금 중 2,000만원을 월세로 바꾼다.") == []


def test_parts_are_not_added_up_while_one_is_open() -> None:
    assert whys("보증금은 1억원으로 하고 계약금 1,000만원, 중도금은 따로 정하고 잔금 5,000만원을 낸다.") == []


def test_consent_of_both_sides_is_nobodys_name() -> None:
    assert whys("임대인 동의 없이, 임차인 동의 없이 바꾸지 않는다.") == []
