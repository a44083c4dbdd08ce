"""The final message: what the socket's `answer`, `POST /api/chat` and `suffice ask --json` give."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import ConfigDict, Field

from foundation.contracts.events import MarkWhy
from service_agent.protocol.wire import Wire


class CitationOut(Wire):
    """One `[n]` of the answer."""

    marker: int
    chunk_id: str
    source: str
    title: str
    quote: str
    uri: str = ""
    fetched_at: datetime
    example: bool = False
    web: bool = False
    """Found on the web: nobody of the pack's has looked at it."""
    as_of: date | None = None
    """The day its content speaks of, where it says one."""
    evidence_id: str = ""
    fields: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict[str, str | int | float | bool | None]
    )


class ClarificationOption(Wire):
    """One choice of a clarification; `query` can be asked as it stands."""

    id: str
    label: str
    query: str
    entity_id: str | None = None
    source_section: str | None = None


class ClarificationOut(Wire):
    """A question back to the person."""

    message: str
    reason: str
    original_query: str
    options: list[ClarificationOption]
    more: list[ClarificationOption] = []
    """The whole list, where `options` were condensed."""


class KnownValueOut(Wire):
    """What a form need not ask."""

    name: str
    label: str
    value: str
    """In words, with its unit."""


class FormOut(Wire):
    """What is lacking. The next request brings it: `form_response {form_id, values}` with `query` as its content."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True)

    form_id: str
    message: str
    json_schema: dict[str, Any] = Field(alias="schema")
    """JSON Schema of the lacking fields, in order. `title` and `unit` are words; a field with `x-when` counts under
    these values of other fields alone."""
    known: list[KnownValueOut] = []
    query: str = ""
    """The question it is for."""


class TypeReuse(Wire):
    """What was decided for one data type."""

    decision: Literal["reused", "searched", "failed"]
    evidence_id: str | None = None
    fetched_at: datetime | None = None
    age_s: int | None = None
    source_changed: bool | None = None
    as_of: date | None = None
    """The newest date the reused data itself speaks of; null: it says none."""
    unasked: bool = False
    """Reused though in doubt: a search costs too little to ask the person, so judge 2's word decided."""


class RequestedType(TypeReuse):
    """The same for one question of the message."""

    evidence_ids: list[str]


class Judge1Out(Wire):
    """Judge 1, shares as 0..1."""

    by: Literal["model", "rules"]
    is_sufficient: bool
    confidence: float
    data_source: str
    missing_data_types: list[str]
    reasoning: str


class Judge2Out(Wire):
    """Judge 2's verdict for one data type."""

    verdict: Literal["sufficient", "uncertain", "insufficient"]
    confidence: float
    issues: list[str]


class Reuse(Wire):
    """How the turn's data was come by."""

    decision: Literal["reuse", "partial", "search"]
    variant: str
    data_types: dict[str, TypeReuse]
    judge1: Judge1Out | None
    judge2: dict[str, Judge2Out]
    person: str | None = None
    badge: str | None = None
    undo_available: bool = False


class Verification(Wire):
    """What the checks of the answer found (None: not measured)."""

    numeric_preservation: float | None = None
    """Share of a draft's figures that are borne out where they stand."""
    claims: int | None = None
    """Claims of a draft that were compared with the evidence."""
    compared: str | None = None
    """all: figures, rules, names and citations; figures: the evidence is in another language, so words were not."""
    bound_figures: int | None = None
    """Figures that were compared with the very cell they are said of."""
    computed_figures: int | None = None
    """Figures that no cell holds and that were computed again."""
    marked: int | None = None
    left_out: int | None = None
    """Claims that were taken out, since the evidence contradicts them."""
    mended_citations: int | None = None
    hallucination: str | None = None
    """valid: nothing was marked or left out; marked: something was; None: nothing was written. By rules, and of
    doubtful sentences by a model, where there is one."""
    looked_up: int | None = None
    """1: a model looked the doubtful sentences up in the documents."""
    grade: str | None = None
    """accept, retry (the checks of the thinking mode doubt it) or failed (it does not answer); by rules, by those
    checks, or where rules doubt it by a model."""
    retry_count: int = 0
    """How often the answer was written again."""
    recovery_round: int = 0
    fallback: str | None = None


class MarkOut(Wire):
    """A stretch of `content` that the evidence does not bear out; it is shown, and said to be doubtful."""

    start: int
    """In UTF-16 code units."""
    end: int
    why: MarkWhy


class TableResult(Wire):
    """What was computed, as rows."""

    columns: list[str]
    rows: list[list[str]]


class ChartSeries(Wire):
    """One line, or one set of bars."""

    label: str
    values: list[float]


class ChartOut(Wire):
    """What the page may draw."""

    kind: Literal["line", "bars"]
    title: str
    unit: str
    labels: list[str]
    series: list[ChartSeries]


