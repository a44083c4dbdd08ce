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
from pathlib import Path

import httpx
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.pipeline import IngestService
from execution_agents.retrieval.provider import IndexProvider
from execution_agents.roster import roster
from foundation.contracts.errors import NothingToIngest, WrongSetting
from foundation.contracts.identity import LOCAL
from foundation.domains.loader import find_packs, load_pack, shipped_packs
from foundation.domains.pack import Pack
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.storage.checkpoints import open_saver, prune
from foundation.storage.embedded import EmbeddedPostgres
from foundation.storage.engine import DatabaseAddress, check_fit, open_engine, parse_url
from foundation.storage.migrate import upgrade
from foundation.storage.notify import Listener, Notifier, Revive
from foundation.storage.origins import OriginsRepository
from foundation.storage.revision import require_current
from prompts.budgets import BUDGETS
from service_agent.auth import gate_of
from service_agent.chat.event_stream import Streams
from service_agent.deps import DepsFactory, Stores
from service_agent.jobs.engine import EngineSettings, RunEngine
from service_agent.jobs.partials import DeltaHub, Partials
from service_agent.jobs.sweeps import Prune
from service_agent.jobs.worker import WorkerParts
from service_agent.repositories import Repositories
from service_agent.services import Access, Check, Domains, Services
from service_agent.settings import Settings
from service_agent.turns import TurnRules, Turns
from supervisor.run import Supervisor

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ConnectionShares:
    """How one process's database connections are divided."""

    queries: int
    """Our own tables."""
    checkpoints: int
    """LangGraph's saver."""
    listening: int = 2
    """One to LISTEN, one to NOTIFY."""


def connection_shares(total: int) -> ConnectionShares:
    """A quarter for checkpoints (written at the end of turns and at pauses), two to listen, the rest for queries."""
    checkpoints = max(2, total // 4)
    return ConnectionShares(queries=total - checkpoints - 2, checkpoints=checkpoints)


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
        yield house.services


@dataclass(frozen=True)
class Server:
    """A database server and, when it is our own embedded one, what starts it again after it died."""

    address: DatabaseAddress
    revive: Revive | None = None


@asynccontextmanager
async def open_server(settings: Settings) -> AsyncGenerator[Server]:
    """The given database or the embedded one, migrated."""
    async with AsyncExitStack() as stack:
        if settings.database_url is not None:
            server = Server(parse_url(settings.database_url.get_secret_value()))
        else:
            make_folder(settings.data_dir)
            embedded = EmbeddedPostgres(settings.data_dir)
            server = Server(await stack.enter_async_context(embedded), embedded.ensure_running)
        await asyncio.to_thread(upgrade, server.address)
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
    repositories: Repositories
    origins: OriginsRepository
    supervisor: Supervisor
    indexes: IndexProvider
    http: httpx.AsyncClient
    model: ModelClient | None
    listener: Listener
    notifier: Notifier
    prune: Prune
    engine: AsyncEngine


@dataclass(frozen=True)
class _House:
    """The engine and what surfaces may call."""

    engine: RunEngine
    services: Services


async def _open_foundation(settings: Settings, database: Server, stack: AsyncExitStack) -> _Foundation:
    address = database.address
    shares = connection_shares(settings.db_connections)
    engine = open_engine(address, shares.queries)
    stack.push_async_callback(engine.dispose)
    await check_fit(engine)
    saver = await stack.enter_async_context(open_saver(address, shares.checkpoints))
    listener = await stack.enter_async_context(Listener(address, database.revive))
    notifier = await stack.enter_async_context(Notifier(address))
    http = await stack.enter_async_context(httpx.AsyncClient(follow_redirects=False, trust_env=True))
    model = model_client(settings)
    if model is not None:
        stack.push_async_callback(model.aclose)
    repositories = Repositories.over(engine)
    return _Foundation(
        settings=settings,
        repositories=repositories,
        origins=OriginsRepository(engine),
        supervisor=Supervisor(roster(), saver, settings.checkpoint_durability),
        indexes=IndexProvider(settings.data_dir, repositories.corpus),
        http=http,
        model=model,
        listener=listener,
        notifier=notifier,
        prune=partial(prune, saver),
        engine=engine,
    )


def model_client(settings: Settings) -> ModelClient | None:
    """The configured model; None: the rules engine answers."""
    if not settings.model_configured or settings.llm_model is None:
        return None
    endpoint = Endpoint(
        base_url=settings.llm_base_url or OPENAI,
        model=settings.llm_model,
        api_key=settings.llm_api_key.get_secret_value() if settings.llm_api_key else "",
        is_small=settings.llm_model in settings.llm_small_models,
    )
    return ModelClient(
        endpoint, BUDGETS, Limits(longest_s=settings.llm_timeout_s, concurrency=settings.llm_concurrency)
    )


OPENAI = "https://api.openai.com/v1"
"""Where a key without an address belongs."""


async def _open_house(settings: Settings, packs: Mapping[str, Pack], foundation: _Foundation) -> _House:
    repositories = foundation.repositories
    hub = DeltaHub()
    partials = Partials(hub)
    announce = foundation.notifier.announce
    deps = DepsFactory(settings, packs, Stores(repositories, foundation.indexes, foundation.http), foundation.model)
    parts = WorkerParts(
        runs=repositories.runs,
        events=repositories.events,
        supervisor=foundation.supervisor,
        deps_factory=deps,
        partials=partials,
        announce=announce,
    )
    process_id = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    engine = RunEngine(
        process_id, parts, repositories.prompts, foundation.prune, EngineSettings(slots=settings.run_slots)
    )
    streams = Streams(repositories.events, repositories.runs, foundation.listener, partials, hub)
    rules = TurnRules(settings.multitask, settings.queue_limit, foundation.supervisor.graph_version)
    ingest = IngestService(repositories.corpus, foundation.origins, repositories.rows)
    await _load_shipped(packs, ingest)
    services = Services(
        repositories=repositories,
        streams=streams,
        turns=Turns(repositories, streams, rules, engine, announce),
        domains=Domains(packs, settings.pack, settings.variant_weights, ingest, settings.confirm_timeout_s),
        access=Access(gate_of(settings), settings.upload_limit_mb * 2**20, settings.data_dir / "uploads"),
        checks=_checks(foundation, packs),
    )
    return _House(engine, services)


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
