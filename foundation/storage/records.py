"""Rows as frozen objects: what the repositories take and give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, Self

from foundation.contracts.identity import Principal
from foundation.contracts.pauses import PauseKind
from foundation.contracts.work import Evidence

RunStatus = Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
DecidedBy = Literal["person", "timeout", "cancel", "superseded"]


@dataclass(frozen=True)
class Session:
    """One conversation."""

    session_id: str
    principal: Principal
    pack: str
    variant: str
    title: str
    last_seq: int
    created_at: datetime
    updated_at: datetime
    remembers: bool = True
    """False: it neither uses memories nor leaves any."""
    pinned: bool = False
    archived: bool = False


@dataclass(frozen=True)
class StoredMessage:
    """One line of the transcript. `body` is the final message's JSON for answers, None for questions."""

    message_id: str
    session_id: str
    run_id: str
    role: Literal["user", "assistant"]
    content: str
    body: dict[str, Any] | None
    created_at: datetime


@dataclass(frozen=True)
class RunOptions:
    """How this one run was asked for."""

    reuse: Literal["always", "never"] | None = None
    """HTTP's `reuse`: "always" answers the confirmation with use_previous, "never" searches."""
    wait_for_person: bool = True
    """False over plain HTTP: the safe default applies at once."""
    history: tuple[tuple[str, str], ...] = ()
    """Stateless turns: (role, content), oldest first."""
    override_of: str | None = None  # answer id this run repeats with another reuse choice
    use_memories: bool = True
    """False: answered as if nothing were remembered."""
    form_values: dict[str, Any] | None = None  # of an earlier answer's form, over plain HTTP
    asks_back: bool = False  # where the run may not wait, the question back is its answer
    alone: bool = False
    """Read as in a session of its own: it follows nothing."""
    without: tuple[str, ...] = ()
    """Slots that the person took off: nothing is taken over of them."""

    @property
    def reads_otherwise(self) -> bool:
        """It is asked again, to be understood otherwise: its first answer is not part of the conversation."""
        return self.alone or bool(self.without) or not self.use_memories


@dataclass(frozen=True)
class Run:
    """One turn's work: a row of the queue."""

    run_id: str
    session_id: str
    message_id: str
    principal: Principal
    question: str
    status: RunStatus
    attempt: int
    """The fence: every write of a worker names it, and an older one is refused (Fenced)."""
    options: RunOptions
    graph_version: str
    pack: str
    variant: str
    resume: dict[str, Any] | None
    """{interrupt_id: value} once the person (or the clock) decided; kept until the run ends or pauses again."""
    resumed_by: DecidedBy | None
    created_at: datetime
    waited_ms: int = 0
    """How long it waited for the person so far (not counted in its time limit)."""
    long_text: bool = False
    """More is to be read for it than for most: a process prepares few of these at a time."""
    stalls: int = 0
    """How often its lease expired while its process was running, but blocked."""


@dataclass(frozen=True)
class Renewed:
    """A run whose lease was renewed."""

    run_id: str
    cancel_requested: bool
    stalls: int


@dataclass(frozen=True)
class Submission:
    """What `RunsRepository.submit` made or found."""

    run_id: str
    message_id: str
    status: RunStatus
    duplicate: bool
    """True when this message_id was there before with the same text: nothing new was made."""
    prompt_id: str | None = None
    """The open clarification this message answers instead: nothing was made."""
    event: StoredEvent | None = None
    """`run_queued`, when the run could not begin at once."""
    behind_person: bool = False
    """Its session waits for its person's answer: to a question, or to a form."""


