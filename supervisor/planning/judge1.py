"""Judge 1: planning's view of whether the available evidence could answer the new question, by rules or from a model's
reply.

Judge 1 rates the types that have evidence; missing types are simply searched. Any failure of the model ends in
`failed_judge1()`: not sufficient, confidence 0, so the turn searches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from execution_agents.reuse.judge2 import SLOT_CONFLICT, Standing, is_close
from execution_agents.reuse.wording import doubt_words, label_of
from foundation.contracts.plan import DataSource, Judge1, Understanding
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.judging import Freshness
from foundation.domains.schema.pack import Pack
from foundation.language.cues import asks_again
from prompts.replies import DataSufficiencyReply

_SHOWN_ITEMS = 5
"""Titles per data type shown to a model: enough to see what kind of items they are."""
_SHOWN_TITLE = 80
_SAMPLE = 240
"""Characters of the first item, which show the kind of facts. All items would cost more than a search."""
_HOUR_S, _DAY_S = 3_600, 86_400


_REASONS = {
    "nothing_needed": {"ko": "필요한 자료 없음", "en": "nothing is needed"},
    "all_named": {
        "ko": "조건이 모두 명시되었고 어긋나는 것이 없음",
        "en": "everything asked for was named, nothing conflicts",
    },
    "taken_over": {"ko": "{what} 조건을 앞 대화에서 이어받음", "en": "{what} taken over without being named"},
    "unresolved": {"ko": "가리키는 것을 찾지 못한 말: {what}", "en": "nothing answers to: {what}"},
    "close": {"ko": "비슷하게 맞는 다른 자료가 있음", "en": "another passage fits nearly as well"},
    "model_failed": {"ko": "모델의 판단을 쓸 수 없음", "en": "the model gave no usable judgement"},
    "model_silent": {"ko": "모델이 가진 자료를 언급하지 않음", "en": "the model named nothing in hand"},
}
"""The rules judge's reasons, in the person's language."""


def _said(reason: str, understanding: Understanding, **values: str) -> str:
    return _REASONS[reason]["ko" if understanding.language == "ko" else "en"].format(**values)


@dataclass(frozen=True)
class _Against:
    """One reason to be less sure, and its cost per mille."""

    reason: str
    penalty: int


def judge_by_rules(understanding: Understanding, standings: Mapping[str, Standing], pack: Pack) -> Judge1:
    """Judge 1 without a model: starts high, and subtracts for everything the person did not say."""
    usable, missing = _usable(understanding.data_types, standings)
    if not usable:
        return _nothing(
            "rules",
            missing,
            _why_missing(missing, standings, pack, understanding.language) or _said("nothing_needed", understanding),
        )
    against = _against(understanding, [standings[name] for name in usable], pack)
    confidence = max(0, pack.judge1_rules.start - sum(doubt.penalty for doubt in against))
    reasons = [doubt.reason for doubt in against] + (
        [_why_missing(missing, standings, pack, understanding.language)] if missing else []
    )
    return Judge1(
        by="rules",
        is_sufficient=True,
        confidence=confidence,
        data_source=_place([standings[name] for name in usable]),
        missing_data_types=missing,
        reasoning="; ".join(reasons) or _said("all_named", understanding),
    )


def judge_from_reply(
    reply: DataSufficiencyReply, understanding: Understanding, standings: Mapping[str, Standing]
) -> Judge1:
    """A model's view, limited to the evidence that exists: it can call a type missing, never add one."""
    there = [name for name in understanding.data_types if _there(name, standings)]
    missing = tuple(name for name in understanding.data_types if name not in there or name in reply.missing_data_types)
    if len(missing) == len(understanding.data_types):
        return _nothing("model", missing, reply.reasoning)
    return Judge1(
        by="model",
        is_sufficient=reply.is_sufficient,
        confidence=round(reply.confidence * 1000),
        data_source=_source(reply),
        missing_data_types=missing,
        reasoning=reply.reasoning[:2_000],
    )


def failed_judge1(understanding: Understanding, reason: str = "model_failed") -> Judge1:
    """Judge 1 of a turn whose model failed: not sufficient, confidence 0, so everything is searched."""
    why = _said(reason, understanding)
    return Judge1(by="model", is_sufficient=False, confidence=0, data_source="none", reasoning=why)


def describe_standings(data_types: Sequence[str], standings: Mapping[str, Standing], pack: Pack) -> str:
    """The available evidence for each needed data type, for a prompt: facts on lines; the caller delimits them as
    data."""
    return "\n".join(_described(name, standings.get(name), pack) for name in data_types)


def _usable(needed: Sequence[str], standings: Mapping[str, Standing]) -> tuple[list[str], tuple[str, ...]]:
    """Types with evidence that passes the gates, and types to search whatever the confidence."""
    usable = [name for name in needed if _there(name, standings) and not _conflicts(standings[name])]
    return usable, tuple(name for name in needed if name not in usable)


def _there(name: str, standings: Mapping[str, Standing]) -> bool:
    standing = standings.get(name)
    return standing is not None and standing.there


def _conflicts(standing: Standing) -> tuple[str, ...]:
    return (*(f"slot {slot} differs" for slot in standing.slot_conflicts), *standing.failed_gates)


