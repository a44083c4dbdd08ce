"""What the words of the question, of its type and of the data add to a passage."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.contexts import scores
from foundation.domains.schema.pack import Pack
from foundation.domains.schema.retrieving import QuestionTypeName
from tests.execution_agents.answer.turns import PACK, asked, law, passage


def urgent(*words: str) -> Pack:
    """The pack with these high-priority keywords of its law."""
    legal, *others = PACK.data_types
    return PACK.model_copy(update={"data_types": (legal.model_copy(update={"high_priority": words}), *others)})


def added(question: str, text: str, pack: Pack = PACK, kind: QuestionTypeName = "general") -> int:
    """What the choice adds to a passage of this text, its title empty."""
    request = asked(question, law(passage("p", "", text)), pack=pack)
    return scores(numbered(request.evidence), request, kind)[0][1]


@pytest.mark.parametrize(
    ("keyword", "question", "text"),
    [
        ("RMSE", "모형의 RMSE는 얼마인가요?", "모형의 RMSE는 따로 적는다."),
        ("RMSE", "rmse 알려줘", "모형의 Rmse는 따로 적는다."),
        ("AI 플랫폼", "AI 플랫폼에 들어가려면?", "AI 플랫폼은 솔샘이라 한다."),
        ("LTV", "What is the LTV limit?", "The LTV is set by law."),
        ("특약", "특약은 어디에 적나요?", "특약란에 적는다."),
    ],
)
def test_a_high_priority_keyword_counts_whatever_its_capitals(keyword: str, question: str, text: str) -> None:
    more = PACK.answering.choice.high_priority
    assert more == 300
    assert added(question, text, urgent(keyword)) - added(question, text) == more


@pytest.mark.parametrize(
    ("question", "text"),
    [("What is the DTI?", "The LTV is set by law."), ("The LTV limit?", "Filtvers."), ("Filtvers?", "The LTV limit.")],
)
def test_one_the_question_or_the_passage_does_not_say_adds_nothing(question: str, text: str) -> None:
    assert added(question, text, urgent("LTV")) == added(question, text)


def test_a_keyword_of_the_questions_type_is_a_word_of_its_own() -> None:
    more = PACK.answering.choice.type_keyword
    plain = added("Where do I sign in?", "Sign in there.", kind="system_info")
    assert added("Where do I sign in?", "Sign in there by the IP.", kind="system_info") == plain + more
    assert added("Where do I sign in?", "Sign in, the equipment has a report.", kind="system_info") == plain
