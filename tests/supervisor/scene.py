"""A whole turn in a test: real tables, real checkpoints, the shipped pack, and sources whose answers are known."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from hashlib import sha256
from typing import Any, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.roster import roster
from execution_agents.team import Team
from foundation.contracts.failpoints import FailPoints
from foundation.contracts.identity import Principal
from foundation.contracts.plan import VariantName
from foundation.contracts.ports import (
    Compute,
    Delta,
    Emit,
    LanguageModel,
    SearchRequest,
    SearchResult,
    Source,
    at_once,
)
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.contracts.work import EvidenceItem, FieldValue, SourceKind
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Judge1RuleFigures, Pack
from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.conversations.messages import MessagesRepository
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.database.clock import DatabaseClock
from foundation.storage.experiments.decisions import DecisionsRepository
from foundation.storage.people.memories import MemoriesRepository
from foundation.storage.queue.checkpoints import CheckpointSaver, prune
from foundation.storage.queue.events import EventsRepository
from foundation.storage.queue.prompts import PromptsRepository
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.queue.snapshots import OpeningsRepository
from foundation.storage.records import LedgerEntry, Prompt, Run, RunOptions
from service_agent.events.partials import DeltaHub, Partials
from service_agent.runs.engine import EngineSettings, RunEngine
from service_agent.runs.leases import nobody
from service_agent.runs.worker import WorkerParts
from supervisor.deps import SupervisorDeps, SupervisorRepositories
from supervisor.run import Supervisor

DALSEO, SEOCHO = "대구 달서구", "서울 서초구"
ENDS = ("run_completed", "run_failed", "run_cancelled")
PACK = load_pack(shipped_packs() / "real_estate")
TYPES = [data_type.name for data_type in PACK.data_types]
Frame = dict[str, Any]


def item(source: str, name: str, title: str, words: str, **fields: FieldValue) -> EvidenceItem:
    """One passage or row."""
    return EvidenceItem(
        item_id=name,
        content_hash=sha256(words.encode()).hexdigest(),
        title=title,
        text=words,
        source=source,
        fields=fields,
    )


def sales(region: str, count: int = 4) -> tuple[EvidenceItem, ...]:
    """Single sales of one region."""
    return tuple(
        item(
            "trades",
            f"{region}-{number}",
            f"{region} 단지{number} 84㎡",
            f"{region} 아파트 매매 시세 단지{number} 84㎡ 평균 거래 {3 + number}억 원 2026-01",
            region=region,
            deal="sale",
            housing_type="apartment",
            month="2026-01",
            area_m2=84.0,
            price_won=(3 + number) * 100_000_000,
        ).model_copy(update={"as_of": date(2026, 1, 1)})
        for number in range(count)
    )


LAW = tuple(
    item("law_guide", f"law-{number}", title, words)
    for number, (title, words) in enumerate(
        (
            ("보증금 증액의 한도", "전세 계약을 갱신할 때 보증금은 5퍼센트까지만 올릴 수 있다."),
            ("계약갱신요구권", "임차인은 계약 갱신을 한 번 요구할 수 있다. 갱신된 계약의 기간은 2년이다."),
            ("차임 증감 청구", "보증금이나 차임의 증액은 앞선 증액 뒤 1년이 지나야 청구할 수 있다."),
        )
    )
)


@dataclass
class KnownSource:
    """A source whose answers are known (implements `Source`)."""

    name: str
    kind: SourceKind
    by_region: Mapping[str, tuple[EvidenceItem, ...]] = field(default_factory=dict[str, tuple[EvidenceItem, ...]])
    always: tuple[EvidenceItem, ...] = ()
    delay_s: float = 0.0
    failure: Exception | None = None
    present: str = "v1"
    changed: bool = False
    notice: str | None = None
    instead: str | None = None
    trace: Mapping[str, Any] | None = None
    asked: list[SearchRequest] = field(default_factory=list[SearchRequest])

    async def search(self, request: SearchRequest) -> SearchResult:
        self.asked.append(request)
        await asyncio.sleep(self.delay_s)
        if self.failure is not None:
            raise self.failure
        regions = request.slots.get("region", ())
        items = self.always + tuple(each for region in regions for each in self.by_region.get(region, ()))
        return SearchResult(
            items=items, source_version=self.present, notice=self.notice, instead=self.instead, trace=self.trace
        )

    async def version(self, principal: Principal) -> str:
        return self.present

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        return self.changed

    async def changed_within(self, principal: Principal, slots: Mapping[str, tuple[str, ...]], since: datetime) -> bool:
        return self.changed


def market() -> KnownSource:
    """Single sales of two regions."""
    return KnownSource("trades", "table", {DALSEO: sales(DALSEO), SEOCHO: sales(SEOCHO)})


def law() -> KnownSource:
    """Three passages on renewal."""
    return KnownSource("law_guide", "documents", always=LAW)


def sure(confidence: int, pack: Pack = PACK) -> Pack:
    """The pack with a rules judge that starts from this confidence (per mille)."""
    return pack.model_copy(update={"judge1_rules": Judge1RuleFigures(start=confidence)})


@dataclass
class Scene:
    """One person, one pack, known sources."""

    engine: AsyncEngine
    saver: BaseCheckpointSaver[str]
    principal: Principal
    pack: Pack = PACK
    variant: VariantName = "hybrid_confirm"
    ask_worth_s: float = 0.0
    wait_s: float | None = 30.0
    """Of every kind of question."""
    entities: EntityIndex | None = None
    may_ask: bool = True
    limit_s: float = 30.0
    model: LanguageModel | None = None
    points: FailPoints | None = None
    telemetry: Telemetry = NO_TELEMETRY
    stalled: Callable[[], Sequence[str]] = nobody
    compute: Callable[[Run], Compute] = lambda _: at_once
    teams: tuple[Team, ...] = field(default_factory=roster)
    market: KnownSource = field(default_factory=market)
    law: KnownSource = field(default_factory=law)

    def __post_init__(self) -> None:
        self.sessions = SessionsRepository(self.engine)
        self.messages = MessagesRepository(self.engine)
        self.runs = RunsRepository(self.engine)
        self.events = EventsRepository(self.engine)
        self.prompts = PromptsRepository(self.engine)
        self.evidence = EvidenceRepository(self.engine)
        self.decisions = DecisionsRepository(self.engine)
        self.costs = CostsRepository(self.engine)
        self.openings = OpeningsRepository(self.engine)
        self.memories = MemoriesRepository(self.engine)
        self.drafts = DraftsRepository(self.engine)
        self.remembers = False
        self.clock = DatabaseClock(self.engine)
        self.hub = DeltaHub()
        self.changed = asyncio.Event()

    # --- processes --------------------------------------------------------------------------------

    def supervisor(self) -> Supervisor:
        return Supervisor(self.teams, self.saver, points=self.points)

    @asynccontextmanager
    async def process(
        self, supervisor: Supervisor | None = None, settings: EngineSettings | None = None
    ) -> AsyncGenerator[RunEngine]:
        """A running engine, as one process of the service has it."""
        engine = self.run_engine(supervisor, settings)
        engine.start()
        try:
            yield engine
        finally:
            await engine.stop()

    def run_engine(self, supervisor: Supervisor | None = None, settings: EngineSettings | None = None) -> RunEngine:
        parts = WorkerParts(
            runs=self.runs,
            events=self.events,
            supervisor=supervisor or self.supervisor(),
            deps_factory=self.deps,
            partials=Partials(self.hub),
            announce=lambda _: self.changed.set(),
            points=self.points,
            stalled=self.stalled,
        )
        quick = EngineSettings(poll_s=0.05, beat_s=0.2, sweep_s=0.1, drain_s=1.0)
        return RunEngine(f"process-{uuid.uuid4().hex[:8]}", parts, self.prompts, self.prune, settings or quick)

    async def prune(self, sessions: Sequence[str]) -> None:
        await prune(cast(CheckpointSaver, self.saver), sessions, self.points)

    async def deps(self, run: Run, emit: Emit, delta: Delta) -> SupervisorDeps:
        sources: dict[str, Source] = {source.name: source for source in (self.market, self.law)}
        return SupervisorDeps(
            run=run,
            pack=self.pack,
            variant=self.variant,
            thresholds=self.pack.thresholds,
            opening=await self.openings.read(run.principal, run.session_id, self.pack.name, TYPES),
            repositories=SupervisorRepositories(
                self.evidence, self.costs, self.messages, memories=self.memories, drafts=self.drafts
            ),
            remembers=self.remembers,
            sources=sources,
            source_versions={},
            index=None,
            entities=self.entities,
            graph=None,
            clock=self.clock,
            emit=emit,
            delta=delta,
            model=self.model,
            ask_worth_s=self.ask_worth_s,
            confirm_wait_s=self.wait_s,
            clarify_wait_s=self.wait_s,
            form_wait_s=self.wait_s,
            may_ask=self.may_ask,
            limit_s=self.limit_s,
            compute=self.compute(run),
            telemetry=self.telemetry,
        )

    # --- the person -------------------------------------------------------------------------------

    async def session(self) -> str:
        return (await self.sessions.create(self.principal, self.pack.name, self.variant)).session_id

    async def submit(self, session_id: str, question: str, options: RunOptions | None = None) -> str:
        submission = await self.runs.submit(
            self.principal,
            session_id,
            uuid.uuid4().hex,
            question,
            options or RunOptions(),
            self.supervisor().graph_version,
            queue_limit=50,
        )
        return submission.run_id

    async def ask(self, session_id: str, question: str, options: RunOptions | None = None) -> Frame:
        """Ask and wait for the final message."""
        return (await self.frames_of(await self.submit(session_id, question, options)))["answer"]

    async def frames_of(self, run_id: str, until: Sequence[str] = ENDS, limit_s: float = 15.0) -> dict[str, Frame]:
        """Wait for one of these frames; the run's frames by type (the last of each)."""
        async with asyncio.timeout(limit_s):
            while True:
                frames = await self.frames(run_id)
                found = {frame["type"]: frame for frame in frames}
                if any(kind in found for kind in until):
                    return found
                await asyncio.sleep(0.02)

    async def frames(self, run_id: str) -> list[Frame]:
        return [json.loads(event.text) for event in await self.events.of_run(self.principal, run_id)]

    async def ledger(self, session_id: str) -> Sequence[LedgerEntry]:
        return (await self.openings.read(self.principal, session_id, self.pack.name, TYPES)).ledger

    async def asked(self, run_id: str, frame_type: str = "user_confirmation_required") -> Prompt:
        """Wait for the question to the person."""
        found = await self.frames_of(run_id, (frame_type, *ENDS))
        assert frame_type in found, found.keys()
        prompt = await self.prompts.open_of(self.principal, found[frame_type]["session_id"])
        assert prompt is not None
        return prompt

    async def sql(self, statement: str, **values: Any) -> Any:
        """Look behind the repositories, or move time."""
        async with self.engine.begin() as connection:
            done = await connection.execute(text(statement), values)
            return done.all() if done.returns_rows else done.rowcount
