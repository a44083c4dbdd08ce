"""What a pool raises when it has no connection left, as clients and the log get it."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from service_agent.api.requests.problems import handle_problems


async def test_an_empty_pool_says_when_to_come_back_and_logs_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    app = FastAPI()
    handle_problems(app)

    @app.get("/api/sessions")
    @app.get("/v1/models")
    async def _() -> None:  # pyright: ignore[reportUnusedFunction]
        raise NoFreeConnection

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as http:
        problem, openai = [await http.get(path) for path in ("/api/sessions", "/v1/models")]
    assert (problem.status_code, problem.headers["retry-after"]) == (503, "5")
    assert (problem.json()["code"], problem.json()["retry_after_s"]) == ("database_unreachable", 5)
    assert (openai.status_code, openai.json()["error"]["type"]) == (503, "server_error")
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
