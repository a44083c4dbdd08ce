"""Protocols of everything with more than one implementation: sources, both indexes, model, event output."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from foundation.contracts.events import RunEvent
from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem, Reading, SourceKind

ModelT = TypeVar("ModelT", bound=BaseModel)
Reads = Callable[[str], ModelT | None]
"""Reads a model's reply that is not JSON; None: it cannot."""
Computed = TypeVar("Computed")

Emit = Callable[[RunEvent], Awaitable[None]]
"""Stores a durable event and wakes readers."""

Delta = Callable[[str], Awaitable[None]]
"""Sends the next piece of the answer's text (not durable until the answer is)."""


class Compute(Protocol):
    """Runs a pure computation where it does not block others."""

    async def __call__(self, work: Callable[[], Computed]) -> Computed: ...


async def at_once(work: Callable[[], Computed]) -> Computed:
    """Implements `Compute` by running it at once, for a single caller."""
    return work()


class Clock(Protocol):
    """The database's time: deadlines, ages and leases never use a process's own clock."""

    async def now(self) -> datetime: ...


class Wakes(Protocol):
    """Receives a wake-up when something happened in a session."""

    def subscribe(self, session_id: str) -> AbstractAsyncContextManager[asyncio.Event]:
        """An event that is set at every wake-up of the session (the reader clears it). Listening has begun before it is
        returned; a wake-up may still be late or lost, so readers also check every second."""
        ...


class WakeUps(Wakes, Protocol):
    """Carries wake-ups between processes. The transport may fail and recover; only latency suffers."""

    def announce(self, session_id: str) -> None:
        """Wakes this session's readers in every process; never waits, never raises."""
        ...

    def announce_elsewhere(self, session_id: str) -> None:
        """The same, but not for this process's readers, who have the new data already."""
        ...


@dataclass(frozen=True)
class RowOrder:
    """By which figure a table's rows are wanted, best first."""

    column: str
    descending: bool


Failing = Literal["slow", "error", "large", "refused", "unusable"]
"""How a source failed: it was late, gave no answer, too large a one, an error of its own, one that cannot be read.
`SourceFailed` carries it as `how`; without: "error"."""


@dataclass(frozen=True)
class SearchRequest:
    """One question to one source."""

    principal: Principal
    question: str
    slots: Mapping[str, tuple[str, ...]]
    language: str
    limit: int
    timeout_s: float
    readings: tuple[Reading, ...] = ()
    """Ways the question may be meant, where there are several: for sources that rank passages."""
    order: RowOrder | None = None
    """What a ranking asks for, so that a limit cuts off what comes last in it; None: the source's own order."""


@dataclass(frozen=True)
class SearchResult:
    """What a source answers. Errors are raised as SourceFailed."""

    items: tuple[EvidenceItem, ...]
    source_version: str
    complete: bool = True
    aggregate: bool = False
    notice: str | None = None
    """One sentence for the answer, e.g. that the nearest known month was used."""
    instead: str | None = None
    """One sentence that says what is shown instead of what was asked for: the answer begins with it."""
    trace: Mapping[str, Any] | None = None
    """How a documents source found them: the JSON of a `RetrievalTrace` (execution_agents/retrieval/trace.py)."""


