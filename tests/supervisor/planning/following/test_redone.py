"""Other counts for the last calculation are put into its question; anything else is a question of its own."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from foundation.contracts.formulas import SaidArithmetic, SaidOperand
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.context import Exchange
from supervisor.planning.following.named_before import with_named_figures
from supervisor.planning.following.redone import redone
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "handbook")
OPERAND = SaidOperand(value=Decimal(32), kind="pound", text="£32", origin="evidence", item_id="1")
DONE = SaidArithmetic(operation="times", operands=(OPERAND,), factor=Decimal(2), kind="pound")


def exchanges(*questions: str) -> list[Exchange]:
    return [replace(exchange_of(one), said=DONE, evidence=("e1",)) for one in talk(*questions, pack=PACK)]


def meant(earlier: str, message: str, *corrections: str) -> str:
    return redone(context_of(message, exchanges(earlier, *corrections), pack=PACK))[0]


@pytest.mark.parametrize(
    ("earlier", "message", "result"),
    [
        ("2 breakfasts plus two dinners, how much?", "sorry, I meant 3 breakfasts and three dinners",
         "3 breakfasts plus three dinners, how much?"),
        ("dinner for 4 days, max?", "my bad, 5 days", "dinner for 5 days, max?"),
        ("두 대 돌리면 하루에 얼마야", "세 대면?", "세 대 돌리면 하루에 얼마야"),
        ("세 대면 시간당 얼마야", "하루면?", "세 대면 하루 얼마야"),
    ],
)  # fmt: skip
def test_a_count_takes_the_place_of_its_like(earlier: str, message: str, result: str) -> None:
    assert meant(earlier, message) == result


@pytest.mark.parametrize(
    "message",
    [
        "sorry, 3 days of annual leave", "sorry, when is that paid?", "sorry, I meant 4 miles",
        "can I stay 5 days?", "sorry, the limit for 5 days of parking", "5 days ago then?",
    ],
)  # fmt: skip
def test_a_message_that_says_more_is_a_question_of_its_own(message: str) -> None:
    assert meant("dinner for 4 days, max?", message) == message


def test_a_second_correction_corrects_the_first() -> None:
    corrected = meant("dinner for 4 days, max?", "sorry, 6 days", "sorry, 5 days")

    assert corrected == "dinner for 6 days, max?"


def test_the_calculation_is_done_again_over_its_evidence() -> None:
    past = exchanges("dinner and lunch for 4 days, max?")
    [_, last] = talk("dinner and lunch for 4 days, max?", "sorry, 5 days", pack=PACK)
    found = with_named_figures(last, context_of("sorry, 5 days", past, pack=PACK))

    assert found.named is not None
    assert found.named.question == "dinner and lunch for 5 days, max?"
    assert (found.shown, found.named.evidence) == (("e1",), ("e1",))


def test_another_day_takes_the_place_of_the_one_that_was_said() -> None:
    question = "a call of an hour on a sunday, im on 24 an hour. what do i get?"

    assert meant(question, "oh wait it was a tuesday") == question.replace("a sunday", "a tuesday")
    assert meant(question, "is the office open on sunday") == "is the office open on sunday"
