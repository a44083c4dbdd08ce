"""A simulated endpoint is judged as what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluations.endpoint.judging import judged
from evaluations.endpoint.planning import Planned, all_labelled_turns
from evaluations.rates import Share
from evaluations.thinking.reading import Question
from evaluations.thinking.rules import Rules
from evaluations.thinking.simulated import SimulatedModel
from foundation.llm.client import Endpoint, ModelClient
from prompts.budgets import BUDGETS
from tests.evaluations.thinking.test_simulated import questions as read_once


@pytest.fixture
def questions() -> tuple[Question, ...]:
    """Read outside of a running loop."""
    return read_once()


def nobody(*_: object) -> None:
    """Nobody watches."""


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
