"""Percentages that a contract says by amounts alone."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.document.rates import stated_in, worked_out

WORDS = {"deposit": ("보증금",), "rent": ("월세", "차임")}
STATED = stated_in("보증금 1억원, 월세 100만원", WORDS)


def test_the_contracts_own_amounts_are_read_by_their_names() -> None:
    assert STATED.amounts == {"deposit": Decimal(100_000_000), "rent": Decimal(1_000_000)}


def test_a_deposit_turned_into_rent_gives_a_yearly_rate() -> None:
    text = "보증금 중 2,000만원을 월세로 돌릴 때에는 월세 25만원을 더 낸다."
    assert list(worked_out("conversion", text, STATED)) == [Decimal(15)]


def test_a_raise_is_measured_by_what_the_contract_states() -> None:
    assert list(worked_out("raise", "월세를 10만원 올린다.", STATED)) == [Decimal(10)]
    assert list(worked_out("raise", "보증금은 1억 4백만원으로 올린다.", STATED)) == [Decimal(4)]


def test_nothing_is_worked_out_of_an_amount_nobody_stated() -> None:
    assert list(worked_out("raise", "월세를 10만원 올린다.", stated_in("기간은 2년", WORDS))) == []


def test_a_name_inside_a_longer_word_is_none() -> None:
    assert stated_in("환산보증금 4억원", WORDS).amounts == {}
