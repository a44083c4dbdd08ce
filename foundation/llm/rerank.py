"""Scores from any re-ranking endpoint of the common shape: POST {model, query, documents} -> results[index, score].

Cohere's, Jina's, vLLM's, llama.cpp's and Text Embeddings Inference's answers are read: a list under `results`, `data`
or bare, each with `index` and `relevance_score` or `score`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import httpx

from foundation.contracts import untrusted_json
from foundation.contracts.errors import ModelFailed

LONGEST_TEXT = 4_000
"""Characters of one document that are sent."""
LARGEST_REPLY = 2_000_000
LARGEST_SCORE = 1e12
"""What is larger, or no number, is no score."""


@dataclass(frozen=True)
class RerankEndpoint:
    """One re-ranker at one address: the full address of its `/rerank`."""

    url: str
    model: str = ""
    api_key: str = ""


class RerankClient:
    """Scores texts against a question. Every failure is ModelFailed; time limits are the caller's."""

    def __init__(self, endpoint: RerankEndpoint, client: httpx.AsyncClient) -> None:
        self.name = endpoint.model or "rerank"
        self._endpoint = endpoint
        self._client = client

    async def scores(self, question: str, texts: Sequence[str], limit_s: float) -> list[float]:
        """One score per text, in their order; higher is better. Raises ModelFailed, TimeoutError."""
        documents = [text[:LONGEST_TEXT] for text in texts]
        # Both names of the list are sent: `texts` is what Text Embeddings Inference calls it.
        body: dict[str, Any] = {"query": question, "documents": documents, "texts": documents, "top_n": len(texts)}
        if self._endpoint.model:
            body["model"] = self._endpoint.model
        headers = {"Authorization": f"Bearer {self._endpoint.api_key}"} if self._endpoint.api_key else {}
        try:
            async with self._client.stream(
                "POST", self._endpoint.url, json=body, headers=headers, timeout=limit_s
            ) as reply:
                return read_scores(await _content(reply), len(texts))
        except httpx.TimeoutException as error:
            raise TimeoutError("the re-ranker did not answer in time") from error
        except httpx.HTTPError as error:
            raise _failed("connection", type(error).__name__) from error


async def _content(reply: httpx.Response) -> bytes:
    """Counted while it comes, as it is when unpacked."""
    if not reply.is_success:
        raise _failed("status", f"status {reply.status_code}")
    data = bytearray()
    async for piece in reply.aiter_bytes(65_536):
        data += piece
        if len(data) > LARGEST_REPLY:
            raise _failed("malformed", "an answer of more than 2 MB")
    return bytes(data)


def read_scores(reply: bytes, wanted: int) -> list[float]:
    """The scores in the documents' order. Raises ModelFailed when one is missing, doubled or no number."""
    try:
        content: Any = untrusted_json.loads(reply)
    except ValueError as error:
        raise _failed("malformed", "an answer that is no JSON") from error
    if isinstance(content, dict):
        named = cast("Mapping[str, Any]", content)
        content = named.get("results", named.get("data"))
    found: dict[int, float] = {}
    for one in cast("list[Any]", content) if isinstance(content, list) else []:
        place, score = _score(one)
        if place is not None and score is not None and 0 <= place < wanted:
            if place in found:
                raise _failed("malformed", f"two scores for document {place}")
            found[place] = score
    if len(found) != wanted:
        raise _failed("malformed", f"scores for {len(found)} of {wanted} documents")
    return [found[at] for at in range(wanted)]


def _score(one: Any) -> tuple[int | None, float | None]:
    if not isinstance(one, dict):
        return None, None
    entry = cast("Mapping[str, Any]", one)
    place, score = entry.get("index"), entry.get("relevance_score", entry.get("score"))
    is_place = isinstance(place, int) and not isinstance(place, bool)
    is_score = isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= LARGEST_SCORE
    return (cast("int", place) if is_place else None), (float(cast("float", score)) if is_score else None)


def _failed(reason: str, detail: str) -> ModelFailed:
    return ModelFailed(f"The re-ranker failed: {detail}.", prompt="rerank", reason=reason)
