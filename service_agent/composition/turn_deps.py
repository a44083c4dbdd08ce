"""What one run may use: its pack's sources, the model, the person's own settings."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast, get_args

import httpx
import structlog

from execution_agents.answer.writing.means import Means
from execution_agents.answer.writing.thought import Thinker
from execution_agents.clarification.provider import GraphIndexes, GraphView
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.provider import EntityIndexes
from execution_agents.retrieval.index.provider import IndexProvider
from execution_agents.search.sources.documents import Documents
from execution_agents.search.sources.graph import GraphNodes
from execution_agents.search.sources.http import HttpApi
from execution_agents.search.sources.mcp import McpTool
from execution_agents.search.sources.served import ServedFrom, ServedRows
from execution_agents.search.sources.tables import TableRows
from execution_agents.search.sources.uploads import Uploads
from execution_agents.search.sources.web import Web, WebSearch
from foundation.contracts.errors import SufficeError, TurnTimeout, UnknownPack
from foundation.contracts.identity import Principal
from foundation.contracts.mcp_servers import McpServer
from foundation.contracts.plan import VariantName
from foundation.contracts.ports import Compute, Delta, Emit, LanguageModel, LexicalIndex, Source, at_once
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.contracts.work import UPLOAD
from foundation.domains.loading.tuning import Figures, UnfitFigures, tuned
from foundation.domains.schema.pack import (
    DocumentsSource,
    GraphSource,
    HttpSource,
    McpSource,
    Pack,
    PackSource,
    TableSource,
    Thresholds,
    WebSource,
)
from foundation.domains.schema.uploads import with_uploads
from foundation.llm.grounding import GroundingClient
from foundation.storage.corpus.source_versions import UNFILLED
from foundation.storage.database.engine import UNREACHABLE
from foundation.storage.experiments.decision_filters import DEFAULT
from foundation.storage.people.memories import DueRun
from foundation.storage.records import DecisionRow, Opening, Run
from foundation.storage.repositories import Repositories
from service_agent.composition.attached import Attachments, is_of_files
from service_agent.composition.grounding import grounder_of
from service_agent.composition.live_models import Models
from service_agent.experiments.audit.auditor import AuditDeps
from service_agent.experiments.declared import Arm, arm_of
from service_agent.jobs.computing import ComputeThread
from service_agent.limits.spending import Ledger, Metered
from service_agent.services.services import effective_wait, limited
from service_agent.settings.settings import Settings
from supervisor.deps import SupervisorDeps, SupervisorRepositories

log = structlog.get_logger(__name__)
MOST_TUNED = 64
"""Packs with an arm's own figures that are kept ready; the one unused longest is made again when it is needed."""


@dataclass(frozen=True)
class Stores:
    """Where sources look things up."""

    repositories: Repositories
    indexes: IndexProvider
    entities: EntityIndexes
    graphs: GraphIndexes
    http: httpx.AsyncClient
    ledger: Ledger | None = None
    """Where it is noted what model calls cost."""
    compute: ComputeThread | None = None
    """The thread that turns compute in; None: the event loop's."""
    mcp_servers: Mapping[str, McpServer] = field(default_factory=dict[str, McpServer])
    """Servers that mcp sources may name."""
    example: ServedFrom | None = None
    """The example service; None: its tables are read where they are."""
    web: Web | None = None
    """Where the web is searched; None: nowhere."""


@dataclass(frozen=True)
class _Begun:
    """A session of a pack as it stands."""

    opening: Opening
    arm: Arm | None
    pack: Pack
    """With the arm's figures."""
    known: Pack
    """The same with the files attached to the session."""
    sources: dict[str, Source]
    index: LexicalIndex | None


