"""Figures that were said are found again in the evidence, or nothing is computed."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from execution_agents.analysis.said.amounts import Said
from execution_agents.analysis.said.asking import arithmetic_with
from execution_agents.computing.over_said import over_what_was_said
from foundation.contracts.formulas import Analysis, FormulaAsked, GivenInput, SaidArithmetic, SaidOperand
from foundation.contracts.work import Brief, Evidence, EvidenceItem, FieldValue
from tests.execution_agents.analysis.formulas.talks import pack_of


def brief(language: str, *items: EvidenceItem) -> Brief:
    batch = Evidence(
        evidence_id="e", session_id="s", run_id="r", data_type="policy", sources=("guide",), kind="documents",
        query="q", slots={}, items=items, fetched_at=datetime(2026, 11, 25, tzinfo=UTC), source_version="1",
    )  # fmt: skip
    return Brief(
        run_id="r", session_id="s", question="q", original_question="q", language=language, intent="policy", slots={},
        data_types=("policy",), evidence=(batch,),
    )  # fmt: skip


def item(name: str, text: str, **fields: FieldValue) -> EvidenceItem:
    return EvidenceItem(item_id=name, content_hash=name, title="", text=text, source="guide", fields=dict(fields))


def computed(question: str, said: tuple[Said, ...], given: Brief) -> Analysis | None:
    asked = arithmetic_with(question, said)
    assert asked is not None
    return over_what_was_said(asked, given, pack_of("handbook"))


PARKING = Said("parking?", "Parking costs £14 a day.")
POOL = Said("수영장은?", "수영장 월세 103만원입니다.")
GYM = Said("gym?", "Gym: Worth 30 GBP", is_row=True)


def test_the_result_comes_first_and_its_source_is_cited() -> None:
    done = computed(
        "3 days then", (PARKING,), brief("en", item("a", "Doors close at 8."), item("b", "It is £14 a day."))
    )

    assert done is not None
    assert done.lead == "That makes £42 (£14 × 3 = £42)."
    assert done.cites == ("b",)
    assert done.working == ("£14: “Parking costs £14 a day.”",)


def test_a_figure_that_no_evidence_holds_is_not_used() -> None:
    assert computed("3 days then", (PARKING,), brief("en", item("a", "It is £15 a day."))) is None


def test_a_rounded_mean_is_computed_exactly() -> None:
    done = computed("1년이면 총 얼마", (POOL,), brief("ko", item("a", "", mean_rent=1_034_444.0)))

    assert done is not None
    assert done.lead.startswith("모두 1,241만 3,328원입니다")
    assert Decimal(done.value or 0) == 12_413_328


def test_a_rounded_figure_of_two_cells_stays_as_shown() -> None:
    rows = brief("ko", item("a", "", mean_rent=1_034_444.0), item("b", "", mean_rent=1_031_000.0))
    done = computed("1년이면 총 얼마", (POOL,), rows)

    assert done is not None
    assert Decimal(done.value or 0) == 12_360_000


def test_a_cell_says_what_its_row_is_counted_by() -> None:
    done = computed("over a year?", (GYM,), brief("en", item("a", "", worth=30, paid="monthly")))

    assert done is not None
    assert done.lead.startswith("That makes £360")


def test_a_row_that_does_not_say_it_computes_nothing() -> None:
    assert computed("over a year?", (GYM,), brief("en", item("a", "", worth=30, provider="Blue"))) is None
    assert (
        computed("over a year?", (GYM,), brief("en", item("a", "", worth=30, paid="weekly or monthly, yearly"))) is None
    )


def test_a_result_that_its_formula_does_not_give_is_not_computed_with() -> None:
    nights = GivenInput(name="nights", value="3", unit="nights", text="3")
    trip = FormulaAsked(formula="trip_cost", inputs=(nights, GivenInput(name="place", value="london", text="London")))
    first = SaidOperand(
        value=Decimal(495), kind="pound", text="£495", origin="conversation", sentence="Trip: £495", computed=trip
    )
    asked = SaidArithmetic(operation="sum", operands=(first, first), kind="pound")
    other = first.model_copy(update={"value": Decimal(500)})
    pack = pack_of("handbook")

    done = over_what_was_said(asked, brief("en"), pack)
    assert done is not None
    assert done.lead == "Together that is £990 (£495 + £495 = £990)."
    assert over_what_was_said(asked.model_copy(update={"operands": (first, other)}), brief("en"), pack) is None
