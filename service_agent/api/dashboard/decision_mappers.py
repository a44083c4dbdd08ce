"""Decisions, what audits found of them, and the sources, as the operator's routes give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.source_states import SourceState
from foundation.storage.experiments.audits import Audit
from foundation.storage.experiments.decision_pages import DecisionLine
from foundation.storage.experiments.labels import Label
from service_agent.api.dashboard.decision_models import (
    AuditOut,
    DecisionLineOut,
    DecisionOut,
    EvidenceCompared,
    EvidenceLine,
    EvidenceSide,
    Judge2Sum,
    LabelOut,
    SourceStateOut,
    TruthChip,
)
from service_agent.experiments.decisions import DecisionDetail
from service_agent.experiments.sums import judge1_reasons, judge2_sums


def line_out(line: DecisionLine) -> DecisionLineOut:
    """One line of the table."""
    judged: Mapping[str, Any] = {name: each for name, each in line.judge2.items() if each.get("verdict")}
    return DecisionLineOut(
        run_id=line.run_id,
        session_id=line.session_id,
        at=line.created_at,
        arm=line.arm,
        variant=line.variant,
        question=line.question,
        intent=line.intent,
        model=line.model,
        data_types=list(line.data_types),
        judge1=share_of((line.judge1 or {}).get("confidence")),
        judge2={name: int(each.get("confidence", 0)) / 1000 for name, each in judged.items()},
        vetoed=any(is_veto(issue) for each in judged.values() for issue in each.get("issues", ())),
        decision=cast("Any", line.decision),
        asked=line.asked,
        timed_out=line.timed_out,
        person=line.person,
        truth=TruthChip(outcome=cast("Any", line.outcome), source=cast("Any", line.source), contested=line.contested),
        audit=cast("Any", line.audit),
        elapsed_ms=line.elapsed_ms,
        demo=line.demo,
    )


def decision_out(detail: DecisionDetail, principal: Principal) -> DecisionOut:
    """One decision, down to its evidence."""
    row = detail.row
    thresholds: Mapping[str, int] = row.inputs.get("thresholds") or {}
    judge1 = None if row.judge1 is None else {**row.judge1, "confidence": row.judge1["confidence"] / 1000}
    return DecisionOut(
        line=line_out(detail.line),
        standalone=row.standalone,
        search_ms=row.search_ms,
        model_calls=row.model_calls,
        search_calls=row.search_calls,
        tokens=row.prompt_tokens + row.completion_tokens,
        judge1=judge1,
        judge1_reasons=dict(judge1_reasons(row)),
        judge2=[Judge2Sum.model_validate(asdict(each)) for each in judge2_sums(row)],
        audit=audit_out(detail.audit) if detail.audit else None,
        audit_costs_ms=detail.audit_costs_ms,
        labels=[_label(each, principal) for each in detail.labels],
        variants=dict(detail.variants),
        thresholds={name: value / 1000 for name, value in thresholds.items()},
        configuration=dict(row.inputs.get("configuration") or {}),
    )


def audit_out(audit: Audit) -> AuditOut:
    """What comparing found."""
    types: Mapping[str, Any] = (audit.findings or {}).get("types", {})
    return AuditOut(
        status=audit.status,
        kind=audit.kind,
        why=audit.why,
        done_at=audit.done_at,
        search_ms=audit.search_ms,
        search_calls=audit.search_calls,
        drawn=audit.drawn,
        next_at=audit.next_at,
        types=[_compared(name, each) for name, each in types.items()],
    )


def _compared(name: str, each: Mapping[str, Any]) -> EvidenceCompared:
    return EvidenceCompared(
        data_type=name,
        agrees=each["agrees"],
        rule=each["rule"],
        then=EvidenceSide(**each["then"]) if each["then"] else None,
        now=EvidenceSide(**each["now"]),
        lines=[EvidenceLine(**line) for line in each["lines"]],
        differing=each["differing"],
        equal=each["equal"],
    )


def _label(label: Label, principal: Principal) -> LabelOut:
    mine = label.source == "label" and label.by == principal.owner_id
    return LabelOut(
        source=label.source,
        by=label.by,
        outcome=label.outcome,
        reason=label.reason,
        at=label.created_at,
        undone=label.undone,
        mine=mine,
    )


def source_out(state: SourceState, packs: Mapping[str, Pack]) -> SourceStateOut:
    """One source of a pack with its name in both languages; one that is gone by its own name."""
    pack = packs.get(state.pack)
    label = next((each.label for each in pack.sources if each.name == state.source), None) if pack else None
    return SourceStateOut(**vars(state), label=dict(label or {"ko": state.source, "en": state.source}))


def is_veto(issue: str) -> bool:
    """Issues that forbid reuse whatever the confidence."""
    return issue.startswith(("slot_conflict:", "gate:", "probe:")) or issue in ("source_changed", "rights_changed")


def share_of(per_mille: int | None) -> float | None:
    """Per mille as a share."""
    return None if per_mille is None else per_mille / 1000
