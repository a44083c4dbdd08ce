"""Which requests are written down, and as what."""

from __future__ import annotations

from typing import Any, cast

import pytest
from starlette.datastructures import State

from foundation.contracts.identity import Principal, Role, roles_up_to
from foundation.storage.people.audit_log import Act
from service_agent.api.admin.acts import STATE, Note, write_down
from service_agent.auth.signed_in import SignedIn
from service_agent.services.audit_log import AuditLog

OLGA = SignedIn(Principal(tenant_id="local", owner_id="olga", roles=roles_up_to(Role.OPERATOR)), key_hash="k")


class Written:
    """What would be written."""

    def __init__(self) -> None:
        self.acts: list[tuple[Act, bool]] = []

    async def add(self, act: Act, *, once_a_day: bool = False) -> None:
        """Keep it."""
        self.acts.append((act, once_a_day))


class Route:
    """As a scope names one."""

    def __init__(self, path: str) -> None:
        self.path = path


async def written(method: str, path: str, status: int, state: dict[str, Any], **params: str) -> list[tuple[Act, bool]]:
    log = Written()
    scope = {"method": method, "route": Route(path), "state": state, "path_params": params, "client": ("192.0.2.9", 1)}
    await write_down(cast("AuditLog", log), scope, status, 0.5)
    assert State(state) is not None
    return log.acts


async def test_a_route_nobody_named_is_written_down_as_its_address() -> None:
    ((act, once),) = await written("POST", "/api/brand-new/{pack}", 200, {"signed_in": OLGA}, pack="p")
    assert (act.action, act.owner_id, act.subject, act.origin) == (
        "POST /api/brand-new/{pack}",
        "olga",
        "p",
        "192.0.2.9",
    )
    assert (act.result, act.lasted_s, once) == ("done", 0.5, False)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/experiments", 200),
        ("POST", "/api/chat", 200),
        ("POST", "/api/experiments", 409),
        ("POST", "/api/experiments", 422),
    ],
)
async def test_reading_asking_and_what_was_asked_wrongly_is_no_act(method: str, path: str, status: int) -> None:
    assert await written(method, path, status, {"signed_in": OLGA}) == []


async def test_a_try_without_the_role_is_a_row_a_day_and_a_failure_each_time() -> None:
    state = {"signed_in": OLGA, "failure_code": "missing_role"}
    ((act, once),) = await written("POST", "/api/admin/keys", 403, state)
    assert (act.action, act.result, act.code, once) == ("key_made", "refused", "missing_role", True)
    ((act, once),) = await written("POST", "/api/admin/keys", 503, {"signed_in": OLGA, "failure_code": "away"})
    assert (act.result, act.code, once) == ("failed", "away", False)


async def test_ids_that_are_made_up_make_no_row_each() -> None:
    state = {"signed_in": OLGA, "failure_code": "forbidden"}
    tried = [await written("DELETE", "/api/admin/keys/{key_id}", 403, state, key_id=made_up) for made_up in ("a", "b")]
    assert tried[0] == tried[1]
    assert tried[0][0][1], "once a day"


async def test_what_stands_there_already_is_not_written_twice_unless_it_failed() -> None:
    state: dict[str, Any] = {"signed_in": OLGA, STATE: Note(written=True)}
    assert await written("POST", "/api/admin/keys", 201, state) == []
    assert len(await written("POST", "/api/admin/keys", 500, state)) == 1


async def test_nobody_who_came_in_is_no_row_but_a_refusal_a_route_notes() -> None:
    assert await written("POST", "/api/admin/keys", 401, {}) == []
    note = Note(result="refused", code="unauthenticated")
    ((act, _),) = await written("GET", "/api/sign-in/callback", 303, {STATE: note})
    assert (act.action, act.owner_id, act.way, act.code) == ("sign_in", "", "none", "unauthenticated")


async def test_an_address_of_nothing_is_no_act() -> None:
    log = Written()
    await write_down(cast("AuditLog", log), {"method": "POST", "state": {"signed_in": OLGA}}, 404, 0.0)
    assert log.acts == []
