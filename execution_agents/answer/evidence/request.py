"""The input of the answer package for one turn: one frozen object."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from execution_agents.analysis.analysing import Analysis as RowAnalysis
from foundation.contracts.drafting import DocumentDone
from foundation.contracts.formulas import Analysis
from foundation.contracts.graph import GraphAsked, SurchargesAsked
from foundation.contracts.plan import Route
from foundation.contracts.ports import Compute, JsonObject, at_once
from foundation.contracts.work import UPLOAD, Evidence, ReuseDecision, TypeDecision
from foundation.domains.schema.pack import Pack
from foundation.language.wanted.forms import Form, form_of


@dataclass(frozen=True)
class AnswerRequest:
    """Everything an answer may be written from."""

    question: str
    """As the person wrote it: its language is the answer's."""
    standalone: str
    """The question rewritten so that it is complete by itself."""
    language: str
    intent: str
    pack: Pack
    now: datetime
    """The database's time."""
    route: Route = "rag_required"
    ends_early: Literal["irrelevant", "unclear", "direct"] | None = None
    data_types: tuple[str, ...] = ()
    """Data types the plan needed, in its order."""
    evidence: tuple[Evidence, ...] = ()
    """What the teams found or reused; narrowed already where the question is narrower."""
    decisions: tuple[TypeDecision, ...] = ()
    reuse: ReuseDecision = "search"
    missing: dict[str, str] = field(default_factory=dict[str, str])
    """Data type -> one sentence why nothing came, in the person's language."""
    notices: tuple[str, ...] = ()
    """Sentences of the sources, in the person's language."""
    named_things: tuple[str, ...] = ()
    """Names in the question of things that the tables of its data types hold by name: 카카오뱅크, Easter Monday."""
    absent_teams: tuple[str, ...] = ()
    history: tuple[tuple[str, str], ...] = ()
    """(question, answer) of the last exchanges, oldest first."""
    opened_with: str = ""
    """The first question of the conversation, as it was typed; "" if it is no longer kept."""
    of_last: bool = False
    """Whether planning read the question as one about the answer before it."""
    memories: tuple[str, ...] = ()
    """What the person said about themselves earlier: how they want answers, what they look for. Not a source of
    facts."""
    retrieval: tuple[JsonObject, ...] = ()
    """What the turn's document searches did (`RetrievalTrace.as_json`), those of reused evidence left out."""
    graph: GraphAsked | None = None
    """What of the pack's graph was asked for."""
    surcharges: SurchargesAsked | None = None
    """Conditions named under which its things take more."""
    analysis: Analysis | None = None
    """What the analysis team computed."""
    document: DocumentDone | None = None
    """What the document team wrote or found."""
    undo_available: bool = False
    """The confirmation's time ran out: the earlier results may still be used instead."""
    sharing: int = 1
    """How many sections of one message share the answer's budget of model calls."""
    after: tuple[int, ...] = ()
    """Indexes of the message's requests whose result it needs: it is written after them."""
    earlier: tuple[tuple[str, str], ...] = ()
    """(question, answer) of those requests."""
    ends_at: float | None = None
    """On the event loop's clock: after it no model is called. None: no limit."""
    compute: Compute = at_once
    """Where quoting and checking run."""
    analyses: dict[tuple[tuple[int, str, str], ...], RowAnalysis | None] = field(
        init=False,
        repr=False,
        compare=False,
        default_factory=dict[tuple[tuple[int, str, str], ...], "RowAnalysis | None"],
    )
    """Rows -> their analysis: choosing the rows and quoting them need the same one."""

    @property
    def form(self) -> Form | None:
        """What the question says about the answer before it, if it says nothing else."""
        return form_of(self.question, self.history[-1][0]) if self.of_last and self.history else None

    @property
    def today(self) -> date:
        """The day it is where the pack's people live."""
        return self.now.astimezone(ZoneInfo(self.pack.time_zone)).date()

    @property
    def asked(self) -> str:
        """What is to be answered: the question as it is complete by itself. A whole file is searched for by its name,
        which is no question and written by whoever named the file: then the person's own words."""
        return self.question if self.data_types == (UPLOAD,) else self.standalone or self.question
