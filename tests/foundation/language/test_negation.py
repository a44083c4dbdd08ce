"""A no for a yes is seen by the word it is said of; what a sentence leaves out or adds denies nothing."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures
from foundation.language.negation import denies


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The fee is not due on Monday.", "The fee is due on Monday."),
        ("The fee is due on Monday.", "The fee isn't due on Monday."),
        ("Members may never bring guests.", "Members may bring guests."),
        ("The parliament is not unable to legislate.", "The parliament is unable to legislate."),
        ("Without a card members may enter.", "With a card members may enter."),
        ("No law caps the fee.", "A law caps the fee."),
        ("보증금은 올릴 수 있다.", "보증금은 올릴 수 없다."),
        ("보증금을 돌려주지 않는다.", "보증금을 돌려준다."),
    ],
)
def test_the_opposite_is_seen(sentence: str, source: str) -> None:
    assert denies(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("You need to make things happen.", "Things don't just happen, you have to make things happen."),
        ("The ship studies the moon, but it is not a life detection mission.", "The ship studies the moon."),
        ("It covers salary and bonuses.", "It covers not only salary and bonuses, but insurance."),
        (
            "If you are uncomfortable with the terms, don't sign it.",
            "If you are not comfortable with the terms, do not sign it.",
        ),
        ("The bank cannot go after you.", "The bank isn't allowed to go after you."),
        ("If owners aren't careful it may fail.", "If owners arent careful it may fail."),
        ("A storm hit the coast.", "A nor’easter hit the coast."),
        ("The licence cannot be listed.", "Can the licence be listed?"),
        ("No, corporations are taxed.", "Corporations are taxed."),
        ("Accounts are not at risk.", "No, accounts are not at risk."),
        ("아니요, 보증금은 올릴 수 없습니다.", "보증금은 올릴 수 없다."),
        ("보증금은 올리지 못합니다.", "보증금은 올릴 수 없다."),
    ],
)
def test_what_says_the_same_denies_nothing(sentence: str, source: str) -> None:
    assert not denies(sentence, source)


def test_a_denial_at_a_long_english_place_is_seen() -> None:
    text = (
        "A phone of your own may read mail when it has a screen lock of 6 digits and a system that still gets updates."
    )
    ground = Ground([("Devices", text)], AnswerFigures())
    assert ground.support("A phone of your own may not read mail.").negated
    assert not ground.support("A phone of your own may read mail.").negated
