"""The model client: any OpenAI-compatible endpoint, with our own limits, retries, breaker and fallbacks.

Every way a model can fail ends as ModelFailed, so a caller has one thing to catch and goes on by rules.
A cancelled caller ends the call at once: no clause here swallows CancelledError.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.completion_usage import CompletionUsage
from pydantic import BaseModel

from foundation.contracts.errors import ModelFailed, WrongUse
from foundation.contracts.ports import Message, ModelT, Reads, Usage, Writing
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.llm.bounded import bounded_client
from foundation.llm.breaker import Breaker
from foundation.llm.budget import (
    CallBudget,
    Prices,
    count_call,
    count_repair,
    count_tokens,
    estimated,
    reported_tokens,
)
from foundation.llm.dialect import Dialect, ReplyFormat
from foundation.llm.failures import CallFailed, failure_of, without_secrets
from foundation.llm.public_line import Bounds, shown_address
from foundation.llm.retry import RetryPolicy
from foundation.llm.structured import Malformed, read_reply, repair_messages, schema_message

PROMPT_HEADER = "X-Suffice-Prompt"
WITH_HOST = re.compile(r"https?://[^\s/?#:]")


@dataclass(frozen=True)
class Endpoint:
    """One model at one address."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    is_small: bool = False
    """Small models get single-task calls."""
    prices: Prices = Prices()
    bounds: Bounds | None = None
    """Where it may lead: a person entered it; None: anywhere."""
    reply_format: ReplyFormat = "json_schema"
    """How structured replies are asked for first; what it does not take is found out."""

    def __post_init__(self) -> None:
        """Raises WrongUse where no client could call it: nothing would say later what is wrong with it."""
        if not WITH_HOST.match(self.base_url):
            raise WrongUse(f"A model's address is an http:// or https:// address, not {self.base_url[:80]!r}.")


@dataclass(frozen=True)
class Limits:
    """How patient the client is, and how pressing."""

    connect_s: float = 5.0
    first_byte_s: float = 20.0
    """Streams: from the request to the first chunk."""
    idle_s: float = 10.0
    """Streams: between two chunks."""
    longest_s: float = 600.0
    """No call takes longer, whatever its prompt's budget says."""
    concurrency: int = 8
    """Calls at the same time; others wait, within their own time limit."""
    retry: RetryPolicy = RetryPolicy()
    breaker_failures: int = 5
    breaker_cooldown_s: float = 20.0


@dataclass(frozen=True)
class Call:
    """One prompt on its way, through all its tries."""

    prompt: str
    messages: tuple[Message, ...]
    schema: type[BaseModel] | None
    usages: tuple[Usage, ...]
    budget: CallBudget
    deadline: float
    """On the event loop's clock."""


@dataclass(frozen=True)
class Attempt:
    """One try: how the request is written, and how many tries failed before."""

    dialect: Dialect
    number: int = 0


