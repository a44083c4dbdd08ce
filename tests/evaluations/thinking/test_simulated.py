"""The simulated model follows its rules over real HTTP: tasks, judges, broken JSON, the same seed the same words."""

from __future__ import annotations

import functools
import json
import re
from asyncio import run
from dataclasses import replace
from itertools import product
from typing import Any

import httpx
import pytest

from evaluations.thinking.drafts import is_right, state_of
from evaluations.thinking.reading import Question, read_questions
from evaluations.thinking.rules import GOOD_SCORE, Rules
from evaluations.thinking.run import STAGES, as_shipped, in_one_call, simulated
from evaluations.thinking.simulated import JUDGES, WRITERS, SimulatedModel
from execution_agents.answer.writing.means import Means
from execution_agents.answer.writing.thought import Thinker
from foundation.llm.scripted import Call
from prompts.catalog import shipped_prompts

PERFECT = Rules(p=1.0, broken=0.0)
BLOCK = re.compile(r"<<<DATA (?:.|\n)*? END>>>")
EASIER = "\nTake your time, check every figure twice, and answer each part in turn.\n"
DOCUMENTS = "자료 1 | A page | Staff get 31 days. The office opens at nine.\n자료 2 | Another | Parking costs £40."


GRADED = {20}
"""Places of questions whose right answer holds too few of their words: rules doubt it, and the grader is asked."""


@functools.cache
def questions() -> tuple[Question, ...]:
    """Read once."""
    return tuple(run(read_questions()))


async def test_the_endpoint_lists_the_name_that_it_tells_to_use() -> None:
    async with SimulatedModel(PERFECT, ()).endpoint() as served, httpx.AsyncClient(trust_env=False) as http:
        listed = (await http.get(f"{served.base_url}/models")).json()
    assert [one["id"] for one in listed["data"]] == ["simulated"]


def reply_to(prompt: str, rules: Rules, **variables: str) -> str:
    """What the model says to one prompt."""
    messages = [vars(one) for one in shipped_prompts().render(prompt, **variables)]
    call = Call(prompt, False, {"messages": messages}, {}, 0, 0.0)
    return SimulatedModel(rules, questions()).text(call)


def test_the_set_is_70_questions_in_both_languages() -> None:
    kinds = [one.kind for one in questions()]
    assert [kinds.count(kind) for kind in ("simple", "complex", "edge")] == [30, 30, 10]
    assert {one.language for one in questions() if one.kind == "complex"} == {"ko", "en"}
    assert all(len(one.parts) > 1 for one in questions() if one.kind == "complex")
    assert len({one.q for one in questions()}) == 70


@pytest.mark.parametrize("at", [0, 20, 30, 45, 60, 64, 67])
async def test_a_model_that_never_errs_is_right_in_both_ways(at: int) -> None:
    question = questions()[at]
    async with simulated(PERFECT, questions()) as model:
        thought = await as_shipped(question, model, Means(Thinker()))
        assert thought.right, thought
        if question.kind == "simple":
            graded = at in GRADED
            assert (thought.calls, (await in_one_call(question, model)).calls) == (4 + graded, 1)


async def test_a_model_that_waits_takes_its_time_by_the_clock() -> None:
    question = questions()[0]
    async with simulated(replace(PERFECT, delay_s=0.1), questions()) as model:
        once = await in_one_call(question, model)
        thought = await as_shipped(question, model, Means(Thinker()))
    assert once.seconds >= 0.1
    assert thought.seconds >= 0.1 * thought.rounds
    assert thought.rounds < thought.calls, "calls at once are one round"


async def test_each_stage_can_be_left_out() -> None:
    question = questions()[30]
    async with simulated(PERFECT, questions()) as model:
        calls = [(await as_shipped(question, model, Means(Thinker()), (stage,))).calls for stage in STAGES]
        whole = (await as_shipped(question, model, Means(Thinker()))).calls
    assert all(one <= whole for one in calls)
    assert calls[0] == whole  # One prompt holds all documents: no concepts are asked for.


