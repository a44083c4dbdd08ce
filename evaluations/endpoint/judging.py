"""What an endpoint can do: its structured output, streaming, repairs, drafts and answers; and a verdict."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.cases import Progress
from evaluations.endpoint.planning import Planned, planning_of
from evaluations.rates import Share
from evaluations.thinking.reading import Question
from evaluations.thinking.run import Tried, as_shipped, in_one_call
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.thought import Thinker
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Message, Usage
from foundation.llm.client import ModelClient
from prompts.catalog import shipped_prompts
from prompts.thinking_replies import ClassifyReply
from service_agent.services.endpoints.agreement import Labelled
from service_agent.services.endpoints.reports import EndpointVerdict, Verdict

WRITES, PLANS, AGREES, GAINS = 0.6, 0.9, 0.8, 0.1
"""From these shares on it is said to write (right in one call) and to plan (usable structured replies, kinds, intents
as labelled; judge 1 and follow-ups as labelled from AGREES on); thinking is advised where it adds GAINS."""


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
    """A draft, in the middle."""
    tokens: float
    """A question in one call."""
    thinking_tokens: float
    planned: Planned

    @property
    def verdict(self) -> Verdict:
        """In a word."""
        if self.thinking.value - self.one_call.value >= GAINS and self.structured.value >= WRITES:
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
        yield "seconds a draft (median)", f"{self.seconds:.2f}"
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
    streams = await _streams(model)
    structured, types = await _types(model, questions, progress)
    planned = await planning_of(model, turns, progress)
    before = model.totals.prompt_tokens + model.totals.completion_tokens
    one_call, times = list[Tried](), list[float]()
    for at, question in enumerate(questions):
        progress("in one call", at, len(questions))
        started = time.perf_counter()
        one_call.append(await in_one_call(question, model))
        times.append(time.perf_counter() - started)
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
    asked = {name: calls for name, calls in model.totals.by_prompt.items() if name in STRUCTURED}
    return EndpointReport(
        base_url=address,
        model=model.name,
        format=model.reply_format,
        streams=streams,
        structured=structured,
        repaired=Share(sum(model.totals.repaired_by_prompt.values()), max(1, sum(asked.values()))),
        types=types,
        passed=Share(sum(one.by_model and one.calls == 1 for one in drafts), len(drafts)),
        one_call=Share(sum(one.right for one in one_call), len(one_call)),
        thinking=Share(sum(one.right for one in thoughts), len(thoughts)),
        seconds=sorted(times)[len(times) // 2],
        tokens=tokens / len(questions),
        thinking_tokens=thinking_tokens / len(questions),
        planned=planned,
    )


STRUCTURED = frozenset(
    {
        "classify_question", "extract_concepts", "decompose_question", "accuracy_check", "completeness_check",
        "fact_verify", "intent_analysis", "data_sufficiency_check", "context_enhancement",
    }
)  # fmt: skip


async def _streams(model: ModelClient) -> bool:
    pieces = [piece async for piece in model.stream("direct_response", [Message("user", "1, 2, 3 …")], Usage())]
    return bool(pieces)


async def _types(model: ModelClient, questions: Sequence[Question], progress: Progress) -> tuple[Share, Share]:
    usable = as_labelled = 0
    for at, one in enumerate(questions):
        progress("kinds of questions", at, len(questions))
        messages = shipped_prompts().render("classify_question", question=one.q)
        try:
            reply = await model.structured("classify_question", messages, ClassifyReply, Usage())
        except ModelFailed:
            await asyncio.sleep(0)
            continue
        usable += 1
        as_labelled += reply.type == ("complex" if len(one.parts) > 1 else "simple")
    return Share(usable, len(questions)), Share(as_labelled, len(questions))
