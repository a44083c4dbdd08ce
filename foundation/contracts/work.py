"""The values that packages exchange: evidence, the Brief of a team, the Finding it returns.

Scores and confidences are integers per mille (0..1000): in floats `0.9 - 0.2 > 0.7` is false and `0.8 - 0.1 > 0.7`
true, so thresholds on floats would decide by rounding error.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from foundation.contracts.drafting import DocumentAsked, DocumentDone, DocumentVersion
from foundation.contracts.formulas import Analysis, FormulaAsked, NamedAsked, SaidArithmetic
from foundation.contracts.frozen import Frozen as Frozen
from foundation.contracts.pauses import FormRequest

PerMille = Annotated[int, Field(ge=0, le=1000)]
"""A share or confidence in thousandths."""

Slots = Mapping[str, tuple[str, ...]]
"""Slot name -> canonical values, e.g. {"region": ("대구 달서구",), "deal": ("sale",)}."""

FieldValue = str | int | float | bool | None
"""One cell of a typed row."""

SourceKind = Literal["documents", "table", "http", "mcp", "web", "graph", "upload"]
WEB: Literal["web"] = "web"
"""Name of the one source that is the web: no other has it, so web evidence is recognised by its source."""
UPLOAD: Literal["upload"] = "upload"
"""Name of the one source, data type and intent of the files attached to a conversation: a pack declares none of it."""
ReuseDecision = Literal["reuse", "partial", "search"]


class EvidenceItem(Frozen):
    """One passage or one row, as it was when it was fetched."""

    item_id: str
    """Chunk id, or row id within its table."""
    content_hash: str
    """SHA-256 hex of the normalised content: the same text has the same hash wherever it lies."""
    title: str
    text: str
    """What may be quoted and shown to a writer (a row is rendered as one line)."""
    source: str
    """Name of the pack's source it came from."""
    uri: str = ""
    """Where the original lies: an address or file name, possibly with a fragment."""
    fields: dict[str, FieldValue] = Field(default_factory=dict[str, FieldValue])
    """The typed row of a table item; empty for passages."""
    as_of: date | None = None
    """The date the content refers to (effective date, contract month), if it states one."""
    score: float = 0.0
    """The source's own ranking score; comparable only within one batch."""
    example: bool = False
    """True for generated example data: every answer that uses it says so."""
    derived: bool = False
    """True for figures the database computed over the other items (recomputed when a question narrows)."""

    @property
    def is_web(self) -> bool:
        """Found on the web: nobody of the pack's has looked at it."""
        return self.source == WEB


class Evidence(Frozen):
    """One batch of results for one data type: the record reuse is judged on."""

    evidence_id: str
    session_id: str
    run_id: str
    data_type: str
    sources: tuple[str, ...]
    kind: SourceKind
    query: str
    """The standalone question the batch was fetched for."""
    slots: dict[str, tuple[str, ...]]
    """Slots the batch was fetched with (after inheritance)."""
    items: tuple[EvidenceItem, ...]
    fetched_at: datetime
    source_version: str
    """Corpus or table version at the time; equal versions mean nothing changed at all."""
    complete: bool = True
    """False when a limit cut rows off: then a narrower question cannot be answered from it."""
    aggregate: bool = False
    """True when items are aggregates: aggregates never narrow."""
    cost_ms: int = 0
    """Measured time of the search that fetched it."""
    notices: tuple[str, ...] = ()
    """What its sources wanted said with it, in the language it was asked in; an answer that reuses it says so too."""
    instead: tuple[str, ...] = ()
    """Those of the notices that say what it holds instead of what was asked for; an answer begins with them. Of the
    turn that fetched it alone, never stored with it."""
    traces: tuple[dict[str, Any], ...] = ()
    """How its documents were found (`SearchResult.trace`); of the turn that fetched it alone, never stored with it."""

    @property
    def as_of(self) -> date | None:
        """The newest date its contents refer to; None: they state none. What was found just now may be of last year. A
        web page's date is no date of the pack's own documents, which may state none."""
        own = [item for item in self.items if not item.is_web]
        return max((item.as_of for item in own or self.items if item.as_of is not None), default=None)


class EvidenceSummary(Frozen):
    """What the checkpointed state keeps of an evidence record (its items stay in their table)."""

    evidence_id: str
    data_type: str
    query: str
    slots: dict[str, tuple[str, ...]]
    item_count: int
    fetched_at: datetime
    source_version: str


def need_of(data_type: str, request: int) -> str:
    """The key of one request's need for one data type: the type itself for the first request, so that a message of one
    request is keyed by its data types."""
    return data_type if request == 0 else f"{data_type}@{request + 1}"


