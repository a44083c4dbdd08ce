"""What lies below the surfaces of a process: connections, repositories, model, indexes, telemetry, all opened here."""

from __future__ import annotations

import os
import socket
import uuid
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.clarification.provider import GraphIndexes
from execution_agents.knowledge_graph.provider import EntityIndexes
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.roster import roster
from execution_agents.search.sources.public_web import PublicWeb
from execution_agents.search.sources.web import Web
from foundation.contracts.failpoints import FailPoints
from foundation.contracts.ports import WakeUps
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.llm.budget import Prices
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.storage.corpus.origins import OriginsRepository
from foundation.storage.database.engine import DatabaseAddress, check_fit, open_engine, pool_of
from foundation.storage.people.chosen_settings import ChosenSettings
from foundation.storage.queue.checkpoints import open_saver, prune, saver_connections
from foundation.storage.queue.redis_line import RedisLine
from foundation.storage.queue.wake_ups import PostgresWakeUps, RedisWakeUps
from foundation.storage.repositories import Repositories
from prompts.budgets import BUDGETS
from service_agent.auth.opening import Pages, SignIn, open_sign_in
from service_agent.composition.connections import connection_shares
from service_agent.composition.database import Server
from service_agent.composition.retrieval_factory import open_embedder, open_entities, open_graphs, open_indexes
from service_agent.jobs.computing import ComputeThread
from service_agent.limits.chosen import Chosen
from service_agent.limits.spending import Ledger
from service_agent.runs.sweeps import Prune
from service_agent.settings.failpoints import points_of
from service_agent.settings.settings import Settings
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.queries import trace_queries
from service_agent.telemetry.traces import open_tracer
from service_agent.telemetry.watch import Watch
from supervisor.run import Supervisor

RELEASE = version("suffice")
OPENAI = "https://api.openai.com/v1"
"""Where a key without an address belongs."""


@dataclass(frozen=True)
class Resources:
    """What lies below the surfaces."""

    settings: Settings
    process_id: str
    """What runs at work here are marked with."""
    address: DatabaseAddress
    repositories: Repositories
    origins: OriginsRepository
    supervisor: Supervisor
    indexes: IndexProvider
    entities: EntityIndexes
    graphs: GraphIndexes
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
    compute: ComputeThread
    web: Web | None
    """Where the web is searched; None: nowhere."""
    chosen: Chosen
    """Limits and days of retention of each tenant."""


def _open_web(settings: Settings, stack: AsyncExitStack) -> Web | None:
    if not settings.web_search_url:
        return None
    pages = PublicWeb()
    stack.push_async_callback(pages.aclose)
    return Web(settings.web_search_url, pages)


async def open_resources(settings: Settings, database: Server, stack: AsyncExitStack) -> Resources:
    address, shares = database.address, connection_shares(settings.db_connections)
    engine = open_engine(address, shares.queries)
    stack.push_async_callback(engine.dispose)
    await check_fit(engine)
    watch = await _open_watch(settings, engine, stack)
    saver = await stack.enter_async_context(open_saver(address, shares.checkpoints))
    process_id = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    wake_ups, redis = await _open_wake_ups(settings, database, process_id, stack)
    http = await stack.enter_async_context(httpx.AsyncClient(follow_redirects=False, trust_env=True))
    watch.metrics.read_pool("checkpoints", *saver_connections(saver))
    repositories = Repositories.over(engine)
    embedder = open_embedder(settings, stack)
    points = points_of(settings.fail_points)
    pages = Pages(settings.host, settings.port, frozenset(settings.allowed_origins))
    sign_in = await stack.enter_async_context(open_sign_in(settings, pages, repositories.identity, http, wake_ups))
    return Resources(
        settings=settings,
        process_id=process_id,
        address=address,
        repositories=repositories,
        origins=OriginsRepository(engine),
        supervisor=Supervisor(roster(points), saver, settings.checkpoint_durability, points=points),
        indexes=open_indexes(settings, engine, http, stack, embedder),
        entities=open_entities(engine, stack),
        graphs=open_graphs(engine, stack, embedder),
        http=http,
        web=_open_web(settings, stack),
        model=_open_model(settings, watch, stack),
        wake_ups=wake_ups,
        redis=redis,
        ledger=await stack.enter_async_context(Ledger(repositories.spending)),
        prune=partial(prune, saver, points=points),
        engine=engine,
        sign_in=sign_in,
        points=points,
        watch=watch,
        compute=stack.enter_context(closing(ComputeThread(settings.run_lease_s))),
        chosen=Chosen(settings, ChosenSettings(engine)),
    )


def _open_model(settings: Settings, watch: Watch, stack: AsyncExitStack) -> ModelClient | None:
    model = model_client(settings, watch)
    if model is not None:
        stack.push_async_callback(model.aclose)
        watch.metrics.read_breaker(partial(_breaker_of, model))
    return model


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
    settings: Settings, database: Server, process_id: str, stack: AsyncExitStack
) -> tuple[WakeUps, RedisLine | None]:
    postgres = await stack.enter_async_context(PostgresWakeUps(database.address, database.revive, process_id))
    if settings.redis_url is None:
        return postgres, None
    line = RedisLine(settings.redis_url.get_secret_value())
    wake_ups = RedisWakeUps(line, postgres)
    return wake_ups, await stack.enter_async_context(line)


def model_client(settings: Settings, telemetry: Telemetry = NO_TELEMETRY) -> ModelClient | None:
    """The configured model; None: the rules engine answers."""
    endpoint = endpoint_of(settings)
    if endpoint is None:
        return None
    return client_at(settings, endpoint, telemetry)


def client_at(settings: Settings, endpoint: Endpoint, telemetry: Telemetry = NO_TELEMETRY) -> ModelClient:
    """A client as patient as the settings say."""
    limits = Limits(longest_s=settings.llm_timeout_s, concurrency=settings.llm_concurrency)
    return ModelClient(endpoint, BUDGETS, limits, telemetry=telemetry)


def endpoint_of(settings: Settings) -> Endpoint | None:
    """Where the configured model is; None: there is none."""
    if not settings.model_configured or settings.llm_model is None:
        return None
    return Endpoint(
        base_url=settings.llm_base_url or OPENAI,
        model=settings.llm_model,
        api_key=settings.llm_api_key.get_secret_value() if settings.llm_api_key else "",
        is_small=settings.llm_model in settings.llm_small_models,
        prices=prices_of(settings, settings.llm_model),
    )


def prices_of(settings: Settings, model: str) -> Prices:
    """What a model's tokens cost, as the settings have it."""
    return Prices(**settings.llm_prices.get(model, {}))
