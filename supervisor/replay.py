"""Makes a decision again from its row alone: the same judges over the inputs the row stores.

Reviewing or auditing a decision, or trying other thresholds, needs neither the conversation nor the sources of that
time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from execution_agents.reuse.judge2 import ProbeReading, Standing, Verdict, judge
from execution_agents.reuse.policy import Action, Question, resolve, turn_decision, weakest
from foundation.contracts.plan import Judge1, Understanding, VariantName
from foundation.contracts.work import Evidence, EvidenceItem, ReuseDecision, need_of
from foundation.domains.schema.pack import (
    DataType,
    Freshness,
    Judge1RuleFigures,
    Judge2Figures,
    Pack,
    ProbeFigures,
    Slot,
    Thresholds,
)
from foundation.storage.records import DecisionRow
from supervisor.planning.judge1 import judge_by_rules


@dataclass(frozen=True)
class Replayed:
    """The judges' verdicts on the inputs a row stores."""

    judge1: Judge1 | None
    """Rules judge again; a model's reply is an input, so it is the row's own. None if the variant has none."""
    judged: Mapping[str, Judge1 | None]
    """Need -> judge 1 of its request."""
    verdicts: Mapping[str, Verdict]
    """Judge 2's, for every need (computed, but without effect, in variants without judge 2)."""
    actions: Mapping[str, Action]
    decision: ReuseDecision


def replay(row: DecisionRow, thresholds: Thresholds | None = None) -> Replayed:
    """Decides a row's turn again, with other thresholds if given.

    Whether asking was worth it depended on the costs measured then: a type in doubt counts as asked about if the row's
    turn asked; if that turn cost too little to ask, judge 2's verdict decides; otherwise it is searched (the safe
    default). Raises ValueError for a row whose inputs are not those this version stores.
    """
    try:
        each = [_replayed(part, thresholds) for part in rows_apart(row)]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"The inputs of run {row.run_id} are not complete ({error}).") from error
    judged: dict[str, Judge1 | None] = {}
    verdicts: dict[str, Verdict] = {}
    actions: dict[str, Action] = {}
    for at, one in enumerate(each):
        judged |= {need_of(name, at): judge1 for name, judge1 in one.judged.items()}
        verdicts |= {need_of(name, at): verdict for name, verdict in one.verdicts.items()}
        actions |= {need_of(name, at): action for name, action in one.actions.items()}
    return Replayed(weakest([one.judge1 for one in each]), judged, verdicts, actions, turn_decision(actions))


def rows_apart(row: DecisionRow) -> tuple[DecisionRow, ...]:
    """The row of each request of a message of several questions, in the form a turn of its own would have; the row
    itself for one request."""
    requests: list[Any] = row.inputs.get("requests") or []
    return tuple(_row_of(row, at, kept) for at, kept in enumerate(requests)) or (row,)


def _row_of(row: DecisionRow, at: int, kept: Mapping[str, Any]) -> DecisionRow:
    asked: Mapping[str, Any] = kept["understanding"]
    needs = {str(name): need_of(name, at) for name in asked["data_types"]}
    judge2 = {name: row.judge2[need] for name, need in needs.items() if need in row.judge2}
    decided: dict[str, Action] = {
        name: "reuse" if entry["decision"] == "reused" else "search" for name, entry in judge2.items()
    }
    inputs = {
        **row.inputs,
        "requests": [],
        "understanding": asked,
        "standings": {name: row.inputs["standings"].get(need) for name, need in needs.items()},
        "unasked": [name for name, need in needs.items() if need in row.inputs["unasked"]],
    }
    return replace(
        row,
        question=asked["question"],
        standalone=asked["standalone"],
        intent=asked["intent"],
        data_types=tuple(needs),
        judge1=kept["judge1"],
        judge2=judge2,
        decision=turn_decision(decided),
        inputs=inputs,
    )


def _replayed(row: DecisionRow, thresholds: Thresholds | None) -> Replayed:
    pack = _pack(row)
    standings = {name: _standing(name, row.inputs["standings"].get(name)) for name in row.data_types}
    judge1 = _judge1(row, pack, standings)
    confidence = judge1.confidence if judge1 else None
    verdicts = {name: judge(standings[name], pack.data_type(name), confidence) for name in row.data_types}
    actions = _actions(row, judge1, verdicts, thresholds or Thresholds.model_validate(row.inputs["thresholds"]))
    return Replayed(judge1, dict.fromkeys(row.data_types, judge1), verdicts, actions, turn_decision(actions))


