"""Bad inputs, made from a seed: requests, frames and bytes no client should send, and some that come close."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**200, 1e308, -0.0, 0.1, "", " ", "\x00", "\x1b[2J", "\u202e",
    "\ud800", "가" * 9_000, "a" * 70, "../../etc/passwd", "'; DROP TABLE runs; --", "{{nonce}}", "<script>", "%00",
    "\u1100\u1161" * 50, "🏠" * 40, "NaN", [], [[]], {}, {"": ""}, [None] * 60, {"type": "ping"}, "null", "-1", "1e999",
)  # fmt: skip
"""Values put in place of others."""
IDS = ("", "x", "a" * 64, "a" * 65, "ünïcode", "a b", "..", "\x00", "%2e%2e", "0", "-", "é")
FRAMES: tuple[dict[str, Any], ...] = (
    {"type": "user_message", "message_id": "m", "content": "안녕하세요"},
    {"type": "confirmation_response", "confirmation_id": "c", "value": "use_previous"},
    {"type": "clarification_response", "clarification_id": "c", "option_id": "o"},
    {"type": "form_response", "form_id": "f", "values": {"a": 1}},
    {"type": "prompt_extend", "id": "p"},
    {"type": "reuse_override", "message_id": "m", "action": "search_again"},
    {"type": "cancel", "run_id": "r"},
    {"type": "ping"},
    {"type": "authenticate", "token": "t"},
)
BODIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "/api/chat", {"content": "안녕하세요", "history": [{"role": "user", "content": "x"}], "reuse": "never"}),
    ("POST", "/api/sessions", {"pack": "real_estate"}),
    ("PATCH", "/api/sessions/{id}", {"title": "제목"}),
    ("POST", "/api/messages/{id}/feedback", {"rating": 1, "reason": "좋음", "kind": "thumbs"}),
    ("PUT", "/api/me/settings", {"confirm_timeout_s": 30, "language": "ko", "ask": True}),
    ("POST", "/api/corpora/real_estate/documents?name={id}", {}),
    ("POST", "/api/sign-in", {"token": "t"}),
    ("POST", "/api/experiments", {"name": "n", "pack": "real_estate", "arms": [{"name": "a", "weight": 1}]}),
    ("POST", "/api/experiments/{id}/threshold", {"threshold": 0.5, "weight": 0.1, "arm": "a", "pack": "p"}),
    ("POST", "/api/decisions/{id}/label", {"outcome": "right", "reason": "x"}),
    ("POST", "/api/answers/{id}/review", {"note": "x"}),
)
READS = (
    "/api/sessions?limit={v}&before={id}", "/api/sessions/{id}", "/api/sessions/{id}/messages?limit={v}&after={id}",
    "/api/runs/{id}/trace", "/api/chunks/{id}", "/api/packs", "/api/me/settings", "/{id}", "/readyz?{id}={v}",
    "/api/{id}/{id}", "/metrics", "/api/openapi.json", "/?{id}", "/api/sessions/{id}/{id}", "/api/sessions?title={id}",
    "/api/sessions/{id}/evidence/{id}", "/api/documents/{id}?around={id}", "/api/answers/{id}",
    "/api/answers/failed?limit={v}", "/api/experiments/{id}/metrics?since={v}", "/api/reviews?format={id}",
    "/api/experiments/default/decisions?limit={v}&before={id}", "/api/decisions/{id}", "/dashboard?{id}={v}",
    "/api/experiments/default/threshold-curve?bound={v}", "/api/sign-in/callback?state={id}&code={v}", "/s/{id}",
    "/assets/{id}", "/static/{id}",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FROB")


@dataclass(frozen=True)
class Request:
    """One HTTP request."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Frames:
    """What one WebSocket connection sends, in order."""

    frames: tuple[str | bytes, ...]
    cursor: str = ""


@dataclass(frozen=True)
class Bytes:
    """What one TCP connection sends."""

    data: bytes


