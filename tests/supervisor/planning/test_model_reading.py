"""What a model adds to a question: a place only if somebody named it."""

from __future__ import annotations

import pytest

from foundation.contracts.plan import Understanding
from supervisor.planning.model_reading import ModelReading, checked
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

LAW = "보증금은 얼마나 올릴 수 있어?"


def read(question: str, place: str, *before: str) -> tuple[str, ...]:
    """The places of a question in which the model sees this one."""
    earlier: list[Understanding] = talk(*before)
    context = context_of(question, [exchange_of(one) for one in earlier])
    said = ModelReading("rag_required", "", "legal_consult", 0.9, {"region": (place,)}, None)
    return checked(said, understand(context), context).slot_values().get("region", ())


def test_a_place_that_nobody_named_is_dropped() -> None:
    assert read(LAW, "대구 달서구") == ()


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("달서구에서 보증금은 얼마나 올릴 수 있어?", ()),
        ("How much may a landlord in Dalseo-gu raise the deposit?", ()),
        ("그럼 보증금은 얼마나 올릴 수 있어?", ("달서구 아파트 시세 알려줘",)),
    ],
)
def test_a_place_of_the_question_or_the_conversation_is_kept(question: str, before: tuple[str, ...]) -> None:
    assert read(question, "대구 달서구", *before) == ("대구 달서구",)
