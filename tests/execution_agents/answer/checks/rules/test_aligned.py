"""A claim beside the sentence that it paraphrases."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.cited_places import Evidence, Item
from execution_agents.answer.checks.rules.aligned import Said, denied_clause, denied_there, left_out, turned_round

BONUS = "There is a bonus for everybody when the profit is above 9 % of revenue. It is paid in May."
WASH = "여과지는 하나에 닿으면 씻는다.\n\n- 여과수 탁도가 0.15 NTU를 넘고 10분 안에 내려오지 않을 때"
ALARM = "교정으로 거짓 경보가 날 때에는 그 태그만 억제할 수 있다. 1급 경보는 억제할 수 없다."
NOTE = "From the 8th day on we need a note from a doctor. Send it to people@alder.example, not to your manager."


def items(text: str) -> tuple[Item, ...]:
    return (Item(1, "title", text, is_row=False),)


@pytest.mark.parametrize(
    ("claim", "around", "source"),
    [
        ("Yes, there is a bonus for everybody.", "Will I get the bonus?", BONUS),
        ("여과수 탁도가 0.15 NTU를 넘으면 씻습니다.", "언제 씻나요?", WASH),
    ],
)
def test_a_condition_nothing_around_the_claim_says_is_left_out(claim: str, around: str, source: str) -> None:
    assert left_out(Said(claim, f"{around} {claim}"), items(source), Evidence(items(source)))


@pytest.mark.parametrize(
    ("claim", "around", "source"),
    [
        ("Yes, there is a bonus for everybody.", "Is there a bonus when the profit is 10 % of revenue?", BONUS),
        ("It is paid in May.", "When is it paid?", BONUS),
        ("여과수 탁도가 0.15 NTU를 넘고 10분 안에 안 내려오면 씻습니다.", "언제 씻나요?", WASH),
    ],
)
def test_a_condition_the_question_or_the_draft_says_is_not(claim: str, around: str, source: str) -> None:
    assert not left_out(Said(claim, f"{around} {claim}"), items(source), Evidence(items(source)))


def test_a_short_rule_whose_words_all_stand_there_is_turned_round() -> None:
    assert turned_round("교정 중이라면 1급 경보도 최대 2시간까지 억제할 수 있습니다.", items(ALARM))
    assert not turned_round("교정 중이라면 그 태그의 경보를 억제할 수 있습니다.", items(ALARM))
    assert not turned_round("1급이 아닌 경보는 억제할 수 있습니다.", items(ALARM))


def test_saying_what_the_source_denies_is_found() -> None:
    evidence = Evidence(items(NOTE))
    wrong = "You need a note, and you send it to your manager rather than to the People team."
    right = "You need a note, and you send it to the People team, not to your manager."
    assert denied_there(wrong, items(NOTE), evidence)
    assert not denied_there(right, items(NOTE), evidence)


def test_a_clause_that_denies_is_not_said_without_its_denial() -> None:
    rain = items("역세척은 야간에 하고, 비가 많이 오는 날에는 하지 않는다.")
    evidence = Evidence(rain)
    assert denied_clause("비가 많이 오는 날에도 역세척을 합니다.", rain, evidence)
    assert not denied_clause("비가 많이 오는 날에는 역세척을 하지 않습니다.", rain, evidence)
    assert not denied_clause("역세척은 야간에 합니다.", rain, evidence)


def test_what_a_sentence_is_about_belongs_to_no_condition() -> None:
    renewal = items("집주인은 세입자가 두 달 치 월세를 밀린 적이 있으면 거절할 수 있다.")
    claim = "집주인은 거절할 수 있습니다."
    assert left_out(Said(claim, claim), renewal, Evidence(renewal))
