"""Clauses that ask for no cause, or hold whoever's fault it is."""

from __future__ import annotations

import pytest

from foundation.language.rules.causes import lacks


@pytest.mark.parametrize("text", ["이유를 묻지 않고 내보낸다", "동의 없이 바꿀 수 있다", "at any time"])
def test_no_cause_is_asked_for(text: str) -> None:
    assert lacks("none", text)


@pytest.mark.parametrize("text", ["임차인의 잘못이 없더라도 낸다", "고의나 과실을 불문하고", "regardless of fault"])
def test_it_holds_whoevers_fault_it_is(text: str) -> None:
    assert lacks("no_fault", text)


@pytest.mark.parametrize("text", ["임차인의 과실로 깨진 유리", "정당한 이유가 있으면 해지한다"])
def test_a_cause_that_is_asked_for_is_none_that_is_lacking(text: str) -> None:
    assert not lacks("none", text)
    assert not lacks("no_fault", text)


def test_a_bound_without_a_cause_holds_of_every_clause() -> None:
    assert lacks("", "아무 말")
