"""A name in the place of another, between words that are the source's own."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures

AUDIT = (
    "그러나 감사원의 감사 결과가 발표된 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다. "
    "집주인은 보증금을 계약이 끝나면 바로 돌려준다."
)
SCHOOL = "In 1884 the young engineer worked for Edison Machine Works in New York and was paid every week."
GROUND = Ground([("", AUDIT), ("", SCHOOL)], AnswerFigures())


@pytest.mark.parametrize(
    ("sentence", "invented"),
    [
        ("그러나 상무위의 감사 결과가 발표된 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다.", ("상무위의",)),
        ("그러나 남부 검찰청의 감사 결과가 발표된 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다.", ("남부", "검찰청의")),
        (
            "In 1884 the young engineer worked for Westinghouse Machine Works in New York and was paid every week.",
            ("Westinghouse",),
        ),
    ],
)
def test_a_name_no_passage_holds_is_seen_where_the_place_has_another(sentence: str, invented: tuple[str, ...]) -> None:
    assert GROUND.support(sentence).invented == invented


@pytest.mark.parametrize(
    "sentence",
    [
        # Another role (a particle of its own), another verb, a word that joins, a unit spelled out.
        "그러나 감사원에서 낸 감사 결과가 발표된 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다.",
        "그러나 감사원의 감사 결과가 알려진 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다.",
        "하지만 감사원의 감사 결과가 발표된 이후 3개월이 넘도록 4명을 입건하는 데 그쳤다.",
        "집주인은 보증금을 계약이 끝나면 즉시 돌려준다.",
        "In 1884 the young man worked for Edison Machine Works in New York and was paid weekly.",
    ],
)
def test_other_words_for_the_same_are_no_names(sentence: str) -> None:
    assert GROUND.support(sentence).invented == ()


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("However, benefits attract better staff.", "But benefits attract better staff."),
        ("Ensure that you have a copy of the order.", "Make sure you have a copy of the order."),
        ("For instance, the node collects the orders.", "The node collects the orders."),
        ("Although it is a small star, most stars are smaller.", "Though it is a small star, most stars are smaller."),
        ("It is full.Secondly, the node waits for orders.", "The node waits for orders. It is full."),
    ],
)
def test_a_capital_that_opens_a_sentence_makes_no_name(sentence: str, source: str) -> None:
    assert Ground([("", source)], AnswerFigures()).support(sentence).invented == ()


def test_a_name_that_opens_the_sentence_is_one_where_the_passages_write_it_inside_another() -> None:
    source = "Napoleon took the town in 1806. The army of Napoleon stayed for a year."
    found = Ground([("", source)], AnswerFigures()).support("Wellington took the town in 1806.")
    assert found.invented == ("Wellington",)


@pytest.mark.parametrize("opening", ["한편, ", "결국, ", "물론, ", "아울러, "])
def test_a_korean_word_that_joins_sentences_is_no_name(opening: str) -> None:
    said = "집주인은 보증금을 계약이 끝나면 바로 돌려준다."
    assert GROUND.support(f"{opening}{said}").invented == ()
    assert GROUND.support(f"부산 {said}").invented == ("부산",)
