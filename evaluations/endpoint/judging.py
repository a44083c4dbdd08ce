"""What an endpoint can do: its structured output, streaming, repairs, drafts and answers; and a verdict."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.cases import Progress
from evaluations.endpoint.planning import Planned, planning_of
from evaluations.rates import Share
from evaluations.thinking.reading import Question
from evaluations.thinking.run import Tried, as_shipped, in_one_call, pieces_of
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.thought import Thinker
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Message, Usage
from foundation.llm.client import ModelClient
from prompts.catalog import shipped_prompts
from prompts.replies import REPLIES
from prompts.thinking_replies import ClassifyReply
from service_agent.services.endpoints.agreement import Labelled
from service_agent.services.endpoints.reports import EndpointVerdict, Verdict

WRITES, PLANS, AGREES, GAINS = 0.6, 0.9, 0.8, 0.1
"""From these shares on it is said to write (right in one call) and to plan (usable structured replies, kinds, intents
as labelled; judge 1 and follow-ups as labelled from AGREES on); thinking is advised where it adds GAINS, and as much is
right with it as of an endpoint that writes."""
ASKED = 3
"""Replies that are looked at for streaming: a short one comes in one piece anyhow."""
UNHEARD = frozenset({"timeout", "connection", "refused", "key_in_clear", "rate_limited", "status", "breaker_open"})
"""Why a call failed before the endpoint said anything."""


@dataclass(frozen=True)
class EndpointReport:
    """One endpoint's figures; prints itself."""

    base_url: str
    model: str
    format: str
    streams: bool
    structured: Share
    """Structured calls that gave a usable reply."""
    repaired: Share
    """Of the structured requests those that were asked again."""
    types: Share
    """Questions whose kind was found as labelled."""
    passed: Share
    """Drafts in one call that passed the checks."""
    one_call: Share
    thinking: Share
    seconds: float
    """A question in one call, in the middle."""
    thinking_seconds: float
    """A question thought through, in the middle."""
    tokens: float
    """A question in one call."""
    thinking_tokens: float
    planned: Planned

    @property
    def verdict(self) -> Verdict:
        """In a word."""
        gains = round(self.thinking.value - self.one_call.value, 6) >= GAINS
        if gains and self.thinking.value >= WRITES and self.structured.value >= WRITES:
            return "thinking mode advised"
        surely = (self.structured, self.types, self.planned.intents)
        mostly = (self.planned.judge1, self.planned.follow_ups)
        plans = all(one.value >= PLANS for one in surely) and all(one.value >= AGREES for one in mostly)
        if self.one_call.value < WRITES:
            return "not advised"
        return "plans and writes" if plans else "writes only"

    def kept(self) -> EndpointVerdict:
        """As it is kept for the endpoint."""
        return EndpointVerdict(self.base_url, self.model, self.verdict, dict(self._lines()))

    def _lines(self) -> Iterator[tuple[str, str]]:
        yield "structured output", self.format
        yield "streaming", "yes" if self.streams else "no"
        yield "structured replies of use", shown(self.structured)
        yield "asked for again", shown(self.repaired)
        yield "kind of question as labelled", shown(self.types)
        yield "intents as labelled", shown(self.planned.intents)
        yield "judge 1 as labelled", shown(self.planned.judge1)
        yield "follow-ups written out as labelled", shown(self.planned.follow_ups)
        yield "drafts that pass the checks", shown(self.passed)
        yield "right in one call", shown(self.one_call)
        yield "right after thinking", shown(self.thinking)
        seconds = f"{self.seconds:.2f} / {self.thinking_seconds:.2f}"
        yield "seconds a question, one call / thinking (medians)", seconds
        yield "tokens a question, one call / thinking", f"{self.tokens:.0f} / {self.thinking_tokens:.0f}"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        table = Table("", "", title=f"{self.model} at {self.base_url}", show_header=False)
        for name, value in self._lines():
            table.add_row(name, value)
        yield table
        yield Text(f"verdict: {self.verdict}", "bold")


