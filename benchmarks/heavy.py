"""`python -m benchmarks.heavy`: what other people wait for while somebody sends questions made to be heavy to read.

The service runs as `suffice serve` with its embedded database. Four people talk; a fifth sends twenty requests at once,
half of them questions of 8,000 characters in conversations that hold evidence, half with a history just below the
largest body, all of words whose reading costs most (places, amounts and months by the hundred, pointing words, words
that are nowhere). Rounds with and without them take turns. A look at `/healthz` every 20 ms shows how long the event
loop stands still.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import httpx

from benchmarks.harness.command import Asked, run, tell
from benchmarks.harness.figures import at_most, median, percentile
from benchmarks.harness.page import Section, Table, load_now
from benchmarks.harness.talk import DISTRICTS
from benchmarks.lines.process import free_port, running
from foundation.storage.database.embedded import EmbeddedPostgres

PEOPLE = ("ara", "bomi", "chan", "dana")
HEAVY = "eve"
KEYS = {name: f"{name}-of-the-heavy-bench" for name in (*PEOPLE, HEAVY)}
HELD = ("강남구 아파트 전세 시세 알려줘", "마포구 아파트 매매 시세 알려줘", "전세대출 금리 비교해줘")
"""What the fifth person's conversations hold the rows of."""
LONGEST_QUESTION = 8_000
LARGEST_BODY = 1_000_000
LONGEST_LINE, MOST_LINES = 16_000, 50
GOAL = 3.0
"""Other people's p95 beside the heavy requests, in those without."""

_SYLLABLES = [chr(code) for code in range(0xAC00, 0xD7A4, 37)]
_UNKNOWN_PLACES = "".join(f"{one}{two}동 " for one, two in islice(product(_SYLLABLES, _SYLLABLES), 4_000))
_NOWHERE = "".join(f"{two}{one}{two} " for one, two in islice(product(_SYLLABLES, _SYLLABLES), 4_000))
WORDS = (
    _UNKNOWN_PLACES,
    "강남구 3월 3억 30평 전세 ",
    "강남구 말고 서초구 ",
    "그 지역 ",
    _NOWHERE,
    "동구 ",
    "2억 3억 ",
    "집주인이 보증금을 올려 달라고 하면 어떻게 해야 하나요 ",
    "1 2 3 ",
    "it there that rate ",
)
"""What the heavy texts are made of."""


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    heavy: int = 20
    rounds: int = 5
    round_s: float = 6.0
    """A round without heavy requests; one with them takes at least as long, and until the last is answered."""
    pause_s: float = 0.25
    """Of a person between an answer and the next question."""


QUICK = Size(heavy=4, rounds=1, round_s=1.0)


@dataclass
class Waits:
    """Seconds, of the rounds of one kind."""

    answers: list[float] = field(default_factory=list[float])
    """Of the four people's questions."""
    looks: list[float] = field(default_factory=list[float])
    """Of `/healthz`."""


@dataclass
class Found:
    """All that was measured."""

    alone: Waits = field(default_factory=Waits)
    beside: Waits = field(default_factory=Waits)
    heavy: list[float] = field(default_factory=list[float])
    """Seconds of the heavy requests."""
    refused: int = 0
    """Heavy requests that got another answer than 200."""


async def measure(asked: Asked) -> Section:
    """The section of the page."""
    size, load = QUICK if asked.quick else Size(), load_now()
    async with _service() as url:
        found = await _measured(url, size)
    return Section("heavy", f"Other people beside {size.heavy} heavy requests", _blocks(found, size), load)


