"""A day's tokens and money: added up for person and tenant, and nobody's past the limit."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.contracts.ports import Message, Usage
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from foundation.storage.database.erasure_guard import person_hash
from foundation.storage.people.person import PeopleRepository
from foundation.storage.people.retention import Keep, prune
from foundation.storage.people.spending import Spender, SpendingRepository, Spent
from service_agent.limits.allowance import Allowance, LimitsOf
from service_agent.limits.spending import Ledger, Metered, spent_of
from service_agent.settings.limits import LimitSettings


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
    await spending.add({Spender.of(principal): Spent(1, 1)})
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
    people = [Spender.of(one) for one in (principal, colleague)]

    async def note(order: int) -> None:
        for _ in range(20):
            await spending.add({person: Spent(1, 2) for person in people[::order]})

    await asyncio.gather(note(1), note(-1), note(1))
    today = await spending.today(principal)
    assert (today.person, today.tenant) == (Spent(60, 120), Spent(120, 240))


def always(limits: LimitSettings) -> LimitsOf:
    """The same limits for everybody."""

    async def of(_principal: Principal) -> LimitSettings:
        return limits

    return of


@pytest.mark.parametrize(
    ("limits", "spent", "named"),
    [
        (LimitSettings(), Spent(10**9, 10**12), None),
        (LimitSettings(limit_person_tokens_day=100), Spent(99, 0), None),
        (LimitSettings(limit_person_tokens_day=100), Spent(100, 0), "Your allowance of 100 model tokens"),
        (LimitSettings(limit_person_cost_day=0.5), Spent(0, 499_999), None),
        (LimitSettings(limit_person_cost_day=0.5), Spent(0, 500_000), "Your allowance of 0.5"),
        (LimitSettings(limit_tenant_tokens_day=100), Spent(100, 0), "Your organisation's allowance"),
        (LimitSettings(limit_tenant_cost_day=2.0), Spent(0, 2_000_000), "Your organisation's allowance of 2"),
    ],
)
async def test_a_days_limit_is_reached_at_its_figure(
    engine: AsyncEngine, principal: Principal, limits: LimitSettings, spent: Spent, named: str | None
) -> None:
    spending = SpendingRepository(engine)
    await spending.add({Spender.of(principal): spent})
    over = await Allowance(always(limits), spending).over(principal)
    assert (over is None) == (named is None)
    if over is not None and named is not None:
        assert over.sentence.startswith(named)
        assert 1 <= over.retry_after_s <= 86_400


async def test_a_colleague_has_an_allowance_of_their_own_but_not_of_the_tenants(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending = SpendingRepository(engine)
    await spending.add({Spender.of(principal): Spent(100, 0)})
    assert await Allowance(always(LimitSettings(limit_person_tokens_day=100)), spending).over(colleague) is None
    assert await Allowance(always(LimitSettings(limit_tenant_tokens_day=100)), spending).over(colleague) is not None


async def test_whoever_erases_themselves_gets_no_second_allowance_and_leaves_no_name(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending, people = SpendingRepository(engine), PeopleRepository(engine)
    person = Spender.of(principal)
    for spent in (60, 40):
        await spending.add({person: Spent(spent, spent)})
        await people.erase(principal)
    assert await owners(engine, principal) == {"", f"erased-{person_hash(principal)}"}
    await spending.add({person: Spent(5, 5)})
    today = await spending.today(principal)
    assert (today.person, today.tenant) == (Spent(105, 105), Spent(105, 105))
    assert (await spending.today(colleague)).person == Spent()
    assert await Allowance(always(LimitSettings(limit_person_tokens_day=105)), spending).over(principal) is not None


async def test_what_an_erased_person_spent_is_removed_when_its_day_is_over(
    engine: AsyncEngine, principal: Principal, colleague: Principal
) -> None:
    spending, kept = SpendingRepository(engine), f"erased-{person_hash(principal)}"
    for one in (principal, colleague):
        await spending.add({Spender.of(one): Spent(100, 0)})
    await PeopleRepository(engine).erase(principal)
    await prune(engine, Keep())
    assert await owners(engine, principal) == {"", colleague.owner_id, kept}, "the day is not over"
    async with engine.begin() as connection:
        yesterday = text("UPDATE spending SET day = day - 1 WHERE tenant_id = :tenant")
        await connection.execute(yesterday, {"tenant": principal.tenant_id})
    assert (await prune(engine, Keep()))["erased_spending"] >= 1
    assert await owners(engine, principal) == {"", colleague.owner_id}


async def owners(engine: AsyncEngine, principal: Principal) -> set[str]:
    """Whose sums are kept in this person's tenant."""
    async with engine.connect() as connection:
        statement = text("SELECT owner_id FROM spending WHERE tenant_id = :tenant")
        return set((await connection.execute(statement, {"tenant": principal.tenant_id})).scalars())


