"""A team that works on some requests of a message once more: its brief without the others, and both findings as one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from execution_agents.reuse.policy import turn_decision
from foundation.contracts.work import Brief, Finding, need_of

Done = TypeVar("Done")


def nothing_of(brief: Brief) -> Brief:
    """A request's brief in which nothing is asked."""
    asked = ("computation", "said", "named", "document")
    return brief.model_copy(update={"data_types": (), "readings": (), **dict.fromkeys(asked)})


def joined(before: Finding, now: Finding, again: Collection[int]) -> Finding:
    """The first finding, with what the team found for these requests now in place of what it found for them then."""
    stale = {each.need for each in before.decisions if each.request in again}
    stale |= {need for need in before.missing if any(need == need_of(need.split("@")[0], at) for at in again)}
    decisions = (*(each for each in before.decisions if each.request not in again), *now.decisions)
    kept = {each for one in decisions for each in one.evidence_ids}
    outdated = {said for one in before.evidence if one.evidence_id not in kept for said in one.notices}
    reuse = turn_decision({one.need: "reuse" if one.decision == "reused" else "search" for one in decisions})
    analyses = _placed(before.analyses, now.analyses, again)
    return before.model_copy(
        update={
            "decisions": decisions,
            "reuse": reuse,
            "using_cached_data": (
                *(one for one in before.using_cached_data if one not in stale),
                *now.using_cached_data,
            ),
            "missing": {**{need: why for need, why in before.missing.items() if need not in stale}, **now.missing},
            "notices": tuple(dict.fromkeys((*(one for one in before.notices if one not in outdated), *now.notices))),
            "person": now.person or before.person,
            "unasked": (*(one for one in before.unasked if one not in stale), *now.unasked),
            "asked": before.asked or now.asked,
            "timed_out": before.timed_out or now.timed_out,
            "analyses": analyses,
            "analysis": next((each for each in analyses if each is not None), now.analysis or before.analysis),
            "documents": _placed(before.documents, now.documents, again),
            "form": now.form or before.form,
            "search_calls": before.search_calls + now.search_calls,
            "elapsed_ms": before.elapsed_ms + now.elapsed_ms,
        }
    )


def _placed(
    before: Sequence[Done | None], now: Sequence[Done | None], again: Collection[int]
) -> tuple[Done | None, ...]:
    if not now:
        return tuple(before)
    held = before or (None,) * len(now)
    return tuple(mine if at in again else one for at, (one, mine) in enumerate(zip(held, now, strict=True)))
