"""The search team alone: what it fetches, what it keeps, what it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.reuse.judge2 import Standing
from execution_agents.reuse.policy import Choice, ReuseTerms
from execution_agents.reuse.versions import joined_version, versions_of
from execution_agents.search.search_executor import SearchExecutor, after_asking, after_prepare
from execution_agents.search.state import SearchState, initial_state
from execution_agents.team import EvidenceStore, TeamDeps
from foundation.contracts.errors import SourceFailed
from foundation.contracts.events import DataReuseDecided, RunEvent, TeamProgressed
from foundation.contracts.identity import Principal
from foundation.contracts.pauses import ConfirmationAsked
from foundation.contracts.plan import Judge1
from foundation.contracts.work import Brief, Evidence, Finding
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.database.clock import DatabaseClock
from tests.supervisor.scene import DALSEO, LAW, PACK, KnownSource, item, law, market, sales

SURE = Judge1(by="rules", is_sufficient=True, confidence=950, data_source="checkpoint")


@dataclass
class Room:
    """The team with everything it may use, and the events it emitted."""

    engine: AsyncEngine
    principal: Principal
    sources: dict[str, KnownSource] = field(default_factory=dict[str, KnownSource])
    standings: Mapping[str, Standing] = field(default_factory=dict[str, Standing])
    judge1: Judge1 = SURE
    preset: Choice | None = None
    events: list[RunEvent] = field(default_factory=list[RunEvent])
    pack: Pack = PACK

    async def emit(self, event: RunEvent) -> None:
        self.events.append(event)

    def deps(self) -> TeamDeps:
        async def load(evidence_id: str) -> Evidence:
            raise AssertionError(f"{evidence_id} was to be in the store")

        return TeamDeps(
            principal=self.principal,
            pack=self.pack,
            sources=dict(self.sources),
            costs=CostsRepository(self.engine),
            store=EvidenceStore(load, {}),
            clock=DatabaseClock(self.engine),
            emit=self.emit,
            reuse=ReuseTerms("hybrid", self.judge1, standings=self.standings, preset=self.preset),
            elapsed_ms=lambda: 0,
        )

    async def search(self, *data_types: str, **slots: str) -> Finding:
        brief = Brief(
            run_id="run",
            session_id="session",
            question="대구 달서구 아파트 시세",
            original_question="시세?",
            language="ko",
            intent="market_inquiry",
            slots={name: (value,) for name, value in slots.items()},
            data_types=data_types,
        )
        return await SearchExecutor().work(brief, self.deps())

    def progress(self) -> list[tuple[str, str]]:
        return [(event.step, event.status) for event in self.events if isinstance(event, TeamProgressed)]


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    return Room(engine, principal, {"trades": market(), "law_guide": law()})


async def in_hand(room: Room, data_type: str, **changes: object) -> Evidence:
    """Evidence of the type, fetched just now."""
    now = await DatabaseClock(room.engine).now()
    base = Evidence(
        evidence_id=f"held-{data_type}",
        session_id="session",
        run_id="earlier",
        data_type=data_type,
        sources=("trades",) if data_type == "market" else ("law_guide",),
        kind="table" if data_type == "market" else "documents",
        query="대구 달서구 아파트 시세",
        slots={"region": (DALSEO,)} if data_type == "market" else {},
        items=sales(DALSEO) if data_type == "market" else LAW,
        fetched_at=now,
        source_version="v1",
    )
    return base.model_copy(update=changes)


async def test_types_are_fetched_side_by_side(room: Room) -> None:
    for source in room.sources.values():
        source.delay_s = 0.3
    finding = await room.search("market", "legal", region=DALSEO)
    steps = [event.status for event in room.events if isinstance(event, TeamProgressed) and event.step != "reuse"]
    assert steps[:2] == ["running", "running"], "the second source is asked before the first has answered"
    assert [evidence.data_type for evidence in finding.evidence] == ["market", "legal"]
    assert finding.search_calls == 2


async def test_what_a_search_took_is_remembered(room: Room) -> None:
    room.sources["trades"].delay_s = 0.05
    await room.search("market", region=DALSEO)
    median = await CostsRepository(room.engine).median(room.principal, PACK.name, ["trades", "law_guide"])
    assert 50 <= median["trades"] < 500
    assert "law_guide" not in median


async def test_a_better_source_with_rows_makes_the_other_needless(room: Room) -> None:
    room.sources["district_prices"] = KnownSource("district_prices", "table", always=sales(DALSEO))
    finding = await room.search("market", region=DALSEO)
    assert room.sources["district_prices"].asked == []
    assert finding.evidence[0].sources == ("trades",)
    assert ("search:district_prices", "skipped") in room.progress()


async def test_the_other_source_is_asked_when_the_better_one_has_nothing(room: Room) -> None:
    aggregate = item("district_prices", "a", "달서구 2026-01", "달서구 평균 4억")
    room.sources["district_prices"] = KnownSource("district_prices", "table", always=(aggregate,))
    room.sources["trades"] = KnownSource("trades", "table")
    finding = await room.search("market", region=DALSEO)
    evidence = finding.evidence[0]
    assert evidence.sources == ("trades", "district_prices")
    assert versions_of(evidence.sources, evidence.source_version) == {"trades": "v1", "district_prices": "v1"}
    assert [each.item_id for each in evidence.items] == ["a"]


async def test_progress_is_reported_with_words_counts_and_totals(room: Room) -> None:
    await room.search("market", region=DALSEO)
    running, done = [event for event in room.events if isinstance(event, TeamProgressed)]
    assert (running.label, running.status) == ("개별 실거래 검색 중", "running")
    assert (done.label, done.counts, done.done, done.total) == ("개별 실거래 4건 찾음", {"found": 4}, 1, 1)


async def test_a_failing_source_is_reported_and_leaves_the_batch_incomplete(room: Room) -> None:
    room.sources["district_prices"] = KnownSource("district_prices", "table", always=sales(DALSEO))
    room.sources["trades"].failure = SourceFailed()
    finding = await room.search("market", region=DALSEO)
    assert finding.evidence[0].complete is False
    assert "개별 실거래" in finding.missing["market"]
    assert finding.decisions[0].decision == "searched"


async def test_a_type_without_any_source_is_missing_with_a_reason(room: Room) -> None:
    finding = await room.search("loan")
    assert finding.decisions[0].decision == "failed"
    assert finding.missing["loan"]
    assert finding.evidence == ()


async def test_no_rows_is_an_answer_that_is_recorded_and_reported(room: Room) -> None:
    finding = await room.search("market", region="서울 마포구")
    assert finding.evidence[0].items == ()
    assert finding.missing["market"] == "조건에 맞는 시세 자료가 없습니다."


async def test_evidence_in_hand_is_used_and_nothing_is_searched(room: Room) -> None:
    held = await in_hand(room, "market")
    room.standings = {"market": Standing("market", held, age_s=60)}
    finding = await room.search("market", region=DALSEO)
    assert finding.evidence == (held,)
    assert (finding.reuse, finding.using_cached_data, finding.search_calls) == ("reuse", ("market",), 0)
    assert room.progress() == [("reuse", "skipped")]
    event = next(event for event in room.events if isinstance(event, DataReuseDecided))
    assert event.reasons == ("시세: 앞서 찾은 자료를 다시 씁니다 (1분 전).",)
    assert event.types[0].evidence_id == held.evidence_id


async def test_a_vetoed_type_is_searched_beside_a_reused_one(room: Room) -> None:
    room.standings = {
        "market": Standing("market", await in_hand(room, "market"), age_s=60, source_changed=True),
        "legal": Standing("legal", await in_hand(room, "legal"), age_s=60),
    }
    finding = await room.search("market", "legal", region=DALSEO)
    assert finding.reuse == "partial"
    assert [decision.decision for decision in finding.decisions] == ["searched", "reused"]
    event = next(event for event in room.events if isinstance(event, DataReuseDecided))
    assert event.decision == "partial"
    assert event.reasons[0] == "시세: 새로 검색합니다 — 원본이 그 뒤에 바뀜."
    assert event.types[0].evidence_id is None


async def test_search_new_in_advance_searches_whatever_is_in_hand(room: Room) -> None:
    room.standings = {"market": Standing("market", await in_hand(room, "market"), age_s=60)}
    room.preset = Choice.SEARCH_NEW
    finding = await room.search("market", region=DALSEO)
    assert finding.reuse == "search"
    assert len(room.sources["trades"].asked) == 1


def state_of(actions: dict[str, str], card: bool = False, person: str | None = None) -> SearchState:
    brief = Brief(
        run_id="r", session_id="s", question="q", original_question="q", language="ko", intent="i", slots={},
        data_types=tuple(actions),
    )  # fmt: skip
    asked = ConfirmationAsked(
        message="", previous_data_summary="", data_age_s=0, uncertainty_reason="", measured_saving_s=0, options=()
    )
    return {
        **initial_state(brief),
        "actions": actions,  # type: ignore[typeddict-item]
        "card": asked.model_dump(mode="json") if card else None,
        "person": person,
    }


@pytest.mark.parametrize(
    ("actions", "card", "person", "prepared", "asked"),
    [
        ({"a": "reuse"}, False, None, "skip", "skip"),
        ({"a": "search"}, False, None, "search", "search"),
        ({"a": "reuse", "b": "search"}, False, None, "search", "search"),
        ({"a": "ask"}, True, None, "ask_person", "search"),
        ({"a": "ask"}, True, "use_previous", "ask_person", "skip"),
        ({"a": "ask"}, True, "search_new", "ask_person", "search"),
        ({"a": "ask", "b": "search"}, True, "use_previous", "ask_person", "search"),
    ],
)
def test_the_forks(actions: dict[str, str], card: bool, person: str | None, prepared: str, asked: str) -> None:
    state = state_of(actions, card, person)
    assert after_prepare(state) == prepared
    assert after_asking(state) == asked


def test_versions_of_several_sources_come_apart_again() -> None:
    versions = {"b": "2=x", "a": "1"}
    assert versions_of(("a", "b"), joined_version(versions)) == versions
    assert joined_version({"a": "7"}) == "7"