async def test_what_was_asked_before_somebody_was_erased_is_noted_without_their_name(
    engine: AsyncEngine, principal: Principal
) -> None:
    spending, kept = SpendingRepository(engine), f"erased-{person_hash(principal)}"
    async with engine.connect() as connection:
        asked = (await connection.execute(text("SELECT clock_timestamp()"))).scalar_one()
    await PeopleRepository(engine).erase(principal)
    await spending.add({Spender.of(principal, asked): Spent(7, 7)})
    assert await owners(engine, principal) == {"", kept}
    async with engine.connect() as connection:
        back = (await connection.execute(text("SELECT clock_timestamp()"))).scalar_one()
    await spending.add({Spender.of(principal, back): Spent(1, 1)})
    assert await owners(engine, principal) == {"", kept, principal.owner_id}, "who comes back is somebody new"
    assert (await spending.today(principal)).person == Spent(8, 8)


async def test_what_is_noted_while_somebody_is_being_erased_keeps_no_name(
    engine: AsyncEngine, principal: Principal
) -> None:
    """Twenty notes beside the erasing, wherever they meet it."""
    spending = SpendingRepository(engine)
    async with engine.connect() as connection:
        asked = (await connection.execute(text("SELECT clock_timestamp()"))).scalar_one()

    async def note() -> None:
        for _ in range(20):
            await spending.add({Spender.of(principal, asked): Spent(1, 1)})

    await asyncio.gather(note(), PeopleRepository(engine).erase(principal), note())
    assert await owners(engine, principal) == {"", f"erased-{person_hash(principal)}"}
    assert (await spending.today(principal)).person == Spent(40, 40)


async def test_sums_are_kept_as_long_as_they_are_to_be_and_todays_always(
    engine: AsyncEngine, principal: Principal
) -> None:
    spending = SpendingRepository(engine)
    await spending.add({Spender.of(principal): Spent(1, 1)})
    async with engine.begin() as connection:
        older = text(
            "INSERT INTO spending SELECT tenant_id, owner_id, day - age, tokens, micros"
            " FROM spending, unnest(ARRAY[5, 20]) AS age WHERE tenant_id = :tenant"
        )
        await connection.execute(older, {"tenant": principal.tenant_id})
    for days, left in ((None, 3), (10, 2), (1, 1)):
        await prune(engine, Keep(spending=None if days is None else timedelta(days=days)))
        async with engine.connect() as connection:
            mine = text("SELECT count(*) FROM spending WHERE tenant_id = :tenant AND owner_id = :owner")
            found = await connection.execute(mine, {"tenant": principal.tenant_id, "owner": principal.owner_id})
            assert found.scalar_one() == left, days
    assert (await spending.today(principal)).person == Spent(1, 1)


async def test_calls_side_by_side_that_share_a_sum_are_each_noted_once(
    engine: AsyncEngine, principal: Principal
) -> None:
    """Of a run's calls some end while others go on, stream, fail or are given up half way."""
    spending, shared = SpendingRepository(engine), Usage()
    script: dict[str, Line] = {"slow": Reply(text="느린 답", delay_s=0.4), "fast": "빠른 답", ANY: "반갑습니다."}
    async with ScriptedEndpoint(script) as endpoint, Ledger(spending) as ledger:
        client = ModelClient(Endpoint(endpoint.base_url, "scripted", "key"), {})
        model = Metered(client, principal, ledger, datetime.now(UTC))

        async def said(prompt: str) -> str:
            pieces = model.stream(prompt, [Message("user", "안녕하세요")], shared)
            return "".join([piece async for piece in pieces])

        given_up = asyncio.create_task(said("slow"))
        await asyncio.gather(said("slow"), said("fast"), said("fast"), said("other"))
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        total = client.totals
        await client.aclose()
    assert total.model_calls == 5
    assert spent_of(shared) == spent_of(total)
    assert (await spending.today(principal)).person == spent_of(total)
    assert shared.by_prompt == total.by_prompt


def test_money_is_kept_in_millionths() -> None:
    assert spent_of(Usage(prompt_tokens=3, completion_tokens=4, cost=0.0000015)) == Spent(7, 2)
