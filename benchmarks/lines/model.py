"""`python -m benchmarks.lines.model PORT PIECES PAUSE_S`: an endpoint whose answers are the moments they are written
at, a piece at a time."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, StreamingResponse

from benchmarks.lines.moments import now_marked
from benchmarks.lines.process import nothing_to_end
from foundation.llm.client import PROMPT_HEADER
from service_agent.cli.serving.server import HttpServer

QUESTION = "대구 달서구 아파트 시세 알려줘"
PLANNING: dict[str, Any] = {
    "route": "rag_required",
    "standalone_question": QUESTION,
    "intent": "market_inquiry",
    "confidence": 0.95,
    "slots": {},
    "ambiguity_reason": None,
    "sufficiency": None,
}


def made(pieces: int, pause_s: float) -> FastAPI:
    """The endpoint."""
    app = FastAPI()

    @app.post("/v1/chat/completions")
    async def complete(request: Request) -> Any:
        if request.headers.get(PROMPT_HEADER) == "turn_planning":
            message = {"role": "assistant", "content": json.dumps(PLANNING)}
            return JSONResponse(_body({"message": message, "finish_reason": "stop"}, "chat.completion"))
        return StreamingResponse(_written(pieces, pause_s), media_type="text/event-stream")

    del complete
    return app


def _body(choice: dict[str, Any], kind: str) -> dict[str, Any]:
    usage = {"prompt_tokens": 500, "completion_tokens": 100, "total_tokens": 600} if "message" in choice else None
    choices = [{"index": 0, **choice}]
    return {"id": "c", "object": kind, "created": 0, "model": "moments", "choices": choices, "usage": usage}


async def _written(pieces: int, pause_s: float) -> AsyncGenerator[str]:
    for _ in range(pieces):
        yield _event({"delta": {"content": f"{now_marked()} "}, "finish_reason": None})
        await asyncio.sleep(pause_s)
    yield _event({"delta": {"content": "끝입니다."}, "finish_reason": "stop"})
    yield "data: [DONE]\n\n"


def _event(choice: dict[str, Any]) -> str:
    return f"data: {json.dumps(_body(choice, 'chat.completion.chunk'))}\n\n"


async def main() -> None:
    """Serve until a stop signal."""
    port, pieces, pause_s = sys.argv[1:4]
    server = HttpServer(made(int(pieces), float(pause_s)), "127.0.0.1", int(port))
    await server.start()
    await server.until_stopped(nothing_to_end)


if __name__ == "__main__":
    asyncio.run(main())
