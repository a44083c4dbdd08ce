"""The only place that chooses real things: database, repositories, sources, model, engine. All is closed in order."""

from __future__ import annotations

import asyncio
import os
import socket
import uuid
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import httpx
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.pipeline import IngestService
from execution_agents.retrieval.provider import IndexProvider
from execution_agents.roster import roster
from foundation.contracts.errors import NothingToIngest, WrongSetting
from foundation.contracts.failpoints import FailPoints
from foundation.contracts.identity import LOCAL
from foundation.contracts.ports import WakeUps
from foundation.contracts.telemetry import UNTOLD, Telemetry
from foundation.domains.loader import find_packs, load_pack, shipped_packs
from foundation.domains.pack import Pack
from foundation.llm.budget import Prices
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.storage.checkpoints import open_saver, prune, saver_connections
from foundation.storage.embedded import EmbeddedPostgres
from foundation.storage.engine import DatabaseAddress, check_fit, open_engine, parse_url, pool_of
from foundation.storage.migrate import upgrade
from foundation.storage.notify import Revive
from foundation.storage.origins import OriginsRepository
from foundation.storage.redis_line import RedisLine
from foundation.storage.revision import require_current
from foundation.storage.wake_ups import PostgresWakeUps, RedisWakeUps
from prompts.budgets import BUDGETS
from service_agent.auth.opening import SignIn, open_sign_in
from service_agent.chat.event_stream import Streams
from service_agent.chat.pulse import Pulse
from service_agent.connections import connection_shares
from service_agent.deps import DepsFactory, Stores
from service_agent.experiments.decisions import ExperimentRules
from service_agent.experiments.desk import Experiments
from service_agent.failpoints import points_of
from service_agent.finding import open_indexes
from service_agent.jobs.audits import AuditJob, AuditRules, audit_job
from service_agent.jobs.background import Background
from service_agent.jobs.engine import EngineSettings, RunEngine
from service_agent.jobs.housekeeping import House, Housekeeping
from service_agent.jobs.partials import DeltaHub, Drafts, Partials
from service_agent.jobs.shared_drafts import SharedDrafts
from service_agent.jobs.sweeps import Prune
from service_agent.jobs.worker import WorkerParts
from service_agent.limits.allowance import Allowance, DayLimits
from service_agent.limits.paces import Paces
from service_agent.limits.spending import Ledger
from service_agent.repositories import Repositories
from service_agent.services import Access, Check, Domains, Services, Vitals
from service_agent.settings import Settings
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.queries import trace_queries
from service_agent.telemetry.traces import open_tracer
from service_agent.telemetry.watch import Watch
from service_agent.turns import TurnRules, Turns
from supervisor.run import Supervisor

log = structlog.get_logger(__name__)
RELEASE = version("suffice")


@asynccontextmanager
async def open_service(settings: Settings, *, work: bool = True) -> AsyncGenerator[Services]:
    """Everything running; `work=False`: without taking questions (for commands beside a running service).

    Raises WrongPack, UnknownPack, DatabaseUnreachable, DatabaseUnfit, DatabaseVersion, EmbeddedDatabaseFailed.
    """
    async with AsyncExitStack() as stack:
        packs = load_packs(settings)
        database = await stack.enter_async_context(open_server(settings))
        foundation = await _open_foundation(settings, database, stack)
        house = await _open_house(settings, packs, foundation)
        if work:
            house.engine.start()
            stack.push_async_callback(house.engine.stop)
            await stack.enter_async_context(house.background.working())
        yield house.services


@dataclass(frozen=True)
class Server:
    """A database server and, when it is our own embedded one, what starts it again after it died."""

    address: DatabaseAddress
    revive: Revive | None = None


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncGenerator[Server]:
    """The given database or the embedded one, migrated."""
    points = points_of(settings.fail_points)
    async with AsyncExitStack() as stack:
        if settings.database_url is not None:
            server = Server(parse_url(settings.database_url.get_secret_value()))
        else:
            make_folder(settings.data_dir)
            embedded = EmbeddedPostgres(settings.data_dir)
            server = Server(await stack.enter_async_context(embedded), embedded.ensure_running)
        await asyncio.to_thread(upgrade, server.address, points)
        yield server


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[DatabaseAddress]:
    """Where the given database or the embedded one is, migrated."""
    async with open_server(settings) as server:
        yield server.address


def load_packs(settings: Settings) -> dict[str, Pack]:
    """Every pack, the shipped ones and one's own. Raises WrongPack, WrongSetting."""
    found = find_packs((shipped_packs(), settings.packs_dir))
    if settings.pack not in found:
        known = ", ".join(sorted(found))
        raise WrongSetting(f"SUFFICE_PACK={settings.pack} names no pack; there are {known}.")
    return {name: load_pack(folder) for name, folder in found.items()}