class DepsFactory:
    """Builds the dependencies of each run."""

    def __init__(
        self,
        settings: Settings,
        packs: Mapping[str, Pack],
        stores: Stores,
        models: Models,
        telemetry: Telemetry = NO_TELEMETRY,
    ) -> None:
        self._settings = settings
        self._packs = packs
        self._stores = stores
        self._models = models
        self._telemetry = telemetry
        self._grounder = grounder_of(settings, stores.http)
        self._thinker = Thinker(telemetry=telemetry)
        self._tuned: OrderedDict[str, tuple[Pack, Pack, dict[str, Source]]] = OrderedDict()
        self._attachments = Attachments(stores.repositories.drafts)

    async def __call__(self, run: Run, emit: Emit, delta: Delta) -> SupervisorDeps:
        """The deps of this run. Raises UnknownPack when its pack has been removed since, and TurnTimeout when building
        an index takes as long as the turn's time limit; the turn gets the rest of that time."""
        began, most_s = time.monotonic(), self._settings.turn_limit_s
        limit = asyncio.timeout(most_s)
        try:
            async with limit:
                chosen = await self._chosen(run, emit, delta)
        except TimeoutError as late:
            if limit.expired():
                raise TurnTimeout from late
            raise
        return replace(chosen, limit_s=most_s - (time.monotonic() - began))

    async def _chosen(self, run: Run, emit: Emit, delta: Delta) -> SupervisorDeps:
        pack = self._packs.get(run.pack)
        if pack is None:
            raise UnknownPack(f"The pack {run.pack!r} of this session is no longer there; start a new session.")
        settings, repositories = self._settings, self._stores.repositories
        begun = await self._begun(run.principal, run.session_id, pack)
        opening, arm, pack = begun.opening, begun.arm, begun.pack
        model = await self._models.at(run.principal, opening.endpoint)
        return SupervisorDeps(
            run=run,
            pack=begun.known,
            variant=variant_of(run),
            thresholds=thresholds_of(pack, arm, opening),
            opening=opening,
            repositories=tables_of(repositories),
            sources=begun.sources,
            source_versions=versions_in(pack, opening),
            index=begun.index,
            entities=await self._entities(run.principal, pack, opening),
            graph=await self._graph(run.principal, pack, opening),
            clock=repositories.clock,
            emit=emit,
            delta=delta,
            model=self._metered(model, run),
            planning=settings.llm_planning,
            query_routing=settings.query_routing,
            ask_worth_s=settings.ask_worth_s,
            confirm_wait_s=effective_wait(opening.person, settings.confirm_timeout_s),
            clarify_wait_s=limited(opening.person, settings.clarify_timeout_s),
            form_wait_s=limited(opening.person, settings.form_timeout_s),
            experiment=opening.experiment or DEFAULT,
            arm="" if arm is None else arm.name,
            remembers=settings.memory and opening.remembers and opening.person.remembers,
            may_ask=opening.person.ask and run.options.wait_for_person,
            means=means_of(settings, model, self._thinker, self._grounder),
            asks_back=opening.person.ask and run.options.asks_back,
            telemetry=self._telemetry,
            compute=self._in_turn(run),
        )

    async def for_audit(self, principal: Principal, row: DecisionRow) -> AuditDeps:
        """What an audit of this decision may use: its session's arm searches with its own figures, here too. Raises
        UnknownPack."""
        pack = self._packs.get(row.pack)
        if pack is None:
            raise UnknownPack(f"The pack {row.pack!r} is no longer there, so its decisions cannot be audited.")
        repositories = self._stores.repositories
        begun = await self._begun(principal, row.session_id, pack)
        return AuditDeps(
            pack=begun.known,
            sources=begun.sources,
            evidence=repositories.evidence,
            audits=repositories.audits,
            costs=repositories.costs,
            clock=repositories.clock,
            index=begun.index,
            entities=await self._entities(principal, begun.pack, begun.opening),
            graph=await self._graph(principal, begun.pack, begun.opening),
            compute=self.computing_for(row.run_id, str(row.inputs.get("understanding"))),
        )

    def computing_for(self, run_id: str, text: str) -> Compute:
        """The place in the computing thread of what reads this text of a run again, its turn being over."""
        thread = self._stores.compute
        return at_once if thread is None else thread.place(run_id, len(text))

    async def metered_for(self, due: DueRun) -> LanguageModel | None:
        """The model for what is kept of this run, its calls counted as the person's."""
        return self._metered(await self._models.fresh(due.principal), due)

    def metered_after(self, run: Run) -> LanguageModel | None:
        """The model that a conversation is called by, whose turn this process just ended."""
        return self._metered(self._models.last(run.principal), run)

    def _as_tuned(self, pack: Pack, arm: Arm | None) -> tuple[Pack, dict[str, Source]]:
        """The pack with the arm's figures, and its sources; the same objects for the same figures, since retrieval and
        its caches hang on them."""
        retrieval, answering = ({}, {}) if arm is None else (arm.retrieval, arm.answering)
        key = json.dumps([pack.name, retrieval, answering], sort_keys=True)
        held = self._tuned.get(key)
        if held is None or held[0] is not pack:  # a pack that was read again is another object
            changed = _fitting(pack, retrieval, answering)
            held = self._tuned[key] = (pack, changed, sources_of(changed, self._stores))
        self._tuned.move_to_end(key)
        while len(self._tuned) > MOST_TUNED:
            self._tuned.popitem(last=False)
        return held[1:]

    async def _begun(self, principal: Principal, session_id: str, pack: Pack) -> _Begun:
        """What a session's turns and audits start from; with the files attached to it, where it has or had any."""
        types = [*(data_type.name for data_type in pack.data_types), UPLOAD]
        opening = await self._stores.repositories.openings.read(principal, session_id, pack.name, types)
        arm = None if opening.arm is None else arm_of(opening.arm)
        pack, sources = self._as_tuned(pack, arm)
        index = await self._index(principal, pack, opening)
        if not is_of_files(opening):
            return _Begun(opening, arm, pack, pack, sources, index)
        files = await self._attachments.of_turn(principal, session_id, pack, opening, index)
        own = {} if files is None else {UPLOAD: Uploads(files, self._stores.indexes.retriever(pack))}
        return _Begun(opening, arm, pack, with_uploads(pack), {**sources, **own}, index)

    def _in_turn(self, run: Run) -> Compute:
        return self.computing_for(run.run_id, "".join((run.question, *(said for _, said in run.options.history))))

    def _metered(self, model: LanguageModel | None, run: DueRun | Run) -> LanguageModel | None:
        ledger = self._stores.ledger
        if model is None or ledger is None:
            return model
        return Metered(model, run.principal, ledger, run.created_at)

    async def _index(self, principal: Principal, pack: Pack, opening: Opening) -> LexicalIndex | None:
        """None when the index cannot be opened: nothing is probed then, and the documents source says that it fails."""
        if not any(isinstance(source, DocumentsSource) for source in pack.sources):
            return None
        try:
            return await self._stores.indexes.current(principal, pack, opening.versions_of("corpus"))
        except (OSError, ValueError, SufficeError):
            log.exception("index_unusable", pack=pack.name)
            return None

    async def _entities(self, principal: Principal, pack: Pack, opening: Opening) -> EntityIndex | None:
        """None when it cannot be made: a turn is answered without it."""
        try:
            return await self._stores.entities.current(principal, pack, opening.versions)
        except (*UNREACHABLE, SufficeError, ValueError):
            log.exception("entities_unusable", pack=pack.name)
            return None

    async def _graph(self, principal: Principal, pack: Pack, opening: Opening) -> GraphView | None:
        """None when it cannot be made: a turn is answered without it."""
        if pack.graph is None:
            return None
        version = opening.versions.get(("graph", pack.graph.name), UNFILLED)
        try:
            return await self._stores.graphs.view(principal, pack, version)
        except (*UNREACHABLE, SufficeError, ValueError):
            log.exception("graph_unusable", pack=pack.name)
            return None


