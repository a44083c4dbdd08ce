"""The model endpoint: its configuration, and one real test call to it or to another one."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field
from typing import Literal

from foundation.contracts.errors import ModelFailed, WrongUse
from foundation.contracts.identity import Principal, Role
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.script import language_of
from prompts.catalog import shipped_prompts
from prompts.replies import QueryRouterReply
from service_agent.auth.rules import require

TriedVerdict = Literal["plans_and_writes", "plans_only", "writes_only", "fails"]
QUESTION = "오늘 날씨가 좋네요, 고맙습니다"
"""Small talk: nothing has to be looked up for it."""
MOST_SHOWN = 400
"""Characters of the model's reply that are returned."""


@dataclass(frozen=True)
class EnteredEndpoint:
    """An endpoint that a person typed."""

    base_url: str
    model: str
    api_key: str = ""


@dataclass(frozen=True)
class Trying:
    """An endpoint that is being tried."""

    model: LanguageModel
    reply_format: Callable[[], str]
    """How structured replies were asked for in the end."""


@dataclass(frozen=True)
class Configured:
    """The configuration without secrets."""

    model: str | None
    base_url: str
    has_key: bool
    is_small: bool
    thinking: str
    planning: str
    may_enter_private: bool
    settings: tuple[tuple[str, str, bool, str | None], ...]
    """(name of the setting, what it means, whether it was set, its value unless it is secret)"""


@dataclass
class Step:
    """One of the two calls of a try."""

    works: bool = False
    seconds: float = 0.0
    reason: str | None = None
    """Why it does not: a word of `ModelFailed`."""
    told: str | None = None
    """The same as a sentence."""


@dataclass
class Trial:
    """What one try found."""

    structured: Step = field(default_factory=Step)
    reply_format: str = ""
    streamed: Step = field(default_factory=Step)
    first_s: float = 0.0
    """From the request to the first piece."""
    pieces: int = 0
    characters: int = 0
    wrote: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def verdict(self) -> TriedVerdict:
        """What the endpoint can be used for, as far as two calls show."""
        if self.structured.works:
            return "plans_and_writes" if self.streamed.works else "plans_only"
        return "writes_only" if self.streamed.works else "fails"


OpenEndpoint = Callable[[EnteredEndpoint | None], AbstractAsyncContextManager[Trying]]
"""A client of the entered endpoint, or with None of the configured one; closed at the end."""
Spend = Callable[[Principal, Usage], None]
"""Notes what a person's calls cost."""


def _nothing_noted(principal: Principal, usage: Usage) -> None:
    del principal, usage


class Endpoints:
    """What answers, and whether it does."""

    def __init__(self, configured: Configured, open_endpoint: OpenEndpoint, spend: Spend = _nothing_noted) -> None:
        self.configured = configured
        self._open = open_endpoint
        self._spend = spend

    async def tried(self, principal: Principal, entered: EnteredEndpoint | None) -> Trial:
        """One structured and one streamed call. Another endpoint than the configured one takes the role admin. Raises
        MissingRole, WrongUse."""
        if entered is not None:
            require(principal, Role.ADMIN)
        elif self.configured.model is None:
            raise WrongUse("No model is configured: set SUFFICE_LLM_BASE_URL and SUFFICE_LLM_MODEL, or enter one here.")
        async with self._open(entered) as trying:
            trial, usage = Trial(), Usage()
            try:
                await _structured(trying.model, trial, usage)
                trial.reply_format = trying.reply_format()
                await _streamed(trying.model, trial, usage)
            finally:
                if entered is None:  # an entered endpoint has a key of its own: somebody else pays
                    self._spend(principal, usage)
        trial.prompt_tokens, trial.completion_tokens = usage.prompt_tokens, usage.completion_tokens
        return trial


async def _structured(model: LanguageModel, trial: Trial, usage: Usage) -> None:
    begun = time.monotonic()
    messages = shipped_prompts().render("query_router", history="", question=QUESTION)
    try:
        await model.structured("query_router", messages, QueryRouterReply, usage)
        trial.structured.works = True
    except ModelFailed as failure:
        _failed(trial.structured, failure)
    trial.structured.seconds = time.monotonic() - begun


async def _streamed(model: LanguageModel, trial: Trial, usage: Usage) -> None:
    begun = time.monotonic()
    known = {"about": "", "history": "", "memories": ""}
    messages = shipped_prompts().render("direct_response", language=language_of(QUESTION), question=QUESTION, **known)
    pieces: AsyncGenerator[str, None] = model.stream("direct_response", messages, usage)
    try:
        async with aclosing(pieces):
            async for piece in pieces:
                trial.first_s = trial.first_s or time.monotonic() - begun
                trial.pieces += 1
                trial.characters += len(piece)
                trial.wrote = (trial.wrote + piece)[:MOST_SHOWN]
        trial.streamed.works = True
    except ModelFailed as failure:
        _failed(trial.streamed, failure)
    trial.streamed.seconds = time.monotonic() - begun


def _failed(step: Step, failure: ModelFailed) -> None:
    step.reason = str(failure.data.get("reason", "unknown"))
    step.told = failure.message.removesuffix("; the built-in rules answered instead.")