def _judge1(row: DecisionRow, pack: Pack, standings: Mapping[str, Standing]) -> Judge1 | None:
    if row.judge1 is None:
        return None
    stored = Judge1.model_validate(row.judge1)
    if stored.by == "model":
        return stored
    return judge_by_rules(Understanding.model_validate(row.inputs["understanding"]), standings, pack)


def _actions(
    row: DecisionRow, judge1: Judge1 | None, verdicts: Mapping[str, Verdict], thresholds: Thresholds
) -> Mapping[str, Action]:
    options = row.inputs["options"]
    if options["reuse"] == "never":
        return dict.fromkeys(verdicts, cast("Action", "search"))
    if options["override_of"] is not None and options["reuse"] == "always":
        return {name: "search" if each.missing or each.vetoed else "reuse" for name, each in verdicts.items()}
    variant = cast("VariantName", row.variant)
    worth_ms = 1 if row.inputs["unasked"] else 0
    asking = resolve(Question(variant, judge1, verdicts, thresholds, ask_worth_ms=worth_ms))
    said_yes = row.person == "use_previous" or options["reuse"] == "always"
    return asking.decided(use_previous=said_yes)


_NO_PACK, _NO_SLOT = Pack.model_construct(), Slot.model_construct()
"""Made once: making one copies the defaults of all that a pack may say, a millisecond for each turn's decision."""


def _pack(row: DecisionRow) -> Pack:
    """The parts of the pack that the judges read, with the figures of that time."""
    types = tuple(_data_type(name, row.inputs["figures"][name]) for name in row.data_types)
    figures = Judge1RuleFigures.model_validate(row.inputs["judge1_rules"])
    labels: Mapping[str, Mapping[str, str]] = row.inputs["slot_labels"]
    slots = tuple(_NO_SLOT.model_copy(update={"name": name, "label": label}) for name, label in labels.items())
    then = {"name": row.pack, "data_types": types, "slots": slots, "judge1_rules": figures}
    return _NO_PACK.model_copy(update=then)


def _data_type(name: str, figures: Mapping[str, Any]) -> DataType:
    return DataType(
        name=name,
        label=figures["label"],
        sources=(),
        judge2=Judge2Figures.model_validate(figures["judge2"]),
        freshness=Freshness.model_validate(figures["freshness"]),
        web_freshness=Freshness.model_validate(figures.get("web_freshness", {})),
        probe=ProbeFigures.model_validate(figures["probe"]),
        matching_slots=tuple(figures["matching_slots"]),
    )


def _standing(name: str, kept: Mapping[str, Any] | None) -> Standing:
    if kept is None:
        return Standing(name)
    probe = kept["probe"]
    return Standing(
        data_type=name,
        evidence=None if kept["evidence"] is None else _evidence(name, kept["evidence"]),
        also=tuple(_evidence(name, record) for record in kept.get("also", ())),
        age_s=kept["age_s"],
        slot_conflicts=tuple(kept["slot_conflicts"]),
        failed_gates=tuple(kept["failed_gates"]),
        source_changed=kept["source_changed"],
        rights_changed=kept["rights_changed"],
        elsewhere=kept.get("elsewhere", False),
        probe=None
        if probe is None
        else ProbeReading(
            probe["held"],
            probe["of"],
            tuple(probe["failures"]),
            probe["best_in_hand"],
            probe["best_out_of_hand"],
            probe["asks_more"],
        ),
    )


def _evidence(data_type: str, kept: Mapping[str, Any]) -> Evidence:
    """The record with as many items as it had: judges count them and never read them."""
    return Evidence(
        evidence_id=kept["evidence_id"],
        session_id="",
        run_id=kept["run_id"],
        data_type=data_type,
        kind=kept["kind"],
        sources=tuple(kept["sources"]),
        query=kept["query"],
        slots={slot: tuple(values) for slot, values in kept["slots"].items()},
        items=tuple(_counted(number, derived=number >= kept["results"]) for number in range(kept["items"])),
        fetched_at=datetime.fromisoformat(kept["fetched_at"]).astimezone(UTC),
        source_version=kept["source_version"],
        complete=kept["complete"],
        aggregate=kept["aggregate"],
        cost_ms=kept["cost_ms"],
    )


def _counted(number: int, *, derived: bool) -> EvidenceItem:
    return EvidenceItem(item_id=str(number), content_hash="0" * 64, title="", text="", source="", derived=derived)
