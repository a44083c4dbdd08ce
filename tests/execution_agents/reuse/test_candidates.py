"""Gathering: any earlier turn, both clocks, rights, and a ledger that cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from execution_agents.reuse.candidates import Gatherer, StandingRequest
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.errors import DatabaseUnreachable, SourceFailed
from foundation.contracts.identity import LOCAL, Principal
from foundation.contracts.plan import SlotValue, Understanding
from foundation.contracts.ports import Computed, SearchRequest, SearchResult
from foundation.contracts.work import Evidence, EvidenceItem, Slots, SourceKind
from foundation.domains.schema.pack import Pack
from foundation.storage.records import LedgerEntry
from tests.execution_agents.search.world import MARKET, NOW, law, pack, sale, sales


@dataclass
class Handed:
    """Evidence handed to the gatherer as its ledger."""

    stored: list[Evidence]
    elsewhere: list[Evidence] = field(default_factory=list[Evidence])
    broken: bool = False
    items_broken: bool = False
    read: list[str] = field(default_factory=list[str])
    """Records whose items were read."""

    async def of_types(self, principal: Principal, session_id: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        if self.broken:
            raise DatabaseUnreachable
        return [LedgerEntry.of(evidence) for evidence in self.stored if evidence.data_type in data_types]

    async def across_sessions(self, principal: Principal, pack: str, data_types: Sequence[str]) -> list[LedgerEntry]:
        return [LedgerEntry.of(evidence) for evidence in self.elsewhere]

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence:
        if self.items_broken:
            raise DatabaseUnreachable
        self.read.append(record.evidence_id)
        return next(each for each in (*self.stored, *self.elsewhere) if each.evidence_id == record.evidence_id)


@dataclass
class Known:
    """A source whose changes the test decides."""

    name: str
    kind: SourceKind = "table"
    now: str = "1"
    vanished: bool = False
    touched: bool = False
    broken: bool = False

    async def search(self, request: SearchRequest) -> SearchResult:
        raise AssertionError("gathering never searches")

    async def version(self, principal: Principal) -> str:
        if self.broken:
            raise SourceFailed
        return self.now

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        return self.vanished

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        return self.touched


class Clock:
    async def now(self) -> datetime:
        return NOW


def request(*slots: tuple[str, str], types: tuple[str, ...] = ("market",), **changes: Any) -> StandingRequest:
    values = slots or (("region", "대구 달서구"),)
    understanding = Understanding(
        question="시세",
        standalone=changes.pop("asked", "대구 달서구 평균 시세 알려줘"),
        language="ko",
        route="rag_required",
        intent="ask",
        confidence=1000,
        slots=tuple(SlotValue(name=name, value=value, text="", origin="named") for name, value in values),
        data_types=types,
    )
    whole: Pack = changes.pop("pack", pack())
    return StandingRequest(LOCAL, "s", understanding, whole, **changes)


async def gathered(asked: StandingRequest, *stored: Evidence, source: Known | None = None, **more: Any) -> Standing:
    known = source or Known("trades")
    gatherer = Gatherer(Handed(list(stored), **more), {known.name: known}, Clock())
    return (await gatherer.gather(asked))[asked.understanding.data_types[0]]


async def test_what_fits_stands_with_its_age_and_nothing_against_it() -> None:
    assert await gathered(request(), sales()) == Standing("market", sales(), age_s=60)


async def test_an_older_record_that_fits_serves_before_a_newer_one_that_does_not() -> None:
    older = sales(evidence_id="older", fetched_at=NOW - timedelta(hours=1))
    newer = sales(evidence_id="newer", slots={"region": ("서울 서초구",)})
    found = await gathered(request(), older, newer)
    assert found.evidence == older
    assert found.slot_conflicts == ()


async def test_of_equally_good_records_the_newest_serves() -> None:
    older = sales(evidence_id="older", fetched_at=NOW - timedelta(hours=1))
    newer = sales(evidence_id="newer")
    assert (await gathered(request(), older, newer)).evidence == newer


async def test_a_record_with_results_serves_before_an_empty_newer_one() -> None:
    older = sales(evidence_id="older", fetched_at=NOW - timedelta(hours=1))
    empty = sales(evidence_id="empty").model_copy(update={"items": ()})
    assert (await gathered(request(), older, empty)).evidence == older
    assert (await gathered(request(), empty)).evidence == empty


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        (Known("trades"), False),
        (Known("trades", now="2"), False),
        (Known("trades", now="2", touched=True), True),
        (Known("trades", now="1", touched=True), False),
        (Known("trades", broken=True), True),
        (Known("other"), True),
    ],
)
async def test_rows_changed_when_the_version_moved_and_a_row_within_the_slots_did(source: Known, changed: bool) -> None:
    assert (await gathered(request(), sales(), source=source)).source_changed is changed


@pytest.mark.parametrize(("vanished", "changed"), [(False, False), (True, True)])
async def test_documents_changed_when_an_item_in_hand_did(vanished: bool, changed: bool) -> None:
    source = Known("guide", kind="documents", now="2", vanished=vanished)
    asked = request(types=("legal",), asked="보증금은 얼마나 올릴 수 있나요")
    assert (await gathered(asked, law(), source=source)).source_changed is changed


async def test_a_source_that_gave_nothing_then_counts_when_it_has_something_now() -> None:
    wider = MARKET.model_copy(update={"sources": ("trades", "aggregates")})
    asked = request(pack=pack(data_types=(wider,)))
    found = Gatherer(
        Handed([sales()]), {"trades": Known("trades"), "aggregates": Known("aggregates", touched=True)}, Clock()
    )
    assert (await found.gather(asked))["market"].source_changed


async def test_a_source_the_person_may_not_read_now_is_a_change_of_rights() -> None:
    assert (await gathered(request(readable=frozenset({"guide"})), sales())).rights_changed
    assert not (await gathered(request(readable=frozenset({"trades"})), sales())).rights_changed


async def test_a_ledger_that_cannot_be_read_holds_nothing() -> None:
    assert await gathered(request(), sales(), broken=True) == Standing("market")


async def test_items_that_cannot_be_read_are_not_there() -> None:
    assert not (await gathered(request(), sales(), items_broken=True)).there


@pytest.mark.parametrize(
    ("newer", "read"),
    [
        ({"slots": {"region": ("서울 서초구",)}}, ["older"]),
        ({"fetched_at": NOW - timedelta(days=8)}, ["older"]),
        ({"sources": ("secret",)}, ["older"]),
        ({"slots": {}}, ["newer"]),
        ({}, ["newer"]),
    ],
)
async def test_items_are_read_only_of_records_that_may_serve(newer: dict[str, Any], read: list[str]) -> None:
    older = sales(evidence_id="older", fetched_at=NOW - timedelta(hours=1))
    ledger = Handed([sales(evidence_id="newer", **newer), older])
    known = {"trades": Known("trades")}
    found = await Gatherer(ledger, known, Clock()).gather(request(readable=frozenset({"trades"})))
    assert (ledger.read, found["market"].evidence and found["market"].evidence.evidence_id) == (read, read[0])


async def test_of_records_that_cannot_serve_the_newest_is_read_and_reported() -> None:
    elsewhere = {"region": ("서울 서초구",)}
    ledger = Handed([sales(evidence_id="newer", slots=elsewhere), sales(evidence_id="older", slots=elsewhere)])
    found = (await Gatherer(ledger, {"trades": Known("trades")}, Clock()).gather(request()))["market"]
    assert ledger.read == ["newer"]
    assert found.slot_conflicts == ("region",)


async def test_a_version_known_already_is_not_asked_again() -> None:
    asked = Gatherer(Handed([sales()]), {"trades": Known("trades", broken=True)}, Clock(), versions={"trades": "1"})
    assert not (await asked.gather(request()))["market"].source_changed


async def test_other_conversations_serve_only_where_the_pack_allows_it() -> None:
    asked = request()
    assert (await gathered(asked, elsewhere=[sales()])).evidence is None
    shared = pack(data_types=(MARKET.model_copy(update={"reuse_across_sessions": True}),))
    remembered = sales().model_copy(update={"session_id": "another"})
    found = await gathered(request(pack=shared), elsewhere=[remembered])
    assert found.evidence == remembered
    assert found.elsewhere


async def test_what_is_remembered_grows_old_and_is_vetoed_like_other_evidence() -> None:
    shared = pack(data_types=(MARKET.model_copy(update={"reuse_across_sessions": True}),))
    remembered = sales(sale("1")).model_copy(update={"session_id": "another"})
    asked = request(("region", "서울 서초구"), asked="지금 서울 서초구 시세", pack=shared)
    found = await gathered(asked, elsewhere=[remembered])
    assert (found.elsewhere, found.slot_conflicts, found.age_s is not None) == (True, ("region",), True)
    assert "gate:fresh" in found.failed_gates


async def test_conflicts_of_slots_and_words_are_gathered() -> None:
    found = await gathered(request(("region", "서울 서초구"), asked="지금 서울 서초구 시세"), sales(sale("1")))
    assert found.slot_conflicts == ("region",)
    assert "gate:fresh" in found.failed_gates


async def test_nothing_needed_gathers_nothing() -> None:
    assert await Gatherer(Handed([]), {}, Clock()).gather(request(types=())) == {}


async def test_gates_are_computed_where_the_turn_computes() -> None:
    places: list[str] = []

    async def beside(work: Callable[[], Computed]) -> Computed:
        places.append("beside")
        return work()

    gatherer = Gatherer(Handed([sales()]), {"trades": Known("trades")}, Clock(), compute=beside)
    await gatherer.gather(request())
    assert places == ["beside"]
