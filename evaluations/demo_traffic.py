"""Demo traffic: a pack's labelled conversations, held as live sessions through the same services as real ones.

Their people's ids begin with DEMO_OWNER, so every figure can be shown with or without them, and one command erases
them. They are an experiment of their own (`demo_experiment.py`), whose arms take turns by their shares, so that the
dashboard can compare them at once and a threshold can be tried. Conversations with little to reuse are
left out: the dashboard is about reuse, and shows how often it was wrong from 30 known reuses on. So the reuse rate of
demo traffic says nothing about real traffic. Conversations that need changed sources, or data that has not been
ingested, are left out, too. A turn's `age` makes the conversation's own evidence older.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import timedelta

from evaluations.demo_experiment import demo_experiment, turns_of
from execution_agents.pausing.answers import Chosen, Picked
from execution_agents.reuse.policy import Choice
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.domains.loading.labels import Conversation, LabelledTurn, read_demo, read_labels
from foundation.domains.schema.pack import Pack
from foundation.storage.experiments.declared import StoredExperiment
from foundation.storage.records import StoredEvent
from foundation.storage.repositories import Repositories
from service_agent.experiments.declared import Arm, arms_of
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

OnProgress = Callable[[int, int], None]
"""Called after each turn: done, of."""
PAUSE_S = 1.0
"""Between two questions of one conversation at speed 1."""
SIDE_BY_SIDE = 4
LEAST_REUSABLE = 0.3
"""Share of a conversation's turns that may reuse something."""


@dataclass(frozen=True)
class Traffic:
    """Which conversations are held, and how fast."""

    pack: Pack
    conversations: int
    speed: float = 1.0
    """Conversations' pauses are divided by it."""


@dataclass(frozen=True)
class Held:
    """What was done."""

    conversations: int
    turns: int
    """Questions asked."""
    needed: int
    """Of those, the ones that needed data: what the dashboard counts."""
    failed: int
    audited: int
    """Decisions of every arm: each reuse, and some searches."""
    experiment: StoredExperiment
    """As it was when the first of them began."""


def chosen(traffic: Traffic) -> list[Conversation]:
    """As many conversations as asked for that need only the pack's own data, those with most to reuse first; the list
    repeats when it is too short. Where none has enough to reuse, all are held. Raises DataMissing for a pack without
    labels."""
    labelled = [*read_demo(traffic.pack), *itertools.chain.from_iterable(read_labels(traffic.pack).values())]
    fitting = [each for each in labelled if not each.changes and each.needs is None]
    fitting.sort(key=_reusable, reverse=True)
    fitting = [each for each in fitting if _reusable(each) >= LEAST_REUSABLE] or fitting
    return list(itertools.islice(itertools.cycle(fitting), traffic.conversations)) if fitting else []


def _reusable(conversation: Conversation) -> float:
    """The share of its turns in which something may be reused."""
    return sum(turn.decision in ("reuse", "partial") for turn in conversation.turns) / len(conversation.turns)


async def hold(services: Services, principal: Principal, traffic: Traffic, on_progress: OnProgress) -> Held:
    """Holds them, a few concurrently, each by a person of its own, and audits the decisions at once: every reuse, and
    the usual share of the rest."""
    repositories = services.experiments.repositories
    plan = chosen(traffic)
    experiment = await demo_experiment(services.experiments, principal, traffic.pack, plan)
    drawn = list(zip(plan, turns_of(arms_of(experiment), len(plan)), strict=True))
    progress = _Progress(on_progress, sum(len(each.turns) for each in plan))
    name = f"{DEMO_OWNER}{uuid.uuid4().hex[:8]}"
    # People of their own: a limit on what one person may have at work must not make them wait for each other.
    people = [Principal(tenant_id=principal.tenant_id, owner_id=f"{name}-{number}") for number in range(SIDE_BY_SIDE)]
    speakers = [_Speaker(services, repositories, owner, traffic, progress, experiment.name) for owner in people]
    await asyncio.gather(*(each.line(drawn[at::SIDE_BY_SIDE]) for at, each in enumerate(speakers)))
    await services.experiments.refresh()
    audited = progress.audited + await services.experiments.run_audits(progress.done)
    return Held(len(plan), progress.done, progress.needed, progress.failed, audited, experiment)


@dataclass
class _Progress:
    on_progress: OnProgress
    total: int
    done: int = 0
    needed: int = 0
    failed: int = 0
    audited: int = 0

    def held(self, *, answered: bool) -> None:
        """One turn more."""
        self.done += 1
        self.failed += not answered
        self.on_progress(self.done, self.total)


@dataclass
class _Speaker:
    services: Services
    repositories: Repositories
    owner: Principal
    traffic: Traffic
    progress: _Progress
    experiment: str

    async def line(self, conversations: Sequence[tuple[Conversation, Arm]]) -> None:
        """One after the other, each in its arm."""
        for conversation, arm in conversations:
            session_id, drawn = new_id(), (self.experiment, arm.name)
            pack = self.traffic.pack.name
            await self.repositories.sessions.create(self.owner, pack, arm.variant, session_id, drawn=drawn)
            for turn in conversation.turns:
                self.progress.held(answered=await self._turn(session_id, turn))
                await asyncio.sleep(PAUSE_S / self.traffic.speed)

    async def _turn(self, session_id: str, turn: LabelledTurn) -> bool:
        """Whether it was answered."""
        if turn.age_s:
            await self.repositories.demo.age(self.owner, session_id, timedelta(seconds=turn.age_s))
        before = await self.services.session(self.owner, session_id)
        submission = await self.services.turns.say(self.owner, session_id, Question(turn.q, new_id()))
        if submission is None or not await self._answered(Asked(submission, session_id, before.last_seq), turn):
            return False
        await self._label(submission.run_id, turn)
        return True

    async def _answered(self, asked: Asked, turn: LabelledTurn) -> bool:
        answered = False
        frames: AsyncGenerator[object] = self.services.turns.frames_of(self.owner, asked)
        async with aclosing(frames):
            async for item in frames:
                if isinstance(item, StoredEvent) and item.type == "user_confirmation_required":
                    card = json.loads(item.text)
                    use = bool(turn.types) and all(each == "reused" for each in turn.types.values())
                    value = Choice.USE_PREVIOUS if use else Choice.SEARCH_NEW
                    await self.services.turns.decide(self.owner, card["confirmation_id"], Chosen(value.value))
                elif isinstance(item, StoredEvent) and item.type == "clarification_required":
                    card = json.loads(item.text)
                    likeliest = Picked(card["options"][0]["id"])
                    await self.services.turns.decide(self.owner, card["clarification_id"], likeliest)
                elif isinstance(item, StoredEvent) and item.type == "answer":
                    answered = True
        return answered

    async def _label(self, run_id: str, turn: LabelledTurn) -> None:
        """Labels the decision: right when every type that may be reused was, and no other."""
        row = await self.repositories.decisions.get(self.owner, run_id)
        if row is None or not row.data_types:
            return
        self.progress.needed += 1
        if not turn.types:
            return
        reused = {name for name, entry in row.judge2.items() if entry["decision"] == "reused"}
        may = {name for name, expected in turn.types.items() if expected == "reused"}
        right = reused <= may if row.decision != "search" else not set(row.data_types) <= may
        await self.repositories.labels.add(self.owner, run_id, "label", "right" if right else "wrong", reason=turn.case)
        if row.decision != "search":
            await self.services.experiments.audit_now(self.owner, run_id, drawn=True)
            self.progress.audited += 1
