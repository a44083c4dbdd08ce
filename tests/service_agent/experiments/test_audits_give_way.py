"""Audits share a processor with turns people wait for: each waits for its moment, and gives way to the next pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

import pytest

from foundation.contracts.errors import DataMissing
from foundation.contracts.identity import Principal
from foundation.storage.records import DecisionRow
from service_agent.experiments.audit import job as audits
from service_agent.experiments.audit.auditor import AuditDeps
from service_agent.experiments.audit.job import AuditJob, AuditRules
from tests.service_agent.experiments.audit.test_auditor import LAW, PRICES
from tests.service_agent.experiments.conftest import Stage

HELD = """
UPDATE runs SET status = CASE run_id WHEN %s THEN %s ELSE 'queued' END, lease_until = now() + interval '1 hour'
WHERE run_id IN (%s, %s)
"""
RELEASED = "UPDATE runs SET status = 'completed', lease_until = NULL WHERE run_id IN (%s, %s)"


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
        raise DataMissing(f"{row.run_id} of {principal.owner_id} is not audited in truth")

    return AuditJob(stage.service.services.experiments.repositories, AuditRules(1.0, 30), begins, preparing)


def preparing_of(counts: Iterator[int], seen: list[str]) -> Callable[[], int]:
    """How many are prepared, noted as they are given."""

    def preparing() -> int:
        many = next(counts, 0)
        seen.append(f"{many} prepared")
        return many

    return preparing


@contextmanager
def one_waits(stage: Stage, runs: tuple[str, str], behind: str = "running") -> Generator[None]:
    """A question that waits in the queue behind one of its session that is in this state."""
    stage.sql(HELD, runs[0], behind, *runs)
    try:
        yield
    finally:
        stage.sql(RELEASED, *runs)


async def test_each_audit_waits_until_no_turn_is_prepared(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "PATIENCE_S", 60.0)
    monkeypatch.setattr(audits, "GIVES_WAY_S", 60.0)
    await due(stage)
    seen = list[str]()
    assert await job(stage, preparing_of(iter((2, 1, 0, 0, 3, 0, 0)), seen), seen).at_once(2) == 2
    assert [each for each in seen if each != "0 prepared"] == [
        "2 prepared",
        "1 prepared",
        "audit",
        "3 prepared",
        "audit",
    ]


async def test_what_waited_in_the_queue_and_is_prepared_now_goes_before_an_audit(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "PATIENCE_S", 0.6)
    monkeypatch.setattr(audits, "GIVES_WAY_S", 60.0)
    runs = await due(stage)
    seen, prepared = list[str](), [0]
    with one_waits(stage, runs):
        going = asyncio.create_task(job(stage, lambda: prepared[0], seen).at_once(1))
        await asyncio.sleep(1.0)  # longer than its patience
        prepared[0] = 1
    await asyncio.sleep(0.4)  # it has seen the empty queue, and what came out of it is prepared
    began_early = bool(seen)
    prepared[0] = 0
    assert await going == 1
    assert not began_early


async def test_a_question_behind_one_that_its_person_decides_keeps_no_audit_waiting(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "GIVES_WAY_S", 0.6)
    runs = await due(stage)
    with one_waits(stage, runs, behind="waiting"):
        assert await job(stage, lambda: 0, []).at_once(2) == 2


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
        began_early = bool(seen)
    assert await going == 2
    assert not began_early


async def test_no_audit_of_a_pass_begins_after_its_time(stage: Stage) -> None:
    await due(stage)
    seen = list[str]()
    assert await job(stage, lambda: 0, seen).audit(2, after_s=0.0, within_s=0.0) == 0
    assert seen == []
