"""Whatever a model replies, in whatever order: no answer takes more than its bound, and every one is an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.means import PLAIN, Means
from execution_agents.answer.writing.several import write_answers
from execution_agents.answer.writing.thought import Thinker
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import Delta, Emit, Usage
from foundation.domains.schema.answering import AnswerFigures, CheckFigures, GenerationFigures
from foundation.domains.schema.grading import GradingFigures
from foundation.domains.schema.thinking import ThinkingFigures
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.retry import RetryPolicy
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from tests.execution_agents.answer.grading.test_checking import DOUBTED, NO_MARKER, QUOTE
from tests.execution_agents.answer.turns import PACK, Heard, asked, law
from tests.execution_agents.answer.writing.test_draft import QUESTION, WRONG
from tests.execution_agents.answer.writing.test_recovery import REFUSED

Kind = Literal["good", "doubtful", "contradicted", "malformed", "timeout", "refusal"]
KINDS: tuple[Kind, ...] = ("good", "doubtful", "contradicted", "malformed", "timeout", "refusal")
HANG_S = 0.08
MOST_DRAFTS, MOST_CALLS, MOST_THINKING = 3, 12, 14
DRAFTS = ("answer", "answer_strict", "synthesis")
TEXTS: Mapping[Kind, str] = {
    "good": NO_MARKER,
    "doubtful": DOUBTED,
    "contradicted": WRONG,
    "refusal": REFUSED,
    "malformed": "",
}
CHECKS: dict[str, dict[Kind, Any]] = {
    "hallucination_check": {
        "good": {"claims": [{"claim": 1, "verdict": "supported", "quote": QUOTE}]},
        "doubtful": {"claims": [{"claim": 1, "verdict": "not_found", "quote": ""}]},
        "contradicted": {"claims": [{"claim": 1, "verdict": "contradicted", "quote": QUOTE}]},
    },
    "answer_grader": {
        "good": {"grade": "accept"},
        "doubtful": {"grade": "retry", "missing": ["전세 계약"]},
        "contradicted": {"grade": "failed"},
    },
    "classify_question": {"good": {"type": "simple"}, "doubtful": {"type": "complex"}},
    "extract_concepts": {"good": {"concepts": ["보증금"]}},
    "decompose_question": {"good": {"sub_questions": ["보증금은?", "대항력은?", "언제?"]}},
    "accuracy_check": {"good": {"score": 97}, "doubtful": {"score": 75}, "contradicted": {"score": 10}},
    "completeness_check": {
        "good": {"score": 97},
        "doubtful": {"score": 75},
        "contradicted": {"complete": "no", "missing": ["x"], "score": 10},
    },
    "fact_verify": {
        "good": {"facts": [{"fact": "x", "verdict": "verified"}]},
        "contradicted": {"facts": [{"fact": "x", "verdict": "contradicted"}]},
    },
}


def reply_of(kind: Kind, call: Call) -> Reply | dict[str, Any]:
    """What the endpoint says to this prompt."""
    if kind == "timeout":
        return Reply(fault="hang")
    said = CHECKS.get(call.prompt)
    if said is None:
        return Reply(TEXTS[kind])
    if kind == "refusal":
        return Reply("I cannot help with that.")
    return said.get(kind, Reply("{broken"))


def following(kinds: Sequence[Kind]) -> Callable[[Call], Reply | dict[str, Any]]:
    """The replies in this order, the last one for ever."""
    at = count()
    return lambda call: reply_of(kinds[min(next(at), len(kinds) - 1)], call)


def request(most: int) -> AnswerRequest:
    """A question of a pack whose measures doubt every draft, so that the grader is asked as well."""
    figures = AnswerFigures(
        check=CheckFigures(question_overlap=1000, key_words=1000, violations=10),
        generation=GenerationFigures(limit_s=HANG_S),
        grading=GradingFigures(calls=most),
        thinking=ThinkingFigures(simple_s=1.0, complex_s=1.5),
    )
    return asked(QUESTION, law(), pack=PACK.model_copy(update={"answering": figures}))


async def answered(
    kinds: Sequence[Kind], means: Means = PLAIN, ends_in: float | None = None, most: int = MOST_CALLS
) -> tuple[AnswerWritten, list[str]]:
    """The answer to such replies, and the prompts it took."""
    limits = Limits(first_byte_s=HANG_S, idle_s=HANG_S, retry=RetryPolicy(2, 0.001), breaker_failures=10_000)
    budgets = {name: replace(budget, timeout_s=HANG_S) for name, budget in BUDGETS.items()}
    asking, heard = request(most), Heard()
    if ends_in is not None:
        asking = replace(asking, ends_at=asyncio.get_running_loop().time() + ends_in)
    async with ScriptedEndpoint({"*": following(kinds)}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), budgets, limits)
        try:
            answer = await write_answer(asking, model, Usage(), heard.delta, heard.emit, means)
        finally:
            await model.aclose()
        assert heard.text == answer.content, "what was thrown away is gone from the screen"
        return answer, [call.prompt for call in endpoint.calls]


@pytest.mark.long  # every day: all questions of a message together, below
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=MOST_CALLS), st.integers(1, MOST_CALLS))
def test_no_sequence_of_replies_exceeds_the_bounds(kinds: list[Kind], most: int) -> None:
    answer, prompts = asyncio.run(answered(kinds, most=most))
    assert len(prompts) <= most
    assert len([draft for draft in answer.record["drafts"] if draft["prompt"] in DRAFTS]) <= MOST_DRAFTS
    assert answer.verification["grade"] in ("accept", "failed")
    assert answer.verification["hallucination"] in ("valid", "marked")
    assert answer.content
    assert "8%" not in answer.content, "what the documents contradict is never given"


@pytest.mark.long  # every day: all questions of a message together, below
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=MOST_THINKING))
def test_no_sequence_of_replies_lets_a_thought_exceed_its_bound(kinds: list[Kind]) -> None:
    answer, prompts = asyncio.run(answered(kinds, Means(Thinker())))
    assert len(prompts) <= MOST_THINKING
    assert not set(DRAFTS) & set(prompts)
    assert answer.verification["grade"] in ("accept", "failed")
    assert answer.content


async def answered_apart(kinds: Sequence[Kind], means: Means, count: int) -> tuple[AnswerWritten, list[str]]:
    """A message of so many questions answered to such replies, each section with its own count of calls."""
    limits = Limits(first_byte_s=HANG_S, idle_s=HANG_S, retry=RetryPolicy(2, 0.001), breaker_failures=10_000)
    budgets = {name: replace(budget, timeout_s=HANG_S) for name, budget in BUDGETS.items()}
    heard, asking = Heard(), request(MOST_CALLS)
    async with ScriptedEndpoint({"*": following(kinds)}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), budgets, limits)

        async def write(one: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
            return await write_answer(one, model, Usage(), delta, emit, means)

        try:
            answer = await write_answers(asking, (asking,) * count, (), write, (heard.delta, heard.emit))
        finally:
            await model.aclose()
        return answer, [call.prompt for call in endpoint.calls]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=MOST_THINKING), st.integers(2, 4), st.booleans())
def test_all_questions_of_a_message_together_never_exceed_the_bound(
    kinds: list[Kind], count: int, thinks: bool
) -> None:
    answer, prompts = asyncio.run(answered_apart(kinds, Means(Thinker()) if thinks else PLAIN, count))
    assert len(prompts) <= (MOST_THINKING if thinks else MOST_CALLS)
    assert len(answer.requests) == count
    assert answer.verification["grade"] in ("accept", "failed")


async def test_nothing_is_asked_when_the_turns_time_is_up() -> None:
    answer, prompts = await answered(["good"], ends_in=0)
    assert (prompts, answer.engine) == ([], "rules")
    assert "20분의 1" in answer.content


@pytest.mark.parametrize("kinds", [["timeout"], ["doubtful", "timeout"]])
async def test_the_turns_end_ends_the_call_that_is_out(kinds: list[Kind]) -> None:
    answer, prompts = await answered(kinds, ends_in=HANG_S / 4)
    assert len(prompts) <= len(kinds)
    assert answer.content
