"""Names out of documents and tables: front matter, headings, codes with ranges, cells with what they lie in."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.knowledge_graph.collecting import (
    MOST_IN_RANGE,
    DocumentGathering,
    Gathered,
    columns_read,
    gathered_from_cells,
)
from foundation.contracts.entities import PassageFacts
from foundation.domains.schema.pack import (
    Column,
    ColumnEntities,
    DocumentEntities,
    DocumentsSource,
    SlotColumn,
    TableSource,
)

LABEL = {"ko": "시험", "en": "test"}
REGIONS = {"region": {"대구 수성구": "대구 수성구", "대구광역시 수성구": "대구 수성구"}}


def gathered(*passages: PassageFacts, declared: tuple[DocumentEntities, ...] = ()) -> Gathered:
    gathering = DocumentGathering(DocumentsSource(name="guide", label=LABEL, entities=declared))
    for passage in passages:
        gathering.take(passage)
    return gathering.gathered


def passage(text: str = "", heading: str = "1장 여과 > 역세척 순서", **metadata: Any) -> PassageFacts:
    return PassageFacts("filter.md", "1장 여과", metadata, "filter.md#2", heading, text)


def of_type(found: Gathered, kind: str) -> dict[str, str]:
    """Name -> parent."""
    return {one.name: one.parent for one in found.entities.values() if one.type == kind}


def test_headings_are_named_without_their_number_and_know_their_passage() -> None:
    found = gathered(passage(), passage(heading="1장 여과 > 역세척 순서"))
    assert "1장 여과" not in of_type(found, "heading")
    (heading,) = [one for one in found.entities.values() if one.name == "역세척 순서"]
    assert heading.properties == {"document": "filter.md", "chunk": "filter.md#2"}


def test_the_front_matter_names_things_and_what_they_lie_in() -> None:
    declared = (
        DocumentEntities(type="article", front_matter="article", within="law"),
        DocumentEntities(type="law", front_matter="law"),
    )
    found = gathered(passage(law="민법", article="제618조"), declared=declared)
    assert of_type(found, "law") == {"민법": ""}
    assert of_type(found, "article") == {"제618조": "law:민법"}
    related = [(one.source_id, one.target_id) for one in found.relations.values()]
    assert related == [("article:민법/제618조", "law:민법")]
    assert of_type(gathered(passage(article="제618조"), declared=declared), "article") == {}, "it needs its law"
    assert of_type(gathered(passage(law=["민법"], article=3), declared=declared), "law") == {}


def test_codes_stand_in_running_text_and_ranges_stand_for_all_between() -> None:
    found = of_type(gathered(passage("WQ-601 경보와 TIT-401~404, P-101~3 점검. ISO9001 2026-01-05 A4")), "code")
    assert set(found) == {"WQ-601", "TIT-401", "TIT-402", "TIT-403", "TIT-404", "P-101", "P-102", "P-103", "ISO9001"}
    assert len(of_type(gathered(passage("AB-1~99999")), "code")) == MOST_IN_RANGE + 1


def test_declared_patterns_claim_their_codes() -> None:
    declared = (
        DocumentEntities(type="alarm", text=r"WQ-\d{3}"),
        DocumentEntities(type="pump", heading=r"^(\S+) 제원$"),
    )
    found = gathered(passage("WQ-601, EQ-101", heading="8장 송수 > 송수펌프 제원"), declared=declared)
    assert (of_type(found, "alarm"), of_type(found, "code")) == ({"WQ-601": ""}, {"EQ-101": ""})
    assert of_type(found, "pump") == {"송수펌프": ""}


def test_what_is_only_quoted_stands_elsewhere() -> None:
    declared = (DocumentEntities(type="law", text="「([^」]{2,40})」", elsewhere=True),)
    found = gathered(passage("「국세징수법」에 따라"), declared=declared)
    assert list(found.elsewhere) == [("law", "국세징수법")]
    assert of_type(found, "law") == {}


def test_words_of_passages_are_kept_with_and_without_their_particles() -> None:
    words = gathered(passage("여과지를 청소한다. Filters")).common_words()
    assert {"여과지를", "여과지", "청소한다", "filters"} <= set(words)


@pytest.mark.parametrize("name", ["", " ", "가", "12", "-", "x" * 201])
def test_what_could_be_no_name_is_none(name: str) -> None:
    assert Gathered("guide").add("thing", name) is None


def table(**changes: Any) -> TableSource:
    columns = tuple(
        Column(name=name, type=kind, label=LABEL)  # pyright: ignore[reportArgumentType] -- two of the column types
        for name, kind in (("id", "text"), ("name", "text"), ("region", "text"), ("won", "integer"))
    )
    slots = (SlotColumn(slot="region", column="region", match="region"),)
    source = TableSource(name="trades", label=LABEL, columns=columns, slots=slots, key=("id",))
    return source.model_copy(update=changes)


def test_without_a_declaration_the_words_of_key_and_title_are_names() -> None:
    source = table(row_title="{name} {won}")
    assert columns_read(source) == ["id", "name"]
    assert columns_read(table(key=("region", "won"))) == []
    assert columns_read(table(is_aggregate=True)) == []
    found = gathered_from_cells(source, [{"id": "A-1", "name": "두류역자이"}], {})
    assert set(found.entities) == {"id:A-1", "name:두류역자이"}


def test_a_cell_lies_in_the_value_of_a_slot_or_in_another_cell() -> None:
    declared = (ColumnEntities(type="complex", column="name", within="region"),)
    source = table(entities=declared)
    assert columns_read(source) == ["name", "region"]
    rows = [
        {"name": "현대", "region": "대구광역시 수성구 범어동"},
        {"name": "현대", "region": "부산 동구"},
        {"region": "대구 수성구"},
    ]
    found = gathered_from_cells(source, rows, REGIONS)
    assert {one.entity_id: one.parent for one in found.entities.values()} == {
        "complex:대구 수성구/현대": "region:대구 수성구",
        "complex:현대": "",
    }
    declared = (
        ColumnEntities(type="product", column="name", within="bank"),
        ColumnEntities(type="bank", column="name", pattern=r"^\S+"),
    )
    found = gathered_from_cells(table(entities=declared), [{"name": "새움 청년 대출"}], {})
    assert of_type(found, "product") == {"새움 청년 대출": "bank:새움"}
    assert [one.type for one in found.relations.values()] == ["PART_OF"]
