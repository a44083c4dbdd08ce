"""Every recorded amendment of four statutes: the old article in hand, the amended statute as the source.

An article in hand must be stale exactly when its text was changed or repealed by the amendment; all others must stay
reusable, however much of the statute changed around them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from evaluations.cases import (
    JUST_NOW,
    Case,
    CaseSet,
    FixedSource,
    documents_in_hand,
    plain_pack,
    plain_understanding,
)
from execution_agents.retrieval.chunking import content_hash
from foundation.contracts.ports import Source
from foundation.contracts.work import Evidence, EvidenceItem

_SOURCE = "statutes"
_NOT_VERSIONS = frozenset({"numeric_changes.jsonl", "small_tenant_limits_by_version.jsonl"})
CHANGED, UNCHANGED = "changed", "unchanged"


def statute_set(folder: Path) -> CaseSet:
    """All articles before every amendment."""
    cases: list[Case] = []
    sources: dict[str, Mapping[str, Source]] = {}
    for path in sorted((folder / "history").glob("*.jsonl")):
        if path.name in _NOT_VERSIONS:
            continue
        for before, after in pairwise(_versions(path)):
            source = FixedSource(_SOURCE, "documents", frozenset(_hashes(after)), now_version=_version(after))
            for case in _cases(before, after):
                cases.append(case)
                sources[case.case_id] = {_SOURCE: source}
    return CaseSet(
        name="statutes",
        title="Statutes across their amendments",
        note="The article as it was before an amendment is in hand and the same question is asked after it; right "
        "where the article's text is the same in both versions.",
        pack=plain_pack("statutes", "ko", _SOURCE),
        cases=cases,
        sources={},
        sources_of=sources,
    )


def _versions(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    # File order is publication order; two versions may take effect on the same day.
    return [json.loads(line) for line in lines if line.strip()]


def _version(version: Mapping[str, Any]) -> str:
    return f"{version['law']} {version['effective']} {version['promulgation_no']}"


def _hashes(version: Mapping[str, Any]) -> Iterator[str]:
    for number, article in version["articles"].items():
        yield _hash(version, number, article)


def _hash(version: Mapping[str, Any], number: str, article: Mapping[str, str]) -> str:
    return content_hash(f"{version['law']} {number}", article["text"])


def _cases(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Case]:
    for number, article in before["articles"].items():
        case_id = f"{_version(before)} > {_version(after)} {number}"
        same = after["articles"].get(number, {}).get("text", "").split() == article["text"].split()
        question = f"{before['law']} {number}는 무엇을 정하고 있나요?"
        record = _in_hand(case_id, question, before, number)
        yield Case(
            case_id=case_id,
            understanding=plain_understanding(question, question, "ko"),
            stored=(record,),
            right=frozenset({record.evidence_id}) if same else frozenset(),
            kind=UNCHANGED if same else CHANGED,
        )


def _in_hand(case_id: str, question: str, version: Mapping[str, Any], number: str) -> Evidence:
    article = version["articles"][number]
    item = EvidenceItem(
        item_id=number,
        content_hash=_hash(version, number, article),
        title=f"{version['law']} {number}",
        text=article["text"],
        source=_SOURCE,
    )
    record = documents_in_hand(case_id, question, (item,), _SOURCE)
    return record.model_copy(update={"source_version": _version(version), "fetched_at": JUST_NOW})