@dataclass(frozen=True)
class Prompt:
    """A question waiting for the person."""

    prompt_id: str
    kind: PauseKind
    session_id: str
    run_id: str
    interrupt_id: str
    values: tuple[str, ...]
    """Values an answer may have; empty: checked by `schema`."""
    schema: dict[str, Any]
    default: str
    """The answer at the timeout."""
    event: dict[str, Any]
    """The frame that announced it."""
    status: Literal["open", "decided"]
    value: str | None
    decided_by: DecidedBy | None
    expires_at: datetime | None
    wait_s: float | None
    """Its length; extending adds this again. None: no limit."""
    created_at: datetime


@dataclass(frozen=True)
class NewPrompt:
    """A question to open with a pause."""

    prompt_id: str
    kind: PauseKind
    interrupt_id: str
    values: tuple[str, ...]
    schema: dict[str, Any]
    default: str
    wait_s: float | None
    frame: dict[str, Any]
    """The frame without seq, ts, expires_at and expires_in_ms: the database fills those in."""


@dataclass(frozen=True)
class DecisionRow:
    """One reuse decision with everything needed to replay it."""

    run_id: str
    session_id: str
    pack: str
    variant: str
    question: str
    standalone: str
    intent: str
    data_types: tuple[str, ...]
    decision: str
    """reuse | partial | search."""
    judge1: dict[str, Any] | None
    judge2: dict[str, Any]
    person: str | None
    asked: bool
    timed_out: bool
    outcome: str | None
    """correct_skip, incorrect_skip, correct_search, incorrect_search; None until it is known."""
    outcome_source: Literal["audit", "person", "label"] | None
    inputs: dict[str, Any]
    """All inputs: ledger summaries, slots, signatures, probe hits, source versions, thresholds, figures."""
    elapsed_ms: int
    search_ms: int
    model_calls: int
    search_calls: int
    prompt_tokens: int
    completion_tokens: int
    day: date | None = None
    """The pack's own day; None only in rows of versions before experiments."""
    experiment: str | None = None
    arm: str | None = None
    """The experiment's arm the session was drawn into."""
    model: str | None = None
    """The model that planned; "rules" where none did."""
    pivots: dict[str, int] | None = None
    """Data type -> threshold, per mille, below which the variant would have skipped its search without asking."""
    saved_ms: int | None = None
    """The time of the original search for the reused data, less that of the search now."""
    cost_micros: int | None = None
    """Price of the model calls, in millionths of the operator's currency."""
    overriding: str | None = None
    """search_again | use_previous: the person repeats an answer with the other choice; no decision of the judges."""


@dataclass(frozen=True)
class AnswerRow:
    """The columns of the answer that a run's end writes."""

    pack: str
    question: str
    """The standalone question."""
    engine: str
    path: str  # model, direct, extractive, early
    question_type: str
    fallback: str | None
    recovery_round: int
    failure: str | None
    """insufficient_answer, no_answer; None: answered."""
    contexts: int
    top_scores: list[int]
    """Per mille."""
    confidence: int
    """Per mille."""
    configuration: str
    answer_ms: int
    record: dict[str, Any]


@dataclass(frozen=True)
class StoredAnswer:
    """One answer's record as it is kept."""

    run_id: str
    session_id: str
    row: AnswerRow
    created_at: datetime
    reviewed_at: datetime | None
    reviewed_by: str | None
    note: str | None
    demo: bool


@dataclass(frozen=True)
class Finish:
    """Everything that is written when a run ends, in one transaction."""

    status: Literal["completed", "failed", "cancelled"]
    frames: tuple[dict[str, Any], ...]
    """Last durable frames (answer, run_completed | run_failed | run_cancelled), without seq and ts."""
    answer_id: str | None = None
    content: str | None = None
    body: dict[str, Any] | None = None
    decision: DecisionRow | None = None
    answer: AnswerRow | None = None
    exchanges: Sequence[Mapping[str, Any]] | None = None
    """The context for understanding the conversation's next question; None: unchanged."""
    title: str = ""
    """The conversation's new title, unless the person has set one; "": unchanged."""


@dataclass(frozen=True)
class StoredEvent:
    """One durable event: the text that was (or will be) sent."""

    seq: int
    run_id: str
    type: str
    text: str


