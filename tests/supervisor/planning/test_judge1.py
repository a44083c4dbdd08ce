"""Judge 1 by rules and from a model's reply."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pydantic import ValidationError

from execution_agents.reuse.judge2 import ProbeReading, Standing
from foundation.contracts.plan import SlotOrigin, SlotValue, Understanding
from prompts.replies import DataSufficiencyReply
from supervisor.planning.judge1 import (
    describe_standings,
    failed_judge1,
    judge_by_rules,
    judge_from_reply,
)
from tests.execution_agents.search.world import DAY, law, pack, sales

PACK = pack()
LAW, PRICES = Standing("legal", law(), age_s=60), Standing("market", sales(), age_s=60)


def asked(
    *data_types: str,
    slots: tuple[tuple[str, SlotOrigin], ...] = (),
    unresolved: tuple[str, ...] = (),
    cue: bool = False,
) -> Understanding:
    return Understanding(
        question="질문",
        standalone="질문",
        language="ko",
        route="rag_required",
        intent="ask",
        confidence=1000,
        slots=tuple(SlotValue(name=name, value="v", text="", origin=origin) for name, origin in slots),
        data_types=data_types,
        unresolved=unresolved,
        reuse_cue=cue,
    )


@pytest.mark.parametrize(
    ("slots", "unresolved", "cue", "confidence"),
    [
        ((), (), False, 950),
        ((("region", "named"),), (), False, 950),
        ((("region", "inherited"),), (), False, 910),
        ((("region", "inherited"), ("period", "inherited")), (), False, 870),
        ((("region", "pointed"), ("period", "inherited")), (), False, 950),
        ((("region", "inherited"),), (), True, 950),
        ((("colour", "inherited"),), (), False, 950),
        ((), ("그거",), False, 800),
        ((("region", "inherited"),), ("그거", "저거"), False, 760),
    ],
)
def test_the_rules_judge_loses_for_what_was_not_said(
    slots: tuple[tuple[str, SlotOrigin], ...], unresolved: tuple[str, ...], cue: bool, confidence: int
) -> None:
    found = judge_by_rules(asked("market", slots=slots, unresolved=unresolved, cue=cue), {"market": PRICES}, PACK)
    assert (found.by, found.is_sufficient, found.confidence) == ("rules", True, confidence)


@pytest.mark.parametrize(
    ("question", "confidence"),
    [("다시 보여줘", 950), ("show it again", 950), ("한 번 더", 950), ("시세 보여줘", 870), ("다시 검색해줘", 870)],
)
def test_who_asks_for_the_same_again_means_the_slots_left_unsaid(question: str, confidence: int) -> None:
    again = asked("market", slots=(("region", "inherited"), ("period", "inherited")))
    found = judge_by_rules(again.model_copy(update={"question": question}), {"market": PRICES}, PACK)
    assert found.confidence == confidence


@pytest.mark.parametrize(("held", "of", "confidence"), [(3, 3, 950), (2, 3, 750), (0, 3, 750), (1, 1, 950)])
def test_what_a_fresh_search_would_add_costs_two_tenths(held: int, of: int, confidence: int) -> None:
    standing = replace(LAW, probe=ProbeReading(held, of))
    assert judge_by_rules(asked("legal"), {"legal": standing}, PACK).confidence == confidence


def test_a_type_that_is_missing_or_conflicts_is_searched_and_the_others_are_judged() -> None:
    conflicting = replace(PRICES, slot_conflicts=("region",))
    found = judge_by_rules(asked("legal", "market"), {"legal": LAW, "market": conflicting}, PACK)
    assert (found.is_sufficient, found.confidence, found.missing_data_types) == (True, 950, ("market",))
    assert "조건이 다름" in found.reasoning
    gated = replace(LAW, failed_gates=("질문의 내용이 다름 (부정)",))
    nothing = judge_by_rules(asked("legal", "market"), {"legal": gated}, PACK)
    assert (nothing.is_sufficient, nothing.confidence) == (False, 0)
    assert nothing.missing_data_types == ("legal", "market")
    assert "질문의 내용이 다름 (부정)" in nothing.reasoning


def test_nothing_needed_is_not_sufficient() -> None:
    assert not judge_by_rules(asked(), {}, PACK).is_sufficient


def test_a_models_reply_is_taken_in_thousandths_and_fitted_to_what_is_there() -> None:
    reply = DataSufficiencyReply(
        is_sufficient=True, confidence=0.85, missing_data_types=("loan",), reasoning="same region"
    )
    found = judge_from_reply(reply, asked("legal", "market"), {"legal": LAW})
    assert (found.by, found.confidence, found.missing_data_types) == ("model", 850, ("market",))
    assert found.data_source == "checkpoint"


def test_a_model_cannot_conjure_up_evidence() -> None:
    reply = DataSufficiencyReply(is_sufficient=True, confidence=0.99, data_source="chat_history")
    found = judge_from_reply(reply, asked("legal"), {"legal": Standing("legal")})
    assert (found.is_sufficient, found.confidence, found.data_source) == (False, 0, "none")


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_confidence_outside_its_range_is_malformed(confidence: float) -> None:
    with pytest.raises(ValidationError):
        DataSufficiencyReply(is_sufficient=True, confidence=confidence)


def test_a_failed_model_means_search() -> None:
    assert (failed_judge1(asked("market")).is_sufficient, failed_judge1(asked("market")).confidence) == (False, 0)


def test_a_prompt_says_what_is_there_how_old_it_is_and_what_conflicts() -> None:
    old = replace(PRICES, age_s=3 * DAY, slot_conflicts=("region",))
    text = describe_standings(("legal", "market", "loan"), {"legal": LAW, "market": old}, PACK)
    assert "3 items, fetched 1 min ago, for: 보증금은 얼마나 올릴 수 있나요" in text
    assert "fetched 3 days ago" in text
    assert "conflicts: slot region differs" in text
    assert "- loan (말): nothing in hand" in text


def test_a_prompt_says_how_old_each_type_may_be_and_what_is_really_there() -> None:
    law, market = PACK.data_type("legal"), PACK.data_type("market")
    assert (law.freshness.limited, market.freshness.stale_after_s) == (False, 7 * DAY)
    text = describe_standings(("legal", "market"), {"legal": LAW, "market": PRICES}, PACK)
    of_law, of_prices = text.split("- market")
    assert "freshness: no age limit" in of_law
    assert "stale after 7 days" in of_prices
    assert LAW.evidence is not None
    assert f"sample: {LAW.evidence.items[0].text}" in of_law
    long = LAW.evidence.items[0].model_copy(update={"text": "긴 조문\n" * 200})
    one = replace(LAW, evidence=LAW.evidence.model_copy(update={"items": (long,)}))
    (shown,) = [line for line in describe_standings(("legal",), {"legal": one}, PACK).splitlines() if "sample" in line]
    assert len(shown) < 300


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_reason_is_in_the_persons_language(language: str) -> None:
    plain = asked("market").model_copy(update={"language": language})
    silent = asked("market", slots=(("region", "inherited"),), unresolved=("그거",)).model_copy(
        update={"language": language}
    )
    conflict = replace(PRICES, slot_conflicts=("region",), failed_gates=("gate:number",))
    close = replace(LAW, probe=ProbeReading(0, 3))
    said = [
        judge_by_rules(plain, {"market": PRICES}, PACK).reasoning,
        judge_by_rules(silent, {"market": PRICES}, PACK).reasoning.replace("그거", ""),
        judge_by_rules(plain, {"market": conflict}, PACK).reasoning,
        judge_by_rules(plain, {}, PACK).reasoning,
        judge_by_rules(asked("legal").model_copy(update={"language": language}), {"legal": close}, PACK).reasoning,
        failed_judge1(plain).reasoning,
    ]
    foreign = re.compile("[A-Za-z]{3,}" if language == "ko" else "[가-힣]")
    assert [reason for reason in said if not reason or foreign.search(reason)] == []


def test_what_lies_in_other_conversations_is_said_to_be_remembered() -> None:
    elsewhere = replace(PRICES, elsewhere=True)
    assert judge_by_rules(asked("market"), {"market": elsewhere}, PACK).data_source == "long_term_memory"
    both = {"market": elsewhere, "legal": LAW}
    assert judge_by_rules(asked("market", "legal"), both, PACK).data_source == "checkpoint"
