"""What a trace says, in the order of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from service_agent.cli.pack_why import lines_of


def trace_of(*events: dict[str, Any], ledger: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    decision = None if ledger is None else {"inputs": {"ledger": ledger}}
    return {"question": "그럼 거기 월세는?", "events": list(events), "decision": decision}


def answer(requests: list[dict[str, Any]], used: dict[str, str] | None = None) -> dict[str, Any]:
    """An answer of these requests, from this evidence: data type -> id."""
    types = {name: {"decision": "reused", "evidence_id": one} for name, one in (used or {}).items()}
    reuse = {"data_types": types} if types else None
    said = {"type": "answer", "content": "62만원입니다.\n자세히", "requests": requests, "reuse": reuse}
    return {**said, "citations": list[Any]()}


def request(reading: str, names: list[tuple[str, str]], reason: str = "") -> dict[str, Any]:
    entities = [{"id": name, "name": name, "type": kind} for name, kind in names]
    said = {"reading": reading, "standalone": "마포구 월세는?", "entities": entities}
    return {**said, "answered": not reason, "reason": reason}


def record(evidence_id: str, data_type: str, slots: dict[str, list[Any]]) -> dict[str, Any]:
    found = {"item_count": 3, "query": "마포구 월세"}
    return {"evidence_id": evidence_id, "data_type": data_type, "slots": slots, **found}


def test_a_rewritten_question_is_shown_with_what_it_needs() -> None:
    plan = {
        "type": "plan_ready", "route": "history_required", "intent": "market_inquiry", "confidence": 0.7,
        "standalone_question": "마포구 월세는?", "engine": "rules", "why": "because of words",
        "active_teams": ["search"],
        "absent_teams": ["document"], "required_data_types": ["market"],
    }  # fmt: skip
    lines = dict(lines_of(trace_of(plan)))
    assert lines["understood as"] == "마포구 월세는?"
    assert lines["intent"] == "market_inquiry (0.70, by rules)"
    assert lines["needs"] == "market"
    assert lines["teams"] == "search, document (absent)"


def test_judges_are_shown_with_their_reasons() -> None:
    decided = {
        "type": "data_reuse_decision", "decision": "search", "variant": "hybrid",
        "judge1": {"is_sufficient": False, "confidence": 0.25, "by": "rules", "reasoning": "another region"},
        "judge2": {"market": {"verdict": "insufficient", "confidence": 0.0, "issues": ["slot_conflict:region"]}},
        "reasons": ["searched again"],
    }  # fmt: skip
    lines = dict(lines_of(trace_of(decided)))
    assert lines["decision"] == "search (hybrid)"
    assert lines["judge 1"] == "not enough, 0.25 by rules: another region"
    assert lines["judge 2, market"] == "insufficient, 0.00: slot_conflict:region"
    assert lines["reason"] == "searched again"


def test_a_run_that_failed_says_why() -> None:
    failed = {"type": "run_failed", "code": "turn_timeout", "message": "It took too long."}
    assert dict(lines_of(trace_of(failed)))["failed"] == "turn_timeout: It took too long."


@pytest.mark.parametrize(
    ("reading", "said"),
    [("follows", "follows the conversation: 마포구 월세는?"), ("alone", "stands alone: 마포구 월세는?")],
)
def test_a_question_is_shown_with_its_reading(reading: str, said: str) -> None:
    assert dict(lines_of(trace_of(answer([request(reading, [])]))))["reading"] == said


def test_names_are_shown_with_their_kinds_and_none_is_said() -> None:
    names = [("서울 마포구", "region"), ("주택임대차보호법", "law")]
    lines = dict(lines_of(trace_of(answer([request("alone", names)]))))
    assert lines["names"] == "서울 마포구 (region), 주택임대차보호법 (law)"
    assert "not answered" not in lines
    assert dict(lines_of(trace_of(answer([request("alone", [])]))))["names"] == "nothing the pack knows"


def test_each_question_of_a_message_is_shown_also_one_without_an_answer() -> None:
    both = answer([request("alone", [("서울 마포구", "region")]), request("follows", [], reason="no_data")])
    lines = list(lines_of(trace_of(both)))
    assert [value for name, value in lines if name == "names"] == ["서울 마포구 (region)", "nothing the pack knows"]
    assert [value for name, value in lines if name == "not answered"] == ["no_data"]


def test_filters_are_those_of_the_data_the_answer_stands_on() -> None:
    ledger = [
        record("e1", "market", {"region": ["서울 마포구"], "period": ["2026-01", "2026-02"]}),
        record("e2", "market", {"region": ["서울 서초구"]}),
        record("e3", "legal", {}),
    ]
    lines = list(lines_of(trace_of(answer([], {"market": "e1", "legal": "e3"}), ledger=ledger)))
    assert [line for line in lines if line[0].startswith(("filters", "found"))] == [
        ("filters of market", "region = 서울 마포구; period = 2026-01, 2026-02"),
        ("found for market", "3 items, by: 마포구 월세"),
        ("filters of legal", "none"),
        ("found for legal", "3 items, by: 마포구 월세"),
    ]


def test_where_nothing_was_decided_or_used_no_filters_are_shown() -> None:
    kept = [record("e1", "market", {"region": ["서울 마포구"]})]
    for trace in (trace_of(answer([], {"market": "e1"})), trace_of(answer([]), ledger=kept)):
        assert not [name for name, _ in lines_of(trace) if name.startswith("filters")]
