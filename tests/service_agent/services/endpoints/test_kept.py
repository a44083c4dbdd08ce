"""What is kept of an entered endpoint while others change it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.endpoint_errors import KeyNeeded
from foundation.contracts.identity import Principal
from foundation.storage.people.audit_log import Act
from foundation.storage.people.model_endpoints import ModelEndpoints, StoredEndpoint
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.trying import EnteredEndpoint
from service_agent.settings.sealing import Sealing

ADDRESS = "https://192.0.2.1/v1"
FIRST, NEW = (EnteredEndpoint(ADDRESS, "m", key) for key in ("sk-first-0123456789", "sk-second-0123456789"))
SAME_KEY = EnteredEndpoint(ADDRESS, "another", keep_key=True)


class Overtaken(ModelEndpoints):
    """Another administrator is done between its reading and its writing."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def of(self, principal: Principal) -> StoredEndpoint | None:
        found = await super().of(principal)
        if (act := self.meanwhile) is not None:
            self.meanwhile = None
            await act()
        return found


def opened(stored: ModelEndpoints, folder: Path) -> KeptEndpoints:
    return KeptEndpoints(stored, Sealing(SecretStr("a" * 32), folder), private=True)


@pytest.mark.parametrize("replaced", [False, True], ids=["removed", "replaced"])
async def test_a_key_given_up_meanwhile_does_not_come_back(
    engine: AsyncEngine, principal: Principal, tmp_path: Path, replaced: bool
) -> None:
    act = Act("endpoint_entered", principal.tenant_id, principal.owner_id, "key")
    stored = Overtaken(engine)
    mine, others = opened(stored, tmp_path), opened(ModelEndpoints(engine), tmp_path)
    await mine.save(principal, FIRST, act)
    stored.meanwhile = lambda: others.save(principal, NEW, act) if replaced else others.remove(principal, act)
    with pytest.raises(KeyNeeded):
        await mine.save(principal, SAME_KEY, act)
    left = await others.of(principal)
    assert (None if left is None else await others.key_of(principal, left)) == (NEW.api_key if replaced else None)


async def test_a_key_that_is_kept_stays_with_another_model(
    engine: AsyncEngine, principal: Principal, tmp_path: Path
) -> None:
    act = Act("endpoint_entered", principal.tenant_id, principal.owner_id, "key")
    kept = opened(ModelEndpoints(engine), tmp_path)
    await kept.save(principal, FIRST, act)
    await kept.save(principal, SAME_KEY, act)
    left = await kept.of(principal)
    assert left is not None
    assert (left.model, await kept.key_of(principal, left)) == ("another", FIRST.api_key)
