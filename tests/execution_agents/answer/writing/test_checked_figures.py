"""The other figures of ours, and those of the design that were constants: another value reaches where it counts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.writing.flow import Flow
from execution_agents.answer.writing.question import confidence_of, read
from execution_agents.answer.writing.writer import Writer, longest
from foundation.contracts.ports import Usage, Writing
from foundation.domains.schema.answering import DOCUMENT, AnswerFigures
from foundation.domains.schema.pack import Pack
from foundation.llm.budget import CallBudget
from foundation.llm.retry import RetryPolicy
from foundation.llm.scripted import Reply
from tests.execution_agents.answer.evidence.test_own_figures import judged
from tests.execution_agents.answer.turns import PACK, asked, batch, law, loan, price
from tests.execution_agents.answer.writing.test_draft import GOOD, QUESTION
from tests.execution_agents.answer.writing.test_recovery import written

_NO_MODEL: Any = None
CHECKS: dict[str, tuple[Any, str, str]] = {
    "rounding": (0, "보증금은 약 2억 원이다.", "보증금은 1억 9,800만 원이다."),
    "bare_won": (10**12, "한도는 3억 원이다.", "한도 300000000"),
    "bare_unit": (10**6, "보관 기간은 120일이다.", "보관 기간 120"),
    "other_script": ({"ko": 100}, "서버는 Alpha Room 안쪽에 둔다.", "서버는 Alpha Room 안쪽에 둔다."),
    "least_letters": (500, "서버 is in the very same room.", "서버는 방에 둔다."),
    "korean_from": (1000, "AI 서버는 방에 둔다.", "서버는 방에 둔다."),
    "refusal_sentences": (1, "자료에는 이 내용이 나와 있지 않습니다. 서버는 방에 둡니다.", "서버는 방에 둔다."),
    "numbers_grave_counts": (5, "서버는 9대이다.", "서버는 3대이다."),
}
"""Figure of `answering.check` -> another value, a draft, its passage."""


def changed(**answering: Any) -> Pack:
    """The pack with these figures."""
    return PACK.model_copy(update={"answering": AnswerFigures.model_validate(answering)})


@pytest.mark.parametrize("figure", CHECKS)
def test_another_figure_of_the_check_changes_the_verdict(figure: str) -> None:
    value, draft, text = CHECKS[figure]
    say = judged(draft, ("안내", text))
    assert say(changed(check={figure: value})) != say(PACK)


@pytest.mark.parametrize(("figure", "prompt"), [("sentences", "answer"), ("strict_sentences", "answer_strict")])
def test_the_model_is_asked_for_as_many_sentences_as_the_pack_says(figure: str, prompt: str) -> None:
    def said(pack: Pack) -> str:
        request = asked(QUESTION, law(), pack=pack)
        items = numbered(request.evidence)
        contexts = chosen(items, request, "general", pack.answering.shape_of("general"))
        return Writer(request, "general", items, _NO_MODEL, Usage()).messages(prompt, contexts)[0].content

    assert {"answer": "3~4문장", "answer_strict": "2~3문장"}[prompt] in said(PACK)
    assert "5~6문장" in said(changed(**{figure: [5, 6]}))
    assert " 1문장" in said(changed(**{figure: [1, 1]}))


def test_kinds_of_data_count_for_the_length_up_to_the_packs_number() -> None:
    evidence = (law(), batch("market", price("2026-01", 10**8)), batch("loan", loan("가", 1, 2, 10**8)))
    assert [longest(asked(QUESTION, *evidence, pack=pack)) for pack in (PACK, changed(longest_kinds=1))] == [1500, 500]


def test_whole_sentences_begin_where_the_pack_says() -> None:
    assert [len(Flow(500, share).feed("가" * 300)) for share in (500, 1000)] == [0, 300]


def test_an_answer_without_a_key_word_disagrees_where_the_pack_says_so() -> None:
    def found(pack: Pack) -> int:
        request = asked("보증금 증액 한도", law(), pack=pack)
        held, text = "보증금 증액 한도", "서버는 방에 둔다."
        return confidence_of(request, read(request), held, text, pack.answering.confidence)

    off, on = (found(changed(confidence={"disagree_below": 0, "disagree_key_words": least})) for least in (0, 1))
    assert (off - on, DOCUMENT.confidence.disagree_key_words) == (PACK.answering.confidence.disagreement, 1)


async def test_an_empty_draft_is_tried_again_over_as_many_contexts_as_the_pack_says() -> None:
    script = {"answer": [Reply(""), Reply(GOOD)]}
    seen: list[int] = []
    for pack in (PACK, changed(check={"empty_contexts": 2})):
        answer, _, _ = await written(script, asked(QUESTION, law(), pack=pack))
        seen.append(len(answer.record["drafts"][1]["contexts"]))
    assert seen == [1, 2]


def test_the_documents_pauses_are_the_pause_times_the_attempt() -> None:
    usual = RetryPolicy()
    policy = CallBudget().wished(Writing(**DOCUMENT.generation.model_dump())).retry(usual)
    assert [policy.wait_s(attempt, None, Random(1)) for attempt in (0, 1)] == [0.8, 1.6]
    assert policy.wait_s(0, 5.0, Random(1)) == 5.0
    drawn = CallBudget().wished(Writing(**AnswerFigures().generation.model_dump())).retry(usual)
    assert drawn == usual
