"""The input of planning: one frozen object, built by `initialize`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from execution_agents.clarification.provider import GraphView
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.search.sources.uploads import Uploads
from foundation.contracts.drafting import DocumentVersion
from foundation.contracts.formulas import FormulaAsked, SaidArithmetic
from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory
from foundation.contracts.plan import VariantName
from foundation.contracts.ports import Compute, at_once
from foundation.contracts.work import EvidenceSummary
from foundation.domains.schema.pack import Pack, Thresholds
from supervisor.planning.documents import Documents

INHERITED_CONFIDENCE = 700
"""Per mille: an intent taken over from the conversation, or from what is computed."""


@dataclass(frozen=True)
class Exchange:
    """One finished question and answer of this conversation."""

    question: str
    standalone: str
    intent: str
    slots: dict[str, tuple[str, ...]]
    data_types: tuple[str, ...]
    answer: str
    """The answer's first 600 characters."""
    shown: str = ""
    """What the answer is about: the names of one or two things of a table, or the heading of the passage it cites
    first."""
    computation: FormulaAsked | None = None
    """The formula that was asked for."""
    said: SaidArithmetic | None = None
    """What was computed with figures said before it."""
    evidence: tuple[str, ...] = ()
    """Ids of the evidence it was answered from."""
    turn: str = ""
    """Its turn: a message of several questions leaves several exchanges."""
    apart: bool = False
    """Its message opened another subject (btw)."""
    items: tuple[str, ...] = ()
    """What the lines of the answer's list are called."""


@dataclass(frozen=True)
class TurnContext:
    """One turn as planning sees it."""

    principal: Principal
    session_id: str
    run_id: str
    question: str
    exchanges: tuple[Exchange, ...]
    """The last 3 exchanges, oldest first."""
    ledger: tuple[EvidenceSummary, ...]
    """What this conversation has fetched, newest first."""
    pack: Pack
    variant: VariantName
    thresholds: Thresholds
    now: datetime
    """The database's time."""
    routing: bool = True
    """False (QUERY_ROUTING off): no turn ends early as small talk or as off topic."""
    documents: Documents | None = None
    """The pack's documents, searched before a question is rejected or read as a follow-up. None: they are not
    searched."""
    entities: EntityIndex | None = None
    """The names of the pack; None: nothing is linked."""
    memories: tuple[Memory, ...] = ()
    """Memories of the person from earlier conversations, most relevant first."""
    graph: GraphView | None = None
    """The pack's graph, and what was asked of it before; None: the pack has none."""
    in_documents: bool = False
    """A document is about it: the question is on topic although the pack lists none of its words."""
    in_rows: str = ""
    """The data type of a table with a row that the question names: it is on topic, too."""
    alone: bool = False
    """It is read as in a session of its own: it follows no exchange."""
    held: DocumentVersion | None = None
    """The conversation's newest document, if the message may refer to it."""
    carries_contract: bool = False
    """The message carries a contract, or refers to an attached one; `question` is the text beside it."""
    older: tuple[Exchange, ...] = ()
    """The exchanges before the last 3, oldest first: only the inputs of formulas are read from them."""
    attached: Uploads | None = None
    """The files attached to the conversation; None: there are none."""
    compute: Compute = at_once
    """Where rules are run."""

    @property
    def today(self) -> date:
        """The day it is where the pack's people live."""
        return self.now.astimezone(ZoneInfo(self.pack.time_zone)).date()