def shown(found: Share) -> str:
    """A share with its interval."""
    low, high = found.interval
    return f"{100 * found.value:.0f} % ({found.hits}/{found.of}) [{100 * low:.0f}, {100 * high:.0f}]"


async def judged(
    model: ModelClient, address: str, questions: Sequence[Question], turns: Sequence[Labelled], progress: Progress
) -> EndpointReport:
    """All of it. Raises ModelFailed where the endpoint does not answer at all."""
    streams = await _streams(model, questions)
    structured, types = await _types(model, questions, progress)
    planned = await planning_of(model, turns, progress)
    before = model.totals.prompt_tokens + model.totals.completion_tokens
    one_call = list[Tried]()
    for at, question in enumerate(questions):
        progress("in one call", at, len(questions))
        one_call.append(await in_one_call(question, model))
    tokens = model.totals.prompt_tokens + model.totals.completion_tokens - before
    drafts, thoughts = list[Tried](), list[Tried]()
    for at, question in enumerate(questions):
        progress("drafts and thinking", at, len(questions))
        drafts.append(await as_shipped(question, model, PLAIN))
    before = model.totals.prompt_tokens + model.totals.completion_tokens
    thinker = Thinker()
    for at, question in enumerate(questions):
        progress("thinking", at, len(questions))
        thoughts.append(await as_shipped(question, model, Means(thinker)))
    thinking_tokens = model.totals.prompt_tokens + model.totals.completion_tokens - before
    return EndpointReport(
        base_url=address,
        model=model.name,
        format=model.reply_format,
        streams=streams,
        structured=structured,
        repaired=repaired_of(model.totals),
        types=types,
        passed=Share(sum(one.by_model and one.calls == 1 for one in drafts), len(drafts)),
        one_call=Share(sum(one.right for one in one_call), len(one_call)),
        thinking=Share(sum(one.right for one in thoughts), len(thoughts)),
        seconds=median(one.seconds for one in one_call),
        thinking_seconds=median(one.seconds for one in thoughts),
        tokens=tokens / len(questions),
        thinking_tokens=thinking_tokens / len(questions),
        planned=planned,
    )


def repaired_of(usage: Usage) -> Share:
    """Of the replies that are to be JSON, whatever prompt wants them, those that were asked for again."""
    again = sum(usage.repaired_by_prompt.get(name, 0) for name in REPLIES)
    return Share(again, sum(usage.by_prompt.get(name, 0) for name in REPLIES) - again)


async def _streams(model: ModelClient, questions: Sequence[Question]) -> bool:
    """Whether replies come piece by piece. Raises ModelFailed where the endpoint does not answer at all."""
    for question in questions[:ASKED]:
        try:
            pieces = [piece async for piece in pieces_of(question, model, Usage())]
        except ModelFailed:
            await _require_answer(model, question)  # one that refuses streams may answer without
            continue
        if len(pieces) > 1:
            return True
    return False


async def _require_answer(model: ModelClient, question: Question) -> None:
    """Raises ModelFailed where nothing is heard of the endpoint, whatever it would say."""
    try:
        await model.structured("classify_question", _classifying(question), ClassifyReply, Usage())
    except ModelFailed as failure:
        if failure.data.get("reason") in UNHEARD:
            raise


def _classifying(question: Question) -> Sequence[Message]:
    return shipped_prompts().render("classify_question", question=question.q)


async def _types(model: ModelClient, questions: Sequence[Question], progress: Progress) -> tuple[Share, Share]:
    usable = as_labelled = 0
    for at, one in enumerate(questions):
        progress("kinds of questions", at, len(questions))
        try:
            reply = await model.structured("classify_question", _classifying(one), ClassifyReply, Usage())
        except ModelFailed:
            await asyncio.sleep(0)
            continue
        usable += 1
        as_labelled += reply.type == ("complex" if len(one.parts) > 1 else "simple")
    return Share(usable, len(questions)), Share(as_labelled, len(questions))
