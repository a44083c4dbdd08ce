"""Records of several turns reused together: 마포 and 은평, asked about one after the other, when both are compared.

If a question names several values of one slot, each of them may have been fetched separately. Passages are reused
together if they jointly hold what a fresh search would rank first. An objection to one of the records applies to all:
the oldest one's age, any source that changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from execution_agents.reuse.judge2 import Standing
from execution_agents.reuse.probe import Probe
from foundation.contracts.plan import Understanding
from foundation.contracts.work import UPLOAD, Evidence
from foundation.domains.schema.pack import DataType

MOST_RECORDS = 3
"""For passages; more records never held what three did not (docs/decisions/0030), and each makes the evidence
longer."""
Asked = Mapping[str, tuple[str, ...]]


def may_serve(record: Evidence, understanding: Understanding) -> bool:
    """False for what one question found in attached files, if they are to be read anew or as a whole: it is a part."""
    part = record.data_type == UPLOAD and record.query != understanding.standalone
    return not (part and understanding.wants_fresh)


def asked_apart(asked: Asked, data_type: DataType) -> Sequence[Asked]:
    """The question's conditions with one value each of the slot it names several values of; none if it names several
    values of no slot, or of more than one."""
    several = [name for name in data_type.matching_slots if len(asked.get(name, ())) > 1]
    if len(several) != 1:
        return ()
    [name] = several
    return [{**asked, name: (value,)} for value in asked[name]]


def covering(probe: Probe, standings: Sequence[Standing]) -> Sequence[Standing]:
    """The fewest of these that hold everything that must be available, chosen greedily from the fullest on, the newest
    of two equal ones; none if they lack something, or if more than a handful would be needed."""
    usable = [one for one in standings if one.evidence is not None and one.probe is not None and _is_free(one)]
    held = [probe.held_first(one.evidence) for one in usable if one.evidence is not None]
    lacking, chosen = set(probe.first), list[Standing]()
    while lacking and len(chosen) < MOST_RECORDS:
        best = max(range(len(usable)), key=lambda at: len(lacking & held[at]), default=None)
        if best is None or not lacking & held[best]:
            return ()
        chosen.append(usable[best])
        lacking -= held[best]
    return () if lacking else chosen


def _is_free(standing: Standing) -> bool:
    """True if nothing but the probe objects to it."""
    changed = standing.source_changed or standing.rights_changed
    return standing.there and not (standing.failed_gates or standing.slot_conflicts or changed)


def joined(standings: Sequence[Standing]) -> Standing | None:
    """One standing over the evidence of all; None if a part is missing or if all of them are of one record."""
    found = {one.evidence.evidence_id: one for one in standings if one.evidence is not None and one.there}
    if len(found) < 2 or len(found) < len(standings):
        return None
    newest_first = sorted(found.values(), key=_fetched_at, reverse=True)
    records = [one.evidence for one in newest_first if one.evidence is not None]
    ages = [one.age_s for one in newest_first]
    return Standing(
        data_type=newest_first[0].data_type,
        evidence=records[0],
        also=tuple(records[1:]),
        age_s=None if None in ages else max(age for age in ages if age is not None),
        slot_conflicts=tuple(dict.fromkeys(slot for one in newest_first for slot in one.slot_conflicts)),
        failed_gates=tuple(dict.fromkeys(gate for one in newest_first for gate in one.failed_gates)),
        source_changed=any(one.source_changed for one in newest_first),
        rights_changed=any(one.rights_changed for one in newest_first),
    )


def _fetched_at(standing: Standing) -> float:
    return standing.evidence.fetched_at.timestamp() if standing.evidence else 0.0