async def _measured(url: str, size: Size) -> Found:
    found = Found()
    limits = httpx.Limits(keepalive_expiry=2.0)
    async with httpx.AsyncClient(base_url=url, timeout=300, trust_env=False, limits=limits) as http:
        sessions = [await _session(http, name) for name in PEOPLE]
        holding = [await _holding(http) for _ in range(size.heavy // 2)]
        await _round(http, sessions, Waits(), size.pause_s, asyncio.create_task(asyncio.sleep(size.round_s)))
        for number in range(size.rounds):
            tell(f"heavy: round {number + 1} of {size.rounds}")
            await _round(http, sessions, found.alone, size.pause_s, asyncio.create_task(asyncio.sleep(size.round_s)))
            sent = asyncio.create_task(_send_heavy(http, size, holding, found))
            await _round(http, sessions, found.beside, size.pause_s, sent)
    return found


async def _round(
    http: httpx.AsyncClient, sessions: Sequence[str], waits: Waits, pause_s: float, until: asyncio.Task[None]
) -> None:
    """All talk until this is done."""
    talks = [_talk(http, *each, waits, pause_s, until) for each in zip(PEOPLE, sessions, strict=True)]
    await asyncio.gather(until, _look(http, waits, until), *talks)


async def _talk(
    http: httpx.AsyncClient, name: str, session_id: str, waits: Waits, pause_s: float, until: asyncio.Task[None]
) -> None:
    for place in cycle(DISTRICTS):
        for question in (f"{place} 아파트 매매 최신 시세 알려줘", "그 지역 평균 시세를 다시 요약해줘"):
            if until.done():
                return
            started = time.perf_counter()
            await _ask(http, name, {"content": question, "session_id": session_id})
            waits.answers.append(time.perf_counter() - started)
            await asyncio.sleep(pause_s)


async def _look(http: httpx.AsyncClient, waits: Waits, until: asyncio.Task[None]) -> None:
    while not until.done():
        started = time.perf_counter()
        (await http.get("/healthz")).raise_for_status()
        waits.looks.append(time.perf_counter() - started)
        await asyncio.sleep(0.02)


async def _holding(http: httpx.AsyncClient) -> str:
    """A conversation with evidence in hand: what judges compare a heavy question with."""
    session_id = await _session(http, HEAVY)
    for question in HELD:
        await _ask(http, HEAVY, {"content": question, "session_id": session_id})
    return session_id


async def _send_heavy(http: httpx.AsyncClient, size: Size, holding: Sequence[str], found: Found) -> None:
    async def one(body: dict[str, Any]) -> None:
        started = time.perf_counter()
        answered = await http.post("/api/chat", json=body, headers=_signed(HEAVY))
        found.heavy.append(time.perf_counter() - started)
        found.refused += answered.status_code != 200

    bodies = [heavy_body(number) for number in range(size.heavy)]
    for body, session_id in zip(bodies[1::2], holding, strict=False):
        body["session_id"] = session_id
    await asyncio.gather(asyncio.sleep(size.round_s), *(one(body) for body in bodies))


def heavy_body(number: int) -> dict[str, Any]:
    """The body of the nth heavy request: a long question or, every second one, the longest history."""
    words = WORDS[number // 2 % len(WORDS)]
    if number % 2:
        return {"content": _long(words, LONGEST_QUESTION)}
    body: dict[str, Any] = {"content": "그럼 서초구는?", "history": []}
    line = _long(words, LONGEST_LINE)
    room = LARGEST_BODY - len(json.dumps(body).encode()) - 100
    most = min(MOST_LINES, room // (len(line.encode()) + 40))
    body["history"] = [{"role": "assistant" if place % 2 else "user", "content": line} for place in range(most)]
    return body


def _long(words: str, length: int) -> str:
    return (words * (length // len(words) + 1))[:length]


async def _session(http: httpx.AsyncClient, name: str) -> str:
    made = await http.post("/api/sessions", headers=_signed(name))
    return str(made.raise_for_status().json()["session_id"])


async def _ask(http: httpx.AsyncClient, name: str, body: dict[str, Any]) -> None:
    (await http.post("/api/chat", json=body, headers=_signed(name))).raise_for_status()


def _signed(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {KEYS[name]}"}


@asynccontextmanager
async def _service() -> AsyncGenerator[str]:
    folder, port = Path(tempfile.mkdtemp(prefix="suffice-heavy-")), free_port()
    settings = {
        "DATA_DIR": str(folder / "data"),
        "AUTH_KEYS": ",".join(f"{name}:{key}" for name, key in KEYS.items()),
        "TURN_LIMIT_S": 300,
        "LOG_LEVEL": "warning",
    }
    serve = [str(Path(sys.executable).parent / "suffice"), "serve", "--port", str(port)]
    try:
        async with running(["env", *(f"SUFFICE_{k}={v}" for k, v in settings.items()), *serve], port, folder / "log"):
            yield f"http://127.0.0.1:{port}"
    finally:
        await asyncio.to_thread(EmbeddedPostgres(folder / "data").remove)
        shutil.rmtree(folder, ignore_errors=True)


def _blocks(found: Found, size: Size) -> list[Any]:
    rows = [_row("without", found.alone), _row(f"beside {size.heavy} heavy requests", found.beside)]
    ratio = percentile(found.beside.answers, 0.95) / percentile(found.alone.answers, 0.95)
    text = (
        f"{len(PEOPLE)} people ask one question after the other ({size.pause_s:.2f} s between them, half searched, half"
        f" reused), {size.rounds} rounds with and {size.rounds} without {size.heavy} requests of somebody else, sent at"
        f" once: half of them {LONGEST_QUESTION:,} characters long in conversations that hold evidence,"
        " half with a history just below"
        f" {LARGEST_BODY:,} bytes. Those took {median(found.heavy):.1f} s (median), {max(found.heavy):.1f} s (longest);"
        f" {found.refused} of {len(found.heavy)} were refused. One process, no model, client and PostgreSQL on the same"
        " cores."
    )
    goal = at_most(f"p95 beside them at most {GOAL:.0f} times that without", ratio, GOAL, f"{ratio:.1f} times")
    head = ("", "questions", "median answer", "p95 answer", "longest answer", "p95 of /healthz", "longest /healthz")
    return [text, Table(head, rows), [goal]]


def _row(name: str, waits: Waits) -> tuple[str, ...]:
    answers, looks = waits.answers, waits.looks
    figures = (median(answers), percentile(answers, 0.95), max(answers), percentile(looks, 0.95), max(looks))
    return (name, str(len(answers)), *(f"{seconds * 1000:,.0f} ms" for seconds in figures))


if __name__ == "__main__":
    run(__doc__, measure)
