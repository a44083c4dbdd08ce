"""What small models write in the place of JSON is read; what says nothing is not guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.answer.thinking import reading
from prompts.thinking_replies import AccuracyReply


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The question is complex because it asks two things.", "complex"),
        ('{"type": "simple", "confidence": 0.9', "simple"),
        ("It is either simple or complex.", None),
        ("It is not complex at all.", None),
        ("It is simple, not complex.", "simple"),
        ("I do not know.", None),
    ],
)
def test_a_type_is_read_where_one_is_said(text: str, found: str | None) -> None:
    read = reading.classified(text)
    assert (read.type if read else None) == found


def test_broken_lists_and_plain_lines_are_read_as_questions() -> None:
    broken = reading.decomposed('{"sub_questions": ["얼마야?", "언제야?"')
    lines = reading.decomposed("Here they are:\n1. How much is it?\n2. When is it due?\n- a remark")
    assert broken and broken.sub_questions == ("얼마야?", "언제야?")
    assert lines and lines.sub_questions == ("How much is it?", "When is it due?")
    assert reading.decomposed("no idea") is None


def test_scores_are_read_and_numbers_without_meaning_are_not() -> None:
    said = reading.accuracy('Score: 85/100. "unsupported": ["a claim"]')
    whole = reading.completeness("score 40, partially answered")
    assert said and (said.score, said.unsupported) == (85, ("a claim",))
    assert whole and (whole.complete, whole.score) == ("partially", 40)
    assert reading.accuracy("between 20 and 80 it may be") is None
    assert reading.completeness("it is good") is None


def test_facts_are_read_from_lines_and_broken_objects() -> None:
    lines = reading.facts("- The limit is 5 %: verified\n- The fee is 3 won: contradicted\nthat is all")
    broken = reading.facts('{"facts": [{"fact": "a", "verdict": "verified"}, {"fact": "b", "verdict": "not_found"')
    assert lines and [one.verdict for one in lines.facts] == ["verified", "contradicted"]
    assert broken and [(one.fact, one.verdict) for one in broken.facts] == [("a", "verified"), ("b", "not_found")]
    assert reading.facts("fine") is None


@pytest.mark.parametrize(
    ("text", "score"), [("Score: 8/10", 80), ("score: 0.97", 97), ("Score: 85/100", 85), ("score 1", 1)]
)
def test_a_score_is_of_a_hundred_however_it_is_written(text: str, score: float) -> None:
    read = reading.accuracy(text)
    assert read and read.score == pytest.approx(score)


@pytest.mark.parametrize(("written", "score"), [("0.97", 97), ("1.0", 100), ("1", 1), ("97", 97)])
def test_a_share_in_whole_json_is_of_a_hundred_too(written: str, score: float) -> None:
    assert AccuracyReply.model_validate_json(f'{{"score": {written}}}').score == pytest.approx(score)


def test_what_a_cut_off_reply_denies_is_denied() -> None:
    answers = reading.accuracy('{"score": 95, "answers_question": false, "unsupp')
    whole = reading.completeness("yes. No part is missing. score 95")
    facts = reading.facts("- The limit is 5 %: not verified")
    assert answers and not answers.answers_question
    assert whole and whole.complete == "yes"
    assert facts and [one.verdict for one in facts.facts] == ["not_found"]


@given(st.text(max_size=300))
def test_no_text_breaks_a_reader(text: str) -> None:
    for read in (
        reading.classified,
        reading.concepts,
        reading.decomposed,
        reading.accuracy,
        reading.completeness,
        reading.facts,
    ):
        read(text)
