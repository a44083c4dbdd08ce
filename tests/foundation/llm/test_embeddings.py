"""Vectors over real HTTP: batches, order, retries, and everything an endpoint can send wrong."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from foundation.contracts.errors import ModelFailed
from foundation.llm.embeddings import EmbeddingsClient, EmbeddingsEndpoint
from foundation.llm.retry import RetryPolicy
from tests.foundation.llm.endpoints import Reply, embeddings, endpoint

AT_ONCE = RetryPolicy(retries=2, base_s=0.001, cap_s=0.002)


async def vectors(reply: Reply, texts: list[str], batch: int = 2) -> np.ndarray[Any, Any]:
    with endpoint(reply) as address:
        client = EmbeddingsClient(EmbeddingsEndpoint(address, "test-model", batch=batch), AT_ONCE)
        try:
            return await client.vectors(texts)
        finally:
            await client.aclose()


async def test_texts_go_in_batches_and_come_back_in_order_as_unit_vectors() -> None:
    sizes: list[int] = []
    plain = embeddings(lambda text: [float(len(text)), 0.0] if len(text) < 3 else [0.0, 5.0])

    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        sizes.append(len(body["input"]))
        return plain(path, body)

    found = await vectors(reply, ["a", "bb", "ccc"])
    assert sorted(sizes) == [1, 2]
    assert found.tolist() == [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    assert len(await vectors(reply, [])) == 0


async def test_a_busy_endpoint_is_asked_again_and_given_up_in_time() -> None:
    tries: list[int] = []
    plain = embeddings(lambda text: [1.0])

    def reply(path: str, body: dict[str, Any]) -> tuple[int, Any]:
        tries.append(1)
        return plain(path, body) if len(tries) == 2 else (503, {"error": {"message": "busy"}})

    assert (await vectors(reply, ["a"])).tolist() == [[1.0]]
    with pytest.raises(ModelFailed, match="status 503"):
        await vectors(lambda path, body: (503, {"error": {"message": "busy"}}), ["a"])


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("[[1.0]]", "1 vectors for 2 texts"),
        ("[[1.0], [1.0, 2.0]]", "different lengths"),
        ("[[], []]", "of none"),
        ('[["x"], ["x"]]', "not numbers"),
        ("[[1e999], [1e999]]", "not finite"),
    ],
)
async def test_vectors_that_are_none_are_refused_in_a_sentence(rows: str, wrong: str) -> None:
    data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(json.loads(rows))]
    answer = {"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    with pytest.raises(ModelFailed, match=wrong):
        await vectors(lambda path, body: (200, answer), ["a", "b"])


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (None, "without vectors"),
        ([{"index": 0, "embedding": None}, {"index": 1, "embedding": [1.0]}], "without vectors"),
        ([{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [2.0]}], "numbered wrongly"),
        ([{"index": 1, "embedding": [1.0]}, {"index": 2, "embedding": [2.0]}], "numbered wrongly"),
        ([{"index": 0, "embedding": [1.0]}, {"embedding": [2.0]}], "numbered wrongly"),
    ],
)
async def test_vectors_of_nobody_knows_which_text_are_refused(data: Any, wrong: str) -> None:
    with pytest.raises(ModelFailed, match=wrong):
        await vectors(lambda path, body: (200, {"object": "list", "data": data, "model": "m"}), ["a", "b"])


async def test_an_endpoint_that_numbers_no_vector_gives_them_in_order() -> None:
    data = [{"embedding": [1.0, 0.0]}, {"embedding": [0.0, 1.0]}]
    found = await vectors(lambda path, body: (200, {"object": "list", "data": data, "model": "m"}), ["a", "b"])
    assert found.tolist() == [[1.0, 0.0], [0.0, 1.0]]


async def test_batches_of_different_widths_are_refused() -> None:
    with pytest.raises(ModelFailed, match="different lengths"):
        await vectors(embeddings(lambda text: [1.0] * len(text)), ["a", "bb"], batch=1)
