"""What planning may look at: one frozen object, gathered by `initialize`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from execution_agents.clarification.provider import GraphView
from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.drafting import DocumentVersion
from foundation.contracts.formulas import FormulaAsked
from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory
from foundation.contracts.plan import VariantName
from foundation.contracts.ports import Compute, at_once
from foundation.contracts.work import EvidenceSummary
from foundation.domains.schema.pack import Pack, Thresholds
from supervisor.planning.documents import Documents


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
    """Heading of the passage the answer cites first."""
    computation: FormulaAsked | None = None
    """The formula that was asked for."""
    evidence: tuple[str, ...] = ()
    """Ids of what it was answered from."""
    turn: str = ""
    """The turn it is of: a message of several questions leaves several."""


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
    """False (QUERY_ROUTING off): no turn ends early as small talk or as a question of another field."""
    documents: Documents | None = None
    """The pack's documents, asked before a question is turned away or taken for a follow-up. None: they are not."""
    entities: EntityIndex | None = None
    """What the pack knows by name; None: nothing is linked."""
    memories: tuple[Memory, ...] = ()
    """What is remembered of the person from earlier conversations, most relevant first."""
    graph: GraphView | None = None
    """The pack's graph, and what of it was asked for before; None: the pack has none."""
    in_documents: bool = False
    """A document speaks of it: the question is of the field though the pack lists none of its words."""
    alone: bool = False
    """It is read as in a session of its own: it follows nothing."""
    held: DocumentVersion | None = None
    """The conversation's newest document, where the message may speak of it."""
    carries_contract: bool = False
    """The message carries a contract, or one was attached that it speaks of; `question` is what is said beside it."""
    compute: Compute = at_once
    """Where rules read."""
