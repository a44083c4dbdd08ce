"""All repositories over one engine, made together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.storage.answers import AnswersRepository
from foundation.storage.audits import AuditsRepository
from foundation.storage.clock import DatabaseClock
from foundation.storage.clusters import ClustersRepository
from foundation.storage.corpus import CorpusRepository
from foundation.storage.costs import CostsRepository
from foundation.storage.decision_pages import DecisionPages
from foundation.storage.decisions import DecisionsRepository
from foundation.storage.demo import DemoRepository
from foundation.storage.events import EventsRepository
from foundation.storage.evidence import EvidenceRepository
from foundation.storage.experiments import ExperimentsRepository
from foundation.storage.feedback import FeedbackRepository
from foundation.storage.figures import FiguresRepository
from foundation.storage.identity import IdentityRepository
from foundation.storage.labels import LabelsRepository
from foundation.storage.messages import MessagesRepository
from foundation.storage.openings import OpeningsRepository
from foundation.storage.people import PeopleRepository
from foundation.storage.prompts import PromptsRepository
from foundation.storage.rollups import RollupsRepository
from foundation.storage.rows import RowsRepository
from foundation.storage.runs import RunsRepository
from foundation.storage.sessions import SessionsRepository
from foundation.storage.source_states import SourceStates
from foundation.storage.spending import SpendingRepository


@dataclass(frozen=True)
class Repositories:
    """One of each."""

    clock: DatabaseClock
    sessions: SessionsRepository
    messages: MessagesRepository
    runs: RunsRepository
    events: EventsRepository
    prompts: PromptsRepository
    evidence: EvidenceRepository
    decisions: DecisionsRepository
    corpus: CorpusRepository
    rows: RowsRepository
    costs: CostsRepository
    feedback: FeedbackRepository
    people: PeopleRepository
    openings: OpeningsRepository
    spending: SpendingRepository
    figures: FiguresRepository
    identity: IdentityRepository
    answers: AnswersRepository
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
            runs=RunsRepository(engine),
            events=EventsRepository(engine),
            prompts=PromptsRepository(engine),
            evidence=EvidenceRepository(engine),
            decisions=DecisionsRepository(engine),
            corpus=CorpusRepository(engine),
            rows=RowsRepository(engine),
            costs=CostsRepository(engine),
            feedback=FeedbackRepository(engine),
            people=PeopleRepository(engine),
            openings=OpeningsRepository(engine),
            spending=SpendingRepository(engine),
            figures=FiguresRepository(engine),
            identity=IdentityRepository(engine),
            answers=AnswersRepository(engine),
            experiments=ExperimentsRepository(engine),
            rollups=RollupsRepository(engine),
            clusters=ClustersRepository(engine),
            labels=LabelsRepository(engine),
            audits=AuditsRepository(engine),
            decision_pages=DecisionPages(engine),
            demo=DemoRepository(engine),
            sources=SourceStates(engine),
        )
