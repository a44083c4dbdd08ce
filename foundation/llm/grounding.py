"""Whether a document bears a claim out, asked of a grounding model: MiniCheck's shape, as Ollama and vLLM serve it.

One chat completion a claim, "Document: …\\nClaim: …", answered Yes or No; with the first token's log probabilities
where the endpoint gives them. A batch goes out side by side and has one time limit. What fails gives no answer, never
a wrong one.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import httpx

from foundation.contracts import untrusted_json
from foundation.llm.breaker import Breaker

LONGEST_DOCUMENT, LONGEST_CLAIM = 12_000, 1_000
"""Characters that are sent."""
LARGEST_REPLY = 500_000
SIDE_BY_SIDE = 4
TRIES = 2
AGAIN = frozenset({429, 500, 502, 503, 504})
"""States after which it is asked once more, while there is time."""
PAUSE_S = 0.2
WITHOUT_LOGPROBS = frozenset({400, 422})
"""An endpoint that does not know the option is asked without it."""
PROMPT = "grounding"
YES, NO = "yes", "no"


@dataclass(frozen=True)
class GroundingEndpoint:
    """One model at one address: the base address, as of any OpenAI-compatible endpoint (…/v1)."""

    base_url: str
    model: str
    api_key: str = ""


@dataclass(frozen=True)
class Grounding:
    """What the model says of one claim."""

    supported: bool
    probability: float | None
    """That the document bears it out; None: the endpoint gives no probabilities."""


class GroundingClient:
    """Raises nothing but cancellation; time limits are the caller's."""

    def __init__(self, endpoint: GroundingEndpoint, client: httpx.AsyncClient) -> None:
        self.name = endpoint.model
        self.breaker = Breaker(failures=3)
        self._endpoint = endpoint
        self._client = client
        self._logprobs = True

    async def grounded(self, pairs: Sequence[tuple[str, str]], limit_s: float) -> list[Grounding | None]:
        """One answer for each (document, claim), in their order; None where there is none."""
        if not pairs or not self.breaker.allow():
            return [None] * len(pairs)
        slots = asyncio.Semaphore(SIDE_BY_SIDE)
        asked = [asyncio.create_task(self._within(slots, *pair)) for pair in pairs]
        try:
            await asyncio.wait(asked, timeout=limit_s)
        except asyncio.CancelledError:
            self.breaker.abandoned()
            raise
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        found = [None if task.cancelled() or task.exception() else task.result() for task in asked]
        if any(one is not None for one in found):
            self.breaker.succeeded()
        else:
            self.breaker.failed()
        return found

    async def _within(self, slots: asyncio.Semaphore, document: str, claim: str) -> Grounding | None:
        logprobs = self._logprobs
        async with slots:
            for number in range(TRIES):
                try:
                    status, content = await self._asked(document, claim, logprobs)
                except httpx.HTTPError:
                    status, content = 503, b""
                if status == 200:
                    # Known only now that it answers without: what is too long is refused with the same state.
                    self._logprobs &= logprobs
                    return read_grounding(content)
                if status in WITHOUT_LOGPROBS and logprobs:
                    logprobs = False
                elif status not in AGAIN:
                    return None
                elif number + 1 < TRIES:
                    await asyncio.sleep(PAUSE_S)
        return None

    async def _asked(self, document: str, claim: str, logprobs: bool) -> tuple[int, bytes]:
        said = f"Document: {document[:LONGEST_DOCUMENT]}\nClaim: {claim[:LONGEST_CLAIM]}"
        body: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [{"role": "user", "content": said}],
            "temperature": 0,
            "max_tokens": 4,
        }
        if logprobs:
            body |= {"logprobs": True, "top_logprobs": 5}
        headers = {"X-Suffice-Prompt": PROMPT}
        if self._endpoint.api_key:
            headers["Authorization"] = f"Bearer {self._endpoint.api_key}"
        address = f"{self._endpoint.base_url.rstrip('/')}/chat/completions"
        async with self._client.stream("POST", address, json=body, headers=headers, timeout=None) as reply:
            data = bytearray()
            async for piece in reply.aiter_bytes(65_536):
                data += piece
                if len(data) > LARGEST_REPLY:
                    return 200, b""
            return reply.status_code, bytes(data)


def read_grounding(reply: bytes) -> Grounding | None:
    """Yes or no, with its probability; None where the reply says neither."""
    try:
        content: Any = untrusted_json.loads(reply)
    except ValueError:
        return None
    choices = _in(content, "choices")
    choice = cast("list[Any]", choices)[0] if isinstance(choices, list) and choices else None
    said = _in(_in(choice, "message"), "content")
    word = said.strip().lower() if isinstance(said, str) else ""
    if not word.startswith((YES, NO)):
        return None
    probability = _probability(_in(_in(choice, "logprobs"), "content"))
    return Grounding(word.startswith(YES) if probability is None else probability >= 1 / 2, probability)


def _probability(tokens: Any) -> float | None:
    """Of yes against no, at the first token that is either."""
    for token in cast("list[Any]", tokens)[:3] if isinstance(tokens, list) else []:
        weights = {YES: 0.0, NO: 0.0}
        offered = _in(token, "top_logprobs")
        for one in cast("list[Any]", offered) if isinstance(offered, list) else []:
            word, weight = _in(one, "token"), _in(one, "logprob")
            name = word.strip().lower() if isinstance(word, str) else ""
            if name in weights and isinstance(weight, int | float) and not isinstance(weight, bool) and weight <= 0:
                weights[name] += math.exp(weight)
        whole = sum(weights.values())
        if whole > 0:
            return weights[YES] / whole
    return None


def _in(value: Any, name: str) -> Any:
    return cast("Mapping[str, Any]", value).get(name) if isinstance(value, dict) else None