class Source(Protocol):
    """One place of a pack where evidence comes from."""

    name: str
    kind: SourceKind

    async def search(self, request: SearchRequest) -> SearchResult:
        """Look the question up. Raises SourceFailed."""
        ...

    async def version(self, principal: Principal) -> str:
        """The source's present version; equal versions mean nothing changed."""
        ...

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True if one of these items changed or was removed since it was fetched (by content hash)."""
        ...

    async def changed_within(self, principal: Principal, slots: Mapping[str, tuple[str, ...]], since: datetime) -> bool:
        """True if a row within these slots was added, changed or removed since then (tables); False if that has no
        meaning (documents: the probe shows it)."""
        ...


@dataclass(frozen=True)
class Hit:
    """One passage the lexical index returns."""

    item_id: str
    content_hash: str
    near_group: str
    """Same for near-duplicate passages (equal to content_hash when it has none)."""
    title: str
    text: str
    score: float


class LexicalIndex(Protocol):
    """Character n-gram search over one pack's passages; a copy, PostgreSQL has the original. It blocks, and it may be
    on another machine: every method may then raise SourceFailed."""

    def search(self, question: str, limit: int, sources: Sequence[str] = ()) -> tuple[Hit, ...]:
        """Best first; empty for a question with no indexable characters."""
        ...

    def covered(self, question: str, hits: Sequence[Hit], window_share: int) -> list[float]:
        """How much of the question each hit says, 0..1, in the order of the hits. `window_share`, in thousandths: how
        much its best two sentences count beside the whole of it."""
        ...

    def weight(self, question: str) -> tuple[float, float]:
        """(what the question's key words weigh that passages hold, what all of them weigh), by idf: 1 is a word that
        one passage alone holds, one that none holds weighs more."""
        ...


@dataclass(frozen=True)
class Near:
    """One passage near a vector."""

    chunk_id: str
    content_hash: str
    near_group: str
    title: str
    text: str
    cosine: float


class VectorIndex(Protocol):
    """Passages of a tenant's pack by their vectors, those of one model at a time; PostgreSQL has the vectors. It may be
    on another machine: every method may then raise SourceFailed."""

    async def follow(self, principal: Principal, pack: str, model: str, dimensions: int) -> None:
        """Returns when what is searched holds the vectors that are stored, and no others."""
        ...

    async def nearest(
        self, principal: Principal, pack: str, model: str, asked: Sequence[float], top: tuple[int, Sequence[str]]
    ) -> list[Near]:
        """The passages nearest to a vector by cosine, best first, as they are stored now. `top`: how many, and of which
        sources (none named: all)."""
        ...

    async def sweep(self, current: Mapping[tuple[str, str], str]) -> int:
        """Removes copies of what is not stored any more, whether or not anybody asks; how many indexes changed.
        `current`: (tenant, pack) -> version of its passages."""
        ...


@dataclass
class Usage:
    """Tokens and calls, added up per turn and per prompt name."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    prompt_bytes: int = 0
    by_prompt: dict[str, int] = field(default_factory=dict[str, int])
    """Calls per prompt name."""
    tokens_by_prompt: dict[str, int] = field(default_factory=dict[str, int])
    cost_by_prompt: dict[str, float] = field(default_factory=dict[str, float])
    repaired_by_prompt: dict[str, int] = field(default_factory=dict[str, int])
    """Replies per prompt name that were of no use and were asked for once more."""
    estimated: bool = False
    """True when an endpoint reported no tokens and they were estimated from the text."""

    def add(self, other: Usage) -> None:
        """Adds another usage, prompt name by prompt name."""
        self.model_calls += other.model_calls
        self.prompt_tokens += other.prompt_tokens
        self.completion_tokens += other.completion_tokens
        self.cost += other.cost
        self.prompt_bytes += other.prompt_bytes
        self.estimated = self.estimated or other.estimated
        for name, calls in other.by_prompt.items():
            self.by_prompt[name] = self.by_prompt.get(name, 0) + calls
        for name, tokens in other.tokens_by_prompt.items():
            self.tokens_by_prompt[name] = self.tokens_by_prompt.get(name, 0) + tokens
        for name, repaired in other.repaired_by_prompt.items():
            self.repaired_by_prompt[name] = self.repaired_by_prompt.get(name, 0) + repaired
        for name, cost in other.cost_by_prompt.items():
            self.cost_by_prompt[name] = self.cost_by_prompt.get(name, 0.0) + cost


@dataclass(frozen=True)
class Message:
    """One message to a model."""

    role: str
    content: str


@dataclass(frozen=True)
class Writing:
    """How free text is to be written."""

    temperature: float
    top_p: float
    most_tokens: int
    limit_s: float
    retries: int | None = None
    """None: the client's own, likewise the pause."""
    pause_ms: int | None = None
    """Longest pause before the first retry."""
    pauses: Literal["drawn", "by_attempt"] = "drawn"
    """drawn: doubled with each retry, and drawn between 0 and that; by_attempt: times the attempt."""
    top_k: int | None = None
    repeat_penalty: float | None = None
    context: int | None = None
    """Tokens. These three are sent only where they are set."""


class LanguageModel(Protocol):
    """Any OpenAI-compatible model. Every failure is ModelFailed; callers fall back to rules."""

    name: str
    is_small: bool

    async def structured(
        self,
        prompt_name: str,
        messages: Sequence[Message],
        schema: type[ModelT],
        usage: Usage,
        otherwise: Reads[ModelT] | None = None,
    ) -> ModelT:
        """One validated reply. `otherwise` reads a reply that is no JSON of this shape; None from it: asked again."""
        ...

    def stream(
        self, prompt_name: str, messages: Sequence[Message], usage: Usage, wish: Writing | None = None
    ) -> AsyncGenerator[str, None]:
        """Pieces of free text; closing it early ends the call. `wish`: used instead of the prompt's own figures."""
        ...


JsonObject = dict[str, Any]
