"""Secrets planted in every setting, every error provoked: none in a log, an answer, a frame or a table."""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from psycopg import sql
from pydantic import SecretStr

from foundation.contracts.errors import SufficeError, WrongSetting
from foundation.llm.scripted import ANY, Line, Reply, ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress
from service_agent.composition.bootstrap import open_service
from service_agent.settings.environment import read_settings
from service_agent.settings.settings import Settings
from service_agent.telemetry.logs import configure_logging
from tests.databases import url_of
from tests.serving import Serve, Serving
from tests.stories.client import talking

MODEL_KEY = "sk-planted-model-key-7f3a"
PERSON_KEY = "planted-person-key-19c2"
JWT_SECRET = "planted-jwt-secret-of-more-than-32-bytes"
REDIS_PASSWORD = "planted-redis-password"
GUESSED = "planted-guess-of-a-key"
SECRETS = (MODEL_KEY, PERSON_KEY, JWT_SECRET, REDIS_PASSWORD, GUESSED)
QUESTION = "강남구 아파트 시세 알려줘 개인적인질문"


@pytest.fixture
def logs() -> Generator[None]:
    """Logging may be set up anew; afterwards it is as it was."""
    root, kept = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**kept)


def planted(**chosen: Any) -> dict[str, Any]:
    return {
        "auth_keys": SecretStr(f"ann:{PERSON_KEY}"),
        "auth_jwt_secret": SecretStr(JWT_SECRET),
        "auth_jwt_issuer": "https://issuer.example",
        "auth_jwt_audience": ("suffice",),
        "redis_url": SecretStr(f"redis://suffice:{REDIS_PASSWORD}@127.0.0.1:1/0"),
        "llm_api_key": SecretStr(MODEL_KEY),
        "llm_model": "scripted",
        **chosen,
    }


async def provoked(service: Serving) -> list[str]:
    """Answers and frames of a client that does everything wrong, and of one that does it right."""
    said: list[str] = []
    mine = {"Authorization": f"Bearer {PERSON_KEY}"}
    http = service.http
    for headers in (mine, {"Authorization": f"Bearer {GUESSED}"}, {"Authorization": f"Basic {GUESSED}"}, {}):
        for method, path, body in (
            ("POST", "/api/chat", {"content": QUESTION}),
            ("POST", "/api/chat", {"content": QUESTION, "unknown": 1}),
            ("POST", "/api/chat", {"content": 7, "pack": "../etc"}),
            ("GET", f"/api/sessions/nothing?token={GUESSED}", None),
            ("GET", "/api/runs/nothing/trace", None),
            ("GET", "/api/chunks/nothing", None),
            ("PUT", "/api/me/settings", {"language": "xx"}),
            ("POST", "/api/corpora/real_estate/documents?name=a.md", {}),
            ("GET", "/readyz", None),
            ("GET", "/metrics", None),
            ("GET", "/nowhere", None),
            ("DELETE", "/api/chat", None),
        ):
            answer = await http.request(method, path, json=body, headers=headers)
            said += [answer.text, json.dumps(dict(answer.headers))]
    session = (await http.post("/api/sessions", json={}, headers=mine)).json()["session_id"]
    async with talking(service.url, session, headers=mine) as client:
        for frame in ("{", '{"type":"?"}', json.dumps({"type": "authenticate", "token": GUESSED}), "[]"):
            await client.send_raw(frame)
        for _ in range(5):
            said.append(json.dumps(await client.next(), ensure_ascii=False))
            if said[-1].find("unauthenticated") >= 0:
                break
    async with talking(service.url, session, headers=mine) as client:
        await client.next()
        await client.turn(QUESTION)
        said += [json.dumps(frame, ensure_ascii=False) for frame in client.frames]
    return said


def everything_stored(address: DatabaseAddress) -> str:
    """Every row of every table, as text."""
    rows: list[str] = []
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
            " AND tablename NOT IN ('chunks', 'documents', 'table_rows')"
        ).fetchall()
        for schema, table in tables:
            named = sql.SQL(".").join((sql.Identifier(schema), sql.Identifier(table)))
            found = connection.execute(sql.SQL("SELECT t::text FROM {} AS t").format(named)).fetchall()
            rows += [str(row[0]) for row in found]
    return "\n".join(rows)


def require_none(where: str, text: str, secrets: Sequence[str] = SECRETS) -> None:
    for secret in secrets:
        place = text.find(secret)
        assert place < 0, f"{where}: …{text[max(0, place - 120) : place + 20]}…"


FAULTS: dict[str, Line] = {
    "refuses and quotes the key": Reply(f"Incorrect API key provided: {MODEL_KEY}", status=401),
    "fails and quotes the question": Reply(f"cannot answer: {QUESTION}", status=500, retry_after="0"),
    "answers something broken": Reply("{", fault="broken"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "refuses and quotes the key",
        pytest.param("fails and quotes the question", marks=pytest.mark.long),
        pytest.param("answers something broken", marks=pytest.mark.long),
    ],
)
async def test_no_secret_and_no_content_leaks_whatever_the_model_does(
    serve: Serve, server: DatabaseAddress, worker_id: str, logs: None, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ScriptedEndpoint({ANY: FAULTS[fault]}) as endpoint:
        chosen = planted(llm_base_url=endpoint.base_url)
        async with serve(**chosen) as service:
            capsys.readouterr()
            configure_logging(Settings(**chosen, log_level="debug", log_format="json"))
            said = await provoked(service)
            logged = capsys.readouterr().err
    require_none("an answer or frame", "\n".join(said))
    require_none("a log", logged)
    require_none("a table", everything_stored(replace(server, database=f"suffice_{worker_id}_chosen")))
    assert "개인적인질문" not in logged, "logs say who and where, not what was said"
    lines = [json.loads(line) for line in logged.splitlines()]
    assert any("run_id" in line or "owner" in line for line in lines), "something was logged, with ids"


async def test_a_database_that_refuses_is_reported_without_its_password(
    server: DatabaseAddress, tmp_path: Path, logs: None, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = replace(server, password="planted-database-password")
    settings = Settings(database_url=SecretStr(url_of(wrong)), data_dir=tmp_path, log_format="json")
    configure_logging(settings)
    async with AsyncExitStack() as stack:
        with pytest.raises(SufficeError) as refused:
            await stack.enter_async_context(open_service(settings))
    require_none("the error", refused.value.message, ["planted-database-password", server.password])
    require_none("a log", capsys.readouterr().err, ["planted-database-password", server.password])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://u:planted-secret-1@h/d"),
        ("REDIS_URL", "http://u:planted-secret-1@h"),
        ("AUTH_KEYS", "ann:planted-secret-1:nonsense"),
        ("AUTH_JWT_SECRET", "planted-secret-1"),
    ],
)
def test_a_wrong_setting_that_is_a_secret_is_named_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SUFFICE_{name}", value)
    with pytest.raises(WrongSetting) as wrong:
        read_settings()
    assert name in wrong.value.message
    require_none("the sentence", wrong.value.message, ["planted-secret-1"])
