"""Vectors from any OpenAI-compatible embeddings endpoint: in batches, checked, tried again where that makes sense."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import openai
from numpy.typing import NDArray

from foundation.contracts.errors import ModelFailed
from foundation.llm.bounded import bounded_client
from foundation.llm.failures import CallFailed, failure_of
from foundation.llm.retry import RetryPolicy

Matrix = NDArray[np.float32]
LONGEST_WAIT_S = 60.0
"""A longer pause than an endpoint may ask for here: it is given up, and the passages' turn comes again later."""
LONGEST_TEXT = 8_000
"""Characters of one text that are sent: embeddings models take 512 to 8,192 tokens and refuse longer ones."""


@dataclass(frozen=True)
class EmbeddingsEndpoint:
    """One embeddings model at one address."""

    base_url: str
    model: str
    api_key: str = ""
    batch: int = 64
    """Texts per request."""
    timeout_s: float = 30.0
    concurrency: int = 2
    """Requests at the same time."""


class EmbeddingsClient:
    """Gives unit vectors. Every failure is ModelFailed. Close it with `aclose`."""

    def __init__(
        self, endpoint: EmbeddingsEndpoint, retry: RetryPolicy | None = None, random: Random | None = None
    ) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._retry = retry or RetryPolicy()
        self._random = random or Random()
        self._slots = asyncio.Semaphore(endpoint.concurrency)
        self._client = openai.AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.api_key or "none",
            max_retries=0,
            timeout=endpoint.timeout_s,
            http_client=bounded_client(),
        )

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        """One row per text, each of length 1. Raises ModelFailed: the endpoint fails, or its vectors are of different
        lengths, not numbers, or not as many as the texts."""
        size = self._endpoint.batch
        parts = [texts[start : start + size] for start in range(0, len(texts), size)]
        if not parts:
            return np.zeros((0, 0), dtype=np.float32)
        found = await asyncio.gather(*(self._batch(part) for part in parts))
        widths = {part.shape[1] for part in found}
        if len(widths) > 1:
            raise _wrong(f"vectors of different lengths ({', '.join(map(str, sorted(widths)))})")
        return np.concatenate(found)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()

    async def _batch(self, texts: Sequence[str]) -> Matrix:
        number = 0
        while True:
            try:
                async with self._slots:
                    return await self._once(texts)
            except CallFailed as failure:
                wait = self._retry.wait_s(number, failure.retry_after_s, self._random)
                if not failure.retryable or number >= self._retry.retries or wait > LONGEST_WAIT_S:
                    raise _wrong(failure.detail, failure.reason) from failure
                await asyncio.sleep(wait)
                number += 1

    async def _once(self, texts: Sequence[str]) -> Matrix:
        try:
            # An empty text is refused by some endpoints; a blank has the same meaning.
            reply = await self._client.embeddings.create(
                model=self._endpoint.model,
                input=[text[:LONGEST_TEXT].strip() or "-" for text in texts],
                encoding_format="float",
            )
        except (openai.OpenAIError, ValueError) as error:
            raise failure_of(error) from error
        return checked(in_order(reply.data), len(texts))


def in_order(data: Any) -> list[list[float]]:
    """The vectors in their texts' order; endpoints that number none give them in it. Raises ModelFailed: they are no
    list, or numbered otherwise than from 0 without a gap, so that nobody knows whose each of them is."""
    try:
        places = [one.index for one in data]
        rows = [list(one.embedding) for one in data]
    except (TypeError, AttributeError) as error:
        raise _wrong("an answer without vectors") from error
    if all(place is None for place in places):
        return rows
    if sorted(place for place in places if isinstance(place, int)) != list(range(len(rows))):
        raise _wrong("vectors that are numbered wrongly")
    return [row for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]


def checked(rows: Sequence[Sequence[float]], wanted: int) -> Matrix:
    """Rows as unit vectors. Raises ModelFailed when they are not `wanted` vectors of one length of finite numbers."""
    if len(rows) != wanted:
        raise _wrong(f"{len(rows)} vectors for {wanted} texts")
    widths = {len(row) for row in rows}
    if len(widths) != 1 or widths == {0}:
        raise _wrong("vectors of different lengths or of none")
    try:
        found = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise _wrong("vectors that are not numbers") from error
    if not np.isfinite(found).all():
        raise _wrong("vectors with values that are not finite")
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return np.divide(found, lengths, out=np.zeros_like(found), where=lengths > 0)


def _wrong(detail: str, reason: str = "malformed") -> ModelFailed:
    return ModelFailed(f"The embeddings endpoint failed: {detail}.", prompt="embeddings", reason=reason)
