"""What administrators see and do, over HTTP, and what of it is written down."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from service_agent.api.admin.acts import ACTS
from service_agent.composition.app import describe
from tests.service_agent.walk.test_routes import listed as every_route
from tests.serving import Serve, Serving

KEYS = "ann:ann-0123456789abc,olga:olga-0123456789abc:operator,boss:boss-0123456789abc:admin"


def as_(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {name}-0123456789abc"}


async def rows(service: Serving, **wanted: Any) -> list[dict[str, Any]]:
    found = await service.http.get("/api/admin/audit", params={"limit": 200, **wanted}, headers=as_("boss"))
    assert found.status_code == 200, found.text
    return list(found.json()["entries"])


async def newest(service: Serving, action: str) -> dict[str, Any]:
    return (await rows(service, action=action))[0]


async def ask(service: Serving, method: str, path: str, name: str = "boss", **sent: Any) -> httpx.Response:
    return await service.http.request(method, path, headers=as_(name), **sent)


def test_every_act_that_is_named_is_a_route() -> None:
    assert set(ACTS) <= every_route(describe().routes)


async def test_only_administrators_see_any_of_it(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        for path in ("overview", "settings", "people", "keys", "audit", "audit/file"):
            for name in ("ann", "olga"):
                assert (await ask(service, "GET", f"/api/admin/{path}", name)).status_code == 403
            assert (await ask(service, "GET", f"/api/admin/{path}")).status_code == 200
            assert (await service.http.get(f"/api/admin/{path}")).status_code == 401


async def test_a_key_is_made_shown_once_used_and_revoked(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        body = {"name": "nightly", "owner": "carla", "role": "operator", "days": 30}
        made = await ask(service, "POST", "/api/admin/keys", json=body)
        assert made.status_code == 201, made.text
        key, key_id = made.json()["key"], made.json()["key_id"]
        with_it = {"Authorization": f"Bearer {key}"}
        assert (await service.http.get("/api/me", headers=with_it)).json()["owner_id"] == "carla"
        listed = (await ask(service, "GET", "/api/admin/keys")).json()["keys"]
        assert key not in json.dumps(listed)
        assert [(one["name"], one["role"], one["standing"]) for one in listed if one["key_id"] == key_id] == [
            ("nightly", "operator", True)
        ]
        assert (await ask(service, "POST", "/api/admin/keys", json=body)).status_code == 409
        revoked = await ask(service, "DELETE", f"/api/admin/keys/{key_id}")
        assert revoked.json()["standing"] is False
        assert (await service.http.get("/api/me", headers=with_it)).status_code == 401
        assert (await ask(service, "DELETE", f"/api/admin/keys/{key_id}")).status_code == 404
        entries = [one for one in await rows(service) if key_id in (one["subject"],)]
        assert [(one["action"], one["who"], one["result"]) for one in entries] == [
            ("key_revoked", "boss", "done"),
            ("key_used", "carla", "done"),
            ("key_made", "boss", "done"),
        ]
        assert entries[-1]["about"] == "carla"
        assert entries[-1]["detail"] == {"name": "nightly", "role": "operator", "days": 30}
        assert entries[-1]["origin"] == "127.0.0.1"


async def test_wrong_keys_are_written_down_and_right_ones_once_a_day(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        for _ in range(3):
            await ask(service, "GET", "/api/me", "ann")
            await service.http.get("/api/me", headers={"Authorization": "Bearer made-up"})
        refused = await rows(service, action="sign_in", result="refused")
        assert refused[0]["detail"] == {"tries": 1}, "the next row is of the tenth"
        assert (refused[0]["who"], refused[0]["origin"], refused[0]["code"]) == ("", "127.0.0.1", "unauthenticated")
        assert "made-up" not in json.dumps(refused)
        used = await rows(service, action="key_used", person="ann")
        assert [one["origin"] for one in used].count("127.0.0.1") == 1


async def test_a_page_that_signs_in_and_out_is_written_down(serve: Serve) -> None:
    own = {"Sec-Fetch-Site": "same-origin", "X-Suffice-Page": "1"}
    async with serve(auth_keys=KEYS) as service, httpx.AsyncClient(base_url=service.url, trust_env=False) as page:
        headers = {**own, "Origin": service.url}
        assert (await page.post("/api/sign-in", json={"token": "olga-0123456789abc"}, headers=headers)).is_success
        assert (await page.post("/api/sign-out", headers=headers)).status_code == 204
        signed_in = (await rows(service, action="sign_in", person="olga"))[0]
        signed_out = (await rows(service, action="sign_out", person="olga"))[0]
        assert (signed_in["result"], signed_in["way"]) == ("done", "key")
        assert (signed_out["result"], signed_out["way"]) == ("done", "page")


async def test_an_operators_act_and_a_persons_try_are_written_down(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        sent = {"params": {"name": "a.md", "source": "law_guide"}, "content": b"# A title\n\nA text."}
        assert (await ask(service, "POST", "/api/corpora/real_estate/documents", "olga", **sent)).is_success
        for _ in range(2):
            assert (await ask(service, "POST", "/api/corpora/real_estate/documents", "ann", **sent)).status_code == 403
        done = await rows(service, action="document_added", person="olga")
        tried = await rows(service, action="document_added", person="ann")
        assert [(one["subject"], one["result"]) for one in done] == [("real_estate", "done")]
        assert [(one["result"], one["code"]) for one in tried] == [("refused", "forbidden")], "once a day"


async def test_a_removed_document_and_a_tried_host_are_named_in_the_log(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        sent = {"params": {"name": "a.md", "source": "law_guide"}, "content": b"# A title\n\nA text."}
        assert (await ask(service, "POST", "/api/corpora/real_estate/documents", "olga", **sent)).is_success
        path = "/api/knowledge/real_estate/documents"
        (line,) = (await ask(service, "GET", path, params={"q": "A title"})).json()["documents"]
        assert (await ask(service, "DELETE", f"{path}/{line['document_id']}", "olga")).status_code == 204
        removed = await newest(service, "document_removed")
        assert (removed["subject"], removed["detail"]) == ("real_estate", {"document": line["document_id"]})
        entered = {"base_url": "http://127.0.0.1:9/a-key/v1", "model": "m", "api_key": "secret-key"}
        assert (await ask(service, "POST", "/api/model/try", json={"entered": entered})).is_success
        assert (await newest(service, "endpoint_tried"))["detail"] == {"host": "127.0.0.1:9"}


async def test_a_person_is_signed_out_and_erased_and_the_log_no_longer_names_them(serve: Serve) -> None:
    own = {"Sec-Fetch-Site": "same-origin", "X-Suffice-Page": "1"}
    async with serve(auth_keys=KEYS) as service, httpx.AsyncClient(base_url=service.url, trust_env=False) as page:
        headers = {**own, "Origin": service.url}
        assert (await page.post("/api/sign-in", json={"token": "ann-0123456789abc"}, headers=headers)).is_success
        assert (await page.post("/api/sessions", headers=headers)).status_code == 201
        people = (await ask(service, "GET", "/api/admin/people", params={"q": "AN"})).json()["people"]
        # Modules share a worker's database: another one's Ann may be signed in as well.
        (ann,) = people
        assert (ann["owner_id"], ann["sessions"] >= 1, ann["sign_ins"] >= 1) == ("ann", True, True)
        out = await ask(service, "POST", "/api/admin/people/sign-out", json={"person": "ann"})
        assert out.json() == {"sign_ins": ann["sign_ins"]}
        assert (await page.get("/api/me")).status_code == 401
        nobody = await ask(service, "POST", "/api/admin/people/erase", json={"person": "nobody-of-this-name"})
        assert (nobody.status_code, nobody.json()["field"]) == (422, "person")
        assert (await ask(service, "POST", "/api/admin/people/erase", json={"person": "ann"})).status_code == 204
        erased = await newest(service, "person_erased")
        assert (erased["who"], erased["about"][:7]) == ("boss", "erased-")
        assert await rows(service, person="ann") == []
        assert len(await rows(service, person=erased["about"])) >= 3
        assert (await ask(service, "GET", "/api/admin/people", params={"q": "ann"})).json()["people"] == []


async def test_whoever_erases_themselves_leaves_a_row_without_their_name(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        await ask(service, "POST", "/api/sessions", "ann")
        assert (await ask(service, "DELETE", "/api/me", "ann")).status_code == 204
        row = await newest(service, "person_erased")
        assert row["who"] == row["about"]
        assert row["who"].startswith("erased-")
        assert row["origin"] == ""


async def test_the_overview_tells_figures_and_settings_and_no_words(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, limit_person_tokens_day=5_000) as service:
        await ask(service, "POST", "/api/chat", "ann", json={"content": "대구 달서구 아파트 시세 알려줘"})
        found = (await ask(service, "GET", "/api/admin/overview")).json()
        assert found["totals"]["people"] >= 1
        assert found["totals"]["sessions_week"] >= 1
        assert found["room"]["database"] > 1_000_000
        assert {one["name"] for one in found["packs"]} >= {"real_estate"}
        assert next(one for one in found["packs"] if one["name"] == "real_estate")["passages"] > 0
        settings = {one["name"]: one["value"] for one in found["settings"]}
        assert settings["SUFFICE_LIMIT_PERSON_TOKENS_DAY"] == 5_000
        assert settings["SUFFICE_KEEP_AUDIT_DAYS"] == 730
        assert settings["SUFFICE_LIMIT_TENANT_TOKENS_DAY"] is None
        assert {one["sentence"] for one in found["checks"]} == {None}
        assert "달서구" not in json.dumps(found, ensure_ascii=False)


async def test_the_log_is_a_file_whose_cells_are_no_formulas(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        body = {"name": "=HYPERLINK(1)", "owner": "@sum"}
        made = await ask(service, "POST", "/api/admin/keys", json=body)
        assert made.status_code == 201
        chosen = {"action": "key_made", "person": "@sum"}
        taken = await ask(service, "GET", "/api/admin/audit/file", params={**chosen, "format": "csv"})
        table = list(csv.DictReader(io.StringIO(taken.content.decode("utf-8-sig"))))
        assert [(one["who"], one["about"]) for one in table] == [("boss", "'@sum")]
        assert "=HYPERLINK(1)" in table[0]["detail"]
        assert not table[0]["detail"].startswith("=")
        lines = await ask(service, "GET", "/api/admin/audit/file", params={**chosen, "format": "jsonl"})
        (one,) = [json.loads(line) for line in lines.text.splitlines()]
        assert (one["about"], one["detail"]["name"]) == ("@sum", "=HYPERLINK(1)")
        assert [row["who"] for row in await rows(service, action="audit_log_exported")][:2] == ["boss", "boss"]


async def test_pages_of_the_log_follow_each_other(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        for number in range(5):
            await ask(service, "POST", "/api/admin/keys", json={"name": f"paged-{number}"})
        seen: list[int] = []
        before: int | None = None
        while True:
            asked = {"limit": 2, "action": "key_made"} | ({"before": before} if before else {})
            page = (await ask(service, "GET", "/api/admin/audit", params=asked)).json()
            seen += [one["entry_id"] for one in page["entries"]]
            before = page["next"]
            if before is None:
                break
        assert seen == sorted(set(seen), reverse=True)
        assert len(seen) >= 5


async def test_a_filter_that_is_wrong_is_reported(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        for field, value in (("since", "2026-12-01T00:00:00"), ("result", "perhaps"), ("who", "ann")):
            refused = await ask(service, "GET", "/api/admin/audit", params={field: value})
            assert refused.status_code == 422
            assert field in refused.json()["detail"]


async def test_the_process_says_what_it_has_set_and_no_secret(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, ask_worth_s=0.25) as service:
        answer = await ask(service, "GET", "/api/admin/settings")
    state = answer.json()
    asked = next(one for one in state["settings"] if one["name"] == "SUFFICE_ASK_WORTH_S")
    assert (asked["value"], asked["is_set"]) == ("0.25", True)
    assert Path(state["data_dir"]).is_absolute()
    assert "@" not in state["database"]
    assert "0123456789abc" not in answer.text


async def test_with_sign_in_off_whoever_is_there_administers(serve: Serve) -> None:
    async with serve() as service:
        found = (await service.http.get("/api/admin/overview")).json()
        assert found["everybody"] is True
        made = await service.http.post("/api/admin/keys", json={"name": "first"})
        assert made.status_code == 201
        (row, *_) = (await service.http.get("/api/admin/audit?action=key_made")).json()["entries"]
        assert (row["who"], row["way"]) == ("local", "none")


@pytest.mark.parametrize("act", ["sign-out", "erase"])
async def test_a_name_the_database_cannot_look_for_is_reported(service: Serving, act: str) -> None:
    answer = await service.http.post(f"/api/admin/people/{act}", json={"person": "a\0"})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "person: control characters are not taken here; leave them out.",
    )


async def test_a_time_at_the_calendars_edge_is_reported(service: Serving) -> None:
    for path in ("audit", "audit/file"):
        for name in ("since", "until"):
            for moment in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):
                answer = await service.http.get(f"/api/admin/{path}", params={name: moment})
                assert (answer.status_code, answer.json()["field"]) == (422, name)
    assert (await service.http.get("/api/admin/audit", params={"before": "9" * 40})).status_code == 422
    whole = {"since": "0001-01-01T00:00:00Z", "until": "9999-12-31T23:59:59Z", "before": str(2**63 - 1)}
    assert (await service.http.get("/api/admin/audit", params=whole)).status_code == 200
