"""The thinking mode through a real (scripted) endpoint: its paths, its bounds, and that no failure is fatal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.means import Means
from execution_agents.answer.writing.thought import Thinker
from foundation.contracts.events import AnswerWritten
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.thinking import ThinkingFigures
from foundation.llm.client import ModelClient
from foundation.llm.scripted import Line, Reply
from tests.execution_agents.answer.grading.test_checking import strict_pack
from tests.execution_agents.answer.turns import PACK, asked, law
from tests.execution_agents.answer.writing.test_draft import GOOD, QUESTION, WRONG, Room, room

TWO = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있고, 대항력은 언제부터 생겨?"
PARTS = ["보증금은 얼마나 올릴 수 있어?", "대항력은 언제부터 생겨?"]
POWER = "집을 넘겨받고 주민등록을 마치면 그 다음 날부터 제삼자에게 효력이 생깁니다 [2]."
LIMIT = "계약을 갱신할 때 보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없습니다 [1]."
SIMPLE: dict[str, Line] = {
    "classify_question": {"type": "simple", "confidence": 0.95, "reason": "-"},
    "extract_concepts": {"concepts": ["보증금"], "keywords": ["증액"]},
    "answer_simple": GOOD,
    "accuracy_check": {"score": 97, "answers_question": True, "unsupported": []},
    "completeness_check": {"complete": "yes", "missing": [], "score": 97},
    "fact_verify": {"facts": [{"fact": "20분의 1", "verdict": "verified", "quote": "20분의 1"}]},
    "refine_answer": GOOD,
}
COMPLEX: dict[str, Line] = {
    **SIMPLE,
    "classify_question": {"type": "complex", "confidence": 0.95, "reason": "-"},
    "decompose_question": {"sub_questions": PARTS},
    "answer_subquestion": lambda call: LIMIT if PARTS[0] in call.text else POWER,
    "synthesize_answers": f"{LIMIT} {POWER}",
    "refine_answer": f"{LIMIT} {POWER}",
}


def doubted(score: float) -> dict[str, Line]:
    """Both checks give this score."""
    return {
        "accuracy_check": {"score": score, "unsupported": []},
        "completeness_check": {"complete": "yes", "missing": [], "score": score},
    }


def low_then(score: float) -> dict[str, Line]:
    """Both checks give a very low score, and to the text written again this one."""
    low, then = doubted(30), doubted(score)
    return {name: [low[name], then[name]] for name in low}  # type: ignore[list-item]


async def thought(
    script: Mapping[str, Line], request: AnswerRequest | None = None, thinker: Thinker | None = None
) -> tuple[AnswerWritten, Room]:
    """The answer, and the room it was written in. One prompt does not hold both documents."""
    async with room(script, Means(thinker or Thinker())) as here:
        return await here.write(with_room_for(115, request or asked(QUESTION, law()))), here


def with_room_for(tokens: int, request: AnswerRequest) -> AnswerRequest:
    """The request with a pack whose prompts hold so many tokens of documents; both of `law` take 116."""
    answering = request.pack.answering
    thinking = answering.thinking.model_copy(update={"document_tokens": tokens})
    answering = answering.model_copy(update={"thinking": thinking})
    return replace(request, pack=request.pack.model_copy(update={"answering": answering}))


def prompts(here: Room) -> list[str]:
    """The calls in order."""
    return [call.prompt for call in here.endpoint.calls]


async def test_a_clean_simple_question_takes_five_calls_and_then_three() -> None:
    thinker = Thinker()
    answer, here = await thought(SIMPLE, thinker=thinker)
    assert sorted(prompts(here)) == [
        "accuracy_check", "answer_simple", "classify_question", "completeness_check", "extract_concepts",
    ]  # fmt: skip
    assert (answer.content, answer.engine) == (GOOD, "model")
    assert (answer.verification["hallucination"], answer.verification["grade"]) == ("valid", "accept")
    _, again = await thought(SIMPLE, thinker=thinker)
    assert len(prompts(again)) == 3


async def test_where_a_prompt_holds_all_documents_nothing_is_asked_to_choose_them() -> None:
    async with room(SIMPLE, Means(Thinker())) as here:
        answer = await here.write(with_room_for(116, asked(QUESTION, law())))
    assert sorted(prompts(here)) == ["accuracy_check", "answer_simple", "classify_question", "completeness_check"]
    assert answer.content == GOOD


PATHS: dict[str, tuple[Mapping[str, Line], int]] = {
    "checked fact by fact": ({**SIMPLE, **doubted(85)}, 6),
    "refined": ({**SIMPLE, **doubted(70)}, 7),
    "written again": ({**SIMPLE, **low_then(97)}, 8),
    "written again, checked fact by fact": ({**SIMPLE, **low_then(85)}, 9),
    "written again, refined, graded": ({**SIMPLE, **doubted(30), "answer_grader": {"grade": "accept"}}, 11),
    "complex": (COMPLEX, 8),
    "complex, checked fact by fact": ({**COMPLEX, **doubted(85)}, 9),
    "complex, refined": ({**COMPLEX, **doubted(70)}, 10),
    "complex, written again": ({**COMPLEX, **low_then(97)}, 11),
    "complex, written again, refined": ({**COMPLEX, **doubted(30)}, 13),
}


@pytest.mark.parametrize("name", PATHS)
async def test_each_path_takes_the_calls_of_the_table(name: str) -> None:
    script, calls = PATHS[name]
    answer, here = await thought(script, asked(TWO if "complex" in name else QUESTION, law()))
    assert answer.engine == "model"
    assert len(prompts(here)) == calls


async def test_a_missing_part_is_refined_whatever_the_score() -> None:
    lacking = {"complete": "partially", "missing": ["언제"], "score": 95}
    _, here = await thought({**SIMPLE, "completeness_check": lacking})
    [call] = [call for call in here.endpoint.calls if call.prompt == "refine_answer"]
    assert "Missing: 언제" in call.text


async def test_a_figure_that_rules_refute_is_mended_by_name() -> None:
    answer, here = await thought({**SIMPLE, "answer_simple": WRONG})
    [call] = [call for call in here.endpoint.calls if call.prompt == "refine_answer"]
    assert "8%" in call.text
    assert answer.content == GOOD


async def test_a_refinement_that_rules_refute_is_not_taken() -> None:
    answer, _ = await thought({**SIMPLE, **doubted(70), "refine_answer": WRONG})
    assert answer.content == GOOD


ASKED = {"grade": "retry", "missing": ["보증금은 얼마나"]}


@pytest.mark.parametrize("script", [{**SIMPLE, **doubted(70)}, {**COMPLEX, **doubted(85)}])
async def test_a_thought_that_rules_and_checks_believe_is_not_graded(script: Mapping[str, Line]) -> None:
    answer, here = await thought({**script, "answer_grader": {"grade": "failed"}})
    assert "answer_grader" not in prompts(here)
    assert answer.verification["grade"] == "accept"


GRADES: dict[str, tuple[Line, list[str], str, int]] = {
    "accepted": ({"grade": "accept"}, ["answer_grader"], "accept", 0),
    "completed": ([ASKED, {"grade": "accept"}], ["answer_grader", "refine_answer", "answer_grader"], "accept", 1),
    "sent back twice": (ASKED, ["answer_grader", "refine_answer", "answer_grader"], "failed", 1),
    "failed": ({"grade": "failed"}, ["answer_grader"], "failed", 0),
    "no grader": (Reply("no", status=500), ["answer_grader"], "accept", 0),
}


@pytest.mark.parametrize("name", GRADES)
async def test_a_thought_that_rules_doubt_is_graded_like_any_draft(name: str) -> None:
    said, asked_for, grade, retries = GRADES[name]
    request = asked(QUESTION, law(), pack=strict_pack())
    answer, here = await thought({**SIMPLE, "answer_grader": said}, request)
    assert prompts(here)[5:] == asked_for
    assert (answer.verification["grade"], answer.verification["retry_count"]) == (grade, retries)
    assert (answer.notices != ()) == (grade == "failed")
    assert len(here.heard.retried) == retries


async def test_what_the_grader_misses_is_named_to_the_model_that_completes_it() -> None:
    script: dict[str, Line] = {**SIMPLE, "answer_grader": [ASKED, {"grade": "accept"}], "refine_answer": LIMIT}
    answer, here = await thought(script, asked(QUESTION, law(), pack=strict_pack()))
    [call] = [call for call in here.endpoint.calls if call.prompt == "refine_answer"]
    assert "Missing: 보증금은 얼마나" in call.text
    assert answer.record["drafts"][0]["thought"]["rounds"] == 6
    assert answer.content == LIMIT


async def test_a_completed_answer_that_rules_refute_is_not_taken() -> None:
    script: dict[str, Line] = {**SIMPLE, "answer_grader": ASKED, "refine_answer": WRONG}
    answer, here = await thought(script, asked(QUESTION, law(), pack=strict_pack()))
    assert prompts(here)[5:] == ["answer_grader", "refine_answer"]
    assert answer.content.startswith(GOOD)
    assert answer.verification["grade"] == "failed"


@pytest.mark.parametrize(("said", "grade"), [({"grade": "accept"}, "accept"), (Reply("no", status=500), "failed")])
async def test_a_thought_its_own_checks_doubt_is_graded(said: Line, grade: str) -> None:
    answer, here = await thought({**SIMPLE, **doubted(30), "answer_grader": said})
    assert "answer_grader" in prompts(here)
    assert answer.verification["grade"] == grade


async def test_the_steps_are_shown_with_how_far_they_are() -> None:
    _, here = await thought({**COMPLEX, **doubted(85)}, asked(TWO, law()))
    steps = [one for one in here.heard.steps if one.status == "running"]
    assert [one.step for one in steps][:3] == ["classify_question", "decompose_question", "answer_subquestion"]
    assert all(one.done is not None and one.total is not None and one.done < one.total for one in steps)


async def test_each_step_ends_with_its_time_before_the_next_begins() -> None:
    slow = Reply('{"type": "complex", "confidence": 0.95}', delay_s=0.05)
    _, here = await thought({**COMPLEX, "classify_question": slow, **doubted(85)}, asked(TWO, law()))
    steps_heard = here.heard.steps
    assert [one.status for one in steps_heard] == ["running", "done"] * (len(steps_heard) // 2)
    assert [one.step for one in steps_heard[::2]] == [one.step for one in steps_heard[1::2]]
    assert (steps_heard[1].step, steps_heard[1].elapsed_ms >= 50) == ("classify_question", True)


async def test_a_thought_that_nobody_answers_says_so() -> None:
    answer, here = await thought(dict.fromkeys(COMPLEX, Reply("busy", status=429)), asked(TWO, law()))
    assert answer.notices == ("언어 모델이 바빠 지금은 요청을 받지 않아 이번 답은 모델 없이 썼습니다.",)
    assert here.heard.steps[-1].status == "failed"


FAILURES: dict[str, Line] = {
    "prose": "I would rather not say.",
    "nothing": "",
    "half": Reply('{"type": "simple"', fault="half"),
    "away": Reply("oops", status=500),
    "slow down": Reply("wait", status=429),
    "broken": Reply(fault="broken"),
}
HANGS = Reply(fault="hang")
REFINED: dict[str, Line] = {**COMPLEX, **doubted(70), "answer_grader": {"grade": "accept"}}


@pytest.mark.parametrize("failure", [*FAILURES, pytest.param("hangs", marks=pytest.mark.long)])
@pytest.mark.parametrize("prompt", [one for one in COMPLEX if one != "answer_simple"])
async def test_each_steps_failure_is_survived(prompt: str, failure: str) -> None:
    script = {**REFINED, prompt: FAILURES.get(failure, HANGS)}
    answer, here = await thought(script, asked(TWO, law()))
    assert prompt in prompts(here)
    assert "20분의 1" in answer.content
    written = {"answer_subquestion", "synthesize_answers"}
    assert "다음 날" in answer.content or prompt in written or answer.verification["grade"] == "failed"
    assert answer.engine == "model" or prompt in written
    assert len(prompts(here)) <= 14


@pytest.mark.parametrize("failure", [*FAILURES, "hangs"])
async def test_the_failure_of_a_simple_answer_is_survived(failure: str) -> None:
    answer, here = await thought({**SIMPLE, "answer_simple": FAILURES.get(failure, HANGS)})
    assert "answer_simple" in prompts(here)
    assert "20분의 1" in answer.content


@dataclass
class Meeting:
    """A model whose calls of these prompts are answered only once they are all out."""

    model: ModelClient
    expected: tuple[str, ...]
    met: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.barrier = asyncio.Barrier(len(self.expected))

    @property
    def name(self) -> str:
        """The model's."""
        return self.model.name

    @property
    def is_small(self) -> bool:
        """The model's."""
        return self.model.is_small

    async def structured(self, prompt: str, *rest: Any) -> Any:
        """The model's reply."""
        await self._meets(prompt)
        return await self.model.structured(prompt, *rest)

    async def stream(self, prompt: str, *rest: Any) -> AsyncGenerator[str]:
        """The model's text."""
        await self._meets(prompt)
        async for piece in self.model.stream(prompt, *rest):
            yield piece

    async def _meets(self, prompt: str) -> None:
        if prompt in self.expected:
            await self.barrier.wait()
            self.met.append(prompt)


