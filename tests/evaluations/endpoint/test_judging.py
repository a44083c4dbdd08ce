"""A simulated endpoint is judged as what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from evaluations.endpoint.judging import EndpointReport, judged, repaired_of
from evaluations.endpoint.planning import Planned, all_labelled_turns
from evaluations.rates import Share
from evaluations.thinking.reading import Question
from evaluations.thinking.rules import Rules
from evaluations.thinking.simulated import SimulatedModel
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.retry import RetryPolicy
from foundation.llm.scripted import ANY, Call, Line, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from tests.evaluations.thinking.test_simulated import questions as read_once


@pytest.fixture
def questions() -> tuple[Question, ...]:
    """Read outside of a running loop."""
    return read_once()


def nobody(*_: object) -> None:
    """Nobody watches."""


@pytest.mark.long  # every day: the judgements below
async def test_a_model_plans_only_where_it_agrees_with_labels(questions: tuple[Question, ...]) -> None:
    chosen = questions[:2] + questions[30:32]
    async with SimulatedModel(Rules(p=1.0, broken=0.0), questions).endpoint() as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "simulated"), BUDGETS)
        try:
            report = await judged(model, endpoint.base_url, chosen, all_labelled_turns()[:2], nobody)
        finally:
            await model.aclose()
    assert (report.one_call.hits, report.thinking.hits, report.types.hits) == (4, 4, 4)
    assert report.streams and report.format == "json_schema"
    assert report.verdict == "writes only", "rules decide what the simulator does not plan"
    planning = Share(1, 1)
    able = replace(report, planned=Planned(planning, planning, planning))
    assert able.verdict == "plans and writes"
    assert replace(able, planned=Planned(planning, Share(7, 10), planning)).verdict == "writes only"
    assert report.kept().figures["asked for again"].startswith("0 %")


async def report_of(script: Mapping[str, Line], questions: Sequence[Question]) -> EndpointReport:
    """What is found of an endpoint that says this to every prompt."""
    async with ScriptedEndpoint(script) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS, Limits(retry=RetryPolicy(retries=0)))
        try:
            return await judged(model, endpoint.base_url, questions, all_labelled_turns()[:1], nobody)
        finally:
            await model.aclose()


TEXT = "Staff get 31 days of leave a year, and the office opens at nine. [1]"


@pytest.mark.parametrize(
    ("reply", "streams"),
    [
        (Reply(TEXT, piece=8), True),
        (Reply(TEXT, piece=len(TEXT)), False),
        (Reply(TEXT, streams=False), False),
    ],
    ids=["piece by piece", "in one piece", "ignores stream"],
)
async def test_only_replies_that_come_piece_by_piece_are_streamed(
    questions: tuple[Question, ...], reply: Reply, streams: bool
) -> None:
    assert (await report_of({ANY: reply}, questions[:1])).streams is streams


async def test_an_endpoint_that_never_answers_is_not_judged(questions: tuple[Question, ...]) -> None:
    with pytest.raises(ModelFailed):
        await report_of({ANY: Reply("no", status=401)}, questions[:1])


async def test_an_endpoint_that_refuses_streams_is_judged_all_the_same(questions: tuple[Question, ...]) -> None:
    def refuses(call: Call) -> Reply:
        return Reply("no streams", status=404) if call.stream else Reply('{"type": "simple"}')

    report = await report_of({ANY: refuses}, questions[:1])
    assert (report.streams, report.types.hits) == (False, 1)


async def test_replies_asked_for_again_are_counted_among_all_of_json(questions: tuple[Question, ...]) -> None:
    report = await report_of({ANY: Reply("no JSON")}, questions[:1])
    assert report.repaired.hits == report.repaired.of > 0
    graded = Usage(by_prompt={"answer_grader": 3, "answer": 5}, repaired_by_prompt={"answer_grader": 1})
    assert repaired_of(graded) == Share(1, 2)


@pytest.mark.parametrize(
    ("once", "thought", "verdict"),
    [
        (10, 30, "not advised"),
        (45, 59, "not advised"),
        (45, 60, "thinking mode advised"),
        (85, 95, "thinking mode advised"),
        (85, 90, "plans and writes"),
    ],
)
async def test_thinking_is_advised_only_where_it_is_often_right(once: int, thought: int, verdict: str) -> None:
    sure = Share(1, 1)
    report = EndpointReport(
        base_url="-", model="-", format="-", streams=True, structured=sure, repaired=Share(0, 1), types=sure,
        passed=sure, one_call=Share(once, 100), thinking=Share(thought, 100), seconds=1.0, thinking_seconds=2.0,
        tokens=1.0, thinking_tokens=2.0, planned=Planned(sure, sure, sure),
    )  # fmt: skip
    assert report.verdict == verdict
    assert report.kept().figures["seconds a question, one call / thinking (medians)"] == "1.00 / 2.00"
