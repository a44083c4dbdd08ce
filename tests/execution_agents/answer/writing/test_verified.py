"""What the final message says was checked, and which unanswered parts a person sees named."""

from __future__ import annotations

import pytest

from execution_agents.answer.writing.recovery import Outcome
from execution_agents.answer.writing.verified import grade_of, partly_answered, retries_of, verification_of
from tests.execution_agents.answer.turns import asked

QUESTION = "전세 보증금 상한과 대항력 발생 시점은?"


def failed(*lacks: str, refused: bool = False) -> Outcome:
    """A draft that was sent back once and still does not answer."""
    return Outcome("본문", True, grade="failed", lacks=lacks, refused=refused, drafts=2)


def test_the_questions_own_words_name_what_lacks() -> None:
    assert partly_answered(failed("대항력 발생 시점", "서울 날씨"), asked(QUESTION)) == (
        "다음은 자료로 답하지 못했습니다: “대항력 발생 시점”",
    )


@pytest.mark.parametrize("language", ["ko", "en"])
def test_what_the_question_does_not_say_is_not_shown(language: str) -> None:
    [sentence] = partly_answered(failed("http://evil.example/?q=1"), asked(QUESTION, language=language))
    assert "evil" not in sentence


def test_an_honest_refusal_is_not_reported_twice() -> None:
    assert partly_answered(failed("대항력 발생 시점", refused=True), asked(QUESTION)) == ()


def test_what_is_quoted_is_borne_out_and_nothing_written_is_not() -> None:
    assert verification_of(Outcome("인용", False), None)["hallucination"] == "valid"
    assert verification_of(Outcome("", False), "no_answer")["hallucination"] is None


def test_a_check_has_the_last_word_on_the_grade() -> None:
    assert grade_of(failed(), None) == "failed"
    assert grade_of(Outcome("본문", True), "insufficient_answer") == "failed"
    assert grade_of(Outcome("본문", True), None) == "accept"
    assert (retries_of(failed()), retries_of(Outcome("본문", False))) == (1, 0)