def _against(understanding: Understanding, standings: Sequence[Standing], pack: Pack) -> list[_Against]:
    figures = pack.judge1_rules
    needed = {slot for standing in standings for slot in pack.data_type(standing.data_type).matching_slots}
    inherited = () if _points_back(understanding) else sorted(_inherited(understanding) & needed)
    labels = {slot.name: slot.label for slot in pack.slots}
    found = [
        _Against(
            _said("taken_over", understanding, what=label_of(labels.get(name, {}), understanding.language) or name),
            figures.inherited_penalty,
        )
        for name in inherited
    ]
    if understanding.unresolved:
        words = ", ".join(understanding.unresolved)
        found.append(_Against(_said("unresolved", understanding, what=words), figures.unresolved_penalty))
    return found + _close_probes(understanding, standings, pack)


def _points_back(understanding: Understanding) -> bool:
    """그 지역, 방금, 다시: a message that points at the earlier question means its other slots too."""
    pointed = any(slot.origin == "pointed" for slot in understanding.slots)
    return understanding.reuse_cue or pointed or asks_again(understanding.question)


def _inherited(understanding: Understanding) -> set[str]:
    return {slot.name for slot in understanding.slots if slot.origin == "inherited"}


def _close_probes(understanding: Understanding, standings: Sequence[Standing], pack: Pack) -> list[_Against]:
    """One reduction however many types are close: the confidence is the turn's, not the sum of its types'."""
    close = [pack.data_type(standing.data_type).probe.close_penalty for standing in standings if is_close(standing)]
    return [_Against(_said("close", understanding), max(close))] if close else []


def _why_missing(missing: Sequence[str], standings: Mapping[str, Standing], pack: Pack, language: str) -> str:
    return "; ".join(
        f"{_label(name, pack, language)}: {_missing_reason(standings.get(name), pack, language)}" for name in missing
    )


def _label(data_type: str, pack: Pack, language: str) -> str:
    label = pack.data_type(data_type).label
    return label.get(language) or next(iter(label.values()))


def _missing_reason(standing: Standing | None, pack: Pack, language: str) -> str:
    if standing is None or not standing.there:
        return "가진 자료 없음" if language == "ko" else "nothing in hand"
    issues = (*(f"{SLOT_CONFLICT}{slot}" for slot in standing.slot_conflicts), *standing.failed_gates)
    return doubt_words(issues, language, pack)


def _nothing(by: Literal["model", "rules"], missing: tuple[str, ...], reasoning: str) -> Judge1:
    return Judge1(
        by=by,
        is_sufficient=False,
        confidence=0,
        data_source="none",
        missing_data_types=missing,
        reasoning=reasoning[:2_000],
    )


def _place(usable: Sequence[Standing]) -> DataSource:
    """Where the reused evidence is from: entirely from other conversations, or from this one."""
    return "long_term_memory" if all(standing.elsewhere for standing in usable) else "checkpoint"


def _source(reply: DataSufficiencyReply) -> DataSource:
    """A model that rated something sufficient but named no place means the ledger."""
    return "checkpoint" if reply.is_sufficient and reply.data_source == "none" else reply.data_source


def _described(name: str, standing: Standing | None, pack: Pack) -> str:
    data_type = pack.data_type(name)
    label = next(iter(data_type.label.values()))
    if standing is None or standing.evidence is None or not standing.evidence.items:
        return f"- {name} ({label}): nothing in hand"
    evidence = standing.evidence
    slots = "; ".join(f"{slot}={', '.join(values)}" for slot, values in evidence.slots.items()) or "none"
    lines = [
        f"- {name} ({label}): {len(evidence.items)} items, fetched {_age(standing.age_s)}, for: {evidence.query}",
        f"  freshness: {_limits(data_type.freshness)}",
        f"  slots: {slots}; complete: {evidence.complete}; aggregates: {evidence.aggregate}",
        f"  items: {_titles(evidence.items)}",
        f"  sample: {_sample(evidence.items[0])}",
    ]
    conflicts = _conflicts(standing)
    return "\n".join(lines + ([f"  conflicts: {', '.join(conflicts)}"] if conflicts else []))


def _titles(items: Sequence[EvidenceItem]) -> str:
    shown = " | ".join(item.title[:_SHOWN_TITLE] for item in items[:_SHOWN_ITEMS])
    return shown + (f" | and {len(items) - _SHOWN_ITEMS} more" if len(items) > _SHOWN_ITEMS else "")


def _sample(item: EvidenceItem) -> str:
    text = " ".join(item.text.split())
    return text if len(text) <= _SAMPLE else f"{text[:_SAMPLE]}…"


def _limits(freshness: Freshness) -> str:
    """The age limits of the type's data."""
    said = [
        f"{word} after {_span(limit)}"
        for word, limit in (("old", freshness.warn_after_s), ("stale", freshness.stale_after_s))
        if limit is not None
    ]
    return ", ".join(said) or "no age limit"


def _age(age_s: int | None) -> str:
    return "at an unknown time" if age_s is None else f"{_span(age_s)} ago"


def _span(seconds: int) -> str:
    if seconds < _HOUR_S:
        return f"{seconds // 60} min"
    return f"{seconds // _HOUR_S} h" if seconds < 2 * _DAY_S else f"{seconds // _DAY_S} days"
