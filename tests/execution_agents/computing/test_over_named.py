"""What a question names is looked for in what this turn found, then in what the last answers rest on."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from execution_agents.computing.over_named import Named, named_in
from execution_agents.team import EvidenceStore
from foundation.contracts.errors import UnknownEvidence
from foundation.contracts.formulas import FormulaAsked, NamedAsked
from foundation.contracts.work import Brief, Evidence, EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs

PACK = load_pack(shipped_packs() / "handbook")
LIMITS = "| what | limit |\n| --- | --- |\n| Taxi | £20 |\n| Ferry | £35 a night |\n| Cabin | £50 a night |"
OTHER = "| what | limit |\n| --- | --- |\n| Snacks | £4 |"


def batch(name: str, text: str) -> Evidence:
    item = EvidenceItem(item_id=name, content_hash=name, title=name, text=text, source="chapters")
    return Evidence(
        evidence_id=name, session_id="s", run_id="r", data_type="policy", sources=("chapters",), kind="documents",
        query="q", slots={}, items=(item,), fetched_at=datetime(2026, 11, 26, tzinfo=UTC), source_version="1",
    )  # fmt: skip


def brief(question: str, *found: Evidence, past: tuple[str, ...] = (), formula: str = "") -> Brief:
    return Brief(
        run_id="r", session_id="s", question=question, original_question=question, language="en", intent="policy",
        slots={}, data_types=("policy",), evidence=found, named=NamedAsked(question=question, evidence=past),
        computation=FormulaAsked(formula=formula) if formula else None,
    )  # fmt: skip


async def over(asked: Brief, *held: Evidence) -> Named | None:
    async def load(evidence_id: str) -> Evidence:
        raise UnknownEvidence

    return await named_in(asked, PACK, EvidenceStore(load, {one.evidence_id: one for one in held}))


async def test_the_result_is_first_and_cites_each_figure() -> None:
    found = await over(brief("taxi + snacks for 3 days, max?", batch("a", LIMITS), batch("b", OTHER)))

    assert found is not None
    assert found.analysis.lead == "At most £72 ((£20 + £4) × 3 = £72)."
    assert found.analysis.cites == ("a", "b")
    assert found.analysis.working == ("£20: “Taxi: £20”", "£4: “Snacks: £4”")
    assert found.taken == ()


async def test_what_is_computed_can_be_computed_again_from_its_inputs() -> None:
    found = await over(brief("2 nights ferry plus 3 nights cabin, max?", batch("a", LIMITS)))

    assert found is not None
    [operation] = found.analysis.operations
    again = sum(Decimal(one["value"]) * Decimal(one["times"]) for one in operation["inputs"])
    assert str(again * Decimal(operation["factor"])) == found.analysis.value == "220"
    assert {one["item_id"] for one in operation["inputs"]} == {"a"}


async def test_a_figure_of_an_earlier_answer_brings_its_evidence_along() -> None:
    asked = brief("taxi + snacks for 3 days, max?", batch("a", LIMITS), past=("b",))
    found = await over(asked, batch("b", OTHER))

    assert found is not None
    assert found.taken == ("b",)


async def test_evidence_that_was_deleted_is_left_out() -> None:
    assert await over(brief("taxi + snacks for 3 days, max?", batch("a", LIMITS), past=("gone",))) is None


async def test_a_formula_that_is_asked_for_goes_before_it() -> None:
    question = "2 nights ferry plus 3 nights cabin, max?"
    assert await over(brief(question, batch("a", LIMITS))) is not None
    assert await over(brief(question, batch("a", LIMITS), formula="trip_cost")) is None