@dataclass(frozen=True)
class Document:
    """One document of a pack's corpus."""

    document_id: str
    pack: str
    source: str
    uri: str
    title: str
    content_hash: str
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    text: str = ""
    """The text that the passages' offsets refer to."""


@dataclass(frozen=True)
class Excerpt:
    """A document, or the part of a long one that was asked for."""

    passages: tuple[Chunk, ...]
    """In reading order; consecutive."""
    text: str
    """The stored text from `start` on, up to the end of the last passage (the end of the document after the last)."""
    start: int
    """Offset of `text` in the whole stored text; 0 unless earlier passages were left out."""
    passage_count: int
    """Of the whole document."""


@dataclass(frozen=True)
class Chunk:
    """One passage of a document, with its place in it."""

    chunk_id: str
    document_id: str
    pack: str
    source: str
    title: str
    text: str
    content_hash: str
    near_group: str
    uri: str
    start: int
    end: int
    as_of: str | None
    example: bool
    position: int
    """Which passage of its document this is, from 0: its neighbours have the numbers beside it."""
    place: Mapping[str, int | str] | None = None
    """Where the original shows it: page (and page_to) of a PDF; sheet, row and row_to of a workbook."""


@dataclass(frozen=True)
class TableRow:
    """One typed row of a table source (values checked against the pack's columns before they get here)."""

    row_id: str
    """The key columns joined: stable across ingests."""
    content_hash: str
    data: dict[str, Any]


@dataclass(frozen=True)
class LedgerEntry:
    """One record of the evidence ledger without its items: hundreds of rows are read only where they are used."""

    record: Evidence
    """Its `items` are empty."""
    item_count: int

    @classmethod
    def of(cls, evidence: Evidence) -> Self:
        """The entry of a whole record."""
        return cls(evidence.model_copy(update={"items": ()}), len(evidence.items))


@dataclass(frozen=True)
class Opening:
    """The state a turn starts from, read in one snapshot."""

    now: datetime
    """The database's time: ages are judged by it."""
    person: PersonSettings
    versions: Mapping[tuple[str, str], str]
    """(corpus | table, source) -> version; a source that was never filled has none."""
    ledger: tuple[LedgerEntry, ...]
    """The session's newest records of each data type, newest first."""
    exchanges: tuple[dict[str, Any], ...] | None = None
    """The context left by the last answered turn (`Finish.exchanges`); None: none yet."""
    experiment: str | None = None
    """The experiment the session takes part in; None: the one that runs when none is declared."""
    arm: dict[str, Any] | None = None
    """Its arm as the experiment declares it now; None likewise, or when the experiment was erased."""
    arms: tuple[dict[str, Any], ...] = ()
    """All arms of that experiment, for sessions of a trial that has ended: they return to its origin."""
    experiment_ended: bool = False  # the session goes on in an experiment that is over
    remembers: bool = True  # False: this conversation neither uses memories nor leaves any
    attached: tuple[tuple[str, str], ...] = ()  # (id, name) of each file attached to the session, newest first
    endpoint: str | None = None  # version of the model endpoint that the tenant's administrators entered

    def versions_of(self, kind: Literal["corpus", "table"]) -> dict[str, str]:
        """Source -> version, of every source of this kind that was ever filled."""
        return {name: version for (of_kind, name), version in self.versions.items() if of_kind == kind}


SERVICES_OWN = 0.0
"""A confirmation timeout that the person has not set: the service's own applies. People set a second or more."""


@dataclass(frozen=True)
class PersonSettings:
    """What a person set for themselves."""

    confirm_timeout_s: float | None = SERVICES_OWN
    """None: no limit."""
    language: str | None = None
    ask: bool = True
    """False: never asked; the safe default applies at once."""
    remembers: bool = True  # False: nothing of them is remembered or used
