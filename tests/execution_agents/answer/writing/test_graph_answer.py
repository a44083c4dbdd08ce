"""An answer about a thing of a graph: what lies in a large section, notes and standards with their markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

import pytest

from execution_agents.answer.evidence.citations import Numbered, numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.not_there import pay_not_there
from execution_agents.answer.writing.graph_answer import MOST_MEMBERS, graph_analysis, graph_answer
from execution_agents.answer.writing.over_graph.surcharges import is_of_surcharges, surcharge_answer
from foundation.contracts.graph import GraphAsked, GraphTarget, SurchargesAsked
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


GUIDE = row("guide", "할증을 더하는 법", {}).model_copy(
    update={
        "fields": {},
        "text": "할증은 인력품에만 더합니다. 여러 할증이 겹치면 비율을 먼저 합한 뒤 한 번만 곱합니다. "
        "높이 10m를 넘는 곳은 15%, 야간은 25%, TIG로 하는 접합은 10%를 더합니다.",
    }
)


def bricks(entity_id: str, name: str, mason: str) -> list[EvidenceItem]:
    """A wall that takes two trades and a material."""
    items = [
        node(entity_id, name, entity_id, unit="m2", base="1"),
        node("L-1", "조적공", entity_id, "REQUIRES_LABOR", quantity=mason, quantity_unit="인", called="mason"),
        node("L-2", "보통인부", entity_id, "REQUIRES_LABOR", quantity="0.05", quantity_unit="인"),
        node("M-1", "시멘트", entity_id, "USES_MATERIAL", quantity="0.33", quantity_unit="kg"),
    ]
    return [one.model_copy(update={"item_id": f"{entity_id}>{one.item_id}"}) for one in items]


def two_walls(question: str, combined: Literal["sum", "difference"], **more: Any) -> AnswerRequest:
    """Twenty square metres of one, thirty of the other."""
    targets = tuple(
        GraphTarget(entity_id=one, type="WorkType", name=name, unit="m2")
        for one, name in (("W-1", "벽돌쌓기"), ("W-2", "블록쌓기"))
    )
    meant = GraphAsked(targets=targets, stage="keywords", amounts=("20", "30"), combined=combined)
    items = (*bricks("W-1", "벽돌쌓기", "0.097"), *bricks("W-2", "블록쌓기", "0.086"))
    batches = (batch("estimate", *items, kind="graph"), batch("guide", GUIDE, kind="documents"))
    return replace(asked(question, batches[0], pack=CONSTRUCTION, graph=meant), evidence=batches, **more)


def test_a_sum_over_two_works_tells_its_calculation_and_its_sources() -> None:
    one = two_walls("벽돌쌓기 20m2 블록쌓기 30m2 조적공 합쳐서", "sum")
    items = numbered(one.evidence)
    first = graph_answer(one, items).splitlines()[0]
    assert first.startswith("조적공 — 벽돌쌓기 20m2 + 블록쌓기 30m2: 합하면 4.52인입니다")
    assert "(20 × 0.097인 + 30 × 0.086인 = 4.52인)" in first
    done = graph_analysis(one, items)
    assert done is not None
    assert done.value is not None
    assert Decimal(done.value) == Decimal("4.52")
    titles = {each.item.item_id: each.marker for each in items}
    assert all(f"[{titles[cited]}]" in first for cited in done.cites)


def test_a_difference_says_which_work_takes_more() -> None:
    first = graph_answer(*_with_items(two_walls("둘이 mason 차이", "difference"))).splitlines()[0]
    assert "블록쌓기에 더 듭니다" in first
    assert "차이는 0.64인입니다(30 × 0.086인 − 20 × 0.097인 = 0.64인)" in first


def test_without_a_trade_each_trade_that_both_take_is_told() -> None:
    first = graph_answer(*_with_items(two_walls("합쳐서", "sum"))).splitlines()[0]
    assert "조적공" in first
    assert "보통인부 — 벽돌쌓기 20m2 + 블록쌓기 30m2: 합하면 2.5인입니다" in first
    assert "시멘트" not in first


def test_a_condition_adds_to_labour_alone_and_once() -> None:
    night = SurchargesAsked(names=("height", "night"))
    text = graph_answer(*_with_items(two_walls("조적공 합쳐서", "sum", surcharges=night)))
    assert "합하면 6.328인입니다" in text.splitlines()[0]  # 4.52 × 1.40
    assert "시멘트 6.6kg (기준 1m2 0.33kg × 20)" in text


def test_a_condition_that_no_passage_states_adds_nothing() -> None:
    one = two_walls("조적공 합쳐서", "sum", surcharges=SurchargesAsked(names=("night",)))
    text = graph_answer(*_with_items(replace(one, evidence=one.evidence[:1])))
    assert "합하면 4.52인입니다" in text.splitlines()[0]


def _with_items(one: AnswerRequest) -> tuple[AnswerRequest, tuple[Numbered, ...]]:
    return one, numbered(one.evidence)


@pytest.mark.parametrize(
    ("question", "names", "relations", "said"),
    [
        ("밤에 하면 더 붙나", ("night",), (), "네, 야간은 25%를 노무에 더합니다 [1]."),
        ("밤에 하면 얼마나 더 붙어", ("night",), (), "야간은 25%를 노무에 더합니다 [1]."),
        ("높은데서 밤에 하면 합쳐서 몇프로", ("height", "night"), (), "합쳐서 40%입니다(15% + 25% = 40%) [1]."),
        (
            "장비에도 붙나요",
            ("night",),
            ("REQUIRES_EQUIPMENT",),
            "아니요, 할증은 노무에만 더하고 장비에는 더하지 않습니다",
        ),
        ("사람한테는 붙나요", (), ("REQUIRES_LABOR",), "네, 할증은 노무에만 더하고"),
    ],
)
def test_what_is_added_is_said_from_the_line_that_states_it(
    question: str, names: tuple[str, ...], relations: tuple[str, ...], said: str
) -> None:
    one = asked(question, batch("guide", GUIDE, kind="documents"), pack=CONSTRUCTION)
    one = replace(one, surcharges=SurchargesAsked(names=names, relations=relations, alone=True))
    items = numbered(one.evidence)
    assert is_of_surcharges(one, items)
    assert said in surcharge_answer(one, items).splitlines()[0]


def test_a_line_that_is_not_at_hand_answers_nothing() -> None:
    other = GUIDE.model_copy(update={"text": "할증은 인력품에만 더합니다."})
    one = asked("밤에 하면 더 붙나", batch("guide", other, kind="documents"), pack=CONSTRUCTION)
    one = replace(one, surcharges=SurchargesAsked(names=("night",), alone=True))
    assert not is_of_surcharges(one, numbered(one.evidence))


def test_pay_is_said_not_to_be_there_unless_something_tells_it() -> None:
    one = asked("조적공 하루 일당은 얼마", batch("guide", GUIDE, kind="documents"), pack=CONSTRUCTION)
    assert pay_not_there(one) == "자료에 ‘일당’에 관한 것은 없습니다."
    paid = GUIDE.model_copy(update={"text": "조적공의 노임은 하루 21만원입니다."})
    assert pay_not_there(asked("조적공 일당", batch("guide", paid, kind="documents"), pack=CONSTRUCTION)) == ""
    assert pay_not_there(asked("조적공 몇 명", batch("guide", GUIDE, kind="documents"), pack=CONSTRUCTION)) == ""


@pytest.mark.parametrize(
    ("question", "takes"),
    [("시멘트는 총 얼마나 들어", "시멘트 0.29kg가"), ("시멘트 모르타르바름 사람 얼마나", "미장공 0.086인이")],
)
def test_a_material_that_lies_in_the_works_name_leads_where_it_is_asked_for(question: str, takes: str) -> None:
    target = GraphTarget(entity_id="W-1", type="WorkType", name="시멘트모르타르바름")
    items = [
        node("W-1", "시멘트모르타르바름", "W-1", unit="m2", base="1"),
        node("L-1", "미장공", "W-1", "REQUIRES_LABOR", quantity="0.086", quantity_unit="인"),
        node("M-1", "시멘트", "W-1", "USES_MATERIAL", quantity="0.29", quantity_unit="kg"),
    ]
    one = asked(
        question,
        batch("estimate", *items, kind="graph"),
        pack=CONSTRUCTION,
        graph=GraphAsked(targets=(target,), stage="exact"),
    )
    assert graph_answer(one, numbered(one.evidence)).startswith(f"시멘트모르타르바름은 1m2에 {takes} 듭니다")
