"""The only place that chooses real things: database, repositories, sources, model, engine. All is closed in order."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog

from execution_agents.ingest.pipeline import IngestService
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.search.sources.served import ServedFrom
from foundation.contracts.errors import NothingToIngest
from foundation.contracts.identity import LOCAL, Principal
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.ingest_reports import IngestReports
from foundation.storage.corpus.vectors import INDEX_FROM
from foundation.storage.database.engine import check_fit
from foundation.storage.database.revision import require_current
from foundation.storage.database.write_check import require_writes
from foundation.storage.queue.redis_line import RedisLine
from foundation.storage.records import Run
from service_agent.composition.connections import database_of
from service_agent.composition.database import open_server
from service_agent.composition.endpoints import open_endpoints, open_models, setting_of
from service_agent.composition.live_models import LiveModels
from service_agent.composition.packs import LivePacks
from service_agent.composition.passages import passages
from service_agent.composition.resources import OPENAI, Resources, open_resources
from service_agent.composition.turn_deps import DepsFactory, Stores
from service_agent.events.event_stream import Streams
from service_agent.events.partials import DeltaHub, Drafts, Partials
from service_agent.events.poller import Pulse
from service_agent.events.shared_drafts import SharedDrafts
from service_agent.experiments.audit.job import AuditJob, AuditRules, audit_job
from service_agent.experiments.decisions import ExperimentRules
from service_agent.experiments.service import Experiments
from service_agent.jobs.background import Background, Chore, Job
from service_agent.jobs.housekeeping import House, Housekeeping
from service_agent.jobs.remembering import NAME as REMEMBERING
from service_agent.jobs.remembering import Remembering, is_worth_a_look
from service_agent.jobs.titling import Titling
from service_agent.limits.allowance import Allowance
from service_agent.limits.chosen import Chosen
from service_agent.limits.paces import Paces
from service_agent.runs.engine import EngineSettings, RunEngine
from service_agent.runs.worker import WorkerParts
from service_agent.services.administration import Offices
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.reports import EndpointReports
from service_agent.services.knowledge import note
from service_agent.services.parts import Access, Away, Domains, IndexState, Vitals
from service_agent.services.services import Services
from service_agent.services.turns import TurnRules, Turns
from service_agent.settings.settings import PREFIX, Settings
from service_agent.telemetry.readiness import Check, Seldom, require_files

log = structlog.get_logger(__name__)
OF_QUEUE = ("person_runs", "queue_limit", "queue_total", "max_connections", "upload_limit_mb")
"""Limits whose names do not show that they are limits."""
OF_ANSWERS = ("pack", "ask_worth_s", "confirm_timeout_s", "hold_out")
"""What decides whether people are asked: reported to whoever asks the process, whose environment may be another."""


def _no_word(step: str) -> None:
    """Nobody watches."""
    del step


@dataclass(frozen=True)
class Beside:
    """What `suffice serve` brings and a command beside it does not."""

    hold_out: float = 0.0
    """Share of new conversations that never reuse."""
    example: ServedFrom | None = None
    """The example service."""
    step: Callable[[str], None] = _no_word
    """Called with what the start is at: it may take half a minute."""


ALONE = Beside()


@asynccontextmanager
async def open_service(settings: Settings, *, work: bool = True, beside: Beside = ALONE) -> AsyncGenerator[Services]:
    """Everything running; `work=False`: without taking questions (for commands beside a running service).

    Raises WrongPack, UnknownPack, DatabaseUnreachable, DatabaseUnfit, DatabaseVersion, EmbeddedDatabaseFailed.
    """
    async with AsyncExitStack() as stack:
        beside.step("reading the packs")
        packs = LivePacks(settings)
        beside.step("the database")
        database = await stack.enter_async_context(open_server(settings))
        ground = await open_resources(settings, database, stack)
        house = await _open_house(packs, ground, beside, open_models(ground, stack))
        if work:
            stack.push_async_callback(house.titling.stop)
            house.engine.start()
            stack.push_async_callback(house.engine.stop)
            await stack.enter_async_context(house.background.working())
        yield house.services


@dataclass(frozen=True)
class _House:
    """The engine and what surfaces may call."""

    engine: RunEngine
    services: Services
    background: Background
    titling: Titling


def _drafts(ground: Resources, partials: Partials, hub: DeltaHub) -> Drafts:
    return partials if ground.redis is None else SharedDrafts(partials, hub, ground.redis)


def _streams(ground: Resources, partials: Partials, hub: DeltaHub) -> Streams:
    repositories = ground.repositories
    return Streams(
        repositories.events,
        repositories.runs,
        ground.wake_ups,
        _drafts(ground, partials, hub),
        hub,
        Pulse(repositories.events.newest),
    )


async def _open_house(packs: LivePacks, ground: Resources, beside: Beside, models: LiveModels) -> _House:
    settings, repositories = ground.settings, ground.repositories
    hub = DeltaHub()
    partials = Partials(hub)
    factory = DepsFactory(settings, packs, _stores(ground, beside), models, ground.watch)
    audits = AuditJob(repositories, AuditRules.of(settings), factory.for_audit, lambda: engine.preparing)
    remembering = Remembering(
        repositories, factory.metered_for, on=settings.memory, computing_for=factory.computing_for
    )
    ingest = IngestService(
        repositories.corpus, ground.origins, repositories.rows, ground.entities.collector, repositories.graph
    )
    fill = partial(_load_shipped, ingest, repositories.ingests)
    background = _background(ground, packs, [audit_job(audits), remembering.job(), packs.chore(fill)])
    titling = Titling(repositories, factory.metered_after)
    parts = _worker_parts(settings, ground, partials, factory, background, titling)
    engine = RunEngine(ground.process_id, parts, repositories.prompts, ground.prune, _engine_settings(settings))
    streams = _streams(ground, partials, hub)
    metrics = ground.watch.metrics
    metrics.read_in_flight(lambda: engine.in_flight, lambda: engine.preparing)
    rules = _turn_rules(settings, ground)
    for pack in packs.values():
        beside.step(f"documents and tables of the pack {pack.name}")
        await fill(pack)
    services = Services(
        repositories=repositories,
        streams=streams,
        turns=Turns(repositories, streams, rules, engine, ground.wake_ups, ground.points),
        domains=_domains(packs, ground, ingest, audits, beside, models.kept),
        access=_access(ground),
        vitals=Vitals(
            {"process": engine.require_taking, **_checks(ground, packs)},
            partial(_degraded, ground.redis, ground.indexes, models),
            metrics,
        ),
    )
    return _House(engine, services, background, titling)


def _access(ground: Resources) -> Access:
    settings = ground.settings
    uploads = settings.data_dir / "uploads"
    return Access(ground.sign_in, settings.upload_limit_mb * 2**20, uploads, settings.embed_origins, Paces.of(settings))


def _stores(ground: Resources, beside: Beside) -> Stores:
    return Stores(
        ground.repositories,
        ground.indexes,
        ground.entities,
        ground.graphs,
        ground.http,
        ground.ledger,
        ground.compute,
        ground.settings.mcp_servers,
        beside.example,
        ground.web,
    )


def _domains(
    packs: Mapping[str, Pack],
    ground: Resources,
    ingest: IngestService,
    audits: AuditJob,
    beside: Beside,
    kept: KeptEndpoints,
) -> Domains:
    settings = ground.settings
    return Domains(
        packs,
        settings.pack,
        ingest,
        Experiments(ground.repositories, packs, ExperimentRules.of(settings, beside.hold_out), audits),
        settings.confirm_timeout_s,
        partial(_reindexed, ground),
        partial(_index_state, ground),
        ground.entities.prepare,
        partial(passages, ground),
        settings.memory,
        ground.graphs,
        settings.sharing,
        _offices(settings, ground.chosen),
        open_endpoints(settings, ground.ledger, kept),
        EndpointReports(settings.data_dir, settings.llm_base_url or OPENAI, settings.llm_model or ""),
        kept,
    )


def _offices(settings: Settings, in_force: Chosen) -> Offices:
    """Limits and days of retention, by the names people set them by."""
    chosen = [name for name in type(settings).model_fields if name.startswith(("limit_", "keep_")) or name in OF_QUEUE]
    limits = {PREFIX + name.upper(): getattr(settings, name) for name in chosen}
    process = tuple(setting_of(settings, name) for name in OF_ANSWERS)
    return Offices(limits, settings.data_dir, database_of(settings), process, in_force)


def _background(ground: Resources, packs: Mapping[str, Pack], jobs: Sequence[Job | Chore]) -> Background:
    settings, metrics = ground.settings, ground.watch.metrics
    kept = House(
        engine=ground.engine,
        address=ground.address,
        settings=settings,
        uploads=settings.data_dir / "uploads",
        prune=ground.prune,
        metrics=metrics,
        refresh=partial(_refreshed, ground, packs),
        points=ground.points,
        apart=ground.chosen.by_tenant,
    )
    return Background(ground.address, [*Housekeeping(kept).jobs(), *jobs], metrics, ground.process_id)


async def _reindexed(ground: Resources, principal: Principal, pack: Pack) -> None:
    """What this process holds of a pack's passages, as they are now; its names are given up, and collected later."""
    ground.entities.renew(principal, pack)
    await ground.indexes.current(principal, pack)


