"""The state of each needed data type: the stored evidence that could be reused, its age, and everything known against
reusing it.

Judge 1 (rules) and judge 2 read what is gathered here. Gathering costs one read of the ledger, and for the records that
are looked at one version query per source, one probe, and a look at changed rows only if the version changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

import structlog

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.reuse.gates import ENTITY, InHand, failed_gates, without
from execution_agents.reuse.judge2 import ProbeReading, Standing, VerdictName, judge
from execution_agents.reuse.leading import MOST_ASKED, Leads, held_by_line, lacks_passages_alone
from execution_agents.reuse.named_things import uncovered
from execution_agents.reuse.other_things import names_another_thing
from execution_agents.reuse.probe import Probe
from execution_agents.reuse.read_from import Indexed, Ledger
from execution_agents.reuse.slot_cover import ROW_KINDS, narrows, ruled_out, slot_conflicts
from execution_agents.reuse.terms import ANY_DAY, nouns
from execution_agents.reuse.together import asked_apart, covering, joined, may_serve
from execution_agents.reuse.versions import versions_of
from execution_agents.reuse.worked_out import worked_out
from foundation.contracts.errors import SourceFailed, SufficeError
from foundation.contracts.identity import Principal
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Clock, Compute, LexicalIndex, Source, at_once
from foundation.contracts.work import UPLOAD, Evidence, Reading, Slots
from foundation.domains.schema.pack import DataType, Pack
from foundation.domains.slots.slots import Mention, find_mentions
from foundation.language.cues import OWN_CASE, asks_again, references
from foundation.storage.database.engine import UNREACHABLE
from foundation.storage.records import LedgerEntry

_RANK: Mapping[VerdictName, int] = {"sufficient": 2, "uncertain": 1, "insufficient": 0}
_SURE = 1000
"""Candidates are compared at full confidence: judge 1 has not decided yet, and its verdict is the same for all of
them."""
_UNREADABLE = (*UNREACHABLE, SufficeError, ValueError)
"""The errors of reading the ledger or asking a source; both end in a search."""
READ_KINDS = ("documents", "upload")  # of passages, which can be searched again
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class StandingRequest:
    """One question of one person in one conversation."""

    principal: Principal
    session_id: str
    understanding: Understanding
    pack: Pack
    readable: frozenset[str] | None = None
    """Sources the person may read now; None: all of the pack's."""


@dataclass(frozen=True)
class Gatherer:
    """Gathers standings; keeps no state between two turns. Call it once per turn and pass the result on."""

    ledger: Ledger
    sources: Mapping[str, Source]
    clock: Clock
    index: LexicalIndex | None = None
    """The pack's passages; None: no probe."""
    entities: EntityIndex | None = None
    """What the pack knows by name; None: what a question names is not compared."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Source -> present version, if it is known already; the others are queried."""
    compute: Compute = at_once
    """Where what only computes is done."""
    leads: Leads | None = None
    """None: passages are compared by what a fresh search would rank first alone."""

    async def gather(self, request: StandingRequest) -> dict[str, Standing]:
        """Data type -> its standing. A ledger that cannot be read counts as empty, so everything is searched."""
        needed = request.understanding.data_types
        try:
            candidates = await self._candidates(request) if needed else []
            now = await self.clock.now() if candidates else None
        except _UNREADABLE as error:
            _log.warning("ledger_unreadable", error=str(error))
            candidates, now = [], None
        known = (self.ledger, self.sources, self.index, self.entities)
        look = _Look(request, *known, now, dict(self.versions), self.compute, self.leads)
        return {name: await look.best(name, [e for e in candidates if e.record.data_type == name]) for name in needed}

    async def _candidates(self, request: StandingRequest) -> list[LedgerEntry]:
        """Any earlier turn of the conversation may serve; other conversations only where the pack allows it."""
        needed, who = request.understanding.data_types, request.principal
        found = await self.ledger.of_types(who, request.session_id, needed)
        shared = [name for name in needed if request.pack.data_type(name).reuse_across_sessions]
        if shared:
            found = [*found, *await self.ledger.across_sessions(who, request.pack.name, shared)]
        unique = {one.record.evidence_id: one for one in found if may_serve(one.record, request.understanding)}
        return sorted(unique.values(), key=lambda entry: entry.record.fetched_at, reverse=True)


