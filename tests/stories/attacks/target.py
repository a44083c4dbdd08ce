"""The service that is attacked: a process of its own, reached over its port alone, with people who sign in by keys."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.lines.process import Program
from tests.stories.client import PATIENCE_S, Frame, talking

ATTACKS = Path(__file__).parents[3] / "evaluations" / "strangers" / "attacks.jsonl"
KEYS = {"anna": "anna-anna-anna-anna", "boris": "boris-boris-boris-boris", "oskar": "oskar-oskar-oskar-oskar"}
ISSUER, AUDIENCE = "https://issuer.example", "suffice"
JWT_SECRET = "a shared secret of thirty-two bytes and more"
PACK, GUIDE = "real_estate", "law_guide"
UPLOAD = f"/api/corpora/{PACK}/documents"
PRICES = "관악구 아파트 전세 평균은?"
LAW = "임대료는 몇 퍼센트까지 올릴 수 있어?"
SECRETS = (*KEYS.values(), JWT_SECRET)
CHECKOUT = str(Path(__file__).parents[3])
LEAKS = re.compile(
    r'Traceback|File "|\.py\b|sqlalchemy|psycopg|asyncpg|pydantic|starlette|uvicorn|SUFFICE_|/proc/|root:x:0|'
    + re.escape(CHECKOUT)
)
"""What an answer to a stranger never holds: places in the code, libraries, settings, files of the machine."""
LONGEST_SENTENCE = 700
JSON = {"Content-Type": "application/json"}


def as_person(who: str) -> dict[str, str]:
    """The header that signs somebody in."""
    return {"Authorization": f"Bearer {KEYS[who]}"}


@dataclass
class Target:
    """A running service."""

    program: Program
    http: httpx.AsyncClient
    log: Path
    data: Path
    usual: dict[str, str] = field(default_factory=dict[str, str])
    """What Boris is answered, before anything was tried."""

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.program.port}"

    async def ask(self, content: Any, who: str = "anna", **body: Any) -> httpx.Response:
        """One question over HTTP."""
        sent = {"content": content, **body}
        return self.sound(await self.http.post("/api/chat", content=json_of(sent), headers=as_person(who) | JSON))

    async def said(self, content: str, who: str = "anna", **body: Any) -> dict[str, Any]:
        """The final message of a question that must be answered."""
        answer = await self.ask(content, who, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def send(self, method: str, path: str, who: str | None = "anna", **more: Any) -> httpx.Response:
        """Any request."""
        headers = {**(as_person(who) if who else {}), **more.pop("headers", {})}
        return self.sound(await self.http.request(method, path, headers=headers, **more))

    async def upload(self, name: str, content: bytes, source: str = GUIDE, **more: Any) -> httpx.Response:
        """A document of Oskar's, who may send some."""
        return await self.send(
            "POST", UPLOAD, "oskar", params={"name": name, "source": source}, content=content, **more
        )

    async def shelved(self, words: str = "") -> list[str]:
        """Documents of the pack that people sent."""
        found = await self.send(
            "GET", f"/api/knowledge/{PACK}/documents", "oskar", params={"q": words, "source": GUIDE}
        )
        return [str(one["document_id"]) for one in found.json()["documents"]]

    async def session(self, who: str = "anna") -> str:
        """A new conversation's id."""
        made = await self.http.post("/api/sessions", json={"pack": PACK}, headers=as_person(who))
        assert made.status_code == 201, made.text
        return str(made.json()["session_id"])

    async def turn(self, content: str, session: str, who: str = "anna") -> Frame:
        """One question on the socket, and its final message."""
        async with talking(self.url, session, headers=as_person(who)) as client:
            await client.next()
            return await client.turn(content)

    async def bytes_back(self, sent: bytes) -> bytes:
        """What the service answers to these very bytes, until it closes or falls silent."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.program.port)
        writer.write(sent)
        came = bytearray()
        try:
            async with asyncio.timeout(PATIENCE_S):
                while piece := await reader.read(65_536):
                    came += piece
        except (TimeoutError, ConnectionError):
            pass
        finally:
            writer.close()
        assert not LEAKS.search(came.decode("latin-1")), came[:2_000]
        return bytes(came)

    def sound(self, answer: httpx.Response) -> httpx.Response:
        """The answer, which is no failure of the service, leaks nothing, and when it refuses says so in a sentence."""
        assert answer.status_code < 500, answer.text
        said = answer.text
        assert not LEAKS.search(said), said[:2_000]
        assert not any(secret in said for secret in SECRETS)
        assert not any("\n" in value for value in answer.headers.values())
        assert "server" not in answer.headers
        if answer.status_code >= 400 and answer.headers.get("content-type") == "application/problem+json":
            sentence = str(answer.json()["detail"])
            assert sentence, said
            assert len(sentence) <= LONGEST_SENTENCE, sentence
        return answer

    async def is_as_before(self, *questions: str) -> None:
        """It answers somebody else what it answered them before; without questions each of the usual ones."""
        for question in questions or self.usual:
            assert (await self.said(question, "boris"))["content"] == self.usual[question], question

    def logged(self) -> str:
        """What it has written into its log."""
        return self.log.read_text("utf-8", errors="replace")


def json_of(value: Any) -> bytes:
    """As JSON; lone surrogates as their escapes."""
    return json.dumps(value).encode()


def new_id() -> str:
    """A message's."""
    return uuid.uuid4().hex


def refused(answer: httpx.Response, *statuses: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code in statuses, f"{answer.status_code}: {answer.text[:1_000]}"
    return str(answer.json()["detail"])


def not_taken(answer: httpx.Response, name: str) -> str:
    """Why nothing of an upload was stored: the sentence of a refusal, or the remark beside an empty report."""
    if answer.status_code != 200:
        return refused(answer, 413, 422)
    report = answer.json()
    assert not any(counts["added"] or counts["changed"] for counts in report["sources"].values()), report
    reasons = " ".join(report["remarks"])
    assert name in reasons, report
    return reasons


def markers_of(final: Mapping[str, Any]) -> set[int]:
    """Markers in the text of an answer."""
    return {int(found) for found in re.findall(r"\[(\d+)\]", str(final["content"]))}


def is_borne_out(final: Mapping[str, Any]) -> None:
    """Every marker of the answer has its evidence."""
    assert markers_of(final) <= {int(one["marker"]) for one in final["citations"]}, final["content"]


def attacks() -> Iterable[dict[str, Any]]:
    """Those of the file, in its order."""
    return [json.loads(line) for line in ATTACKS.read_text("utf-8").splitlines()]


def command(settings: Mapping[str, str], port: int) -> list[str]:
    """How the service is started."""
    chosen = [f"SUFFICE_{name.upper()}={value}" for name, value in settings.items()]
    return ["env", *chosen, str(Path(sys.executable).with_name("suffice")), "serve", "--port", str(port)]