async def _index_state(ground: Resources, principal: Principal, pack: Pack) -> IndexState:
    """How far this process is with a pack's passages."""
    if ground.indexes.trouble:
        return "away"
    return "current" if await ground.indexes.is_current(principal, pack) else "behind"


async def _refreshed(ground: Resources, packs: Mapping[str, Pack]) -> int:
    """Gives up what this process holds of sources that moved on; how many indexes."""
    return await ground.indexes.refresh(packs) + await ground.entities.refresh(packs)


def _worker_parts(
    settings: Settings,
    ground: Resources,
    partials: Partials,
    factory: DepsFactory,
    background: Background,
    titling: Titling,
) -> WorkerParts:
    repositories = ground.repositories

    def answered(run: Run) -> None:
        if settings.memory and is_worth_a_look(run.question):
            background.soon(REMEMBERING)
        titling.soon(run)

    return WorkerParts(
        runs=repositories.runs,
        events=repositories.events,
        supervisor=ground.supervisor,
        deps_factory=factory,
        partials=partials,
        announce=ground.wake_ups.announce,
        points=ground.points,
        watch=ground.watch,
        lease_s=settings.run_lease_s,
        person_runs=settings.person_runs,
        stalled=ground.compute.stalled,
        answered=answered,
        require_writes=partial(require_writes, ground.engine),
    )


