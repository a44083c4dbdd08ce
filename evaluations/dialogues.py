"""Whole conversations: MTRAG (English, with passages) and dialogues on phone manuals (Korean, without)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluations.cases import (
    Case,
    CaseSet,
    FixedSource,
    documents_in_hand,
    plain_pack,
    plain_understanding,
)
from evaluations.korquad import BEST_ALONE
from evaluations.passages import SOURCE, Passages, lines, with_probe
from execution_agents.retrieval.chunking import content_hash
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import ProbeFigures


def mtrag_set(folder: Path) -> CaseSet:
    """Human English conversations; right are records that hold every gold passage between them."""
    passages = Passages({row["id"]: (row["title"] or "", row["text"]) for row in lines(folder / "passages.jsonl")})
    conversations = {row["conversation"]: row for row in lines(folder / "conversations.jsonl")}
    cases = [
        _mtrag_case(label, conversations[label["conversation"]]["turns"], passages)
        for label in lines(folder / "reuse_labels.jsonl")
    ]
    careful = plain_pack("mtrag", "en", SOURCE)
    return CaseSet(
        name="mtrag",
        title="MTRAG conversations",
        note="In hand are the gold passages of every earlier turn, one record a turn; right are records that hold all "
        "gold passages of the turn between them. Turns without gold are not rated. A fresh search of our own may not "
        "find the gold either: `suffice eval live-reuse` compares with it.",
        pack=careful,
        cases=cases,
        sources={SOURCE: passages.source},
        index=passages.index,
        texts=passages.texts,
        figures={BEST_ALONE: with_probe(careful, ProbeFigures(first=1, near_best=1000))},
    )


def dialogue_set(folder: Path) -> CaseSet:
    """A stress set for the gates: the manual's text is not there, so nothing can be probed."""
    dialogues = {row["dial_id"]: row["turns"] for row in lines(folder / "dialogues.jsonl")}
    cases = [_dialogue_case(label, dialogues[label["dial_id"]]) for label in lines(folder / "reuse_labels.jsonl")]
    return CaseSet(
        name="ko_manual_dialogues",
        title="Dialogues on phone manuals (stress)",
        note="In hand is the answer given to each earlier question, standing in for the manual's text, which is not "
        "there; nearly every turn must search. No index, so gates alone decide: a stress set, not a proof.",
        pack=plain_pack("dialogues", "ko", SOURCE),
        cases=cases,
        sources={SOURCE: FixedSource(SOURCE, "documents")},
    )


def _mtrag_case(label: Mapping[str, Any], turns: Sequence[Mapping[str, Any]], passages: Passages) -> Case:
    asked = label["rewrite"] or label["question"]
    gold = set(label["gold_ids"])
    stored = [
        passages.in_hand(turn["task_id"], turn["rewrite"] or turn["question"], [c["id"] for c in turn["contexts"]])
        for turn in turns
        if turn["turn"] < label["turn"] and turn["contexts"]
    ]
    return Case(
        case_id=label["task_id"],
        understanding=plain_understanding(label["question"], asked, "en"),
        stored=tuple(reversed(stored)),
        right=frozenset(e.evidence_id for e in stored if gold and gold <= {item.item_id for item in e.items}),
        gold=frozenset(gold),
        labelled=bool(gold),
        kind=label["pool_label"],
    )


def _dialogue_case(label: Mapping[str, Any], turns: Sequence[Mapping[str, Any]]) -> Case:
    gold = set(label["gold_spans"])
    stored = [
        documents_in_hand(f"{label['dial_id']}-{turn['turn']}", turn["text"], (_said(turn, reply),), SOURCE)
        for turn, reply in zip(turns, turns[1:], strict=False)
        if turn["role"] == "user" and reply["role"] == "system" and turn["turn"] < label["turn"]
    ]
    held = {f"{label['dial_id']}-{turn['turn']}": set(turn["spans"]) for turn in turns}
    return Case(
        case_id=f"{label['dial_id']}-{label['turn']}",
        understanding=plain_understanding(label["question"], label["question"], "ko"),
        stored=tuple(reversed(stored)),
        right=frozenset(e.evidence_id for e in stored if gold and gold <= held[e.evidence_id]),
        kind=label["pool_label"],
    )


def _said(turn: Mapping[str, Any], reply: Mapping[str, Any]) -> EvidenceItem:
    text = str(reply["text"])
    return EvidenceItem(
        item_id=f"turn-{turn['turn']}", content_hash=content_hash(text), title="", text=text, source=SOURCE
    )