def make_folder(folder: Path) -> None:
    """The data folder. Raises WrongSetting when it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongSetting(
            f"SUFFICE_DATA_DIR={folder} cannot be made ({error.strerror}); name a folder that can be written."
        ) from error


@dataclass(frozen=True)
class _Foundation:
    """What lies below the surfaces."""

    settings: Settings
    address: DatabaseAddress
    repositories: Repositories
    origins: OriginsRepository
    supervisor: Supervisor
    indexes: IndexProvider
    http: httpx.AsyncClient
    model: ModelClient | None
    wake_ups: WakeUps
    redis: RedisLine | None
    ledger: Ledger
    prune: Prune
    engine: AsyncEngine
    sign_in: SignIn
    points: FailPoints | None
    watch: Watch


@dataclass(frozen=True)
class _House:
    """The engine and what surfaces may call."""

    engine: RunEngine
    services: Services
    background: Background


async def _open_foundation(settings: Settings, database: Server, stack: AsyncExitStack) -> _Foundation:
    address = database.address
    shares = connection_shares(settings.db_connections)
    engine = open_engine(address, shares.queries)
    stack.push_async_callback(engine.dispose)
    await check_fit(engine)
    watch = await _open_watch(settings, engine, stack)
    saver = await stack.enter_async_context(open_saver(address, shares.checkpoints))
    wake_ups, redis = await _open_wake_ups(settings, database, stack)
    http = await stack.enter_async_context(httpx.AsyncClient(follow_redirects=False, trust_env=True))
    watch.metrics.read_pool("checkpoints", *saver_connections(saver))
    model = model_client(settings, watch)
    if model is not None:
        stack.push_async_callback(model.aclose)
        watch.metrics.read_breaker(partial(_breaker_of, model))
    repositories = Repositories.over(engine)
    points = points_of(settings.fail_points)
    sign_in = await stack.enter_async_context(
        open_sign_in(settings, frozenset(settings.allowed_origins), repositories.identity, http, wake_ups)
    )
    return _Foundation(
        settings=settings,
        address=address,
        repositories=repositories,
        origins=OriginsRepository(engine),
        supervisor=Supervisor(roster(points), saver, settings.checkpoint_durability, points=points),
        indexes=open_indexes(settings, engine, http, stack),
        http=http,
        model=model,
        wake_ups=wake_ups,
        redis=redis,
        ledger=await stack.enter_async_context(Ledger(repositories.spending)),
        prune=partial(prune, saver, points=points),
        engine=engine,
        sign_in=sign_in,
        points=points,
        watch=watch,
    )


async def _open_watch(settings: Settings, engine: AsyncEngine, stack: AsyncExitStack) -> Watch:
    tracer = await stack.enter_async_context(open_tracer(settings.traces_endpoint, RELEASE))
    watch = Watch(Metrics(RELEASE), tracer)
    watch.metrics.read_pool("queries", *pool_of(engine))
    if tracer is not None:
        trace_queries(engine, tracer)
    return watch


def _breaker_of(model: ModelClient) -> str:
    return model.breaker.state


async def _open_wake_ups(
    settings: Settings, database: Server, stack: AsyncExitStack
) -> tuple[WakeUps, RedisLine | None]:
    postgres = await stack.enter_async_context(PostgresWakeUps(database.address, database.revive))
    if settings.redis_url is None:
        return postgres, None
    line = RedisLine(settings.redis_url.get_secret_value())
    wake_ups = RedisWakeUps(line, postgres)
    return wake_ups, await stack.enter_async_context(line)


def _drafts(foundation: _Foundation, partials: Partials, hub: DeltaHub) -> Drafts:
    return partials if foundation.redis is None else SharedDrafts(partials, hub, foundation.redis)


def model_client(settings: Settings, telemetry: Telemetry = UNTOLD) -> ModelClient | None:
    """The configured model; None: the rules engine answers."""
    if not settings.model_configured or settings.llm_model is None:
        return None
    endpoint = Endpoint(
        base_url=settings.llm_base_url or OPENAI,
        model=settings.llm_model,
        api_key=settings.llm_api_key.get_secret_value() if settings.llm_api_key else "",
        is_small=settings.llm_model in settings.llm_small_models,
        prices=Prices(**settings.llm_prices.get(settings.llm_model, {})),
    )
    limits = Limits(longest_s=settings.llm_timeout_s, concurrency=settings.llm_concurrency)
    return ModelClient(endpoint, BUDGETS, limits, telemetry=telemetry)


OPENAI = "https://api.openai.com/v1"
"""Where a key without an address belongs."""


def _streams(foundation: _Foundation, partials: Partials, hub: DeltaHub) -> Streams:
    repositories = foundation.repositories
    return Streams(
        repositories.events,
        repositories.runs,
        foundation.wake_ups,
        _drafts(foundation, partials, hub),
        hub,
        Pulse(repositories.events.newest),
    )


async def _open_house(settings: Settings, packs: Mapping[str, Pack], foundation: _Foundation) -> _House:
    repositories = foundation.repositories
    hub = DeltaHub()
    partials = Partials(hub)
    process_id = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    stores = Stores(repositories, foundation.indexes, foundation.http, foundation.ledger)
    factory = DepsFactory(settings, packs, stores, foundation.model, foundation.watch)
    parts = _worker_parts(settings, foundation, partials, factory)
    engine = RunEngine(process_id, parts, repositories.prompts, foundation.prune, _engine_settings(settings))
    streams = _streams(foundation, partials, hub)
    metrics = foundation.watch.metrics
    metrics.read_in_flight(lambda: engine.in_flight)
    rules = _turn_rules(settings, foundation)
    ingest = IngestService(repositories.corpus, foundation.origins, repositories.rows)
    audits = AuditJob(repositories, AuditRules.of(settings), factory.for_audit)
    await _load_shipped(packs, ingest)
    services = Services(
        repositories=repositories,
        streams=streams,
        turns=Turns(repositories, streams, rules, engine, foundation.wake_ups.announce, foundation.points),
        domains=Domains(
            packs,
            settings.pack,
            ingest,
            Experiments(repositories, packs, ExperimentRules.of(settings), audits),
            settings.confirm_timeout_s,
            foundation.indexes.current,
        ),
        access=Access(
            foundation.sign_in, settings.upload_limit_mb * 2**20, settings.data_dir / "uploads", Paces.of(settings)
        ),
        vitals=Vitals(
            {"process": engine.require_taking, **_checks(foundation, packs)},
            partial(_degraded, foundation.redis),
            metrics,
        ),
    )
    return _House(engine, services, _background(foundation, process_id, audits))


def _background(foundation: _Foundation, process_id: str, audits: AuditJob) -> Background:
    settings, metrics = foundation.settings, foundation.watch.metrics
    kept = House(
        engine=foundation.engine,
        address=foundation.address,
        settings=settings,
        uploads=settings.data_dir / "uploads",
        prune=foundation.prune,
        metrics=metrics,
        points=foundation.points,
    )
    return Background(foundation.address, [*Housekeeping(kept).jobs(), audit_job(audits)], metrics, process_id)


def _worker_parts(settings: Settings, foundation: _Foundation, partials: Partials, factory: DepsFactory) -> WorkerParts:
    repositories = foundation.repositories
    return WorkerParts(
        runs=repositories.runs,
        events=repositories.events,
        supervisor=foundation.supervisor,
        deps_factory=factory,
        partials=partials,
        announce=foundation.wake_ups.announce,
        points=foundation.points,
        watch=foundation.watch,
        lease_s=settings.run_lease_s,
        attempts=settings.run_attempts,
    )


def _turn_rules(settings: Settings, foundation: _Foundation) -> TurnRules:
    return TurnRules(
        settings.multitask,
        settings.queue_limit,
        foundation.supervisor.graph_version,
        settings.queue_total,
        Allowance(DayLimits.of(settings), foundation.repositories.spending).over,
        foundation.watch.metrics,
    )


def _degraded(redis: RedisLine | None) -> dict[str, str]:
    if redis is None or redis.up:
        return {}
    return {
        "redis": f"Redis does not answer ({redis.trouble}); PostgreSQL carries wake-ups until it does, and text "
        "written by other processes comes with the whole answer. Start it, or mend SUFFICE_REDIS_URL, or unset it."
    }


def _engine_settings(settings: Settings) -> EngineSettings:
    """Leases are renewed five times before they end, at least each second: stops and cancels are seen with it."""
    lease_s = settings.run_lease_s
    beat_s = min(1.0, lease_s / 5)
    return EngineSettings(
        settings.run_slots, settings.person_runs, lease_s, beat_s, sweep_s=beat_s, prune_s=min(10.0, lease_s)
    )


async def _load_shipped(packs: Mapping[str, Pack], ingest: IngestService) -> None:
    for pack in packs.values():
        report = await ingest.load_shipped(pack, LOCAL, _no_bar)
        if report.touched:
            log.info("pack_loaded", pack=pack.name)


def _no_bar(done: int, total: int, what: str) -> None:
    """Nobody watches the packs being loaded."""
    del done, total, what


def _checks(foundation: _Foundation, packs: Mapping[str, Pack]) -> dict[str, Check]:
    default = packs[foundation.settings.pack]

    async def filled() -> None:
        counts = await foundation.repositories.corpus.counts(LOCAL, default.name)
        if not counts and any(source.kind == "documents" for source in default.sources):
            raise NothingToIngest(f"The pack {default.name} holds no documents yet; run `suffice ingest`.")

    return {
        "database": partial(check_fit, foundation.engine),
        "migrations": partial(require_current, foundation.engine),
        "pack": filled,
        "index": partial(foundation.indexes.current, LOCAL, default),
    }
