"""The conversation is what the page says it is, and the model is right and wrong where it should be."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest_asyncio

from benchmarks import parts
from benchmarks.economics import Held, Taken, extra_calls
from benchmarks.economy.conversation import CONVERSATION, Line
from benchmarks.economy.holders import Library, PlainAgent
from benchmarks.economy.model import ANSWER, RESULTS, SEARCH, ScriptedModel
from benchmarks.harness.plots import bars, lines
from foundation.contracts.ports import Message, Usage
from foundation.domains.loading.loader import load_pack, shipped_packs
from prompts.catalog import shipped_prompts
from prompts.grading_replies import DocumentGradingReply
from prompts.replies import TurnPlanningReply

OPENING, REUSABLE, TRAP = (
    next(line for line in CONVERSATION if line.kind == kind) for kind in ("opening", "reusable", "trap")
)


def test_sixty_per_cent_of_thirty_turns_are_reusable_and_every_trap_is_planted_once() -> None:
    kinds = [line.kind for line in CONVERSATION]
    assert (len(kinds), kinds.count("reusable")) == (30, 18)
    traps = [line.trap for line in CONVERSATION if line.kind == "trap"]
    assert sorted(traps) == sorted(
        ["other region", "stale price", "amended law", "negation", "number changed", "reversal", "latest"]
    )
    assert all(bool(line.trap) == (line.kind == "trap") for line in CONVERSATION)
    assert len({line.question for line in CONVERSATION}) == 30


def test_every_line_names_an_intent_of_the_pack() -> None:
    pack = load_pack(shipped_packs() / "real_estate")
    for line in CONVERSATION:
        assert pack.intent(line.intent).data_types == (line.data_type,)


@pytest_asyncio.fixture(loop_scope="session")
async def model() -> AsyncGenerator[ScriptedModel]:
    scripted = ScriptedModel(delay_s=0.0)
    async with scripted.endpoint:
        yield scripted


async def test_the_model_tells_the_truth_but_on_the_traps(model: ScriptedModel) -> None:
    client = model.client()
    said: dict[str, tuple[bool, float]] = {}
    for line in (OPENING, REUSABLE, TRAP):
        model.line = line
        reply = await client.structured("turn_planning", [Message("user", line.question)], TurnPlanningReply, Usage())
        assert reply.sufficiency is not None
        said[line.kind] = (reply.sufficiency.is_sufficient, reply.sufficiency.confidence)
    await client.aclose()
    assert said == {"opening": (False, 0.3), "reusable": (True, 0.95), "trap": (True, 0.95)}
    assert model.calls == 3
    assert model.prompt_bytes == sum(call.size for call in model.endpoint.calls) > 0


async def test_the_plain_agent_searches_when_its_model_says_so_and_carries_its_transcript(model: ScriptedModel) -> None:
    client = model.client()
    agent = PlainAgent(client, Library(load_pack(shipped_packs() / "real_estate"), {}))
    calls: list[int] = []
    for line in (OPENING, REUSABLE, TRAP):
        model.line, before = line, model.calls
        await agent.answer(line)
        calls.append(model.calls - before)
    await client.aclose()
    assert calls == [2, 1, 1]
    prompts = [call.text for call in model.endpoint.calls]
    assert RESULTS in prompts[1]
    assert SEARCH in prompts[2]
    assert ANSWER in prompts[3]
    assert [OPENING.question in prompt for prompt in prompts] == [True] * 4
    sizes = [call.size for call in model.endpoint.calls]
    assert sizes == sorted(sizes)


def test_a_held_conversation_counts_wrong_reuses_and_missed_ones() -> None:
    def took(line: Line, searches: int) -> Taken:
        return Taken(line, 0.5, 2, 1000, searches)

    held = Held([took(OPENING, 1), took(REUSABLE, 0), took(REUSABLE, 1), took(TRAP, 0), took(TRAP, 1)])
    assert held.wrong == [TRAP.trap]
    assert held.missed == [REUSABLE.question]
    assert held.calls_of_searching == 6
    assert (held.total("searches"), held.total("calls"), held.total("seconds")) == (3, 10, 2.5)


def test_extra_calls_are_counted_apart_by_what_the_rules_said() -> None:
    def held(calls: tuple[int, ...], passed: tuple[bool, ...]) -> Held:
        return Held([Taken(OPENING, 0.5, each, 1000, 1, passed=one) for each, one in zip(calls, passed, strict=True)])

    checked, unchecked = held((2, 3, 2, 5), (True, False, True, False)), held((2, 2, 2, 2), (False,) * 4)
    assert extra_calls(checked, unchecked) == ([0, 0], [1, 3])


def test_a_message_is_held_against_the_mean_of_its_parts() -> None:
    one, other, both = (parts.Taken(seconds, 2, 0) for seconds in (1.0, 3.0, 2.5))
    assert parts.ratio(both, (one, other)) == 1.25


async def test_a_model_that_grades_documents_is_counted_as_searching(model: ScriptedModel) -> None:
    before, client = model.searching_calls, model.client()
    shown = shipped_prompts().render("document_grading", question="보증금은?", documents="1. 가 | 나\n2. 다 | 라")
    reply = await client.structured("document_grading", shown, DocumentGradingReply, Usage())
    await client.aclose()
    assert [(one.document, one.relevant) for one in reply.grades] == [(1, "yes"), (2, "yes")]
    assert model.searching_calls - before == 1


def test_pictures_are_drawn(tmp_path: Path) -> None:
    lines(tmp_path / "deep" / "lines.png", "t", ("x", "y"), {"a": [(1, 2), (10, 3)], "b": [(1, 1), (10, 9)]})
    bars(tmp_path / "bars.png", "t", {"one": {"a": 1.0, "b": 2.0}, "two": {"a": 0.0, "b": 5.0}})
    for name in ("deep/lines.png", "bars.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