def means_of(
    settings: Settings, model: LanguageModel | None, thinker: Thinker, grounder: GroundingClient | None = None
) -> Means:
    """What answers are written with: the thinking mode where it is on, or where the model is named small; a grounding
    model where there is one."""
    mode = settings.thinking_mode
    thinks = model is not None and (mode == "on" or (mode == "auto" and model.is_small))
    return Means(thinker if thinks else None, grounder)


def tables_of(repositories: Repositories) -> SupervisorRepositories:
    """What a turn reads and writes."""
    return SupervisorRepositories(
        repositories.evidence,
        repositories.costs,
        repositories.messages,
        memories=repositories.memories,
        graph=repositories.graph,
        drafts=repositories.drafts,
    )


def _fitting(pack: Pack, retrieval: Figures, answering: Figures) -> Pack:
    try:
        return tuned(pack, retrieval, answering)
    except UnfitFigures as unfit:
        # Checked when it was declared; the pack has changed since. A session must not stop for that.
        log.warning("arm_figures_unfit", pack=pack.name, why=str(unfit))
        return pack


def versions_in(pack: Pack, opening: Opening) -> dict[str, str]:
    """Source -> version of what PostgreSQL keeps for it. HTTP sources are asked themselves."""
    kinds = {"documents": "corpus", "table": "table", "graph": "graph"}
    return {
        source.name: opening.versions.get((kinds[source.kind], source.name), UNFILLED)
        for source in pack.sources
        if source.kind in kinds
    }


def sources_of(pack: Pack, stores: Stores) -> dict[str, Source]:
    """The pack's sources, by name; the web is there where an endpoint is."""
    there = [source for source in pack.sources if stores.web is not None or not isinstance(source, WebSource)]
    return {source.name: source_of(source, pack, stores) for source in there}


def source_of(declared: PackSource, pack: Pack, stores: Stores) -> Source:
    """What looks things up in a declared source."""
    match declared:
        case DocumentsSource():
            return Documents(declared, pack, stores.repositories.corpus, stores.indexes)
        case TableSource() if declared.example_service and stores.example is not None:
            return ServedRows(declared, pack, stores.repositories.rows, stores.example)
        case TableSource():
            return TableRows(declared, pack, stores.repositories.rows)
        case HttpSource():
            return HttpApi(declared, stores.http)
        case GraphSource():
            return GraphNodes(declared, pack.name, stores.repositories.graph)
        case WebSource():
            return WebSearch(declared, cast("Web", stores.web), stores.http)
        case McpSource():
            return McpTool(declared, stores.mcp_servers.get(declared.server))


def thresholds_of(pack: Pack, arm: Arm | None, opening: Opening) -> Thresholds:
    """What the session's next question is judged by: the pack's where its arm has none, those of the arm it came from
    where a trial is over."""
    if arm is None:
        return pack.thresholds
    others = [] if arm.tried_since is None else [arm_of(each) for each in opening.arms]
    return arm.thresholds(pack.thresholds, others, ended=opening.experiment_ended)


def variant_of(run: Run) -> VariantName:
    """The run's variant; the default for one this version does not know."""
    return cast("VariantName", run.variant) if run.variant in get_args(VariantName) else "hybrid_confirm"
