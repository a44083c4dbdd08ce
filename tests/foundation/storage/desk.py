"""One person's desk: every repository, and the few moves most tests begin with."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.contracts.pauses import PauseKind
from foundation.storage.conversations.messages import MessagesRepository
from foundation.storage.conversations.sessions import SessionsRepository
from foundation.storage.queue.events import EventsRepository
from foundation.storage.queue.prompts import PromptsRepository
from foundation.storage.queue.runs import RunsRepository
from foundation.storage.queue.snapshots import OpeningsRepository
from foundation.storage.queue.submissions import Multitask
from foundation.storage.records import DecisionRow, Finish, LedgerEntry, NewPrompt, Run, RunOptions, Session, Submission


@dataclass
class Desk:
    """What one person sees, and a process that works for them."""

    engine: AsyncEngine
    principal: Principal

    def __post_init__(self) -> None:
        self.sessions = SessionsRepository(self.engine)
        self.messages = MessagesRepository(self.engine)
        self.runs = RunsRepository(self.engine)
        self.events = EventsRepository(self.engine)
        self.prompts = PromptsRepository(self.engine)
        self.openings = OpeningsRepository(self.engine)
        self.process_id = f"process-{uuid.uuid4().hex[:8]}"

    async def session(self) -> Session:
        return await self.sessions.create(self.principal, "real_estate", "hybrid_confirm")

    async def ask(
        self,
        session_id: str,
        content: str = "서초구는?",
        message_id: str | None = None,
        *,
        queue_limit: int = 50,
        multitask: Multitask = "enqueue",
    ) -> Submission:
        return await self.runs.submit(
            self.principal,
            session_id,
            message_id or uuid.uuid4().hex,
            content,
            RunOptions(),
            "graph-1",
            queue_limit=queue_limit,
            multitask=multitask,
        )

    async def claim(self, run_id: str) -> Run:
        """Claims until this run is ours: other tests' runs wait in the same queue."""
        for run in await self.runs.claim(self.process_id, 1000):
            if run.run_id == run_id:
                return run
        raise AssertionError(f"{run_id} could not be claimed")

    async def working(self, content: str = "대구 달서구 시세") -> Run:
        """A run of a new session that is at work here."""
        session = await self.session()
        return await self.claim((await self.ask(session.session_id, content)).run_id)

    async def waiting(self, kind: PauseKind = "confirmation") -> tuple[Run, str]:
        """A run that waits for the person, and its prompt's id."""
        run = await self.working()
        opened = await self.runs.pause(run, question(run, kind=kind))
        return run, opened.prompt_id

    async def seqs(self, session_id: str) -> list[int]:
        return [event.seq for event in await self.events.after(self.principal, session_id, 0)]

    async def ledger(self, session_id: str, per_type: int = 8) -> tuple[LedgerEntry, ...]:
        types = ["market", "legal", "loan"]
        return (await self.openings.read(self.principal, session_id, "real_estate", types, per_type)).ledger

    async def sql(self, statement: str, **values: Any) -> Any:
        """Looks behind the repositories, or moves time."""
        async with self.engine.begin() as connection:
            done = await connection.execute(text(statement), values)
            return done.all() if done.returns_rows else done.rowcount

    async def age_prompt(self, prompt_id: str, seconds: float) -> None:
        await self.sql(
            "UPDATE pending_prompts SET expires_at = expires_at - make_interval(secs => :s),"
            " created_at = created_at - make_interval(secs => :s) WHERE prompt_id = :id",
            s=float(seconds),
            id=prompt_id,
        )

    async def lose_lease(self, run: Run) -> None:
        await self.sql("UPDATE runs SET lease_until = now() - interval '1 second' WHERE run_id = :id", id=run.run_id)


ANSWERS: dict[PauseKind, tuple[str, str]] = {
    "confirmation": ("use_previous", "search_new"),
    "clarification": ("o2", "o1"),
    "form": ('{"deal": "sale"}', '{"deal": "jeonse"}'),
}
"""Two to each kind of question, as they are stored."""


def question(run: Run, wait_s: float | None = 30.0, kind: PauseKind = "confirmation") -> NewPrompt:
    prompt_id = uuid.uuid4().hex
    return NewPrompt(
        prompt_id=prompt_id,
        kind=kind,
        interrupt_id=f"interrupt-{prompt_id[:6]}",
        values=ANSWERS[kind] if kind == "confirmation" else (),
        schema={"type": "string"},
        default={"confirmation": "search_new", "clarification": "o1", "form": ""}[kind],
        wait_s=wait_s,
        frame={
            "type": "user_confirmation_required",
            "session_id": run.session_id,
            "run_id": run.run_id,
            "confirmation_id": prompt_id,
            "message": "앞의 자료를 쓸까요?",
        },
    )


def frame(run: Run, kind: str = "team_started", **rest: Any) -> dict[str, Any]:
    return {"type": kind, "session_id": run.session_id, "run_id": run.run_id, **rest}


def ending(run: Run, content: str | None = "답 [1]", decision: DecisionRow | None = None) -> Finish:
    answered = content is not None
    return Finish(
        status="completed",
        frames=(frame(run, "answer", content=content), frame(run, "run_completed")),
        answer_id=f"answer-{uuid.uuid4().hex}" if answered else None,
        content=content,
        body={"content": content, "run_id": run.run_id} if answered else None,
        decision=decision,
    )


def decision_of(run: Run, **changes: Any) -> DecisionRow:
    fields: dict[str, Any] = {
        "run_id": run.run_id,
        "session_id": run.session_id,
        "pack": run.pack,
        "variant": run.variant,
        "question": run.question,
        "standalone": run.question,
        "intent": "market_inquiry",
        "data_types": ("market", "legal"),
        "decision": "partial",
        "judge1": {"is_sufficient": True, "confidence": 860},
        "judge2": {"market": {"verdict": "sufficient"}},
        "person": None,
        "asked": False,
        "timed_out": False,
        "outcome": None,
        "outcome_source": None,
        "inputs": {"thresholds": {"reuse": 900}},
        "elapsed_ms": 12,
        "search_ms": 3,
        "model_calls": 2,
        "search_calls": 1,
        "prompt_tokens": 100,
        "completion_tokens": 20,
    }
    return DecisionRow(**{**fields, **changes})
