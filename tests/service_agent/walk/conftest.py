"""One service, what Ann has in it, and everybody who may not have it."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
import pytest_asyncio

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database
from tests.identity_provider import AUDIENCE, ScriptedProvider, providing
from tests.serving import Serving, serving
from tests.stories.client import talking

QUESTION = "대구 달서구 아파트 시세 알려줘"
AGAIN = "평균은 얼마야?"
MEMORY = "관심 지역은 수성구 범어동이야"
WORDS = ("평균은 얼마야", "범어동")
"""What only Ann said."""
ACTORS: dict[str, dict[str, Any]] = {
    "ann": {"roles": ["person"]},
    "wrong user": {"sub": "bob", "roles": ["person"]},
    "wrong tenant": {"roles": ["admin"], "org": "elsewhere"},
    "wrong role": {"roles": ["a role of the provider's that is none here"]},
    "expired": {"roles": ["admin"], "exp": int(time.time()) - 10_000},
    "operator": {"sub": "olga", "roles": ["operator"]},
}
"""Who -> their token's claims; whoever names nobody else is called ann."""
NOBODY = "nobody"
STRANGERS = ("wrong user", "wrong tenant", "wrong role", "expired", NOBODY)


@dataclass(frozen=True)
class World:
    """What the walk goes through."""

    service: Serving
    database: DatabaseAddress
    provider: ScriptedProvider
    things: dict[str, str]
    """Kind of id -> Ann's."""
    owned: list[str] = field(default_factory=list[str])
    """Sessions of strangers."""

    async def own_session(self, actor: str) -> str:
        """A new session of somebody; who may not have one gets an id that is none."""
        made = await self.service.http.post("/api/sessions", headers=self.headers(actor))
        session_id = str(made.json().get("session_id", "none-of-this-id"))
        self.owned.append(session_id)
        return session_id

    def token(self, actor: str) -> str:
        """The token of somebody."""
        claims: dict[str, Any] = {"org": "local", **ACTORS[actor]}
        return self.provider.token("ann", **claims)

    def headers(self, actor: str) -> dict[str, str]:
        """What somebody sends."""
        return {} if actor == NOBODY else {"Authorization": f"Bearer {self.token(actor)}"}

    @property
    def made_up(self) -> dict[str, str]:
        """Ids like Ann's that do not exist."""
        return {kind: unreal(thing) for kind, thing in self.things.items()}

    def without_ids(self, text: str) -> str:
        """The text with every id of Ann's, and every made-up one, as its kind."""
        for own in self.owned:
            text = text.replace(own, "<own>")
        for ids in (self.things, self.made_up):
            for kind in sorted(ids, key=lambda kind: -len(ids[kind])):
                text = text.replace(ids[kind], f"<{kind}>")
        return text

    def tells_of_ann(self, text: str, sent: str = "") -> list[str]:
        """What of hers is in a text, but for what was sent."""
        own = [thing for kind, thing in self.things.items() if kind not in TENANTS] + list(WORDS)
        return [word for word in own if word in text and word not in sent]


def unreal(thing: str) -> str:
    """The id with its last four letters or digits made others (of a passage's id: those of its document), so that it
    is as long however it is written."""
    stem, mark, place = thing.partition("#")
    letters = list(stem)
    for at in [at for at, letter in enumerate(letters) if letter.isascii() and letter.isalnum()][-4:]:
        letters[at] = "1" if letters[at] == "0" else "0"
    return "".join(letters) + mark + place


DRAFT = (
    "전세 계약서 작성해줘. 임대인은 김철수, 임차인은 이영희, 주소는 대구 달서구 1, 보증금 2억, 2027년 3월 2일부터 입주"
)
TENANTS = frozenset({"chunk_id", "document_id", "entity_id"})
"""Kinds that belong to all of Ann's tenant."""


async def anns_things(service: Serving, headers: dict[str, str]) -> dict[str, str]:
    """She asked, got an answer, asked again and is being asked whether to use what is there."""
    made = await service.http.post("/api/sessions", headers=headers)
    session_id = str(made.json()["session_id"])
    async with talking(service.url, session_id, headers=headers) as client:
        answer = await client.turn(QUESTION)
        assert answer["type"] == "answer"
        await client.ask(AGAIN)
        asked = await client.until("user_confirmation_required")
    found = await service.http.get(f"/api/sessions/{session_id}/evidence", headers=headers)
    memory = await service.http.post("/api/me/memories", headers=headers, json={"text": MEMORY})
    written = await service.http.post("/api/chat", headers=headers, json={"content": DRAFT})
    attached = await service.http.post(
        f"/api/sessions/{session_id}/attachments?name=a.txt", headers=headers, content=b"words"
    )
    return {
        "draft_id": written.json()["documents"][0]["document_id"],
        "attachment_id": attached.json()["attachment_id"],
        "memory_id": memory.json()["memory_id"],
        "session_id": session_id,
        "run_id": answer["run_id"],
        "message_id": answer["message_id"],
        "answer_id": answer["answer_id"],
        "confirmation_id": asked["confirmation_id"],
        "waiting_run_id": asked["run_id"],
        "evidence_id": found.json()["records"][0]["evidence_id"],
    }


def tenants_things(database: DatabaseAddress) -> dict[str, str]:
    """A passage of the shipped pack."""
    with psycopg.connect(**database.psycopg_kwargs()) as connection:
        row = connection.execute(
            "SELECT chunk_id, document_id FROM chunks WHERE tenant_id = 'local' LIMIT 1"
        ).fetchone()
    assert row is not None
    return {"chunk_id": row[0], "document_id": row[1], "entity_id": "W-0788"}


async def operators_things(service: Serving, headers: dict[str, str]) -> dict[str, str]:
    """An experiment of Ann's tenant, which begins when nobody is asked any more."""
    times = {"starts_at": "2096-01-01T00:00:00Z", "ends_at": "2097-01-01T00:00:00Z"}
    arms = [{"name": "a", "variant": "hybrid", "weight": 1}]
    body = {"name": "autumn", "pack": "real_estate", "arms": arms, **times}
    made = await service.http.post("/api/experiments", headers=headers, json=body)
    assert made.is_success, made.text
    return {"experiment": "autumn"}


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def world(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[World]:
    """Tokens of a provider; tenants and roles as it says; nobody without a role may do anything."""
    # Tests of other folders may come between: then this one is opened a second time.
    database = filled_database(server, f"walk_{worker_id}_{uuid.uuid4().hex[:6]}")
    async with providing() as provider:
        chosen: dict[str, Any] = {
            "auth_jwt_issuer": provider.issuer,
            "auth_jwt_audience": (AUDIENCE,),
            "auth_tenant_claim": "org",
            "auth_roles_claim": "roles",
            "auth_default_role": "none",
            "ask_worth_s": 0,
            "confirm_timeout_s": 3600,
            "limit_sign_ins_minute": 100_000,
        }
        async with serving(database, tmp_path_factory.mktemp("walk"), **chosen) as service:
            world = World(service, database, provider, {})
            # Older than anything of Ann's, or a page "before hers" would be empty whatever there is.
            for actor in ("wrong user", "wrong tenant"):
                await world.own_session(actor)
            world.things.update(await anns_things(service, world.headers("ann")), **tenants_things(database))
            world.things.update(await operators_things(service, world.headers("operator")))
            yield world
