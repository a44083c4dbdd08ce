"""Limits and days of retention that administrators choose: checked, written down, in force in every process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import DatabaseUnreachable, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.people.audit_log import Act, AuditLogRepository, Wanted
from foundation.storage.people.chosen_settings import ChosenSettings, Value
from service_agent.limits.chosen import KEPT_S, Chosen
from service_agent.settings.settings import Settings

PACE, TOKENS, TENANT = (
    "SUFFICE_LIMIT_REQUESTS_MINUTE",
    "SUFFICE_LIMIT_PERSON_TOKENS_DAY",
    "SUFFICE_LIMIT_TENANT_TOKENS_DAY",
)
EVENTS, AUDIT, QUEUE = "SUFFICE_KEEP_EVENTS_DAYS", "SUFFICE_KEEP_AUDIT_DAYS", "SUFFICE_QUEUE_LIMIT"


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def act_of(principal: Principal, action: str = "setting_chosen") -> Act:
    return Act(action, principal.tenant_id, principal.owner_id, "page")


def process(engine: AsyncEngine, clock: Clock | None = None, **environment: Any) -> Chosen:
    """The settings as one process of the service holds them."""
    return Chosen(Settings(**environment), ChosenSettings(engine), clock or Clock())


async def details(engine: AsyncEngine, principal: Principal) -> Sequence[tuple[str, str, str, dict[str, Any]]]:
    rows = await AuditLogRepository(engine).page(principal, Wanted())
    return [(one.action, one.owner_id, one.subject, one.detail) for one in rows]


async def test_what_is_chosen_holds_for_its_tenant_alone(
    engine: AsyncEngine, principal: Principal, stranger: Principal
) -> None:
    chosen = process(engine, limit_requests_minute=60)
    found = await chosen.choose(principal, PACE, 5, act_of(principal))
    assert (found.value, found.default, found.chosen) == (5, 60, True)
    assert (await chosen.of(principal)).limit_requests_minute == 5
    assert (await chosen.of(stranger)).limit_requests_minute == 60
    assert principal.tenant_id in await chosen.by_tenant()
    assert stranger.tenant_id not in await chosen.by_tenant()


async def test_another_process_goes_by_it_within_seconds(engine: AsyncEngine, principal: Principal) -> None:
    clock = Clock()
    mine, other = process(engine), process(engine, clock)
    assert (await other.of(principal)).keep_events_days == 30
    await mine.choose(principal, EVENTS, 7, act_of(principal))
    assert (await other.of(principal)).keep_events_days == 30
    clock.now += KEPT_S
    assert (await other.of(principal)).keep_events_days == 7
    await mine.give_back(principal, EVENTS, act_of(principal, "setting_given_back"))
    clock.now += KEPT_S
    assert (await other.of(principal)).keep_events_days == 30


async def test_every_change_is_written_down_with_what_was_before(engine: AsyncEngine, principal: Principal) -> None:
    chosen = process(engine)
    await chosen.choose(principal, PACE, 20, act_of(principal))
    await chosen.choose(principal, PACE, None, act_of(principal))
    await chosen.give_back(principal, PACE, act_of(principal, "setting_given_back"))
    await chosen.give_back(principal, PACE, act_of(principal, "setting_given_back"))
    assert await details(engine, principal) == [
        ("setting_given_back", principal.owner_id, PACE, {"old": "none", "new": "none"}),
        ("setting_chosen", principal.owner_id, PACE, {"old": "20", "new": "none"}),
        ("setting_chosen", principal.owner_id, PACE, {"old": "none", "new": "20"}),
    ]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (PACE, 0, f"value: {PACE} takes a whole number from 1; null: no limit."),
        (TOKENS, 1.5, f"value: {TOKENS} takes a whole number from 1; null: no limit."),
        (EVENTS, 36_501, f"value: {EVENTS} takes a whole number of days from 0 to 36500; 0: for ever."),
        (EVENTS, None, f"value: {EVENTS} takes a whole number of days from 0 to 36500; 0: for ever."),
        (AUDIT, 29, f"value: {AUDIT} takes a whole number of days from 30 to 36500; 0: for ever."),
        (QUEUE, None, f"value: {QUEUE} takes a whole number from 1 to 10000."),
    ],
)
async def test_a_value_it_does_not_take_is_refused_in_one_sentence(
    engine: AsyncEngine, principal: Principal, name: str, value: Value, sentence: str
) -> None:
    chosen = process(engine)
    with pytest.raises(WrongUse) as refused:
        await chosen.choose(principal, name, value, act_of(principal))
    assert str(refused.value) == sentence
    assert await details(engine, principal) == []


@pytest.mark.parametrize("name", ["SUFFICE_MAX_CONNECTIONS", "SUFFICE_AUTH_KEYS", "nothing"])
async def test_what_is_of_the_process_is_not_chosen_here(engine: AsyncEngine, principal: Principal, name: str) -> None:
    chosen = process(engine)
    with pytest.raises(WrongUse, match="is not changed here"):
        await chosen.choose(principal, name, 5, act_of(principal))
    with pytest.raises(WrongUse, match="is not changed here"):
        await chosen.give_back(principal, name, act_of(principal))


@pytest.mark.parametrize("value", [None, 1_001])
async def test_nobody_lifts_the_tenants_limit_above_the_environments(
    engine: AsyncEngine, principal: Principal, value: int | None
) -> None:
    chosen = process(engine, limit_tenant_tokens_day=1_000)
    with pytest.raises(WrongUse, match="of the environment is 1000; choose that or less"):
        await chosen.choose(principal, TENANT, value, act_of(principal))
    await chosen.choose(principal, TENANT, 1_000, act_of(principal))
    lowered = process(engine, limit_tenant_tokens_day=400)
    assert (await lowered.of(principal)).limit_tenant_tokens_day == 400


class Away(ChosenSettings):
    """A database that does not answer."""

    async def of(self, tenant_id: str) -> dict[str, Value]:
        del tenant_id
        raise DatabaseUnreachable("The database does not answer.")


async def test_while_the_database_is_away_nothing_changes(
    engine: AsyncEngine, principal: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    chosen = process(engine, clock)
    await chosen.choose(principal, PACE, 5, act_of(principal))
    assert (await chosen.of(principal)).limit_requests_minute == 5
    monkeypatch.setattr(chosen, "_stored", Away(engine))
    clock.now += KEPT_S
    assert (await chosen.of(principal)).limit_requests_minute == 5
    fresh = Chosen(Settings(), Away(engine), clock)
    assert (await fresh.of(principal)).limit_requests_minute is None


class Standing(ChosenSettings):
    """A database that takes a question and never answers it."""

    async def of(self, tenant_id: str) -> dict[str, Value]:
        """Never."""
        await asyncio.Event().wait()
        raise AssertionError(tenant_id)


async def test_a_standing_database_is_not_waited_for(
    engine: AsyncEngine, principal: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service_agent.limits.chosen.SOON_S", 0.01)
    standing = Chosen(Settings(limit_requests_minute=60), Standing(engine), Clock())
    assert (await standing.of(principal)).limit_requests_minute == 60
