"""What a trace says, in the order of the turn."""

from __future__ import annotations

from typing import Any

from service_agent.cli.pack_why import lines_of


def trace_of(*events: dict[str, Any]) -> dict[str, Any]:
    return {"question": "그럼 거기 월세는?", "events": list(events), "decision": None}


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
