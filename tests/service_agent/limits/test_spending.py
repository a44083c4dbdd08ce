"""A day's tokens and money: added up for person and tenant, and nobody's past the limit."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.contracts.ports import Usage
from foundation.storage.identity import person_hash
from foundation.storage.people import PeopleRepository
from foundation.storage.retention import Keep, prune
from foundation.storage.spending import SpendingRepository, Spent
from service_agent.limits.allowance import Allowance, DayLimits
from service_agent.limits.spending import Ledger, spent_of


async def test_what_people_spend_counts_for_themselves_and_for_their_tenant(
    engine: AsyncEngine, principal: Principal, colleague: Principal, stranger: Principal
) -> None:
    spending = SpendingRepository(engine)
    async with Ledger(spending) as ledger:
        ledger.note(principal, Spent(100, 7))
        ledger.note(principal, Spent(20, 3))
        ledger.note(colleague, Spent(5, 1))
    today = await spending.today(principal)
    assert (today.person, today.tenant) == (Spent(120, 10), Spent(125, 11))
    assert 1 <= today.left_s <= 86_400
    assert (await spending.today(stranger)).tenant == Spent()


async def test_what_is_being_written_when_the_service_ends_is_counted_once(
    engine: AsyncEngine, principal: Principal
) -> None:
    spending, person = SpendingRepository(engine), {"tenant": principal.tenant_id, "owner": principal.owner_id}
    await spending.add({(principal.tenant_id, principal.owner_id): Spent(1, 1)})
    async with engine.connect() as holder:
        row = text("SELECT 1 FROM spending WHERE tenant_id = :tenant AND owner_id = :owner FOR UPDATE")
        await holder.execute(row, person)
        ledger = await Ledger(spending).__aenter__()
        ledger.note(principal, Spent(100, 7))
        await until_waiting(engine)
        ending = asyncio.create_task(ledger.__aexit__())
        await asyncio.wait({ending}, timeout=0.5)  # time enough to give the write up, for one that would
        await holder.rollback()
        await ending
    assert (await spending.today(principal)).person == Spent(101, 8)


async def until_waiting(engine: AsyncEngine) -> None:
    """Until a statement that notes waits for somebody's row."""
    waiting = text(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        " AND query LIKE '%INSERT INTO spending%'"
    )
    async with engine.connect() as connection:
        for _ in range(1000):
            if (await connection.execute(waiting)).first() is not None:
                return
            await connection.rollback()
            await asyncio.sleep(0.01)
    raise AssertionError("nothing is being written")


async def test_two_processes_noting_at_once_lose_nothing(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending = SpendingRepository(engine)
    people = [(one.tenant_id, one.owner_id) for one in (principal, colleague)]

    async def note(order: int) -> None:
        for _ in range(20):
            await spending.add({person: Spent(1, 2) for person in people[::order]})

    await asyncio.gather(note(1), note(-1), note(1))
    today = await spending.today(principal)
    assert (today.person, today.tenant) == (Spent(60, 120), Spent(120, 240))


@pytest.mark.parametrize(
    ("limits", "spent", "named"),
    [
        (DayLimits(), Spent(10**9, 10**12), None),
        (DayLimits(person=(100, None)), Spent(99, 0), None),
        (DayLimits(person=(100, None)), Spent(100, 0), "Your allowance of 100 model tokens"),
        (DayLimits(person=(None, 0.5)), Spent(0, 499_999), None),
        (DayLimits(person=(None, 0.5)), Spent(0, 500_000), "Your allowance of 0.5"),
        (DayLimits(tenant=(100, None)), Spent(100, 0), "Your organisation's allowance"),
        (DayLimits(tenant=(None, 2.0)), Spent(0, 2_000_000), "Your organisation's allowance of 2"),
    ],
)
async def test_a_days_limit_is_reached_at_its_figure(
    engine: AsyncEngine, principal: Principal, limits: DayLimits, spent: Spent, named: str | None
) -> None:
    spending = SpendingRepository(engine)
    await spending.add({(principal.tenant_id, principal.owner_id): spent})
    over = await Allowance(limits, spending).over(principal)
    assert (over is None) == (named is None)
    if over is not None and named is not None:
        assert over.sentence.startswith(named)
        assert 1 <= over.retry_after_s <= 86_400


async def test_a_colleague_has_an_allowance_of_their_own_but_not_of_the_tenants(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending = SpendingRepository(engine)
    await spending.add({(principal.tenant_id, principal.owner_id): Spent(100, 0)})
    assert await Allowance(DayLimits(person=(100, None)), spending).over(colleague) is None
    assert await Allowance(DayLimits(tenant=(100, None)), spending).over(colleague) is not None


async def test_whoever_erases_themselves_gets_no_second_allowance_and_leaves_no_name(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending, people = SpendingRepository(engine), PeopleRepository(engine)
    person = (principal.tenant_id, principal.owner_id)
    for spent in (60, 40):
        await spending.add({person: Spent(spent, spent)})
        await people.erase(principal)
    assert await owners(engine, principal) == {"", f"erased-{person_hash(principal)}"}
    await spending.add({person: Spent(5, 5)})
    today = await spending.today(principal)
    assert (today.person, today.tenant) == (Spent(105, 105), Spent(105, 105))
    assert (await spending.today(colleague)).person == Spent()
    assert await Allowance(DayLimits(person=(105, None)), spending).over(principal) is not None


async def test_what_an_erased_person_spent_is_removed_when_its_day_is_over(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending, kept = SpendingRepository(engine), f"erased-{person_hash(principal)}"
    for one in (principal, colleague):
        await spending.add({(one.tenant_id, one.owner_id): Spent(100, 0)})
    await PeopleRepository(engine).erase(principal)
    await prune(engine, Keep())
    assert await owners(engine, principal) == {"", colleague.owner_id, kept}, "the day is not over"
    async with engine.begin() as connection:
        yesterday = text("UPDATE spending SET day = day - 1 WHERE tenant_id = :tenant")
        await connection.execute(yesterday, {"tenant": principal.tenant_id})
    assert (await prune(engine, Keep()))["spending"] >= 1
    assert await owners(engine, principal) == {"", colleague.owner_id}


async def owners(engine: AsyncEngine, principal: Principal) -> set[str]:
    """Whose sums are kept in this person's tenant."""
    async with engine.connect() as connection:
        statement = text("SELECT owner_id FROM spending WHERE tenant_id = :tenant")
        return set((await connection.execute(statement, {"tenant": principal.tenant_id})).scalars())


def test_money_is_kept_in_millionths() -> None:
    assert spent_of(Usage(prompt_tokens=3, completion_tokens=4, cost=0.0000015)) == Spent(7, 2)
