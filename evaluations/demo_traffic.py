"""Demo traffic: a pack's labelled conversations, held as live sessions through the same services as real ones.

Their people's ids begin with DEMO_OWNER, so every figure can be shown with or without them, and one command erases
them. The variants alternate, so that the dashboard can compare them at once. Conversations with little to reuse are
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

from evaluations.labels.reading import Conversation, LabelledTurn, read_labels
from execution_agents.pausing.answers import Chosen, Picked
from execution_agents.reuse.policy import VARIANTS, Choice
from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Pack
from foundation.storage.experiments.decision_filters import DEMO_OWNER
from foundation.storage.records import StoredEvent
from foundation.storage.repositories import Repositories
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

Told = Callable[[int, int], None]
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
    failed: int
    audited: int


def chosen(traffic: Traffic) -> list[Conversation]:
    """As many conversations as asked for that need only the pack's own data, those with most to reuse first; the list
    repeats when it is too short. Where none has enough to reuse, all are held. Raises DataMissing for a pack without
    labels."""
    halves = read_labels(traffic.pack)
    fitting = [each for half in halves.values() for each in half if not each.changes and each.needs is None]
    fitting.sort(key=_reusable, reverse=True)
    fitting = [each for each in fitting if _reusable(each) >= LEAST_REUSABLE] or fitting
    return list(itertools.islice(itertools.cycle(fitting), traffic.conversations)) if fitting else []


def _reusable(conversation: Conversation) -> float:
    """The share of its turns in which something may be reused."""
    return sum(turn.decision in ("reuse", "partial") for turn in conversation.turns) / len(conversation.turns)


async def hold(services: Services, principal: Principal, traffic: Traffic, told: Told) -> Held:
    """Holds them, a few concurrently, each by a person of its own, and audits the decisions at once: every reuse, and
    the usual share of the rest."""
    repositories = services.experiments.repositories
    plan = chosen(traffic)
    progress = _Progress(told, sum(len(each.turns) for each in plan))
    name = f"{DEMO_OWNER}{uuid.uuid4().hex[:8]}"
    # People of their own: a limit on what one person may have at work must not make them wait for each other.
    people = [Principal(tenant_id=principal.tenant_id, owner_id=f"{name}-{number}") for number in range(SIDE_BY_SIDE)]
    speakers = [_Speaker(services, repositories, owner, traffic, progress) for owner in people]
    await asyncio.gather(*(each.line(plan[at::SIDE_BY_SIDE], at) for at, each in enumerate(speakers)))
    await services.experiments.refresh()
    audited = progress.audited + await services.experiments.run_audits(progress.done)
    return Held(len(plan), progress.done, progress.failed, audited)


@dataclass
class _Progress:
    told: Told
    total: int
    done: int = 0
    failed: int = 0
    audited: int = 0

    def held(self, *, answered: bool) -> None:
        """One turn more."""
        self.done += 1
        self.failed += not answered
        self.told(self.done, self.total)


@dataclass
class _Speaker:
    services: Services
    repositories: Repositories
    owner: Principal
    traffic: Traffic
    progress: _Progress

    async def line(self, conversations: Sequence[Conversation], first: int) -> None:
        """One after the other; each with the next variant."""
        names = sorted(VARIANTS)
        for number, conversation in enumerate(conversations):
            variant = names[(first + number * SIDE_BY_SIDE + number) % len(names)]
            session_id = new_id()
            await self.repositories.sessions.create(self.owner, self.traffic.pack.name, variant, session_id)
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
        if row is None or not row.data_types or not turn.types:
            return
        reused = {name for name, told in row.judge2.items() if told["decision"] == "reused"}
        may = {name for name, expected in turn.types.items() if expected == "reused"}
        right = reused <= may if row.decision != "search" else not set(row.data_types) <= may
        await self.repositories.labels.add(self.owner, run_id, "label", "right" if right else "wrong", reason=turn.case)
        if row.decision != "search":
            await self.services.experiments.audit_now(self.owner, run_id, drawn=True)
            self.progress.audited += 1
