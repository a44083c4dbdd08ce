"""What the final message says of each question of a message, and of data types that several of them needed."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.events import AnswerWritten, RequestAnswered
from foundation.contracts.plan import Plan, PlannedRequest, Understanding
from foundation.contracts.work import TypeDecision
from service_agent.protocol.final import ConditionOut, NamedOut, RequestedType, RequestOut, TypeReuse


def types_out(decisions: Sequence[TypeDecision]) -> dict[str, TypeReuse]:
    """Data type -> what was decided: reused only where every question that needed it reused it."""
    return {one.data_type: type_reuse(one) for one in weakest_of_types(decisions)}


def weakest_of_types(decisions: Sequence[TypeDecision]) -> list[TypeDecision]:
    """One decision for each data type: of several the one that searched."""
    found: dict[str, TypeDecision] = {}
    for one in decisions:
        before = found.get(one.data_type)
        if before is None or (before.decision == "reused" and one.decision != "reused"):
            found[one.data_type] = one
    return list(found.values())


def type_reuse(decision: TypeDecision) -> TypeReuse:
    """One decision as clients get it."""
    return TypeReuse(
        decision=decision.decision,
        evidence_id=decision.evidence_id,
        fetched_at=decision.fetched_at,
        age_s=decision.age_s,
        source_changed=decision.source_changed,
        as_of=decision.as_of,
        unasked=decision.unasked,
    )


def requests_out(event: AnswerWritten, plan: Plan | None, decisions: Sequence[TypeDecision]) -> list[RequestOut]:
    """Each question of the message; none of small talk."""
    if plan is None or plan.ends_early == "direct":
        return []
    said = event.requests or (_only(event, plan),)
    both = enumerate(zip(plan.parts, said, strict=True))
    return [_request(part, one, [each for each in decisions if each.request == at]) for at, (part, one) in both]


def _only(event: AnswerWritten, plan: Plan) -> RequestAnswered:
    reason = str(event.record.get("failure") or plan.ends_early or "")
    return RequestAnswered(answered=not reason, reason=reason, content=event.content)


def _request(part: PlannedRequest, said: RequestAnswered, decisions: Sequence[TypeDecision]) -> RequestOut:
    asked = part.understanding
    return RequestOut(
        question=asked.question,
        standalone=asked.standalone,
        reading="follows" if asked.route == "history_required" else "alone",
        conditions=conditions_out(asked),
        other_readings=list(asked.otherwise),
        entities=[NamedOut(id=one.id, type=one.type, name=one.name) for one in asked.things],
        data_types={one.data_type: _requested(one) for one in decisions},
        answered=said.answered,
        reason=said.reason,
    )


def conditions_out(asked: Understanding) -> list[ConditionOut]:
    """What the question took over, as clients get it."""
    return [ConditionOut(slot=one.slot, label=one.label, values=list(one.values)) for one in asked.taken_over]


def _requested(decision: TypeDecision) -> RequestedType:
    return RequestedType(**type_reuse(decision).model_dump(), evidence_ids=list(decision.evidence_ids))
