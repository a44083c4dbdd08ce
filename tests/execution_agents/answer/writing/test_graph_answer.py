"""An answer about a thing of a graph: what lies in a large section, notes and standards with their markers."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.graph_answer import MOST_MEMBERS, graph_answer
from foundation.contracts.graph import GraphAsked, GraphTarget
from foundation.contracts.work import EvidenceItem, FieldValue
from tests.execution_agents.answer.turns import asked, batch, row
from tests.execution_agents.clarification.graphs import CONSTRUCTION


def node(entity_id: str, name: str, target: str, relation: str = "", **more: FieldValue) -> EvidenceItem:
    said = {"relation": relation} if relation else {}
    return row("works", name, {"target": target, "entity_id": entity_id, "name": name, **said, **more})


def request(target: GraphTarget, holds: int, items: Sequence[EvidenceItem]) -> AnswerRequest:
    meant = GraphAsked(targets=(target,), stage="section", holds=holds)
    return asked(target.name, batch("estimate", *items, kind="graph"), pack=CONSTRUCTION, graph=meant)


def written(target: GraphTarget, items: Sequence[EvidenceItem], holds: int = 0) -> str:
    one = request(target, holds, items)
    return graph_answer(one, numbered(one.evidence))


def section(holds: int) -> str:
    """A section whose expansion brings the first of its works only."""
    members = [
        node(f"W-{at}", "밸브취부", "S-1", "-BELONGS_TO", spec=f"{at}형") for at in range(min(holds, MOST_MEMBERS))
    ]
    target = GraphTarget(entity_id="S-1", type="Section", name="밸브취부")
    return written(target, [node("S-1", "밸브취부", "S-1", section="13-2-7"), *members], holds)


def test_a_large_section_tells_its_count_and_how_to_see_the_rest() -> None:
    text = section(184)
    assert "밸브취부에는 184가지가 있습니다" in text
    assert "184가지 가운데 60가지입니다. 규격을 덧붙이거나 “밸브취부 전체 목록”으로 물어보세요." in text


def test_a_section_that_is_shown_whole_names_no_rest() -> None:
    text = section(12)
    assert "밸브취부에는 12가지가 있습니다" in text
    assert "전체 목록" not in text