@dataclass
class _Look:
    """One turn's view of its candidates; queries that several of them need are made once."""

    request: StandingRequest
    ledger: Ledger
    sources: Mapping[str, Source]
    index: LexicalIndex | None
    entities: EntityIndex | None
    now: datetime | None
    versions: dict[str, str]
    compute: Compute
    leads: Leads | None
    asked_by_line: int = 0
    probes: dict[str, Probe] = field(default_factory=dict[str, Probe])
    passages: dict[str, int] = field(default_factory=dict[str, int])
    """Data type -> passages that the conversation found."""
    mentions: tuple[Mention, ...] | None = None

    async def best(self, name: str, candidates: Sequence[LedgerEntry]) -> Standing:
        """The newest of those judge 2 rates best."""
        data_type = self.request.pack.data_type(name)
        shown = [entry for entry in candidates if entry.record.evidence_id in self.request.understanding.shown]
        if shown:
            return await self._shown(shown, data_type)
        self.passages[name] = sum(entry.item_count for entry in candidates if entry.record.kind in READ_KINDS)
        best: LedgerEntry | None = None
        standing, rank = None, -1
        looked: list[Standing] = []
        for entry in candidates:
            looked_at = None if self._hopeless(entry.record, data_type) else await self._standing(entry, data_type)
            looked += [looked_at] if looked_at is not None else []
            its_rank = self._rank(entry, looked_at, data_type)
            if best is None or its_rank > rank:
                best, standing, rank = entry, looked_at, its_rank
            if rank == _RANK["sufficient"]:
                break
        together = None
        if rank != _RANK["sufficient"]:
            together = await self._together(candidates, data_type) or self._passages_together(looked, data_type)
        if together is not None and _RANK[judge(together, data_type, _SURE).verdict] > max(rank, 0):
            return together
        if best is None:
            return Standing(name)
        return standing or await self._standing(best, data_type)

    async def _shown(self, entries: Sequence[LedgerEntry], data_type: DataType) -> Standing:
        """The data shown is asked for in another form: only its age, its source and the person's rights count."""
        found = [await self._clocks(entry, data_type) for entry in entries]
        return joined(found) or found[0]

    async def _together(self, candidates: Sequence[LedgerEntry], data_type: DataType) -> Standing | None:
        """Rows of several turns, one for each requested value."""
        found: list[Standing] = []
        for asked in asked_apart(self._slots(), data_type):
            for entry in candidates:
                if entry.record.kind in ROW_KINDS and not self._hopeless(entry.record, data_type, asked):
                    standing = await self._standing(entry, data_type, asked)
                    if judge(standing, data_type, _SURE).verdict == "sufficient":
                        found.append(standing)
                        break
            else:
                return None
        return joined(found)

    def _passages_together(self, standings: Sequence[Standing], data_type: DataType) -> Standing | None:
        """Passages of several turns that together hold what a fresh search would rank first."""
        probe = self.probes.get(data_type.name)
        chosen = covering(probe, standings) if probe is not None else ()
        together = joined(chosen)
        if probe is None or together is None or together.evidence is None:
            return None
        return replace(together, probe=probe.against((together.evidence, *together.also)))

    def _hopeless(self, record: Evidence, data_type: DataType, asked: Slots | None = None) -> bool:
        """True if judge 2 rates it insufficient whatever its items hold: they are read only if nothing is better."""
        stale_after_s, age_s = data_type.freshness.stale_after_s, self._age(record)
        stale = stale_after_s is not None and age_s is not None and age_s > stale_after_s
        return (
            stale
            or not self._may_read(record.sources)
            or ruled_out(asked or self._slots(), record, data_type, self.request.pack)
        )

    def _rank(self, entry: LedgerEntry, standing: Standing | None, data_type: DataType) -> int:
        if standing is None:
            return _RANK["insufficient"] if entry.item_count else -1
        return _RANK[judge(standing, data_type, _SURE).verdict] if standing.there else -1

    def _age(self, record: Evidence) -> int | None:
        return None if self.now is None else max(0, int((self.now - record.fetched_at).total_seconds()))

    async def _with_items(self, entry: LedgerEntry) -> Evidence:
        """Items that cannot be read count as missing: the type is searched."""
        if not entry.item_count:
            return entry.record
        try:
            return await self.ledger.with_items(self.request.principal, entry.record)
        except _UNREADABLE as error:
            _log.warning("ledger_unreadable", error=str(error))
            return entry.record

    async def _standing(self, entry: LedgerEntry, data_type: DataType, asked: Slots | None = None) -> Standing:
        standing = await self._clocks(entry, data_type)
        evidence, age_s = standing.evidence or entry.record, standing.age_s
        probe = await self._probe(evidence, data_type)
        # Beside the loop: a misspelt name is compared with thousands, and the available passages are long.
        gates = partial(self._gates, evidence, data_type, probed=probe is not None, age_s=age_s)
        return replace(
            standing,
            slot_conflicts=slot_conflicts(asked or self._slots(), evidence, data_type, self.request.pack),
            failed_gates=await self.compute(gates),
            probe=probe,
        )

    async def _clocks(self, entry: LedgerEntry, data_type: DataType) -> Standing:
        """The record with its age, and the changes of its source and of the person's rights since."""
        evidence = await self._with_items(entry)
        return Standing(
            data_type=data_type.name,
            evidence=evidence,
            age_s=self._age(evidence),
            source_changed=await self._changed(evidence, data_type),
            rights_changed=not self._may_read(evidence.sources),
            elsewhere=evidence.session_id != self.request.session_id,
        )

    def _slots(self) -> dict[str, tuple[str, ...]]:
        return self.request.understanding.slot_values()

    def _gates(self, evidence: Evidence, data_type: DataType, probed: bool, age_s: int | None) -> tuple[str, ...]:
        understanding = self.request.understanding
        in_hand = InHand(
            text=_text(evidence),
            narrows=narrows(evidence),
            probed=probed,
            passages=evidence.kind not in ROW_KINDS,
            ages=data_type.freshness.limited,
            age_s=age_s,
            complete=evidence.kind in ROW_KINDS and evidence.complete,
            own_case=probed and OWN_CASE.search(understanding.question) is not None,
            elsewhere=self._elsewhere(evidence, data_type) if probed else None,
            fetched_on=self._day(evidence.fetched_at),
            asked_on=self._day(self.now),
        )
        failed = failed_gates(
            evidence.query,
            understanding.standalone,
            in_hand,
            # Rows that were cut off may lack some of a longer ranking.
            matched=[*self._matched(), *(worked_out(understanding, self.request.pack) if in_hand.complete else ())],
            parties=self.request.pack.dictionary.parties,
            follows=self._leans(),
        )
        if ENTITY in failed:
            return failed
        another = not in_hand.passages and self._names_another_thing(evidence, data_type)
        return (*failed, ENTITY) if another or self._uncovered(evidence) else failed

    def _elsewhere(self, evidence: Evidence, data_type: DataType) -> str:
        return "\n".join(f"{hit.title}\n{hit.text}" for hit in self.probes[data_type.name].out_of_hand(evidence))

    def _leans(self) -> bool:
        """On the conversation."""
        return self.request.understanding.route == "history_required"

    def _day(self, moment: datetime | None) -> date:
        """In the pack's time zone."""
        return ANY_DAY if moment is None else moment.astimezone(ZoneInfo(self.request.pack.time_zone)).date()

    def _names_another_thing(self, evidence: Evidence, data_type: DataType) -> bool:
        asked, pack = self.request.understanding, self.request.pack
        named = find_mentions(asked.question, pack, self.now) if self.now is not None else ()

        def said() -> str:
            return f"{evidence.query}\n{_text(evidence)}"

        return names_another_thing(asked.question, said, data_type, pack, named, asked.data_types)

    def _uncovered(self, evidence: Evidence) -> tuple[str, ...]:
        if self.entities is None:
            return ()
        return uncovered(self.request.understanding.question, evidence, self.entities, self._matching())

    def _matching(self) -> frozenset[str]:
        """Slots that one of the turn's data types is matched by."""
        needed = map(self.request.pack.data_type, self.request.understanding.data_types)
        return frozenset(name for each in needed for name in each.matching_slots)

    def _matched(self) -> list[str]:
        """Words of the question that are compared as slots, including those the rewriting added. A condition that one
        of the turn's data types is matched by does not apply to the others: 2026년 8월은 범위를 지켰어? is about that
        month's readings, and about the manual's limits at any time."""
        asked = self.request.understanding
        matching = self._matching()
        meant = {(slot.name, slot.value) for slot in asked.slots}
        said = [slot.text for slot in asked.slots if slot.name in matching]
        return said + [
            mention.text
            for mention in self._mentions()
            if mention.slot in matching and (mention.slot, mention.value) in meant
        ]

    def _mentions(self) -> tuple[Mention, ...]:
        if self.mentions is None:
            standalone, pack = self.request.understanding.standalone, self.request.pack
            self.mentions = find_mentions(standalone, pack, self.now) if self.now is not None else ()
        return self.mentions

    def _may_read(self, names: Iterable[str]) -> bool:
        return self.request.readable is None or set(names) <= self.request.readable

    async def _probe(self, evidence: Evidence, data_type: DataType) -> ProbeReading | None:
        index = self._index_of(evidence)
        if index is None or not data_type.probe.enabled or evidence.kind not in READ_KINDS:
            return None
        if data_type.name not in self.probes:
            asked = self.request.understanding
            readings = asked.readings or (Reading(text=asked.standalone, weight=1000),)
            # In a thread: a question to a million passages takes 35 ms, and other turns share this loop.
            try:
                self.probes[data_type.name] = await asyncio.to_thread(
                    Probe.search, index, readings, data_type.probe, data_type.sources
                )
            except SourceFailed as away:  # an index that is elsewhere: nothing is probed, as without one
                _log.warning("nothing_probed", why=away.message)
                return None
        probe = self.probes[data_type.name]
        reading = probe.against((evidence,), self.passages.get(data_type.name, 0))
        if not self._asks_more(evidence):
            return replace(reading, asks_more=False)
        if self.leads is None or not lacks_passages_alone(reading) or self.asked_by_line >= MOST_ASKED:
            return reading
        self.asked_by_line += 1
        held = partial(self.leads, self.request.understanding, evidence.items, probe.out_of_hand(evidence))
        return held_by_line(reading, await self.compute(held), data_type.probe)

    def _index_of(self, evidence: Evidence) -> LexicalIndex | None:
        """The pack's; a conversation's files have one of their own."""
        source = self.sources.get(UPLOAD)
        return self.index if evidence.kind != "upload" else source.index if isinstance(source, Indexed) else None

    def _asks_more(self, evidence: Evidence) -> bool:
        """A question that returns to the answer, or refers to it and names nothing that the stored question did not,
        needs only the available passages; a formula needs the passage it is looked up as."""
        asked = self.request.understanding
        if asked.computation is not None:
            return False
        pointing = [reference.text for reference in references(asked.question)]
        own = without(asked.question, [*self._matched(), *pointing])
        returns = asked.reuse_cue or asks_again(asked.question)
        return not returns and (not self._leans() or bool(set(nouns(own)) - set(nouns(evidence.query))))

    async def _changed(self, evidence: Evidence, data_type: DataType) -> bool:
        """The second clock. A source that cannot report whether it changed counts as changed."""
        stored = versions_of(evidence.sources, evidence.source_version)
        try:
            # Sources of the type that found nothing then count too: they may have something now.
            for name in dict.fromkeys((*evidence.sources, *data_type.sources)):
                if await self._source_changed(name, evidence, stored.get(name)):
                    return True
        except _UNREADABLE as error:
            _log.warning("source_version_unknown", error=str(error))
            return True
        return False

    async def _source_changed(self, name: str, evidence: Evidence, stored_version: str | None) -> bool:
        source = self.sources.get(name)
        if source is None:
            return name in evidence.sources
        if stored_version is not None and await self._version(name, source) == stored_version:
            return False
        who = self.request.principal
        items = [item for item in evidence.items if item.source == name and not item.derived]
        if items and source.kind in READ_KINDS and await source.changed_items(who, items):
            return True
        return await source.changed_within(who, evidence.slots, evidence.fetched_at)

    async def _version(self, name: str, source: Source) -> str:
        if name not in self.versions:
            self.versions[name] = await source.version(self.request.principal)
        return self.versions[name]


def _text(evidence: Evidence) -> str:
    return "\n".join(f"{item.title}\n{item.text}" for item in evidence.items)
