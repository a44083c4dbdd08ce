"""Audits share a processor with turns people wait for: each waits for its moment, and none is kept waiting for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

import pytest

from foundation.contracts.identity import Principal
from foundation.storage.records import DecisionRow
from service_agent.jobs import audits
from service_agent.jobs.audits import AuditJob, AuditRules
from supervisor.experiments.audit import AuditDeps
from tests.service_agent.experiments.conftest import Stage
from tests.service_agent.experiments.test_audits import LAW, PRICES

HELD = "UPDATE runs SET status = CASE run_id WHEN %s THEN 'waiting' ELSE 'queued' END WHERE run_id IN (%s, %s)"
RELEASED = "UPDATE runs SET status = 'succeeded' WHERE run_id IN (%s, %s)"


async def due(stage: Stage) -> tuple[str, str]:
    """Two decisions that wait for their audit, and no other does."""
    await stage.audit()
    session = await stage.session("hybrid")
    first, second = [(await stage.ask(session, question))["run_id"] for question in (PRICES, LAW)]
    repositories = stage.service.services.experiments.repositories
    await repositories.rollups.collect(1.0)
    await repositories.audits.note_drawn()
    return first, second


def job(stage: Stage, preparing: Callable[[], int], seen: list[str]) -> AuditJob:
    """The job beside a process that prepares so many turns; its audits only say that they began."""

    async def begins(principal: Principal, row: DecisionRow) -> AuditDeps:
        seen.append("audit")
        raise AssertionError(f"{row.run_id} of {principal.owner_id} is not audited in truth")

    return AuditJob(stage.service.services.experiments.repositories, AuditRules(1.0, 30), begins, preparing)


def told(counts: Iterator[int], seen: list[str]) -> Callable[[], int]:
    """How many are prepared, noted as they are told."""

    def preparing() -> int:
        many = next(counts, 0)
        seen.append(f"{many} prepared")
        return many

    return preparing


@contextmanager
def one_waits(stage: Stage, runs: tuple[str, str]) -> Generator[None]:
    """A question that waits in the queue behind one of its session that waits for its person."""
    stage.sql(HELD, runs[0], *runs)
    try:
        yield
    finally:
        stage.sql(RELEASED, *runs)


async def test_each_audit_waits_until_no_turn_is_prepared(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "PATIENCE_S", 60.0)
    monkeypatch.setattr(audits, "GIVES_WAY_S", 60.0)
    await due(stage)
    seen = list[str]()
    assert await job(stage, told(iter((2, 1, 0, 3, 0)), seen), seen).at_once(2) == 2
    assert seen == ["2 prepared", "1 prepared", "0 prepared", "audit", "3 prepared", "0 prepared", "audit"]


async def test_where_turns_overlap_all_the_time_it_is_made_after_its_patience(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "PATIENCE_S", 0.1)
    await due(stage)
    seen = list[str]()
    assert await job(stage, lambda: 10, seen).at_once(2) == 2
    assert seen == ["audit", "audit"]


async def test_none_begins_while_a_question_waits_in_the_queue(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "GIVES_WAY_S", 0.6)
    runs = await due(stage)
    seen = list[str]()
    with one_waits(stage, runs):
        assert await job(stage, lambda: 0, seen).at_once(2) == 0
    assert seen == []
    assert await job(stage, lambda: 0, seen).at_once(2) == 2, "the next pass makes them"


async def test_a_pass_goes_on_when_the_queue_is_empty_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "GIVES_WAY_S", 60.0)
    runs = await due(stage)
    seen = list[str]()
    with one_waits(stage, runs):
        going = asyncio.create_task(job(stage, lambda: 0, seen).at_once(2))
        await asyncio.sleep(0.5)
        assert seen == []
    assert await going == 2


async def test_no_audit_of_a_pass_begins_after_its_time(stage: Stage) -> None:
    await due(stage)
    seen = list[str]()
    assert await job(stage, lambda: 0, seen).audit(2, after_s=0.0, within_s=0.0) == 0
    assert seen == []
