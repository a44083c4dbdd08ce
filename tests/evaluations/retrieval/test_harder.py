"""The harder forms of questions stay as they were committed, and are what they say."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from evaluations.retrieval import harder as forms
from evaluations.retrieval.harder import RULES, Form, harder, without_particle

FROZEN = "840d33fae4c9749801e6f442dfb3fbad75ea456548e3274b0fa3dda18dc728c3"
QUESTION = "2019년에 서울시의 버스를 3,000만원에 넘겨받은 회사는 무엇인가?"


def test_the_rules_are_those_retrieval_was_tuned_without() -> None:
    assert forms.__file__ is not None
    assert sha256(Path(forms.__file__).read_bytes()).hexdigest() == FROZEN


def test_every_form_changes_the_question_and_the_same_way_each_time() -> None:
    made = {form: harder(QUESTION, form) for form in RULES}
    assert all(text and text != QUESTION for text in made.values())
    assert made == {form: harder(QUESTION, form) for form in RULES}
    assert len(set(made.values())) == len(RULES)


def test_blanks_are_all_that_goes_with_the_blanks() -> None:
    for form in ("no blanks", "wrong blanks"):
        made = harder(QUESTION, form)
        assert made is not None
        assert "".join(made.split()) == "".join(QUESTION.split())
    assert " " not in (harder(QUESTION, "no blanks") or " ")


def test_particles_go_and_what_asks_stays_or_goes_as_the_form_says() -> None:
    assert harder(QUESTION, "no particles") == "2019년 서울시 버스 3,000만원 넘겨받은 회사 무엇인가?"
    assert harder(QUESTION, "key words only") == "2019년 서울시 버스 3,000만원 넘겨받은 회사"


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("서울시의", "서울시"),
        ("회사는", "회사"),
        ("되는", "되는"),
        ("강으로", "강으로"),
        ("서울로", "서울로"),
        ("IPO를", "IPO"),
    ],
)
def test_a_particle_is_known_by_what_stands_before_it(word: str, bare: str) -> None:
    assert without_particle(word) == bare


def test_what_stands_around_a_question_leaves_it_whole() -> None:
    for form in ("a greeting before", "a story before"):
        assert QUESTION in (harder(QUESTION, form) or "")


def test_one_error_changes_two_places_at_most() -> None:
    made = harder(QUESTION, "a typing error") or ""
    if len(made) == len(QUESTION):
        assert sum(1 for one, other in zip(made, QUESTION, strict=True) if one != other) in (1, 2)
    else:
        assert abs(len(made) - len(QUESTION)) == 1


@pytest.mark.parametrize(
    ("question", "ways"),
    [
        ("값이 3,000만원인 것은?", {"30,000,000원", "30000000원", "3천만 원", "3천만원", "3000만 원", "3000만원"}),
        ("1998년에 지은 다리는?", {"'98년", "98년", "1998"}),
        ("3개월 뒤는?", {"세 달"}),
        ("두 번째 임금은?", {"2번째"}),
        ("제7조는?", {"7조", "7 조"}),
        ("21세기의 일은?", {"이십일 세기", "이십일세기"}),
    ],
)
def test_figures_keep_their_value(question: str, ways: set[str]) -> None:
    made = harder(question, "figures written otherwise") or ""
    assert any(way in made for way in ways), made


def test_a_rule_with_nothing_to_change_makes_no_question() -> None:
    nothing: dict[Form, str] = {
        "no blanks": "임대차?",
        "figures written otherwise": "누가 지었나?",
        "key words only": "왜?",
    }
    assert all(harder(question, form) is None for form, question in nothing.items())
