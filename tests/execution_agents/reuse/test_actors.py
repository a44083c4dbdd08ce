"""Who acts: the landlord or the tenant, in Korean and English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.reuse.actors import acting, another_acts
from execution_agents.reuse.gates import InHand, failed_gates

PARTIES = (("임대인", "집주인", "landlord"), ("임차인", "세입자", "tenant"))
PASSAGES = InHand(text="", narrows=True, probed=True, passages=True, ages=False, age_s=60)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("집주인이 세입자를 내보낼 수 있나요?", {0}),
        ("세입자가 집주인에게 알려야 하나요?", {1}),
        ("임차인들은 무엇을 하나요?", {1}),
        ("보증금을 얼마나 올릴 수 있어?", set[int]()),
        ("집주인에게 알려야 하나요?", set[int]()),
        ("제가 나갈 수 있나요?", {-1}),
        ("Can the landlord end the lease?", {0}),
        ("if my tenant leaves early", {1}),
        ("Landlords must repair the roof", {0}),
        ("May I give notice to the landlord?", {-1}),
        ("what happens to the lease of a tenant", set[int]()),
    ],
)
def test_the_one_who_acts_is_the_subject(text: str, who: set[int]) -> None:
    assert acting(text, PARTIES) == who


@pytest.mark.parametrize(
    ("stored", "asked", "another"),
    [
        ("집주인이 해지할 수 있나요?", "세입자가 해지할 수 있나요?", True),
        ("집주인이 해지할 수 있나요?", "임대인이 해지할 수 있나요?", False),
        ("Can I leave early?", "Can the landlord end it early?", True),
        ("해지할 수 있나요?", "집주인이 해지할 수 있나요?", False),
        ("집주인이 해지할 수 있나요?", "해지할 수 있나요?", False),
    ],
)
def test_another_acts_only_where_both_say_who(stored: str, asked: str, another: bool) -> None:
    assert another_acts(stored, asked, PARTIES) is another
    assert not another_acts(stored, asked, ())


def test_alike_questions_of_opposing_parties_are_reversals_even_over_passages_that_hold_both() -> None:
    stored, asked = (
        "집주인이 계약 기간 중에 세입자를 내보낼 수 있나요?",
        "세입자가 계약 기간 중에 집주인을 떠날 수 있나요?",
    )
    held = replace(PASSAGES, text="집주인과 세입자는 계약 기간 중에")
    assert failed_gates(stored, asked, held, parties=PARTIES) == ("gate:reversal",)
    assert failed_gates(stored, asked, held) == ()


def test_a_question_about_something_else_may_have_another_subject() -> None:
    stored, asked = "집주인이 보증금을 올릴 수 있나요?", "세입자가 확정일자를 받으면 경매에서 어떻게 되나요?"
    assert failed_gates(stored, asked, PASSAGES, parties=PARTIES) == ()