def _turn_rules(settings: Settings, ground: Resources) -> TurnRules:
    return TurnRules(
        settings.multitask,
        ground.chosen.of,
        ground.supervisor.graph_version,
        settings.queue_total,
        Allowance(ground.chosen.of, ground.repositories.spending).over,
        ground.watch.metrics,
    )


def _degraded(redis: RedisLine | None, indexes: IndexProvider, models: LiveModels) -> dict[str, Away]:
    away: dict[str, Away] = {}
    if indexes.trouble:
        sentence = (
            "The search engine does not answer; until it does, vectors alone find passages, in packs of fewer than "
            f"{INDEX_FROM:,}. Start it, or mend SUFFICE_SEARCH_URL, or unset it."
        )
        away["search"] = Away(sentence, indexes.trouble)
    if models.trouble:
        sentence = "An entered model endpoint cannot be used: what the environment says, or the rules, answers instead."
        away["model"] = Away(sentence, models.trouble)
    elif models.breaker_state() != "closed":
        sentence = "The model failed several times in a row and is left alone for a moment; the rules answer meanwhile."
        away["model"] = Away(sentence, f"breaker {models.breaker_state()}")
    if redis is None or redis.up:
        return away
    sentence = (
        "Redis does not answer; PostgreSQL carries wake-ups until it does, and text written by other processes comes "
        "with the whole answer. Start it, or mend SUFFICE_REDIS_URL, or unset it."
    )
    return {**away, "redis": Away(sentence, redis.trouble or "")}


def _engine_settings(settings: Settings) -> EngineSettings:
    """Leases are renewed five times before they end, at least each second: stops and cancels are seen with it."""
    lease_s = settings.run_lease_s
    beat_s = min(1.0, lease_s / 5)
    return EngineSettings(
        slots=settings.run_slots,
        preparing=settings.run_preparing,
        person_runs=settings.person_runs,
        lease_s=lease_s,
        beat_s=beat_s,
        sweep_s=beat_s,
        prune_s=min(10.0, lease_s),
        attempts=settings.run_attempts,
        stalls=settings.run_stalls,
    )


async def _load_shipped(ingest: IngestService, reports: IngestReports, pack: Pack) -> None:
    report = await ingest.load_shipped(pack, LOCAL, _no_bar)
    if report.touched or report.broken:
        await note(reports, LOCAL, pack, report)
    if report.touched:
        log.info("pack_loaded", pack=pack.name)


def _no_bar(done: int, total: int, what: str) -> None:
    """Ignore the progress of loading the packs."""
    del done, total, what


def _checks(ground: Resources, packs: Mapping[str, Pack]) -> dict[str, Check]:
    def default() -> Pack:
        return packs[ground.settings.pack]

    async def filled() -> None:
        pack = default()
        counts = await ground.repositories.corpus.counts(LOCAL, pack.name)
        if not counts and any(source.kind == "documents" for source in pack.sources):
            raise NothingToIngest(f"The pack {pack.name} holds no documents yet; run `suffice ingest`.")

    return {
        "database": partial(check_fit, ground.engine),
        "migrations": partial(require_current, ground.engine),
        "pack": filled,
        "index": lambda: ground.indexes.current(LOCAL, default()),
        "writes": Seldom(partial(require_writes, ground.engine)),
        "data folder": Seldom(partial(require_files, ground.settings.data_dir)),
    }