class AnalysisOut(Wire):
    """What was calculated: the operations with their inputs, the result, the working line by line."""

    operations: list[dict[str, Any]]
    value: str | None = None
    """The result, a decimal in its unit; null: nothing was calculated."""
    unit: str | None = None
    table: TableResult | None = None
    chart: ChartOut | None = None
    working: list[str]
    watch: list[str]
    missing: list[str]
    """What must be said before it can be calculated."""
    refused: str | None = None
    """Why nothing was calculated: missing, out_of_bounds, out_of_period, impossible, or as operations refuse
    (several_columns …)."""


class GraphNodeOut(Wire):
    """One node of a knowledge graph that an answer rests on (`GET /api/graph/{id}`)."""

    entity_id: str
    type: str
    name: str
    section: str
    """Where the original has it: 13-2-3."""
    marker: int
    """Its `[n]`."""


class GraphSearchOut(Wire):
    """How what is answered was found."""

    stage: str
    """id, exact, section, keywords, latin, likeness or history."""
    candidates: int
    """Things that were looked at."""
    likeness: str
    """How names were compared, where they were: ngrams."""
    assumed: bool
    """Several were meant as well."""
    quantity: str
    """How much was asked for; "": its base."""


class GraphSectionOut(Wire):
    """Where a thing stands, and what its quantities are for."""

    entity_id: str
    path: list[str]
    """From the top."""
    section: str
    unit: str
    base_quantity: str


class GraphOut(Wire):
    """What an answer over a knowledge graph carries."""

    sources: list[GraphNodeOut]
    search_info: GraphSearchOut
    section_info: list[GraphSectionOut]


class DocumentMadeOut(Wire):
    """One document, in the version this answer made."""

    document_id: str
    title: str
    version: int
    formats: list[str]


class Timings(Wire):
    """Milliseconds. Waiting for the person is not in `total`."""

    total: int = 0
    plan: int = 0
    search: int = 0
    answer: int = 0


class UsageOut(Wire):
    """What the turn cost."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    search_calls: int = 0
    cost: float = 0.0


class NamedOut(Wire):
    """One thing that a question names."""

    id: str
    type: str
    name: str


class ConditionOut(Wire):
    """A condition taken over from the conversation: it was not named in the question."""

    slot: str
    """What `without` names to take it off."""
    label: str
    values: list[str]
    """As people write them, in the question's language."""


class RequestOut(Wire):
    """One question of the message, and what became of it."""

    question: str
    """In the person's words."""
    standalone: str
    """As it was understood."""
    reading: Literal["alone", "follows"]
    """follows: it leans on the conversation."""
    conditions: list[ConditionOut] = Field(default_factory=list[ConditionOut])
    """What was taken over in silence; each can be taken off."""
    other_readings: list[str] = Field(default_factory=list[str])
    """What else it may have meant: questions that can be asked as they stand, with `alone`."""
    entities: list[NamedOut]
    data_types: dict[str, RequestedType]
    answered: bool
    reason: str
    """Why it is not answered: irrelevant, unclear, no_answer, insufficient_answer; "" where it is."""


class FinalContent(Wire):
    """What an answer carries, wherever it is sent."""

    message_id: str
    """The message of the person that is answered."""
    answer_id: str
    """The answer's own message id (feedback and reuse_override name it)."""
    content: str
    citations: list[CitationOut]
    analysis: AnalysisOut | None = None
    graph: GraphOut | None = None
    documents: list[DocumentMadeOut] = Field(default_factory=list[DocumentMadeOut])
    """Documents that were drafted or changed: `GET /api/documents/{document_id}`."""
    clarification: ClarificationOut | None = None
    form: FormOut | None = None
    """With `type: form`: nobody could be asked while the run waited."""
    route: str
    intent: str
    standalone_question: str | None = None
    teams: list[str]
    reuse: Reuse
    requests: list[RequestOut] = Field(default_factory=list[RequestOut])
    """One for each question of the message, in order; none where nothing was asked."""
    notices: list[str]
    marks: list[MarkOut] = Field(default_factory=list[MarkOut])
    confidence: float
    verification: Verification
    engine: Literal["model", "rules"]
    timings_ms: Timings
    usage: UsageOut
    memories_used: list[str] = []
    """Ids of what was remembered of the person and went into this answer (`GET /api/me/memories`)."""
    suggestions: list[str] = []
    """Up to three questions that the data at hand can answer, too; each can be asked as it stands."""
    data_as_of: dict[str, date] = Field(default_factory=dict[str, date])
    """Data type -> the newest day its data speaks of; a type whose data says none is left out."""


class FinalMessage(FinalContent):
    """The answer: what `POST /api/chat` and `suffice ask --json` give."""

    session_id: str
    run_id: str
    type: Literal["answer", "clarify", "form"]