Input = Request | Frames | Bytes


def size_of(given: Input) -> int:
    """How many inputs it counts as: each frame is one."""
    return len(given.frames) if isinstance(given, Frames) else 1


def bad_inputs(seed: int, count: int) -> Iterator[Input]:
    """At least `count` inputs; the same ones for the same seed."""
    random = Random(seed)
    made = 0
    while made < count:
        kind: Callable[[Random], Input] = random.choices((frames, request, raw), weights=(5, 12, 1))[0]
        given = kind(random)
        made += size_of(given)
        yield given


def request(random: Random) -> Request:
    """A request with something wrong, most of the time."""
    headers = {"Content-Type": random.choice(("application/json", "text/plain", "application/xml", "", "multipart/x"))}
    if random.random() < 0.1:
        headers[random.choice(("Authorization", "Accept", "Cookie", "Last-Event-ID"))] = "x" * random.choice((1, 4000))
    if random.random() < 0.4:
        return Request(random.choice(METHODS), _path(random, random.choice(READS)), headers=headers)
    method, path, body = random.choice(BODIES)
    changed = method if random.random() < 0.9 else random.choice(METHODS)
    return Request(changed, _path(random, path), _text(random, mutated(random, body)), headers)


def frames(random: Random) -> Frames:
    """Some frames of one connection; the last ones may come after it was closed for abuse."""
    sent = tuple(_frame(random) for _ in range(random.randint(1, 12)))
    return Frames(sent, random.choice(("", "0", "-1", "x", "9" * 20, "1.5", "%00")))


def raw(random: Random) -> Bytes:
    """Something that is hardly HTTP."""
    heads = (
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabc",
        b"POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"GET /ws/chat/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 7\r\n\r\n",
    )
    return Bytes(random.choice((*heads, random.randbytes(random.randint(1, 400)))))


def mutated(random: Random, value: Any, depth: int = 0) -> Any:
    """The value with parts left out, exchanged, added or nested."""
    if random.random() < 0.2 or depth > 4:
        return random.choice(STRANGE)
    if isinstance(value, dict):
        held = cast("dict[str, Any]", value)
        kept = {name: mutated(random, part, depth + 1) for name, part in held.items() if random.random() < 0.9}
        if random.random() < 0.2:
            kept[random.choice(("extra", "__proto__", "", "type", "\x00", "session_id"))] = random.choice(STRANGE)
        return kept
    if isinstance(value, list):
        several = [mutated(random, part, depth + 1) for part in cast("list[Any]", value)]
        return several * random.choice((1, 1, 2, 60))
    return value


def _frame(random: Random) -> str | bytes:
    dice = random.random()
    if dice < 0.05:
        return random.randbytes(random.randint(0, 300))
    if dice < 0.08:
        return "[" * random.choice((10, 5_000, 50_000))
    if dice < 0.1:
        return json.dumps({"type": "user_message", "message_id": "m", "content": "가" * random.choice((8_001, 60_000))})
    text = _text(random, mutated(random, random.choice(FRAMES)))
    return text.decode("utf-8", errors="replace")


def _text(random: Random, value: Any) -> bytes:
    """As JSON, sometimes cut short or not JSON at all."""
    text = json.dumps(value, ensure_ascii=random.random() < 0.5)
    data = text.encode("utf-8", errors="surrogatepass")
    dice = random.random()
    if dice < 0.08:
        return data[: random.randint(0, len(data))]
    if dice < 0.1:
        return random.randbytes(random.randint(0, 200))
    if dice < 0.12:
        return b"[" * 20_000 + data
    return data


def _path(random: Random, path: str) -> str:
    def filled(place: str, values: Sequence[str], text: str) -> str:
        while place in text:
            text = text.replace(place, random.choice(values), 1)
        return text

    return filled("{v}", ("0", "-1", "501", "x", "1e3", "", "9" * 30), filled("{id}", IDS, path))
