"""An answer about a thing of a graph: what lies in a large section, notes and standards with their markers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

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


def pipe(question: str) -> str:
    """The first sentence of the answer about a work that takes two trades and a material."""
    target = GraphTarget(entity_id="W-1", type="WorkType", name="강관용접")
    meant = GraphAsked(targets=(target,), stage="exact", quantity="30", quantity_unit="m")
    items = [
        node("W-1", "강관용접", "W-1", unit="m", base="1"),
        node("L-1", "플랜트용접공", "W-1", "REQUIRES_LABOR", quantity="0.38", quantity_unit="인"),
        node("L-2", "특별인부", "W-1", "REQUIRES_LABOR", quantity="0.14", quantity_unit="인"),
        node("E-1", "굴착기 0.7m3", "W-1", "REQUIRES_EQUIPMENT", quantity="0.016", quantity_unit="hr"),
        node("M-1", "용접봉", "W-1", "USES_MATERIAL", quantity="0.31", quantity_unit="kg"),
    ]
    one = asked(question, batch("estimate", *items, kind="graph"), pack=CONSTRUCTION, graph=meant)
    return graph_answer(one, numbered(one.evidence)).splitlines()[0]


@pytest.mark.parametrize(
    ("question", "takes"),
    [
        ("강관용접 30m", "플랜트용접공 11.4인, 특별인부 4.2인이"),
        ("그걸로 30미터면 용접공 몇인이에요", "플랜트용접공 11.4인이"),
        ("특별인부는?", "특별인부 4.2인이"),
        ("30m에 용접봉 몇 kg", "용접봉 9.3kg가"),
        ("자재는 얼마나 들어", "용접봉 9.3kg가"),
        ("굴착기는 얼마나 써?", "굴착기 0.7m3 0.48hr이"),
        ("30m에 인부가 몇 명", "플랜트용접공 11.4인, 특별인부 4.2인이"),
        ("용접봉 말고 특별인부는", "특별인부 4.2인이"),
    ],
)
def test_what_a_question_names_leads_the_answer(question: str, takes: str) -> None:
    assert pipe(question).startswith(f"강관용접은 30m에 {takes} 듭니다")
