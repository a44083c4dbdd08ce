"""The dependencies of one turn of the supervisor. They are passed in LangGraph's `Runtime`; nothing is global."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.clarification.provider import GraphView
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory
from foundation.contracts.pauses import PauseKind
from foundation.contracts.plan import VariantName
from foundation.contracts.ports import (
    Clock,
    Compute,
    Delta,
    Emit,
    LanguageModel,
    LexicalIndex,
    Source,
    Usage,
    at_once,
)
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.conversations.messages import MessagesRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.corpus.graph import GraphRepository
from foundation.storage.people.memories import MemoriesRepository
from foundation.storage.records import Opening, Run


def ignored() -> None:
    """Does nothing: the default callback."""


@dataclass
class TurnMemory:
    """Values that one turn computes once and needs in several nodes; lost at a pause, recomputed where needed."""

    evidence: dict[str, Evidence] = field(default_factory=dict[str, Evidence])
    """Evidence by id: what was fetched now, and what was read from the ledger."""
    standings: dict[tuple[object, ...], Mapping[str, Standing]] = field(
        default_factory=dict[tuple[object, ...], Mapping[str, Standing]]
    )
    """By the reading of a question they were computed for: a model may read a slot the rules did not, and a message may
    hold several questions."""
    memories: tuple[Memory, ...] | None = None
    """What is remembered of the person; None: not read yet."""
    model_failed: str = ""
    """How the model failed to plan, a word of `ModelFailed`; "": it did not, or that was before a pause."""
    started: float = field(default_factory=time.monotonic)
    spent_ms: int = 0
    """Time the turn took before it paused; waiting is not counted."""
    resumed: bool = False

    def elapsed_ms(self) -> int:
        """The turn's time so far, without waiting for the person."""
        return self.spent_ms + round((time.monotonic() - self.started) * 1000)


@dataclass(frozen=True)
class SupervisorRepositories:
    """The tables a turn reads and writes."""

    evidence: EvidenceRepository
    costs: CostsRepository
    messages: MessagesRepository
    memories: MemoriesRepository | None = None
    """None: nothing is remembered."""
    graph: GraphRepository | None = None
    """None: requests to the graph are not counted."""
    drafts: DraftsRepository | None = None
    """None: no documents are stored."""


@dataclass(frozen=True)
class SupervisorDeps:
    """Everything one turn may use."""

    run: Run
    pack: Pack
    variant: VariantName
    thresholds: Thresholds
    opening: Opening
    """Read at the start of this part of the turn (a resumed one has its own): all ages are computed for its time."""
    repositories: SupervisorRepositories
    sources: Mapping[str, Source]
    """The pack's available sources, by name."""
    source_versions: Mapping[str, str]
    """Source -> its version at the opening; a source that is not listed here is queried when it matters."""
    index: LexicalIndex | None
    """The pack's lexical index; None if there is none (then nothing is probed)."""
    entities: EntityIndex | None
    """The names of the pack; None if they cannot be read (then named things are not compared)."""
    graph: GraphView | None
    """The pack's graph, and what was asked of it before; None if there is none, or it cannot be read."""
    clock: Clock
    emit: Emit
    delta: Delta
    model: LanguageModel | None = None
    planning: Literal["merged", "split", "auto", "rules"] = "auto"
    query_routing: bool = True
    """False: small talk and off-topic questions are searched like any other."""
    ask_worth_s: float = 1.5
    confirm_wait_s: float | None = 30.0
    """How long a confirmation waits; None: no limit."""
    clarify_wait_s: float | None = 120.0
    form_wait_s: float | None = 1800.0
    experiment: str = "default"
    arm: str = ""
    """The experiment's arm; "": the one named like the variant."""
    remembers: bool = False
    """Whether this turn uses memories of the person, and may add to them."""
    may_ask: bool = True
    """False: the person does not want to be asked."""
    asks_back: bool = False
    """True: if the run may not wait, an unclear question is answered with a question."""
    limit_s: float = 60.0
    """Longest turn; waiting for the person is not counted."""
    usage: Usage = field(default_factory=Usage)
    memory: TurnMemory = field(default_factory=TurnMemory)
    means: Means = PLAIN
    """What answers are written with besides the model."""
    telemetry: Telemetry = NO_TELEMETRY
    compute: Compute = at_once
    """Where reading, quoting and checking run."""
    prepared: Callable[[], None] = ignored
    """Called when planning and searching are done and only the model's words are awaited."""

    @property
    def asks(self) -> bool:
        """True if the run may wait for its person."""
        return self.may_ask and self.run.options.wait_for_person

    def wait_of(self, kind: PauseKind) -> float | None:
        """How long a question of this kind waits; None: no limit."""
        waits = {"confirmation": self.confirm_wait_s, "clarification": self.clarify_wait_s, "form": self.form_wait_s}
        return waits[kind]

    @property
    def principal(self) -> Principal:
        """The person of this turn."""
        return self.run.principal
