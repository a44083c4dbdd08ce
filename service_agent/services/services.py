"""What the surfaces may call: one way in for HTTP, WebSocket and command line. No HTTP types here.

Every method takes a Principal first; whose session, run or answer it is, the repositories decide.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from execution_agents.ingest.report import IngestReport, Progress
from foundation.contracts.errors import UnknownPack, UnknownSession, WrongUse
from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.documents import Shelved
from foundation.storage.corpus.graph import GraphPlace
from foundation.storage.people.audit_log import Act
from foundation.storage.queue.queue_figures import ServerFigures
from foundation.storage.records import (
    SERVICES_OWN,
    Chunk,
    Excerpt,
    PersonSettings,
    Prompt,
    Run,
    RunStatus,
    Session,
    StoredMessage,
)
from foundation.storage.repositories import Repositories
from service_agent.events.event_stream import SessionReader, Streams
from service_agent.services.administration import Administration
from service_agent.services.answers import Answers
from service_agent.services.audit_log import AuditLog
from service_agent.services.drafts import Drafts
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.reports import EndpointReports
from service_agent.services.endpoints.trying import Endpoints
from service_agent.services.exchanges import Exchanges
from service_agent.services.exports import Exports
from service_agent.services.finding import Finding
from service_agent.services.graphs import Graphs
from service_agent.services.knowledge import Knowledge, note
from service_agent.services.ledger import Ledger
from service_agent.services.memories import Memories
from service_agent.services.parts import Access, Away, Changes, Domains, Standing, Trace, Vitals
from service_agent.services.sharing import Sharing
from service_agent.services.turns import Turns, derived_id, new_id
from service_agent.services.uploads import Upload, UploadTurns, forget_uploads, take_upload
from service_agent.telemetry.readiness import Readiness


class Services:
    """Everything a surface may do."""

    def __init__(
        self,
        repositories: Repositories,
        streams: Streams,
        turns: Turns,
        domains: Domains,
        access: Access,
        vitals: Vitals,
    ) -> None:
        self._repositories = repositories
        self._streams = streams
        self._domains = domains
        self._vitals = vitals
        self._readiness = Readiness(vitals.checks)
        self.access = access
        self.counters = vitals.metrics
        self._uploads = UploadTurns()
        self.turns = turns
        """Questions and what becomes of them."""
        self.experiments = domains.experiments
        """The operator's side."""
        self.answers = Answers(repositories.answers, repositories.prompt_figures)
        """How answers came about."""
        self.drafts = Drafts(repositories, self._uploads)
        self.memories = Memories(repositories, on=domains.memory)
        """What is remembered of people."""
        self.graphs = Graphs(repositories.graph, domains.packs, domains.graphs)
        """The packs' graphs, node by node."""
        self.ledger = Ledger(repositories, domains.packs)
        """What conversations have in hand."""
        self.knowledge = Knowledge(repositories, domains)
        """What the packs hold."""
        self.finding = Finding(repositories.finding)
        """Search in whole conversations."""
        exchanges = Exchanges(repositories, domains.packs)
        self.exports = Exports(exchanges)
        """Conversations as files."""
        self.sharing = Sharing(repositories, exchanges, on=domains.sharing)
        """Conversations shown to others."""

    @cached_property
    def audit_log(self) -> AuditLog:
        """Who did what."""
        return AuditLog(self._repositories.audit_log, self.access)

    @cached_property
    def administration(self) -> Administration:
        """People, keys and figures, for administrators."""
        return Administration(self._repositories, self._domains.offices, self.erase)

    @property
    def reports(self) -> EndpointReports | None:
        """What was found of model endpoints."""
        return self._domains.reports

    @property
    def packs(self) -> Mapping[str, Pack]:
        """Every pack, by name."""
        return self._domains.packs

    # --- sessions ---------------------------------------------------------------------------------

    async def create_session(
        self,
        principal: Principal,
        pack: str | None = None,
        session_id: str | None = None,
        *,
        stateless: bool = False,
    ) -> Session:
        """A new conversation; its variant is drawn once, here. Raises UnknownPack."""
        chosen = self.pack(pack or self._domains.default)
        made = session_id or new_id()
        variant, drawn = await self.experiments.draw(principal, chosen, made)
        return await self._repositories.sessions.create(
            principal, chosen.name, variant, made, stateless=stateless, drawn=drawn
        )

    async def session_of_message(self, principal: Principal, message_id: str, pack: str | None) -> Session:
        """The session a message without one makes; sent again, it finds the one its first sending made."""
        session_id = derived_id("s", principal.tenant_id, principal.owner_id, message_id)
        return await self.create_session(principal, pack, session_id)

    async def thread(self, principal: Principal, name: str, pack: str | None) -> Session:
        """The conversation a client knows by a name of its own; made when it is not there, and ours by its id."""
        with contextlib.suppress(UnknownSession):
            return await self._repositories.sessions.get(principal, name)
        return await self.create_session(
            principal, pack, derived_id("thread", principal.tenant_id, principal.owner_id, name)
        )

    async def session(self, principal: Principal, session_id: str) -> Session:
        """Raises UnknownSession, also for somebody else's."""
        return await self._repositories.sessions.get(principal, session_id)

    async def sessions(
        self,
        principal: Principal,
        limit: int,
        before: str | None,
        title: str | None = None,
        *,
        archived: bool | None = None,
    ) -> list[Session]:
        """Pinned ones first, then newest first; all, or those with this in their title. `archived` None: both kinds."""
        return await self._repositories.sessions.list(principal, limit, before, title, archived=archived)

    async def session_states(self, principal: Principal, session_ids: Sequence[str]) -> dict[str, RunStatus]:
        """Session id -> status of its unfinished run, for those of these sessions that have one."""
        return await self._repositories.runs.unfinished_of(principal, session_ids)

    async def change_session(self, principal: Principal, session_id: str, changes: Changes) -> Session:
        """Change what is given of a conversation. Raises UnknownSession."""
        if changes.title is not None:
            await self._repositories.sessions.rename(principal, session_id, changes.title)
        if changes.remembers is not None:
            await self._repositories.sessions.remember(principal, session_id, remembers=changes.remembers)
        if changes.flags:
            await self._repositories.sessions.keep(principal, session_id, **changes.flags)
        return await self._repositories.sessions.get(principal, session_id)

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        """Erase a conversation and everything of it."""
        await self._repositories.sessions.delete(principal, session_id)

    async def messages(
        self, principal: Principal, session_id: str, limit: int, after: str | None
    ) -> list[StoredMessage]:
        """The transcript, oldest first."""
        await self._repositories.sessions.get(principal, session_id)
        return await self._repositories.messages.list(principal, session_id, limit, after)

    async def standing(self, principal: Principal, session_id: str) -> Standing:
        """Where the session stands now. Raises UnknownSession."""
        session = await self._repositories.sessions.get(principal, session_id)
        active = await self._repositories.runs.active(principal, session_id)
        prompt = await self._repositories.prompts.open_of(principal, session_id)
        draft = self._streams.drafts.now(active.run_id) if active else None
        return Standing(session, active, prompt, draft.text if draft else None)

    async def ratings(self, principal: Principal, session_id: str) -> dict[str, int]:
        """Answer id -> this person's own last thumb. Raises UnknownSession."""
        await self._repositories.sessions.get(principal, session_id)
        return await self._repositories.feedback.ratings(principal, session_id)

    def reader(self, principal: Principal, session_id: str) -> SessionReader:
        """A reader of the session's frames."""
        return SessionReader(self._streams, principal, session_id)

    async def run(self, principal: Principal, run_id: str) -> Run:
        """One run. Raises UnknownRun."""
        return await self._repositories.runs.get(principal, run_id)

    async def prompt(self, principal: Principal, prompt_id: str) -> Prompt:
        """One question to the person. Raises UnknownPrompt."""
        return await self._repositories.prompts.get(principal, prompt_id)

    async def trace(self, principal: Principal, run_id: str) -> Trace:
        """Everything one run sent and decided. Raises UnknownRun."""
        run = await self._repositories.runs.get(principal, run_id)
        events = await self._repositories.events.of_run(principal, run_id)
        decision = await self._repositories.decisions.get(principal, run_id)
        return Trace(run, tuple(event.text for event in events), decision)

    # --- people -----------------------------------------------------------------------------------

    async def settings(self, principal: Principal) -> PersonSettings:
        """What this person set for themselves."""
        person = await self._repositories.people.settings(principal)
        return replace(person, confirm_timeout_s=effective_wait(person, self._domains.confirm_timeout_s))

    async def save_settings(self, principal: Principal, settings: PersonSettings) -> None:
        """Keep what this person set."""
        await self._repositories.people.save(principal, settings)

    async def erase(self, principal: Principal, act: Act | None = None) -> None:
        """Erase everything of this person, everywhere; `act` is written down with it."""
        for pack in await self._repositories.people.erase(principal, act):
            if pack in self.packs:  # the index on this machine is a copy of what is gone
                await self._domains.reindex(principal, self.packs[pack])
        await asyncio.to_thread(forget_uploads, self.access.uploads, principal)

    async def rate(self, principal: Principal, answer_id: str, rating: int, reason: str, kind: str) -> None:
        """Feedback on an answer. Raises UnknownMessage."""
        await self._repositories.messages.get(principal, answer_id)
        await self._repositories.feedback.add(principal, answer_id, rating, reason, kind)

    # --- domains ----------------------------------------------------------------------------------

    def pack(self, name: str) -> Pack:
        """The pack of this name. Raises UnknownPack."""
        pack = self.packs.get(name)
        if pack is None:
            raise UnknownPack(f"There is no pack {name!r}; there are {', '.join(sorted(self.packs))}.", field="pack")
        return pack

    async def source_counts(self, principal: Principal, pack: Pack) -> dict[str, tuple[int, int]]:
        """Source -> (documents, passages or rows)."""
        counts = dict(await self._repositories.corpus.counts(principal, pack.name))
        for source in pack.sources:
            if source.kind == "table":
                counts[source.name] = (0, await self._repositories.rows.count(principal, pack.name, source.name))
            elif source.kind == "graph":
                counts[source.name] = await self._repositories.graph.counts(
                    principal, GraphPlace(pack.name, source.name)
                )
        return counts

    async def source_costs(self, principal: Principal, pack: Pack) -> dict[str, int]:
        """Source -> median milliseconds a search of it takes; sources never searched are left out."""
        return await self._repositories.costs.median(principal, pack.name, [source.name for source in pack.sources])

    async def chunk(self, principal: Principal, chunk_id: str) -> Chunk:
        """One passage. Raises UnknownDocument."""
        return await self._repositories.corpus.chunk(principal, chunk_id)

    async def document(self, principal: Principal, document_id: str, around: str | None = None) -> Excerpt:
        """A document with its text, or of a long one the part about a passage. Raises UnknownDocument."""
        return await self._repositories.corpus.excerpt(principal, document_id, around)

    async def documents(self, principal: Principal, after: str, limit: int) -> list[Shelved]:
        """Documents of all packs in the order of their ids, those behind this one."""
        return await self._repositories.corpus.shelved(principal, sorted(self.packs), after, limit)

    async def search(self, principal: Principal, pack: str, query: str, limit: int) -> Sequence[EvidenceItem]:
        """The best passages of a pack's documents. Raises UnknownPack, SourceFailed."""
        return await self._domains.search(principal, self.pack(pack), query, limit)

    async def ingest(
        self, principal: Principal, path: Path, pack: str, source: str | None, progress: Progress
    ) -> IngestReport:
        """Take a file or folder into a pack. Raises UnknownPack, UnknownSource, NothingToIngest."""
        chosen = self.pack(pack)
        report = await self._domains.ingest.ingest(path, chosen, source, principal, progress)
        await note(self._repositories.ingests, principal, chosen, report)
        return report

    async def upload(self, principal: Principal, pack: str, source: str | None, upload: Upload) -> IngestReport:
        """One document sent by a client, into the same pipeline. Raises UnknownPack, UnknownSource, NothingToIngest,
        WrongUse, and SignInEnded when the person was erased since it began."""
        chosen = self.pack(pack)
        async with self._uploads.upload(principal):
            report = await take_upload(self.access.uploads, principal, self._domains.ingest, chosen, source, upload)
            await note(self._repositories.ingests.since(upload.begun), principal, chosen, report)
        if self._uploads.is_idle(principal):  # else the last one of them does it
            self._domains.prepare(principal, chosen)
        return report

    @property
    def endpoints(self) -> Endpoints:
        """The model endpoint. Raises WrongUse in a process that has none to try."""
        if self._domains.endpoints is None:
            raise WrongUse("This process tries no model; ask a service that `suffice serve` started.")
        return self._domains.endpoints

    @property
    def kept_endpoints(self) -> KeptEndpoints:
        """Model endpoints that administrators entered. Raises WrongUse as `endpoints`."""
        if self._domains.kept is None:
            raise WrongUse("This process asks no model; ask a service that `suffice serve` started.")
        return self._domains.kept

    def is_reading(self, principal: Principal) -> bool:
        """Whether an upload of the tenant is read or waits."""
        return not self._uploads.is_idle(principal)

    async def now(self) -> datetime:
        """The database's time."""
        return await self._repositories.clock.now()

    @property
    def default_pack(self) -> str:
        """The pack new sessions use."""
        return self._domains.default

    async def server(self) -> ServerFigures:
        """The database server, as it says of itself."""
        return await self._repositories.figures.server()

    async def metrics(self) -> str:
        """Figures for Prometheus."""
        self.counters.reuse.tell(await self.experiments.reuse_figures())
        return self.counters.text(await self._repositories.figures.queue())

    async def readiness(self) -> dict[str, str | None]:
        """What the service stands on -> None when it is fine, else a sentence."""
        return await self._readiness.sentences()

    def degraded(self) -> dict[str, Away]:
        """What is away without stopping anything; empty when all is well."""
        return self._vitals.degraded()


def effective_wait(person: PersonSettings, service_s: float) -> float | None:
    """How long a confirmation waits: the service's time unless the person chose another; None: no limit."""
    return service_s if person.confirm_timeout_s == SERVICES_OWN else person.confirm_timeout_s


def limited(person: PersonSettings, service_s: float) -> float | None:
    """How long the other questions wait: the service's time; no limit for whoever wants none."""
    return None if person.confirm_timeout_s is None else service_s
