"""A scripted stand-in for OpenSearch: a small real HTTP server that answers the REST calls our client makes.

It is no search engine and proves nothing about one; it shows that what we send is what we mean, and what we do with
each answer. It counts and ranks over what was really written to it, with the engine's own arithmetic (a document
without a field does not count in that field's average, scores without the factor k1 + 1), so that an order taken over
from it would show. `faults` holds answers that are given instead, the first first.
"""

from __future__ import annotations

import fnmatch
import json
import math
import re
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.execution_agents.retrieval.index.engine import scripted_vectors

Json = dict[str, Any]
FIELDS = ("title", "body", "references")


@dataclass
class Fault:
    """An answer given instead of the right one, to calls whose method and path match."""

    matches: str
    status: int = 200
    body: str = ""
    hang_s: float = 0.0
    times: int = 1


@dataclass
class Index:
    body: Json
    documents: dict[str, Json] = field(default_factory=dict[str, Json])
    refreshed: dict[str, Json] = field(default_factory=dict[str, Json])
    written: int = 0

    def counts(self, name: str) -> dict[str, Counter[str]]:
        return {key: Counter(fields[name].split()) for key, fields in self.refreshed.items()}


@dataclass
class ScriptedEngine:
    url: str = ""
    indexes: dict[str, Index] = field(default_factory=dict[str, Index])
    faults: list[Fault] = field(default_factory=list[Fault])
    calls: list[str] = field(default_factory=list[str])
    scrolls: dict[str, tuple[list[str], int]] = field(default_factory=dict[str, tuple[list[str], int]])
    """Lists that are being read: what is left of each, and how much of it is given at a time."""
    lock: Lock = field(default_factory=Lock)
    released: Event = field(default_factory=Event)
    """Ends every hanging answer."""

    def fault(self, call: str) -> Fault | None:
        with self.lock:
            self.calls.append(call)
            for fault in self.faults:
                if fault.times and re.search(fault.matches, call):
                    fault.times -= 1
                    return fault
        return None

    def answer(self, method: str, path: str, options: dict[str, list[str]], body: str) -> tuple[int, Any]:
        parts = [unquote(part) for part in path.strip("/").split("/") if part]
        with self.lock:
            if not parts:
                return 200, {"version": {"distribution": "opensearch", "number": "0-scripted"}}
            if parts[-1] == "_bulk":
                return self._bulk(parts, options, body)
            if parts == ["_aliases"]:
                return self._aliases(json.loads(body))
            if parts == ["_search", "scroll"]:
                return 200, self._scrolled(method, json.loads(body))
            if parts[0] == "_alias":
                found = self._of_alias(parts[1])
                empty: Json = {}
                return (
                    (200, {name: {"aliases": {parts[1]: empty}} for name in found}) if found else (404, _gone(parts[1]))
                )
            return self._of_index(method, parts, options, body)

    def _scrolled(self, method: str, asked: Json) -> Json:
        """The next page of a list, and where it goes on."""
        if method == "DELETE":
            return {"succeeded": bool([self.scrolls.pop(each) for each in asked["scroll_id"]])}
        name: str = asked["scroll_id"]
        left, size = self.scrolls[name]
        self.scrolls[name] = (left[size:], size)
        return {**_answered([{"_id": each} for each in left[:size]], len(left)), "_scroll_id": name}

    def _of_index(self, method: str, parts: list[str], options: dict[str, list[str]], body: str) -> tuple[int, Any]:
        name, what = parts[0], parts[1] if len(parts) > 1 else ""
        index = self.indexes.get(name)
        if what == "_alias":
            there = fnmatch.filter(self.indexes, name)
            return 200, {each: {"aliases": self.indexes[each].body["aliases"]} for each in there}
        if method == "PUT" and not what:
            if index is not None:
                return 400, {"error": {"type": "resource_already_exists_exception"}, "status": 400}
            self.indexes[name] = Index(json.loads(body))
            return 200, {"acknowledged": True}
        if index is None:
            return (200, {}) if method == "DELETE" else (404, _gone(name))
        return self._of_present(method, (name, what), index, options, body)

    def _of_present(
        self, method: str, place: tuple[str, str], index: Index, options: dict[str, list[str]], body: str
    ) -> tuple[int, Any]:
        name, what = place
        if method == "DELETE":
            del self.indexes[name]
        elif what == "_mapping" and method == "GET":
            return 200, {name: {"mappings": index.body["mappings"]}}
        elif what == "_mapping":
            index.body["mappings"] |= json.loads(body)
        elif what == "_settings":
            index.body["settings"]["index"] |= json.loads(body)["index"]
        elif what == "_refresh":
            index.refreshed = dict(index.documents)
        elif what == "_count":
            return 200, {"count": len(index.refreshed)}
        elif what == "_stats":
            return 200, {"_all": {"primaries": {"indexing": {"index_total": index.written}}}}
        elif what == "_search" and "scroll" in options:
            found = scripted_vectors.listed(index.refreshed, json.loads(body))
            self.scrolls[str(len(self.calls))] = (found, int(options["size"][0]))
            return 200, self._scrolled("POST", {"scroll_id": str(len(self.calls))})
        elif what == "_search":
            return 200, _answered([], 0) | scripted_vectors.parts(index.refreshed, json.loads(body))
        elif what == "_msearch":
            lines = [json.loads(line) for line in body.splitlines() if line]
            return 200, {"responses": [_searched(index, each) for each in lines[1::2]]}
        return 200, {"acknowledged": True}

    def _bulk(self, parts: list[str], options: dict[str, list[str]], body: str) -> tuple[int, Any]:
        aliases = self._of_alias(parts[0])
        assert options.get("require_alias") == ["true"], "a write that may create an index of its own"
        lines = (json.loads(line) for line in body.splitlines() if line)
        items: list[Json] = []
        for action in lines:
            [(what, named)] = action.items()
            fields: Json = {} if what == "delete" else next(lines)
            if not aliases:
                done: Json = {"status": 404, "error": {"type": "index_not_found_exception"}}
            else:
                done = _written(self.indexes[aliases[0]], what, named["_id"], fields)
            items.append({what: done})
        return 200, {"errors": any("error" in done for item in items for done in item.values()), "items": items}

    def _aliases(self, asked: Json) -> tuple[int, Any]:
        for action in asked["actions"]:
            [(what, each)] = action.items()
            aliases = self.indexes[each["index"]].body.setdefault("aliases", {})
            if what == "add":
                aliases[each["alias"]] = {}
            else:
                del aliases[each["alias"]]
        return 200, {"acknowledged": True}

    def _of_alias(self, alias: str) -> list[str]:
        return [name for name, index in self.indexes.items() if alias in index.body.get("aliases", {})]


