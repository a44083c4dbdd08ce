"""The model endpoint: its configuration, and a real try of it or of another one: one call of each kind, then each task
that a turn asks of a model."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

from foundation.contracts.errors import ModelFailed
from foundation.contracts.identity import Principal, Role
from foundation.contracts.ports import LanguageModel, Message, Usage
from foundation.domains.schema.pack import Pack
from foundation.language.script import language_of
from foundation.llm.dialect import ReplyFormat
from foundation.llm.public_line import UNREADABLE, is_readable
from prompts.catalog import shipped_prompts
from prompts.replies import QueryRouterReply
from service_agent.auth.rules import require
from service_agent.services.endpoints.agreement import Agreement, agreement_of, judged_turns
from service_agent.services.endpoints.tasks import Tried, Trier
from supervisor.planning.turn_planning import Mode

TriedVerdict = Literal["plans_and_writes", "plans_only", "writes_only", "fails"]
QUESTION = "오늘 날씨가 좋네요, 고맙습니다"
"""Small talk: nothing has to be looked up for it."""
AT_ONCE = 5
"""Labelled turns asked about in one request: whoever waits sees how far it is, and may stop."""
LONGEST_KEY = 500
"""Characters of a key."""
MOST_SHOWN = 400
"""Characters of the model's reply that are returned."""


@dataclass(frozen=True)
class EnteredEndpoint:
    """An endpoint that a person typed."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    reply_format: ReplyFormat | None = None
    """How structured replies are asked for first; None: found out."""
    keep_key: bool = False
    """The stored key instead of `api_key`: of the stored endpoint's address alone."""


@dataclass(frozen=True)
class Trying:
    """An endpoint that is being tried."""

    model: LanguageModel
    reply_format: Callable[[], str]
    """How structured replies were asked for in the end."""
    hidden: Callable[[str], str] = str
    """A text without the endpoint's key: some endpoints repeat it."""


@dataclass(frozen=True)
class Configured:
    """The environment's configuration without secrets."""

    model: str | None
    base_url: str
    has_key: bool
    small_models: tuple[str, ...]
    thinking: str
    planning: Mode
    may_enter_private: bool
    settings: tuple[tuple[str, str, bool, str | None], ...]
    """(name of the setting, what it means, whether it was set, its value unless it is secret)"""


@dataclass
class Step:
    """One call of a kind."""

    works: bool = False
    seconds: float = 0.0
    reason: str | None = None
    """Why it does not: a word of `ModelFailed`."""
    sentence: str | None = None
    """The same in a sentence."""


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
    tasks: list[Tried] = field(default_factory=list[Tried])
    """What a turn asks of it, each once; empty where neither kind of call worked."""
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def verdict(self) -> TriedVerdict:
        """What turns can use the endpoint for, as far as one small turn of each task shows. A calculation that it does
        not plan takes nothing from that: rules read the question then."""
        works = {one.task for one in self.tasks if one.works}
        if "plan" in works:
            return "plans_and_writes" if "write" in works else "plans_only"
        return "writes_only" if "write" in works else "fails"


OpenEndpoint = Callable[[Principal, EnteredEndpoint | None], AbstractAsyncContextManager[Trying]]
"""A client of the entered endpoint, or with None of the one that answers now; closed at the end. Raises WrongUse where
none answers, KeyNeeded."""
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

    async def tried(self, principal: Principal, entered: EnteredEndpoint | None, pack: Pack) -> Trial:
        """One structured and one streamed call, then the tasks of a turn of this pack. Another endpoint than the one
        that answers takes the role admin. Raises MissingRole, WrongUse, KeyNeeded."""
        if entered is not None:
            require(principal, Role.ADMIN)
        if entered is not None and not is_readable(entered.base_url):
            refused = Step(reason="refused", sentence=f"The model's endpoint was not called: {UNREADABLE}")
            return Trial(structured=refused, streamed=refused)
        async with self._opened(principal, entered) as (trying, usage):
            trial = Trial()
            await _structured(trying.model, trial, usage)
            trial.reply_format = trying.reply_format()
            await _streamed(trying.model, trial, usage)
            if trial.structured.works or trial.streamed.works:
                mode: Mode = self.configured.planning
                trial.tasks = await Trier(trying.model, pack, mode, principal, usage).tried()
        for one in trial.tasks:
            one.said, one.got = trying.hidden(one.said), trying.hidden(one.got)
            one.sentence = one.sentence and trying.hidden(one.sentence)
        trial.wrote = trying.hidden(trial.wrote)[:MOST_SHOWN]
        trial.prompt_tokens, trial.completion_tokens = usage.prompt_tokens, usage.completion_tokens
        return trial

    async def agreed(self, principal: Principal, entered: EnteredEndpoint | None, pack: Pack, begin: int) -> Agreement:
        """The next few labelled turns of the pack from number `begin` on, asked about side by side. Roles and errors as
        for `tried`, and WrongPack."""
        if entered is not None:
            require(principal, Role.ADMIN)
        turns = await asyncio.to_thread(judged_turns, pack)
        if not turns[begin:] or (entered is not None and not is_readable(entered.base_url)):
            return Agreement(len(turns), 0, 0, 0, Usage())
        async with self._opened(principal, entered) as (trying, usage):
            return await agreement_of(trying.model, turns[begin : begin + AT_ONCE], len(turns), usage)

    async def reached(self, principal: Principal) -> None:
        """The first piece of a text from what answers now. Raises ModelFailed, WrongUse."""
        asked = [Message("user", "Say: ready")]
        async with self._opened(principal, None) as (trying, usage):
            pieces: AsyncGenerator[str, None] = trying.model.stream("direct_response", asked, usage)
            async with aclosing(pieces):
                async for _ in pieces:
                    return

    @asynccontextmanager
    async def _opened(
        self, principal: Principal, entered: EnteredEndpoint | None
    ) -> AsyncGenerator[tuple[Trying, Usage]]:
        """What is asked, and where its calls are counted: to whoever asked, unless a typed key pays."""
        usage = Usage()
        async with self._open(principal, entered) as trying:
            try:
                yield trying, usage
            finally:
                if entered is None or entered.keep_key:
                    self._spend(principal, usage)


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
                trial.wrote = (trial.wrote + piece)[: MOST_SHOWN + LONGEST_KEY]
        trial.streamed.works = True
    except ModelFailed as failure:
        _failed(trial.streamed, failure)
    trial.streamed.seconds = time.monotonic() - begun


def _failed(step: Step, failure: ModelFailed) -> None:
    step.reason = str(failure.data.get("reason", "unknown"))
    step.sentence = failure.message.removesuffix("; the built-in rules answered instead.")