class ModelClient:
    """A LanguageModel. Built from explicit settings only; close it with `aclose`."""

    def __init__(
        self,
        endpoint: Endpoint,
        budgets: Mapping[str, CallBudget],
        limits: Limits | None = None,
        random: Random | None = None,
        telemetry: Telemetry = NO_TELEMETRY,
    ) -> None:
        self.name = endpoint.model
        self.is_small = endpoint.is_small
        self.totals = Usage()
        """Everything this process asked of the endpoint, for the operator's metrics."""
        self._endpoint = endpoint
        self._budgets = budgets
        self._limits = limits or Limits()
        self._random = random or Random()
        self._telemetry = telemetry
        self._dialect = Dialect(endpoint.reply_format)
        self.breaker = Breaker(self._limits.breaker_failures, self._limits.breaker_cooldown_s)
        self._slots = asyncio.Semaphore(self._limits.concurrency)
        self._client = openai.AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.api_key or "none",
            max_retries=0,
            timeout=openai.Timeout(None, connect=self._limits.connect_s),
            http_client=bounded_client(bounds=endpoint.bounds),
        )

    @property
    def reply_format(self) -> ReplyFormat:
        """How structured replies are asked for here, as far as it was found out."""
        return self._dialect.format

    @property
    def is_closed(self) -> bool:
        """Whether it can be asked no more."""
        return self._client.is_closed()

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._client.close()

    async def structured(
        self,
        prompt_name: str,
        messages: Sequence[Message],
        schema: type[ModelT],
        usage: Usage,
        otherwise: Reads[ModelT] | None = None,
    ) -> ModelT:
        """One validated reply, after at most one re-ask. Raises ModelFailed."""
        with self._traced(prompt_name) as own:
            call = self._call(prompt_name, messages, schema, (usage, self.totals, own))
            return await self._structured(call, schema, otherwise)

    async def _structured(self, call: Call, schema: type[ModelT], otherwise: Reads[ModelT] | None) -> ModelT:
        async with self._slot(call):
            text = await self._complete(call)
            try:
                return read_reply(text, schema, otherwise)
            except Malformed as malformed:
                repair = replace(call, messages=(*call.messages, *repair_messages(text, malformed)))
            count_repair(call.usages, call.prompt)
            try:
                return read_reply(await self._complete(repair), schema, otherwise)
            except Malformed as malformed:
                raise self._gave_up(call.prompt, malformed.reason, str(malformed), malformed.field) from malformed

    async def stream(
        self, prompt_name: str, messages: Sequence[Message], usage: Usage, wish: Writing | None = None
    ) -> AsyncGenerator[str, None]:
        """The answer's text piece by piece. Raises ModelFailed, also after pieces were given."""
        with self._traced(prompt_name) as own:
            call = self._call(prompt_name, messages, None, (usage, self.totals, own), wish)
            async with aclosing(self._streamed(call)) as pieces:
                async for piece in pieces:
                    yield piece

    async def _streamed(self, call: Call) -> AsyncGenerator[str, None]:
        attempt, started = Attempt(self._dialect), False
        async with self._slot(call):
            while True:
                try:
                    async with aclosing(self._stream_once(call, attempt.dialect)) as pieces:
                        async for piece in pieces:
                            started = True
                            yield piece
                    self._dialect = attempt.dialect
                    return
                except CallFailed as failure:
                    if started:
                        raise self._gave_up(call.prompt, "half_stream", failure.detail) from failure
                    attempt = await self._next_attempt(call, attempt, failure)

    @contextmanager
    def _traced(self, prompt: str) -> Generator[Usage, None, None]:
        """One call as operators see it, with the usage of all its tries."""
        own = Usage()
        with self._telemetry.span("model", prompt, model=self.name) as span:
            try:
                yield own
            except ModelFailed as failure:
                span.note(failed=str(failure.data.get("reason", "unknown")))
                raise
            except (asyncio.CancelledError, GeneratorExit):
                span.note(outcome="abandoned")
                raise
            finally:
                span.note(
                    requests=own.model_calls,
                    input_tokens=own.prompt_tokens,
                    output_tokens=own.completion_tokens,
                    cost=own.cost,
                )

    def _call(
        self,
        prompt: str,
        messages: Sequence[Message],
        schema: type[BaseModel] | None,
        usages: tuple[Usage, ...],
        wish: Writing | None = None,
    ) -> Call:
        budget = self._budgets.get(prompt, CallBudget()).wished(wish)
        deadline = asyncio.get_running_loop().time() + min(budget.timeout_s, self._limits.longest_s)
        return Call(prompt, tuple(messages), schema, usages, budget, deadline)

    @asynccontextmanager
    async def _slot(self, call: Call) -> AsyncGenerator[None, None]:
        try:
            async with asyncio.timeout_at(call.deadline):
                await self._slots.acquire()
        except TimeoutError as error:
            raise self._gave_up(call.prompt, "timeout", "no free slot in time") from error
        try:
            yield
        finally:
            self._slots.release()

    async def _complete(self, call: Call) -> str:
        attempt = Attempt(self._dialect)
        while True:
            try:
                text = await self._complete_once(call, attempt.dialect)
            except CallFailed as failure:
                attempt = await self._next_attempt(call, attempt, failure)
            else:
                self._dialect = attempt.dialect
                return text

    async def _next_attempt(self, call: Call, attempt: Attempt, failure: CallFailed) -> Attempt:
        """Waits and says how to ask again. Raises ModelFailed when that makes no sense any more."""
        if failure.complaint is not None:
            dialect = attempt.dialect.without(failure.complaint, self._parameters(call, attempt.dialect))
            if dialect is None:
                raise self._gave_up(call.prompt, failure.reason, failure.detail) from failure
            return replace(attempt, dialect=dialect)
        retry = call.budget.retry(self._limits.retry)
        wait = retry.wait_s(attempt.number, failure.retry_after_s, self._random)
        left = call.deadline - asyncio.get_running_loop().time()
        if not failure.retryable or attempt.number >= retry.retries or wait >= left:
            gave_up = self._gave_up(call.prompt, failure.reason, failure.detail)
            gave_up.data["retry_after_s"] = failure.retry_after_s
            raise gave_up from failure
        await asyncio.sleep(wait)
        return replace(attempt, number=attempt.number + 1)

    def _parameters(self, call: Call, dialect: Dialect) -> dict[str, Any]:
        return dialect.parameters(call.prompt, call.budget, call.schema)

    async def _create(self, call: Call, dialect: Dialect) -> Any:
        """Sends the request: a ChatCompletion, or a stream of its chunks."""
        messages = call.messages
        if call.schema is not None and dialect.format != "json_schema":
            messages = (schema_message(call.schema), *messages)
        count_call(call.usages, call.prompt, messages)
        create: Any = self._client.chat.completions.create
        return await create(
            model=self._endpoint.model,
            messages=[{"role": message.role, "content": message.content} for message in messages],
            extra_headers={PROMPT_HEADER: call.prompt},
            **self._parameters(call, dialect),
        )

    async def _complete_once(self, call: Call, dialect: Dialect) -> str:
        with self._watched(call):
            async with asyncio.timeout_at(call.deadline):
                completion: ChatCompletion = await self._create(call, dialect)
            text = content_of(completion)
        self._count(call, completion.usage, text)
        return text

    async def _stream_once(self, call: Call, dialect: Dialect) -> AsyncGenerator[str, None]:
        written: list[str] = []
        reported: CompletionUsage | None = None
        try:
            with self._watched(call):
                async with aclosing(self._chunks(call, dialect)) as chunks:
                    async for chunk in chunks:
                        reported = chunk.usage or reported
                        text = text_of(chunk)
                        if text:
                            written.append(text)
                            yield text
        finally:
            if written or reported is not None:  # a stream that was given up costs what was written by then
                self._count(call, reported, "".join(written))
        if not "".join(written).strip():
            raise CallFailed("empty", "the model wrote nothing")

    async def _chunks(self, call: Call, dialect: Dialect) -> AsyncGenerator[ChatCompletionChunk, None]:
        """Chunks within the time limits. Raises CallFailed when the stream ends before the model did."""
        loop, finished = asyncio.get_running_loop(), False
        limit = min(call.deadline, loop.time() + self._limits.first_byte_s)
        async with asyncio.timeout_at(limit):
            stream: openai.AsyncStream[ChatCompletionChunk] = await self._create(call, dialect)
        try:
            while True:
                try:
                    async with asyncio.timeout_at(limit):
                        chunk = await anext(stream)
                except StopAsyncIteration:
                    break
                limit = min(call.deadline, loop.time() + self._limits.idle_s)
                finished = finished or any(choice.finish_reason for choice in chunk.choices or ())
                yield chunk
        finally:
            await stream.close()
        if not finished:
            raise CallFailed("half_stream", "the stream ended before the model said it was done", retryable=True)

    @contextmanager
    def _watched(self, call: Call) -> Generator[None, None, None]:
        """Turns what goes wrong on the line into CallFailed, and keeps the breaker informed."""
        if not self.breaker.allow():
            raise self._gave_up(
                call.prompt, "breaker_open", "the endpoint failed too often; it is left alone for a while"
            )
        try:
            yield
        except (CallFailed, TimeoutError, openai.OpenAIError, ValueError) as error:
            failure = failure_of(error)
            # Some endpoints quote the key they refuse, or another's.
            failure.detail = without_secrets(failure.detail, self._endpoint.api_key)
            if failure.endpoint_down:
                self.breaker.failed()
            else:
                self.breaker.succeeded()
            raise failure from error
        except BaseException:
            self.breaker.abandoned()
            raise
        else:
            self.breaker.succeeded()

    def _gave_up(self, prompt: str, reason: str, detail: str, field: str = "") -> ModelFailed:
        """What a caller sees: which prompt, a stable word, the reply's wrong field, and what happened where."""
        where = shown_address(self._endpoint.base_url)
        sentence = f"The model at {where} gave no usable answer: {detail}; the built-in rules answered instead."
        return ModelFailed(sentence, prompt=prompt, reason=reason, field=field)

    def _count(self, call: Call, reported: CompletionUsage | None, text: str) -> None:
        tokens = reported_tokens(reported) or estimated(call.messages, text)
        count_tokens(call.usages, call.prompt, tokens, self._endpoint.prices)


def content_of(completion: ChatCompletion) -> str:
    """The reply's text; "" when there is none. Raises CallFailed for an answer that is no completion."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list):
        raise CallFailed("bad_json", "the endpoint's answer is no chat completion", endpoint_down=True)
    message = completion.choices[0].message if completion.choices else None
    return (message.content if message else None) or ""


def text_of(chunk: ChatCompletionChunk) -> str:
    """The chunk's piece of text."""
    return "".join(choice.delta.content or "" for choice in chunk.choices or () if choice.delta)