def _written(index: Index, what: str, name: str, fields: Json) -> Json:
    """One change of one document, as the engine answers it."""
    if index.body["settings"]["index"].get("blocks.write"):
        return {"status": 403, "error": {"type": "cluster_block_exception"}}
    if what == "delete":
        return {"status": 200 if index.documents.pop(name, None) else 404, "_id": name}
    if what == "create" and name in index.documents:
        return {"status": 409, "error": {"type": "version_conflict_engine_exception"}}
    refused = scripted_vectors.refused(index.body["mappings"]["properties"], fields)
    if refused:
        return {"status": 400, "error": {"type": "mapper_parsing_exception", "reason": refused}}
    index.documents[name] = fields
    index.written += 1
    return {"status": 201, "_id": name}


def _gone(name: str) -> Json:
    return {"error": {"type": "index_not_found_exception", "index": name}, "status": 404}


def _searched(index: Index, body: Json) -> Json:
    if "knn" in body["query"]:
        return _answered(scripted_vectors.nearest(index.refreshed, body), 0)
    if "term" in body["query"]:
        [(name, asked)] = body["query"]["term"].items()
        held = sum(1 for counts in index.counts(name).values() if counts[asked["value"]])
        return _answered([], held)
    asked = body["query"]["bool"]
    allowed = {name for each in asked.get("filter", []) for name in each["terms"]["source"]}
    scores = Counter[str]()
    for each in asked["should"]:
        [(name, term)] = each["term"].items()
        scores.update(_scores(index, name, term["value"], term["boost"]))
    fits = [key for key in scores if not allowed or index.refreshed[key]["source"] in allowed]
    best = sorted(fits, key=lambda key: -scores[key])[: body["size"]]
    hits = [{"_score": scores[key], "_source": {"hit": index.refreshed[key]["hit"]}} for key in best]
    return _answered(hits, len(fits))


def _scores(index: Index, name: str, term: str, boost: float) -> dict[str, float]:
    counts = {key: count for key, count in index.counts(name).items() if count}
    lengths = {key: sum(count.values()) for key, count in counts.items()}
    held = [key for key, count in counts.items() if count[term]]
    idf = math.log(1 + (len(counts) - len(held) + 0.5) / (len(held) + 0.5))
    average = sum(lengths.values()) / max(1, len(counts))
    often = {key: counts[key][term] for key in held}
    return {key: boost * idf * often[key] / (often[key] + 1.2 * (0.25 + 0.75 * lengths[key] / average)) for key in held}


def _answered(hits: list[Json], total: int) -> Json:
    shards = {"total": 1, "successful": 1, "failed": 0}
    return {"timed_out": False, "_shards": shards, "hits": {"total": {"value": total}, "hits": hits}, "status": 200}


@contextmanager
def scripted_engine() -> Generator[ScriptedEngine]:
    """The server on a port of its own."""
    engine = ScriptedEngine()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            fault = engine.fault(f"{self.command} {unquote(address.path)}")
            if fault is not None:
                engine.released.wait(fault.hang_s)
                return self._send(fault.status, fault.body)
            status, answer = engine.answer(self.command, address.path, parse_qs(address.query), body)
            return self._send(status, json.dumps(answer))

        do_POST = do_PUT = do_DELETE = do_HEAD = do_GET

        def _send(self, status: int, text: str) -> None:
            sent = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(sent)

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that went away is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    engine.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield engine
    finally:
        engine.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