@pytest.mark.parametrize(
    "expected",
    [
        ("classify_question", "extract_concepts"),
        ("answer_subquestion", "answer_subquestion"),
        ("accuracy_check", "completeness_check"),
    ],
)
async def test_what_needs_nothing_of_each_other_is_asked_at_once(expected: tuple[str, ...]) -> None:
    async with room(COMPLEX, Means(Thinker())) as here:
        meeting = Meeting(here.model, expected)
        answer = await replace(here, model=meeting).write(with_room_for(115, asked(TWO, law())))  # type: ignore[arg-type]
    assert sorted(meeting.met) == sorted(expected)
    assert answer.engine == "model"


async def test_a_step_that_hangs_ends_with_the_best_answer_in_time() -> None:
    figures = AnswerFigures(thinking=ThinkingFigures(simple_s=1.0))
    pack = PACK.model_copy(update={"answering": figures})
    answer, _ = await thought({**SIMPLE, "accuracy_check": Reply(fault="hang")}, asked(QUESTION, law(), pack=pack))
    assert answer.content == GOOD
    assert answer.record["drafts"][0]["thought"]["ended"] == "time"


async def test_a_model_that_writes_nothing_leaves_the_quote() -> None:
    answer, _ = await thought({"*": Reply("no", status=500)})
    assert (answer.engine, answer.verification["fallback"]) == ("rules", "extractive")
    assert "20분의 1" in answer.content