class TypeDecision(Frozen):
    """What was decided for one data type of one request, and why."""

    data_type: str
    request: Annotated[int, Field(ge=0)] = 0
    """Place of the request in its message."""
    decision: Literal["reused", "searched", "failed"]
    verdict: Literal["sufficient", "uncertain", "insufficient"] | None = None
    """Judge 2's verdict; None in variants without judge 2."""
    confidence: PerMille = 0
    issues: tuple[str, ...] = ()
    """Every issue found, as stable words: missing, few_results, old, stale, slot_conflict:region, gate:number …"""
    evidence_id: str | None = None
    also: tuple[str, ...] = ()
    """Ids of other turns' evidence that serves together with it."""
    fetched_at: datetime | None = None
    age_s: int | None = None
    source_changed: bool = False
    as_of: date | None = None
    """The newest date the data itself speaks of, whenever it was found; None: it says none."""
    unasked: bool = False
    """Reused though in doubt: a search costs too little to ask the person, so judge 2's word decided."""

    @property
    def evidence_ids(self) -> tuple[str, ...]:
        """All evidence that serves."""
        return (self.evidence_id, *self.also) if self.evidence_id else ()

    @property
    def need(self) -> str:
        """Its key among the turn's needs."""
        return need_of(self.data_type, self.request)


class Reading(Frozen):
    """One way a question may be meant, as a text to search for."""

    text: str
    weight: Annotated[int, Field(ge=0, le=10_000)]
    """Per mille: how much its ranking counts beside the others'; above 1000 where it is surely meant so."""


class Brief(Frozen):
    """All a team may know of a turn."""

    run_id: str
    session_id: str
    question: str
    """The standalone question."""
    original_question: str
    readings: tuple[Reading, ...] = ()
    """All ways it may be meant; documents are searched for each, and the rankings fused. None: `question` alone."""
    language: str
    intent: str
    slots: dict[str, tuple[str, ...]]
    data_types: tuple[str, ...]
    """Data types the plan needs."""
    evidence: tuple[Evidence, ...] = ()
    """What earlier teams of this turn found (analysis and document wait for search)."""
    requests: tuple[Brief, ...] = ()
    """Of a message of several questions each one's own brief, in order; empty where it is one."""

    @property
    def parts(self) -> tuple[Brief, ...]:
        """The briefs of the message's requests; the brief itself where it is one."""
        return self.requests or (self,)

    @property
    def needs(self) -> tuple[tuple[str, str], ...]:
        """(key, data type) of all that the message's requests need."""
        return tuple((need_of(name, at), name) for at, part in enumerate(self.parts) for name in part.data_types)

    computation: FormulaAsked | None = None
    """The formula that is asked for."""
    said: SaidArithmetic | None = None
    """Arithmetic with figures that earlier answers said."""
    named: NamedAsked | None = None
    """It may compute with figures of the evidence that it names."""
    document: DocumentAsked | None = None
    """The document, clause or review that is asked for."""
    contract: str = ""
    """The contract that the message carries, or that was attached."""
    held: DocumentVersion | None = None
    """The conversation's document that is meant, in its newest version."""
    said_before: tuple[str, ...] = ()
    """What the person asked in the last exchanges, the newest first."""
    now: datetime | None = None
    """The database's time."""


class Finding(Frozen):
    """What a team gives back."""

    team: str
    evidence: tuple[Evidence, ...] = ()
    decisions: tuple[TypeDecision, ...] = ()
    reuse: ReuseDecision = "search"
    using_cached_data: tuple[str, ...] = ()
    """Needs answered from the ledger."""
    missing: dict[str, str] = Field(default_factory=dict[str, str])
    """Need -> one sentence why nothing came (source failed, no rows, no such source)."""
    notices: tuple[str, ...] = ()
    """Sentences of the sources for the answer, e.g. that the nearest known month was used."""
    person: str | None = None
    """The person's choice at the confirmation: use_previous, search_new; None when not asked."""
    unasked: tuple[str, ...] = ()
    """Needs in doubt that cost too little to ask about: judge 2's word decided."""
    asked: bool = False
    timed_out: bool = False
    analysis: Analysis | None = None
    """What was computed; None: nothing was asked that can be."""
    analyses: tuple[Analysis | None, ...] = ()
    """Of a message of several questions what was computed for each, in order; empty where it is one."""
    documents: tuple[DocumentDone | None, ...] = ()
    """What the document team did for each of the message's requests, in order."""
    form: FormRequest | None = None
    """What is lacking, where the person could not be asked."""
    search_calls: int = 0
    elapsed_ms: int = 0
