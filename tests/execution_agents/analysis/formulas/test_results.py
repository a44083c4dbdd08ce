"""The result of an earlier formula, worked out again."""

from __future__ import annotations

from execution_agents.analysis.formulas.results import result_in_words, results_of
from foundation.contracts.formulas import FormulaAsked
from tests.execution_agents.analysis.formulas.talks import asked_last, pack_of

PACK = pack_of("real_estate")


def asked(*questions: str) -> FormulaAsked:
    found = asked_last("real_estate", *questions)
    assert found is not None
    return found


def test_the_result_is_named_with_its_value() -> None:
    assert result_in_words(asked("3억 전세면 복비 얼마?"), PACK, "ko") == "중개보수 상한: 90만원"


def test_several_sets_of_inputs_are_added() -> None:
    trip = asked_last("handbook", "3 nights London plus 2 in Leeds, what's the most I can claim?")
    assert trip is not None

    assert result_in_words(trip, pack_of("handbook"), "en") == "Most a trip may cost: £715"


def test_a_missing_input_has_no_result() -> None:
    lacking = asked("보증금 2억을 월세로 바꾸면 얼마야?")

    assert lacking.missing
    assert results_of(lacking, PACK) == ()


def test_a_formula_that_the_pack_lost_has_no_result() -> None:
    gone = asked("3억 전세면 복비 얼마?").model_copy(update={"formula": "gone"})

    assert result_in_words(gone, PACK, "ko") == ""
