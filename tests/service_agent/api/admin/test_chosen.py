"""Administrators change limits, retention and keys over HTTP, without a restart."""

from __future__ import annotations

from tests.service_agent.api.admin.test_routes import KEYS, as_, ask, newest, rows
from tests.service_agent.api.test_routes import problem_of
from tests.serving import Serve, Serving

PACE = "SUFFICE_LIMIT_REQUESTS_MINUTE"


async def done(service: Serving) -> list[int]:
    """Ids of the rows of settings that were changed."""
    entries = [*await rows(service, action="setting_chosen"), *await rows(service, action="setting_given_back")]
    return [one["entry_id"] for one in entries if one["result"] == "done"]


async def test_a_chosen_pace_holds_at_once_and_can_be_given_back(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        path = f"/api/admin/settings/{PACE}"
        chosen = await ask(service, "PUT", path, json={"value": 2})
        assert chosen.status_code == 200, chosen.text
        assert chosen.json() == {
            "name": PACE,
            "value": 2,
            "default": None,
            "chosen": True,
            "changeable": True,
            "takes": "a whole number from 1",
        }
        asked = [(await service.http.get("/api/me", headers=as_("ann"))).status_code for _ in range(3)]
        assert asked == [200, 200, 429]
        back = await ask(service, "DELETE", path)
        assert (back.status_code, back.json()["value"], back.json()["chosen"]) == (200, None, False)
        assert (await service.http.get("/api/me", headers=as_("ann"))).status_code == 200
        settings = {one["name"]: one for one in (await ask(service, "GET", "/api/admin/overview")).json()["settings"]}
        assert settings[PACE]["chosen"] is False
        assert settings["SUFFICE_MAX_CONNECTIONS"]["changeable"] is False
        entry = await newest(service, "setting_chosen")
        assert (entry["who"], entry["subject"]) == ("boss", PACE)
        assert entry["detail"] == {"old": "none", "new": "2"}
        assert (await newest(service, "setting_given_back"))["detail"] == {"old": "2", "new": "none"}


async def test_wrong_values_and_roles_change_nothing(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        path = "/api/admin/settings/SUFFICE_KEEP_AUDIT_DAYS"
        before = await done(service)
        problem = problem_of(await ask(service, "PUT", path, json={"value": 7}))
        assert (problem.status, problem.field) == (422, "value")
        for body in ({"value": "7"}, {"value": True}, {}, {"value": 60, "more": 1}, {"value": -1}):
            assert (await ask(service, "PUT", path, json=body)).status_code == 422, body
        for name in ("ann", "olga"):
            assert (await ask(service, "PUT", path, name, json={"value": 60})).status_code == 403
            assert (await ask(service, "DELETE", path, name)).status_code == 403
        assert await done(service) == before


async def test_a_key_is_replaced_in_one_step_with_another_role(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        made = (await ask(service, "POST", "/api/admin/keys", json={"name": "report", "owner": "carla"})).json()
        path = f"/api/admin/keys/{made['key_id']}/replacement"
        replaced = await ask(service, "POST", path, json={"role": "operator"})
        assert replaced.status_code == 201, replaced.text
        new = replaced.json()
        assert (new["name"], new["owner_id"], new["role"], new["standing"]) == ("report", "carla", "operator", True)
        with_old, with_new = ({"Authorization": f"Bearer {one['key']}"} for one in (made, new))
        assert (await service.http.get("/api/me", headers=with_old)).status_code == 401
        assert (await service.http.get("/api/me", headers=with_new)).json()["owner_id"] == "carla"
        assert (await ask(service, "POST", path, json={"role": "admin"})).status_code == 404
        entry = await newest(service, "key_replaced")
        assert (entry["subject"], entry["about"]) == (new["key_id"], "carla")
        assert entry["detail"] == {"name": "report", "old": "person", "new": "operator", "replaced": made["key_id"]}
