"""Re-ranking over real HTTP: each shape of answer that is in use, and every wrong one."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from foundation.contracts.errors import ModelFailed
from foundation.llm.rerank import RerankClient, RerankEndpoint
from tests.foundation.llm.endpoints import Reply, endpoint


async def scores(reply: Reply, texts: list[str], limit_s: float = 10.0) -> list[float]:
    with endpoint(reply) as address:
        async with httpx.AsyncClient() as client:
            ranker = RerankClient(RerankEndpoint(f"{address}/rerank", "test-model", "key"), client)
            return await ranker.scores("질문", texts, limit_s)


@pytest.mark.parametrize(
    "answer",
    [
        {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]},
        {"data": [{"index": 0, "relevance_score": 0.1}, {"index": 1, "relevance_score": 0.9}]},
        [{"index": 1, "score": 0.9}, {"index": 0, "score": 0.1}],
    ],
)
async def test_the_shapes_in_use_give_scores_in_the_documents_order(answer: Any) -> None:
    seen: list[dict[str, Any]] = []

    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        seen.append({"path": path, **body})
        return 200, answer

    assert await scores(reply, ["가", "나"]) == [0.1, 0.9]
    assert seen[0]["path"] == "/rerank"
    assert (seen[0]["query"], seen[0]["documents"], seen[0]["model"]) == ("질문", ["가", "나"], "test-model")


@pytest.mark.parametrize(
    ("status", "answer", "wrong"),
    [
        (500, {}, "status 500"),
        (200, "not json", "no JSON"),
        (200, {}, "0 of 2"),
        (200, {"results": [{"index": 0, "relevance_score": 0.1}]}, "1 of 2"),
        (200, {"results": [{"index": 0, "relevance_score": 0.1}, {"index": 7, "relevance_score": 0.1}]}, "1 of 2"),
        (200, {"results": [{"index": 0, "relevance_score": "x"}, {"index": True, "relevance_score": 1}]}, "0 of 2"),
        (200, {"results": ["x", None]}, "0 of 2"),
        (200, {"results": [{"index": 0, "score": 10**400}, {"index": 1, "score": float("nan")}]}, "0 of 2"),
        (200, {"results": [{"index": at, "score": 0.5} for at in (0, 1, 1)]}, "two scores for document 1"),
    ],
)
async def test_a_wrong_answer_is_refused_in_a_sentence(status: int, answer: Any, wrong: str) -> None:
    with pytest.raises(ModelFailed, match=wrong):
        await scores(lambda path, body: (status, answer), ["가", "나"])


async def test_a_slow_endpoint_is_left() -> None:
    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        time.sleep(0.5)
        return 200, {}

    with pytest.raises(TimeoutError):
        await scores(reply, ["가"], limit_s=0.05)
