"""All repositories over one engine, made together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.evidence import EvidenceRepository
from foundation.storage.conversations.feedback import FeedbackRepository
from foundation.storage.conversations.finding import FindingRepository
from foundation.storage.conversations.messages import MessagesRepository
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.conversations.shares import SharesRepository
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.graph import GraphRepository
from foundation.storage.corpus.ingest_reports import IngestReports
from foundation.storage.corpus.rows import RowsRepository
from foundation.storage.corpus.shelves import ShelvesRepository
from foundation.storage.corpus.source_states import SourceStates
from foundation.storage.database.clock import DatabaseClock
from foundation.storage.experiments.answers import AnswersRepository
from foundation.storage.experiments.audits import AuditsRepository
from foundation.storage.experiments.clusters import ClustersRepository
from foundation.storage.experiments.decision_pages import DecisionPages
from foundation.storage.experiments.decisions import DecisionsRepository
from foundation.storage.experiments.declared import ExperimentsRepository
from foundation.storage.experiments.demo import DemoRepository
from foundation.storage.experiments.labels import LabelsRepository
from foundation.storage.experiments.prompt_figures import PromptFiguresRepository
from foundation.storage.experiments.rollups import RollupsRepository
from foundation.storage.people.audit_log import AuditLogRepository
from foundation.storage.people.identity import IdentityRepository
from foundation.storage.people.memories import MemoriesRepository
from foundation.storage.people.person import PeopleRepository
from foundation.storage.people.spending import SpendingRepository
from foundation.storage.people.standing import PeopleStanding
from foundation.storage.queue.events import EventsRepository
from foundation.storage.queue.prompts import PromptsRepository
from foundation.storage.queue.queue_figures import FiguresRepository
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.queue.snapshots import OpeningsRepository


@dataclass(frozen=True)
class Repositories:
    """One of each."""

    clock: DatabaseClock
    sessions: SessionsRepository
    messages: MessagesRepository
    finding: FindingRepository
    shares: SharesRepository
    runs: RunsRepository
    events: EventsRepository
    prompts: PromptsRepository
    evidence: EvidenceRepository
    decisions: DecisionsRepository
    corpus: CorpusRepository
    rows: RowsRepository
    shelves: ShelvesRepository
    ingests: IngestReports
    graph: GraphRepository
    costs: CostsRepository
    feedback: FeedbackRepository
    people: PeopleRepository
    memories: MemoriesRepository
    drafts: DraftsRepository
    openings: OpeningsRepository
    spending: SpendingRepository
    figures: FiguresRepository
    identity: IdentityRepository
    audit_log: AuditLogRepository
    people_standing: PeopleStanding
    answers: AnswersRepository
    prompt_figures: PromptFiguresRepository
    experiments: ExperimentsRepository
    rollups: RollupsRepository
    clusters: ClustersRepository
    labels: LabelsRepository
    audits: AuditsRepository
    decision_pages: DecisionPages
    demo: DemoRepository
    sources: SourceStates

    @classmethod
    def over(cls, engine: AsyncEngine) -> Self:
        """All of them over this engine."""
        return cls(
            clock=DatabaseClock(engine),
            sessions=SessionsRepository(engine),
            messages=MessagesRepository(engine),
            finding=FindingRepository(engine),
            shares=SharesRepository(engine),
            runs=RunsRepository(engine),
            events=EventsRepository(engine),
            prompts=PromptsRepository(engine),
            evidence=EvidenceRepository(engine),
            decisions=DecisionsRepository(engine),
            corpus=CorpusRepository(engine),
            rows=RowsRepository(engine),
            shelves=ShelvesRepository(engine),
            ingests=IngestReports(engine),
            graph=GraphRepository(engine),
            costs=CostsRepository(engine),
            feedback=FeedbackRepository(engine),
            people=PeopleRepository(engine),
            memories=MemoriesRepository(engine),
            drafts=DraftsRepository(engine),
            openings=OpeningsRepository(engine),
            spending=SpendingRepository(engine),
            figures=FiguresRepository(engine),
            identity=IdentityRepository(engine),
            audit_log=AuditLogRepository(engine),
            people_standing=PeopleStanding(engine),
            answers=AnswersRepository(engine),
            prompt_figures=PromptFiguresRepository(engine),
            experiments=ExperimentsRepository(engine),
            rollups=RollupsRepository(engine),
            clusters=ClustersRepository(engine),
            labels=LabelsRepository(engine),
            audits=AuditsRepository(engine),
            decision_pages=DecisionPages(engine),
            demo=DemoRepository(engine),
            sources=SourceStates(engine),
        )
