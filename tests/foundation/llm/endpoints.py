"""A real HTTP server that answers as a test says: embeddings and re-ranking endpoints of any temper."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[str, dict[str, Any]], tuple[int, Any]]
"""(path, body) -> (status, body of the answer: JSON, or text as it is)."""


@contextmanager
def endpoint(reply: Reply) -> Generator[str]:
    """The address of a server that answers each POST with what `reply` gives."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, answer = reply(self.path, body)
            sent = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def embeddings(vector: Callable[[str], list[float]]) -> Reply:
    """An embeddings endpoint that gives every text the vector of a function."""

    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        data = [
            {"object": "embedding", "index": at, "embedding": vector(text)} for at, text in enumerate(body["input"])
        ]
        return 200, {
            "object": "list",
            "data": data,
            "model": body["model"],
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }

    return reply
