"""Which model answers whom: what was entered last, in every process; the environment's where it cannot be used."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal
from foundation.llm.client import Endpoint, ModelClient
from foundation.storage.people.audit_log import Act
from foundation.storage.people.model_endpoints import ModelEndpoints, StoredEndpoint
from prompts.budgets import BUDGETS
from service_agent.composition import live_models
from service_agent.composition.live_models import LiveModels
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.trying import EnteredEndpoint
from service_agent.settings.sealing import Sealing

FIRST, SECOND = (EnteredEndpoint(f"https://192.0.2.{n}/v1", f"model-{n}", "sk-123456789") for n in (1, 2))
SECRET, ANOTHER = "a" * 32, "b" * 32


def client_of(stored: StoredEndpoint, key: str) -> ModelClient:
    return ModelClient(Endpoint(stored.base_url, stored.model, key), BUDGETS)


@asynccontextmanager
async def process(
    engine: AsyncEngine, folder: Path, secret: str = SECRET, retire_s: float = 3600
) -> AsyncGenerator[LiveModels]:
    """One of the service, whose environment names the model `own`."""
    kept = KeptEndpoints(ModelEndpoints(engine), Sealing(SecretStr(secret), folder), private=True)
    own = ModelClient(Endpoint("https://192.0.2.9/v1", "own"), BUDGETS)
    models = LiveModels(own, kept, client_of, lambda: None, retire_s)
    try:
        yield models
    finally:
        await models.aclose()
        await own.aclose()


def act_of(principal: Principal) -> Act:
    return Act("endpoint_entered", principal.tenant_id, principal.owner_id, "key")


async def name_of(models: LiveModels, principal: Principal) -> str | None:
    model = await models.fresh(principal)
    return None if model is None else model.name


async def test_what_one_process_is_given_the_next_turn_of_each_asks(
    engine: AsyncEngine, principal: Principal, tmp_path: Path
) -> None:
    async with process(engine, tmp_path) as here, process(engine, tmp_path) as there:
        said: list[str | None] = []
        for entered in (FIRST, SECOND, None):
            if entered is None:
                await here.kept.remove(principal, act_of(principal))
            else:
                await here.kept.save(principal, entered, act_of(principal))
            said += [await name_of(here, principal), await name_of(there, principal)]
        assert said == ["model-1", "model-1", "model-2", "model-2", "own", "own"]


async def test_a_turn_that_began_before_keeps_its_client_open(
    engine: AsyncEngine, principal: Principal, tmp_path: Path
) -> None:
    async with process(engine, tmp_path) as models:
        await models.kept.save(principal, FIRST, act_of(principal))
        begun = await models.fresh(principal)
        await models.kept.save(principal, SECOND, act_of(principal))
        after = await models.fresh(principal)
        assert begun is not None
        assert after is not begun
        assert not begun.is_closed
        assert models.last(principal) is after
    assert begun.is_closed


async def test_one_version_is_one_client(engine: AsyncEngine, principal: Principal, tmp_path: Path) -> None:
    async with process(engine, tmp_path) as models:
        await models.kept.save(principal, FIRST, act_of(principal))
        clients = {id(await models.fresh(principal)) for _ in range(3)}
        assert len(clients) == 1
        assert await models.at(principal, "an older turn's") is await models.fresh(principal)


async def test_one_tenants_model_answers_no_other(engine: AsyncEngine, principal: Principal, tmp_path: Path) -> None:
    other = of_another_tenant(principal)
    async with process(engine, tmp_path) as models:
        await models.kept.save(principal, FIRST, act_of(principal))
        assert await name_of(models, other) == "own"
        async with engine.begin() as connection:  # as if somebody copied the row
            await connection.execute(
                text(
                    "INSERT INTO model_endpoints SELECT :other, owner_id, version, base_url, model, reply_format,"
                    " sealed_key, key_end, changed_at FROM model_endpoints WHERE tenant_id = :tenant_id"
                ),
                {"other": other.tenant_id, "tenant_id": principal.tenant_id},
            )
        assert await name_of(models, other) == "own", "the key is sealed for its tenant"
        assert models.trouble is not None


async def test_a_process_with_another_secret_goes_on_until_it_is_given_the_right_one(
    engine: AsyncEngine, principal: Principal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(engine, tmp_path) as here, process(engine, tmp_path, ANOTHER) as there:
        await here.kept.save(principal, FIRST, act_of(principal))
        assert await name_of(there, principal) == "own"
        assert there.trouble is not None
        assert (await there.kept.shown(principal)) is not None
        await there.kept.save(principal, SECOND, act_of(principal))
        assert [await name_of(one, principal) for one in (here, there)] == ["own", "model-2"]
        monkeypatch.setattr(live_models, "LOOK_AGAIN_S", 0.0)
        monkeypatch.setattr(here.kept, "_sealing", Sealing(SecretStr(f"{SECRET},{ANOTHER}"), tmp_path))
        assert await name_of(here, principal) == "model-2"
        assert here.trouble is None


async def test_the_tenants_used_longest_ago_make_room(
    engine: AsyncEngine, principal: Principal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_models, "MOST_HELD", 2)
    second, third = (of_another_tenant(principal, name) for name in ("second", "third"))
    async with process(engine, tmp_path, retire_s=0) as models:
        for one in (principal, second, third):
            await models.kept.save(one, FIRST, act_of(one))
        for one in (principal, second, principal, third):
            await models.fresh(one)
        last = [models.last(one) for one in (principal, second, third)]
        assert [one and one.name for one in last] == ["model-1", "own", "model-1"]
        assert await name_of(models, second) == "model-1"


async def test_tenants_whose_turns_may_still_go_on_keep_their_one_client(
    engine: AsyncEngine, principal: Principal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_models, "MOST_HELD", 1)
    both = (principal, of_another_tenant(principal))
    async with process(engine, tmp_path) as models:
        for one in both:
            await models.kept.save(one, FIRST, act_of(one))
        clients = {id(client): client for _ in range(5) for one in both if (client := await models.fresh(one))}
        assert len(clients) == len(both)
        assert not any(client.is_closed for client in clients.values())


def of_another_tenant(principal: Principal, name: str = "other") -> Principal:
    return principal.model_copy(update={"tenant_id": f"{principal.tenant_id}-{name}"})
