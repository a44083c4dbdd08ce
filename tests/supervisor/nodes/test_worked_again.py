"""Both findings of a team that worked on a request twice, as one."""

from __future__ import annotations

from foundation.contracts.formulas import Analysis
from foundation.contracts.work import Finding, TypeDecision
from supervisor.nodes.worked_again import joined
from tests.execution_agents.answer.turns import law, passage


def test_what_was_found_again_replaces_what_was_found_before() -> None:
    first, then = TypeDecision(data_type="a", decision="reused", evidence_id="e1"), TypeDecision(
        data_type="a", request=1, decision="searched", evidence_id="e2"
    )  # fmt: skip
    one, other = Analysis(lead="one"), Analysis(lead="other")
    before = Finding(
        team="search", decisions=(first, then), reuse="partial", using_cached_data=("a",), missing={"b@2": "no rows"},
        analyses=(one, None), search_calls=2, elapsed_ms=10,
    )  # fmt: skip
    again = then.model_copy(update={"evidence_id": "e3"})
    now = Finding(team="search", decisions=(again,), analyses=(None, other), search_calls=1, elapsed_ms=5)
    found = joined(before, now, [1])
    assert found.decisions == (first, again)
    assert (found.reuse, found.using_cached_data, found.missing) == ("partial", ("a",), {})
    assert found.analyses == (one, other)
    assert (found.search_calls, found.elapsed_ms) == (3, 15)


def test_what_was_said_of_replaced_evidence_is_not_said_any_more() -> None:
    first, then = TypeDecision(data_type="a", decision="searched", evidence_id="e1"), TypeDecision(
        data_type="a", request=1, decision="searched", evidence_id="e2"
    )  # fmt: skip
    rows = law(passage("p1", "제7조", "차임"))
    evidence = tuple(rows.model_copy(update={"evidence_id": name, "notices": (f"of {name}",)}) for name in ("e1", "e2"))
    before = Finding(team="search", evidence=evidence, decisions=(first, then), notices=("of e1", "of e2", "of all"))
    again = then.model_copy(update={"evidence_id": "e3"})
    now = Finding(team="search", decisions=(again,), notices=("of e3",))
    assert joined(before, now, [1]).notices == ("of e1", "of all", "of e3")