def test_the_same_seed_says_the_same_and_another_may_not() -> None:
    one = questions()[0]
    said = [reply_to("classify_question", Rules(p=0.5, seed=seed), question=one.q) for seed in (1, 1, *range(2, 12))]
    assert said[0] == said[1]
    assert len(set(said)) > 1


def reworded(prompt: str, draft: str, seed: int, words: str) -> str:
    """What the model says to a prompt whose own words are these: only its blocks of data are left."""
    one, whole = questions()[30], shipped_prompts()
    values = {"question": one.q, "draft": draft, "documents": DOCUMENTS, "evidence": DOCUMENTS, "issues": f"- {draft}"}
    values["sub_answers"] = f"1. {one.parts[0].q} -> {one.parts[0].sentence} (1)"
    given = {name: values.get(name, "-") for name in whole.prompts[prompt].variables}
    shown = [one.content for one in whole.render(prompt, **given)]
    if words:
        shown = [words, words.join(BLOCK.findall("\n".join(shown)))]
    body = {"messages": [{"role": role, "content": text} for role, text in zip(("system", "user"), shown, strict=True)]}
    return SimulatedModel(Rules(p=0.5, seed=seed), questions()).text(Call(prompt, False, body, {}, 0, 0.0))


@pytest.mark.parametrize("prompt", [*WRITERS, *JUDGES])
def test_other_words_of_a_prompt_change_no_reply(prompt: str) -> None:
    part = questions()[30].parts[0]
    for draft, seed in product((f"{part.sentence} [1]", "Everybody has 99 days [1]."), range(8)):
        shipped, easier = (reworded(prompt, draft, seed, words) for words in ("", EASIER))
        assert shipped == easier


def test_a_grader_that_never_errs_names_what_is_missing() -> None:
    one = questions()[30]
    whole = " ".join(f"{part.sentence} [1]" for part in one.parts)
    said = [json.loads(reply_to("answer_grader", PERFECT, question=one.q, draft=draft))
            for draft in (whole, f"{one.parts[0].sentence} [1]")]  # fmt: skip
    assert said == [{"grade": "accept", "missing": []}, {"grade": "retry", "missing": [one.parts[1].q]}]


def test_a_judge_that_never_errs_tells_right_from_wrong() -> None:
    one = questions()[0]
    right, wrong = f"{one.parts[0].sentence} [1]", "Everybody has 99 days [1]."
    scores = [
        json.loads(reply_to("accuracy_check", PERFECT, documents="-", question=one.q, draft=draft))["score"]
        for draft in (right, wrong)
    ]
    assert scores[0] == GOOD_SCORE > scores[1]
    assert state_of(right, one).right and not state_of(wrong, one).right


def test_a_part_that_is_left_out_is_named_as_missing() -> None:
    one = questions()[30]
    draft = f"{one.parts[0].sentence} [1]"
    said = json.loads(reply_to("completeness_check", PERFECT, question=one.q, draft=draft))
    assert said["missing"] == [one.parts[1].q]


def test_json_is_broken_at_the_stated_rate() -> None:
    broken = sum(
        not reply_to("classify_question", Rules(p=0.9, broken=0.5), question=one.q).endswith("}") for one in questions()
    )
    assert 10 < broken < 60


def test_a_prompt_of_another_kind_gets_the_least_its_shape_takes() -> None:
    shape = {"type": "object", "properties": {"route": {"enum": ["simple", "rag_required"]}}, "required": ["route"]}
    body: dict[str, Any] = {"messages": [], "response_format": {"json_schema": {"schema": shape}}}
    call = Call("query_router", False, body, {}, 0, 0.0)
    assert json.loads(SimulatedModel(PERFECT, questions()).text(call)) == {"route": "rag_required"}


def test_an_answer_is_right_only_with_every_part() -> None:
    one = questions()[30]
    whole = " ".join(part.sentence for part in one.parts)
    assert is_right(whole, one)
    assert not is_right(one.parts[0].sentence, one)
    [absent] = [each for each in questions() if each.id == "e01"]
    assert is_right("The documents do not say this.", absent)
    assert not is_right("It pays £40 a month.", absent)