async def test_stopping_ends_the_thought_at_once() -> None:
    async with room({**SIMPLE, "answer_simple": Reply(fault="hang")}, Means(Thinker())) as here:
        task = asyncio.create_task(here.write(asked(QUESTION, law())))
        while "answer_simple" not in prompts(here):
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert "accuracy_check" not in prompts(here)


def drawn(random: Random) -> dict[str, Line]:
    """Any replies to any step, in any order."""
    score = [{"score": value, "complete": "no", "missing": ["x"], "unsupported": []} for value in (10, 45, 75, 99)]
    said: list[Reply | str | dict[str, object]] = [
        *FAILURES.values(),  # type: ignore[list-item]
        *score,
        {"type": "complex"},
        {"type": "simple"},
        {"sub_questions": [*PARTS, "또?", "그리고?"]},
        {"facts": [{"fact": "x", "verdict": "contradicted"}]},
        GOOD,
        WRONG,
    ]
    return {prompt: [random.choice(said) for _ in range(4)] for prompt in COMPLEX}


@pytest.mark.parametrize("seed", range(60))
async def test_no_sequence_of_replies_takes_more_than_the_bound(seed: int) -> None:
    answer, here = await thought(drawn(Random(seed)), asked(TWO, law()))
    assert len(prompts(here)) <= 14
    assert not {"answer", "answer_strict"} & set(prompts(here))
    assert answer.content
