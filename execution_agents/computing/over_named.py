"""Arithmetic with figures of the evidence that the question names: first over what this turn found, then with what the
last answers rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.analysis.named.asking import named_arithmetic
from execution_agents.computing.over_said import over_what_was_said
from execution_agents.team import EvidenceStore
from foundation.contracts.errors import NotFound
from foundation.contracts.formulas import Analysis
from foundation.contracts.work import Brief, Evidence, EvidenceItem
from foundation.domains.schema.pack import Pack


@dataclass(frozen=True)
class Named:
    """What was computed."""

    analysis: Analysis
    taken: tuple[str, ...]
    """Ids of earlier answers' evidence that holds some of its figures."""


async def named_in(brief: Brief, pack: Pack, store: EvidenceStore) -> Named | None:
    """The result; None where nothing is named for certain, or where a formula is asked for."""
    if brief.named is None or brief.computation is not None:
        return None
    return over(brief, (), pack) or over(brief, await _past(brief, store), pack)


def over(brief: Brief, past: Sequence[Evidence], pack: Pack) -> Named | None:
    """The result over what this turn found and these earlier batches."""
    if brief.named is None:
        return None
    batches = (*brief.evidence, *past)
    asked = named_arithmetic(brief.named, distinct(batches), pack, brief.language)
    if asked is None:
        return None
    done = over_what_was_said(asked, brief.model_copy(update={"evidence": batches}), pack)
    if done is None:
        return None
    needed = set(done.cites) - {item.item_id for batch in brief.evidence for item in batch.items}
    taken = [one.evidence_id for one in past if needed & {item.item_id for item in one.items}]
    return Named(done.model_copy(update={"arithmetic": asked}), tuple(taken))


def distinct(batches: Sequence[Evidence]) -> list[EvidenceItem]:
    """Each item once."""
    return list({item.item_id: item for batch in reversed(batches) for item in reversed(batch.items)}.values())[::-1]


async def _past(brief: Brief, store: EvidenceStore) -> tuple[Evidence, ...]:
    held = {batch.evidence_id for batch in brief.evidence}
    asked = brief.named.evidence if brief.named is not None else ()
    found: list[Evidence] = []
    for each in asked:
        if each in held:
            continue
        try:
            found.append(await store.get(each))
        except NotFound:  # It was deleted since: only the newer evidence counts.
            continue
    return tuple(found)
