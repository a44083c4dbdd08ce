"""A rate of the person's own is multiplied by what the one sentence says of it."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.multiples import may_multiply, multiple_of_own
from execution_agents.analysis.named.words import vocabulary_of
from execution_agents.analysis.said.result import result_of
from foundation.contracts.formulas import NamedAsked
from foundation.domains.schema.by_identity import ByIdentity
from tests.execution_agents.analysis.named.packs import everything_of, passage


def result(*asked: str) -> int | None:
    pack, items = everything_of("handbook")
    *before, last = asked
    named = NamedAsked(question=last, before=tuple(reversed(before)))
    found = multiple_of_own(named, items, vocabulary_of(ByIdentity(pack)))
    return None if found is None else int(result_of(found))


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (("what is on call paid", "and if i get a long call on a sunday and my hourly rate is 24 quid?"), 48),
        (("and if they ring me on a sunday for an hour?", "i make 24 an hour, so thats how much"), 48),
        (("my hourly rate is £30, what do i get for a call?",), 45),
        (("whats on call pay", "an hourly rate of 24 quid, what would an hour-long call on a Sunday bring?"), 48),
        (("on my hourly rate of 18 pounds, what is a call of one hour on a public holiday?",), 36),
        (("I earn 20 an hour. a two-hour call on sunday, how much is it?",), 80),
        (("on call pay", "one of the calls took an hour on a sunday, im on 24 quid an hour. extra for that?"), 48),
        (("on call pay", "one of the calls took an hour on a tuesday, im on 24 quid an hour. extra for that?"), 36),
    ],
)  # fmt: skip
def test_the_clause_whose_words_are_said_is_meant(asked: tuple[str, ...], value: int) -> None:
    assert result(*asked) == value


@pytest.mark.parametrize(
    "question",
    [
        "i earn 30 an hour, how much is dinner?", "i drive 30 miles an hour, how much is that?",
        "i earn 24 an hour, how much is a call of 10 minutes on a sunday?",
        "my rent is 900 a month, how much?", "i work 8 hours a day, how much leave?",
    ],
)  # fmt: skip
def test_a_rate_that_no_sentence_multiplies_gives_nothing(question: str) -> None:
    assert result(question) is None


def test_two_sentences_that_say_other_multiples_give_nothing() -> None:
    pack, _ = everything_of("handbook")
    items = [passage(name, f"Work is paid at {name} times your hourly rate.") for name in ("2", "3")]
    asked = NamedAsked(question="my hourly rate is £30, how much for work?")

    assert multiple_of_own(asked, items[:1], vocabulary_of(ByIdentity(pack))) is not None
    assert multiple_of_own(asked, items, vocabulary_of(ByIdentity(pack))) is None


def test_a_question_with_two_figures_states_no_rate() -> None:
    assert may_multiply("i make 24 an hour, how much is it?")
    assert not may_multiply("i make 24 an hour for 8 hours, how much is it?")
