"""What the services are made of, and what they give back that is no record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from execution_agents.clarification.provider import GraphIndexes
from execution_agents.ingest.pipeline import IngestService
from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.storage.records import (
    DecisionRow,
    Prompt,
    Run,
    Session,
)
from service_agent.auth.gate import Gate
from service_agent.auth.opening import SignIn
from service_agent.experiments.service import Experiments
from service_agent.limits.paces import Paces
from service_agent.services.administration import Offices
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.reports import EndpointReports
from service_agent.services.endpoints.trying import Endpoints
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.readiness import Check

IndexState = Literal["current", "behind", "away"]
"""Whether a process searches what a pack holds now, will with its next question, or cannot."""


async def _nothing(_principal: Principal, _pack: Pack) -> None:
    """There is no index here."""


async def _unindexed(_principal: Principal, _pack: Pack) -> IndexState:
    """There is no index here."""
    return "away"


def _unprepared(_principal: Principal, _pack: Pack) -> None:
    """There are no entities here."""


async def _none_found(_principal: Principal, _pack: Pack, _query: str, _limit: int) -> Sequence[EvidenceItem]:
    """There is no index here."""
    return ()


@dataclass(frozen=True)
class Domains:
    """The packs of this service and what fills and checks them."""

    packs: Mapping[str, Pack]
    default: str
    ingest: IngestService
    experiments: Experiments
    confirm_timeout_s: float
    """How long a confirmation waits for somebody who set nothing else."""
    reindex: Callable[[Principal, Pack], Awaitable[object]] = _nothing
    """Brings this machine's copy of a pack's passages up to date."""
    index_state: Callable[[Principal, Pack], Awaitable[IndexState]] = _unindexed
    """Whether that copy is the present one."""
    prepare: Callable[[Principal, Pack], None] = _unprepared
    """Has the pack's entities collected in the background."""
    search: Callable[[Principal, Pack, str, int], Awaitable[Sequence[EvidenceItem]]] = _none_found
    """Passages of a pack's documents."""
    memory: bool = True
    """Whether anything is remembered of people at all."""
    graphs: GraphIndexes | None = None
    """The packs' graphs in memory."""
    sharing: bool = True
    """Whether people may show conversations to others."""
    offices: Offices = field(default_factory=lambda: Offices({}, Path()))
    """What administrators see of the process."""
    endpoints: Endpoints | None = None
    """The model endpoint, looked at and tried."""
    reports: EndpointReports | None = None
    """What was found of model endpoints; None: nothing is kept here."""
    kept: KeptEndpoints | None = None
    """Model endpoints that administrators entered."""


@dataclass(frozen=True)
class Access:
    """Who may come in, and how large what they bring may be."""

    sign_in: SignIn
    upload_limit_bytes: int
    uploads: Path
    """Where uploaded documents lie while they are read; PostgreSQL keeps them."""
    embed_origins: tuple[str, ...] = ()
    """Pages that may show the chat in themselves."""
    paces: Paces = field(default_factory=Paces)
    """How fast a person may go on, and how often an address may be wrong."""

    @property
    def gate(self) -> Gate:
        """Who may come in."""
        return self.sign_in.gate


@dataclass(frozen=True)
class Away:
    """Something that is away and costs only time."""

    sentence: str
    """For anybody."""
    reason: str
    """For whoever runs the service: it may name addresses."""


@dataclass(frozen=True)
class Vitals:
    """How the service is asked how it is."""

    checks: Mapping[str, Check]
    """Without one of these it is not ready."""
    degraded: Callable[[], dict[str, Away]] = dict[str, Away]
    """What is away and costs only time."""
    metrics: Metrics = field(default_factory=Metrics)


@dataclass(frozen=True)
class Changes:
    """What is changed of a conversation; None leaves it as it is."""

    title: str | None = None
    remembers: bool | None = None
    pinned: bool | None = None
    archived: bool | None = None

    @property
    def flags(self) -> dict[str, bool]:
        """How it is kept in the list."""
        given = {"pinned": self.pinned, "archived": self.archived}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Standing:
    """Where a session stands, as `session_ready` tells it."""

    session: Session
    active: Run | None
    prompt: Prompt | None
    partial: str | None


@dataclass(frozen=True)
class Trace:
    """One run, from its first event to its decision."""

    run: Run
    events: tuple[str, ...]
    """The stored texts, in order."""
    decision: DecisionRow | None
