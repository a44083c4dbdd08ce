"""Administrators enter the model endpoint: at once, in every process, and its key comes out nowhere."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from foundation.llm.scripted import Call, Reply, ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress
from service_agent.settings.sealing import FILE
from tests.serving import Serve, Serving

KEY = "sk-entered-9f8e7d6c5b4a-WXYZ"
PLANNED: dict[str, Any] = {"route": "simple", "intent": "", "confidence": 0.9, "slots": {}}
SAID = ("먼저 넣은 모델입니다.", "나중에 넣은 모델입니다.", "환경의 모델입니다.")
SECRET, ANOTHER = "a" * 32, "b" * 32
OPERATOR, ADMIN, PERSON = ({"Authorization": f"Bearer {who}-key-0123456789"} for who in ("olga", "ada", "paul"))
KEYS = "olga:olga-key-0123456789:operator,ada:ada-key-0123456789:admin,paul:paul-key-0123456789"


@pytest.fixture
def chosen_database(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """The one that `serve` starts on."""
    return replace(server, database=f"suffice_{worker_id}_chosen")


def scripted(said: str) -> ScriptedEndpoint:
    return ScriptedEndpoint(
        {"turn_planning": PLANNED, "query_router": {"route": "simple"}, "direct_response": Reply(said)}
    )


async def enter(served: Serving, base_url: str, **more: Any) -> httpx.Response:
    return await served.http.put("/api/model/endpoint", json={"base_url": base_url, "model": "entered", **more})


async def answer(served: Serving, **how: Any) -> dict[str, Any]:
    asked = await served.http.post("/api/chat", json={"content": "안녕하세요"}, **how)
    assert asked.status_code == 200, asked.text
    return asked.json()


async def test_an_entered_endpoint_answers_the_next_question(serve: Serve) -> None:
    async with scripted("저는 입력된 모델입니다.") as model, serve(try_private_endpoints=True) as served:
        assert (await answer(served))["engine"] == "rules"
        entered = await enter(served, f"{model.base_url}/", api_key=KEY)
        assert entered.status_code == 200, entered.text
        reply = await answer(served)
        assert (reply["engine"], reply["content"]) == ("model", "저는 입력된 모델입니다.")
        assert {call.headers["authorization"] for call in model.calls} == {f"Bearer {KEY}"}
        assert {call.body["model"] for call in model.calls} == {"entered"}


async def test_another_endpoint_takes_its_place_and_removing_gives_back_the_environments(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        first, second, own = [await stack.enter_async_context(scripted(said)) for said in SAID]
        settings = {"llm_base_url": own.base_url, "llm_model": "own", "try_private_endpoints": True}
        served = await stack.enter_async_context(serve(**settings))
        said: list[str] = []
        for base_url in (None, first.base_url, second.base_url):
            if base_url is not None:
                await enter(served, base_url, api_key=KEY)
            said.append((await answer(served))["content"])
        shown = (await served.http.delete("/api/model/endpoint")).json()
        assert (shown["chosen_by"], shown["model"], shown["stored"]) == ("environment", "own", None)
        said.append((await answer(served))["content"])
        assert said == [SAID[2], SAID[0], SAID[1], SAID[2]]
        assert (await served.http.delete("/api/model/endpoint")).status_code == 200


async def test_the_key_goes_out_nowhere_but_to_its_endpoint(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    async with scripted("네.") as model, serve(try_private_endpoints=True) as served:
        replies = [await enter(served, model.base_url, api_key=KEY)]
        await answer(served)
        for path in ("/api/model", "/api/admin/audit", "/api/endpoint-reports", "/readyz", "/metrics"):
            replies.append(await served.http.get(path))
        replies.append(await served.http.post("/api/model/try", json={}))
        replies.append(await served.http.delete("/api/model/endpoint"))
        assert all(one.is_success for one in replies), [one.text[:200] for one in replies if not one.is_success]
    for one in replies:
        assert KEY not in one.text, one.url
        assert "sealed" not in one.text, one.url
    stored = replies[0].json()["stored"]
    assert (stored["has_key"], stored["key_end"]) == (True, KEY[-4:])
    assert KEY not in "".join(capfd.readouterr())


async def test_the_database_holds_the_key_encrypted_and_the_secret_is_its_owners(
    serve: Serve, chosen_database: DatabaseAddress, data_dir: Path
) -> None:
    async with scripted("네.") as model, serve(try_private_endpoints=True) as served:
        await enter(served, model.base_url, api_key=KEY)
        with psycopg.connect(**chosen_database.psycopg_kwargs()) as connection:
            (row,) = connection.execute("SELECT to_jsonb(model_endpoints)::text FROM model_endpoints").fetchall()
    assert KEY not in row[0]
    assert '"sealed_key": "gAAAA' in row[0]
    assert (data_dir / FILE).stat().st_mode & 0o777 == 0o600


async def test_each_change_stands_in_the_audit_log_without_the_key(serve: Serve) -> None:
    async with scripted("네.") as model, serve(try_private_endpoints=True, auth_keys=KEYS) as served:
        body: dict[str, Any] = {"base_url": model.base_url, "model": "m", "api_key": KEY}
        await served.http.put("/api/model/endpoint", json=body, headers=ADMIN)
        kept = {**body, "api_key": "", "keep_key": True}
        await served.http.put("/api/model/endpoint", json=kept, headers=ADMIN)
        await served.http.delete("/api/model/endpoint", headers=ADMIN)
        found = (await served.http.get("/api/admin/audit", headers=ADMIN)).json()["entries"]
        acts = [one for one in found if one["action"].startswith("endpoint_")][:3]
    host = f"127.0.0.1:{model.port}"
    assert [(one["action"], one["who"], one["detail"]) for one in acts] == [
        ("endpoint_removed", "ada", {}),
        ("endpoint_entered", "ada", {"host": host, "model": "m", "key": "kept"}),
        ("endpoint_entered", "ada", {"host": host, "model": "m", "key": "given"}),
    ]


async def test_operators_see_it_admins_change_it_and_others_do_neither(serve: Serve) -> None:
    async with scripted("네.") as model, serve(try_private_endpoints=True, auth_keys=KEYS) as served:
        body = {"base_url": model.base_url, "model": "m", "api_key": KEY}
        expected: list[tuple[dict[str, str], int, int]] = [
            (PERSON, 403, 403),
            (OPERATOR, 200, 403),
            (ADMIN, 200, 200),
            ({}, 401, 401),
        ]
        for headers, sees, changes in expected:
            got = await served.http.get("/api/model", headers=headers)
            put = await served.http.put("/api/model/endpoint", json=body, headers=headers)
            gone = await served.http.delete("/api/model/endpoint", headers=headers)
            assert (got.status_code, put.status_code, gone.status_code) == (sees, changes, changes), headers
        judged = {"pack": "real_estate", "entered": body}
        refused = await served.http.post("/api/model/agreement", json=judged, headers=OPERATOR)
        assert refused.status_code == 403
        assert model.calls == []


async def test_an_entered_private_address_is_not_stored(serve: Serve) -> None:
    async with scripted("네.") as model, serve() as served:
        addresses = (model.base_url, f"http://localhost:{model.port}/v1", f"http://①②⑦.⓪.⓪.①:{model.port}/v1")
        for address in addresses:
            refused = await enter(served, address, api_key=KEY)
            assert (refused.status_code, refused.json()["code"]) == (422, "endpoint_refused"), address
            assert KEY not in refused.text
        assert (await served.http.get("/api/model")).json()["stored"] is None
        assert model.calls == []


@pytest.mark.parametrize("address", ["http://[x", "https://ex\u2100mple.com/v1", "http://0177.0.0.1/v1"])
async def test_an_address_that_cannot_be_read_is_refused_wherever_it_is_entered(service: Serving, address: str) -> None:
    refused = await enter(service, address, api_key=KEY)
    assert (refused.status_code, refused.json()["code"]) == (422, "endpoint_refused"), refused.text
    assert refused.json()["field"] == "base_url"
    entered = {"base_url": address, "model": "m"}
    tried = await service.http.post("/api/model/try", json={"entered": entered})
    assert (tried.json()["verdict"], tried.json()["structured"]["reason"]) == ("fails", "refused"), tried.text
    judged = await service.http.post("/api/model/agreement", json={"pack": "real_estate", "entered": entered})
    assert (judged.status_code, judged.json()["asked"]) == (200, 0), judged.text


@pytest.mark.parametrize("private", [False, True])
async def test_a_key_is_sent_to_no_public_address_in_clear(serve: Serve, private: bool) -> None:
    address = "http://1.1.1.1:9/v1"
    async with serve(try_private_endpoints=private) as served:
        refused = await enter(served, address, api_key=KEY)
        assert (refused.status_code, refused.json()["code"]) == (422, "key_in_clear"), refused.text
        assert (refused.json()["field"], KEY in refused.text) == ("base_url", False)
        entered = {"base_url": address, "model": "m", "api_key": KEY}
        tried = (await served.http.post("/api/model/try", json={"entered": entered})).json()
        assert (tried["verdict"], tried["structured"]["reason"]) == ("fails", "key_in_clear")
        assert (await served.http.get("/api/model")).json()["stored"] is None
        assert (await enter(served, address)).status_code == 200, "without a key nothing is given away"


async def test_a_private_address_stored_once_is_not_called_when_it_may_not_be(serve: Serve) -> None:
    async with scripted("네.") as model:
        async with serve(try_private_endpoints=True) as served:
            await enter(served, model.base_url)
        async with serve() as served:
            assert (await answer(served))["engine"] == "rules"
    assert model.calls == []


BODIES: list[dict[str, Any]] = [
    {"base_url": "ftp://models.example/v1"},
    {"base_url": "https://ann:secret@models.example/v1"},
    {"base_url": "https://models.example/v1?key=secret"},
    {"model": ""},
    {"model": "two words"},
    {"api_key": f"{KEY}\r\nX-Other: 1"},
    {"api_key": f"{KEY}키"},
    {"api_key": KEY * 20},
    {"reply_format": "yaml"},
    {"keep": True},
]


@pytest.mark.parametrize("wrong", BODIES, ids=lambda wrong: next(iter(wrong)))
async def test_what_cannot_be_an_endpoint_is_refused_without_its_key(service: Serving, wrong: dict[str, Any]) -> None:
    body = {"base_url": "https://models.example/v1", "model": "m", "api_key": KEY, **wrong}
    refused = await service.http.put("/api/model/endpoint", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input"), refused.text
    assert KEY not in refused.text
    assert "secret" not in refused.text


async def test_a_body_that_is_no_json_is_refused(service: Serving) -> None:
    headers = {"Content-Type": "application/json"}
    for content in (b'{"base_url": ', b"[]", b"\xff", b""):
        refused = await service.http.put("/api/model/endpoint", content=content, headers=headers)
        assert (refused.status_code, refused.json()["code"]) in ((422, "invalid_input"), (400, "invalid_input")), (
            content
        )


async def test_a_stored_key_goes_to_no_other_address(serve: Serve) -> None:
    async with scripted("네.") as model, scripted("네.") as other, serve(try_private_endpoints=True) as served:
        await enter(served, model.base_url, api_key=KEY)
        elsewhere = await enter(served, other.base_url, keep_key=True)
        assert (elsewhere.status_code, elsewhere.json()["code"]) == (422, "key_needed")
        entered = {"base_url": other.base_url, "model": "m", "keep_key": True}
        tried = await served.http.post("/api/model/try", json={"entered": entered})
        assert (tried.status_code, tried.json()["code"]) == (422, "key_needed")
        assert other.calls == []
        kept = await enter(served, model.base_url, keep_key=True, reply_format="json_object")
        assert (kept.json()["stored"]["has_key"], kept.json()["stored"]["reply_format"]) == (True, "json_object")
        await answer(served)
        call = model.calls_of("turn_planning")[-1]
        assert call.headers["authorization"] == f"Bearer {KEY}"
        assert call.body["response_format"] == {"type": "json_object"}


async def test_a_row_whose_address_was_changed_in_the_database_gives_no_key(
    serve: Serve, chosen_database: DatabaseAddress
) -> None:
    async with scripted("네.") as model, scripted("네.") as other, serve(try_private_endpoints=True) as served:
        await enter(served, model.base_url, api_key=KEY)
        with psycopg.connect(**chosen_database.psycopg_kwargs(), autocommit=True) as connection:
            connection.execute("UPDATE model_endpoints SET base_url = %s, version = 'x'", [other.base_url])
        assert (await answer(served))["engine"] == "rules"
        assert other.calls == []


@pytest.mark.parametrize("own", [False, pytest.param(True, marks=pytest.mark.long)], ids=["rules", "environment"])
async def test_with_another_secret_the_service_goes_on_and_says_so(serve: Serve, own: bool) -> None:
    async with scripted("입력된 모델") as model, scripted("환경의 모델") as environments:
        async with serve(try_private_endpoints=True, settings_key=SECRET) as served:
            await enter(served, model.base_url, api_key=KEY)
        called = len(model.calls)
        settings = {"llm_base_url": environments.base_url, "llm_model": "own"} if own else {}
        async with serve(try_private_endpoints=True, settings_key=ANOTHER, **settings) as served:
            reply = await answer(served)
            shown = (await served.http.get("/api/model")).json()
            ready = await served.http.get("/readyz")
            tried = await served.http.post("/api/model/try", json={})
            again = await enter(served, model.base_url, keep_key=True)
    assert len(model.calls) == called
    assert reply["engine"] == ("model" if own else "rules")
    assert "SUFFICE_SETTINGS_KEY" in shown["stored"]["trouble"]
    assert (shown["mode"], shown["chosen_by"]) == (("model", "environment") if own else ("rules", "none"))
    assert ready.status_code == 200
    assert "model endpoint" in ready.text
    assert tried.status_code == (200 if own else 422)
    assert (again.status_code, again.json()["code"]) == (422, "key_needed")


@pytest.mark.long  # every day: tests/service_agent/settings
async def test_an_older_secret_still_opens_beside_the_new_one(serve: Serve) -> None:
    async with scripted("입력된 모델") as model:
        for secret in (SECRET, f"{ANOTHER},{SECRET}", ANOTHER):
            async with serve(try_private_endpoints=True, settings_key=secret) as served:
                entered = {"api_key": KEY} if secret == SECRET else {"keep_key": True}
                entered_reply = await enter(served, model.base_url, **entered)
                assert entered_reply.json()["stored"]["trouble"] is None, secret
                assert (await answer(served))["engine"] == "model"


async def test_a_key_that_an_endpoint_repeats_is_not_shown(serve: Serve) -> None:
    repeating: dict[str, Any] = {
        "query_router": Reply(f"{'x' * 130} invalid key {KEY}", status=401),
        "direct_response": Reply(f"키는 {KEY} 입니다", piece=3),
    }
    async with ScriptedEndpoint(repeating) as model, serve(try_private_endpoints=True) as served:
        await enter(served, model.base_url, api_key=KEY)
        tried = await served.http.post("/api/model/try", json={})
    assert tried.json()["wrote"] == "키는 (key) 입니다"
    assert "sk-e" not in tried.text


async def test_judging_labelled_turns_is_shown_a_few_at_a_time(serve: Serve) -> None:
    def enough(call: Call) -> Any:
        return {"is_sufficient": True, "confidence": 0.9, "missing_data_types": []}

    sums = {"asked": 0, "agreed": 0, "failed": 0, "calls": 0}
    async with (
        ScriptedEndpoint({"data_sufficiency_check": enough}) as model,
        serve(try_private_endpoints=True) as served,
    ):
        entered = {"base_url": model.base_url, "model": "m", "api_key": KEY}
        of = 1
        while sums["asked"] < of:
            body = {"pack": "real_estate", "begin": sums["asked"], "entered": entered}
            found = (await served.http.post("/api/model/agreement", json=body)).json()
            sums, of = {name: value + found[name] for name, value in sums.items()}, found["of"]
    assert of == 20
    assert sums == {"asked": 20, "agreed": 10, "failed": 0, "calls": 20}
    assert len(model.calls) == 20
