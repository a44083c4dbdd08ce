"""A question that names a row of a table is of the pack's field, however few of its words the pack lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.quoting.extractive import extractive_answer
from execution_agents.ingest.proposal.declared import Wishes
from execution_agents.ingest.proposal.folder import folder_seen
from execution_agents.ingest.proposal.written import write_pack
from execution_agents.knowledge_graph.index import Collected, EntityIndex
from foundation.contracts.entities import Entity
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from supervisor.planning.requests import understood
from tests.execution_agents.answer.turns import asked, batch, row
from tests.execution_agents.ingest.proposal.conftest import nobody
from tests.supervisor.planning.talks import context_of

STOCK = """item,supplier,quantity
Wood glue 750 ml,Nordkleb,24
Hammer 500 g,Isar Tools,12
Safety glasses,Optiwerk,45
"""
TOOLS = "\n".join(["tool,place", *(f"Lathe no {n},Shelf {n}" for n in range(1, 40)), "Mortiser Nova,Shelf 40"])


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("files")
    (folder / "stock.csv").write_text(STOCK, encoding="utf-8")
    (folder / "tools.csv").write_text(TOOLS, encoding="utf-8")
    (folder / "rules.md").write_text("# Rules\n\n## Opening hours\n\nOpen from 9 to 18.\n", encoding="utf-8")
    seen = folder_seen(folder, nobody)
    return load_pack(write_pack(tmp_path_factory.mktemp("packs"), seen, Wishes("workshop", "en", "")))


@pytest.fixture(scope="module")
def index(pack: Pack) -> EntityIndex:
    """With the cells of the long table, as they are collected from its rows."""
    cells = (Entity(f"tool:{n}", "tool", n, source="tools") for n in ("Mortiser Nova", "Lathe no 7"))
    return EntityIndex(pack, Collected(tuple(cells)))


async def read(question: str, pack: Pack, index: EntityIndex) -> Understanding:
    found, _ = await understood(replace(context_of(question, pack=pack), entities=index))
    return found


@pytest.mark.parametrize(
    ("question", "data_type"),
    [
        ("Who supplies the wood glue?", "stock"),
        ("How much wood glue is left?", "stock"),
        ("wood glue 누가 공급해?", "stock"),
        ("How many hammers?", "stock"),
        ("Where is the Mortiser Nova?", "tools"),
    ],
)
async def test_a_row_that_is_named_makes_a_question_the_tables(
    question: str, data_type: str, pack: Pack, index: EntityIndex
) -> None:
    assert (await read(question, pack, index)).data_types == (data_type,)


@pytest.mark.parametrize(
    "question",
    [
        "What is the best glue for pancakes?",
        "Can I pet a hammer shark?",
        "Who painted the Mona Lisa?",
        "Which wood burns longest in a stove?",
        "How do I boil an egg?",
        "Is Nova Scotia cold?",
    ],
)
async def test_a_word_of_a_rows_name_alone_does_not(question: str, pack: Pack, index: EntityIndex) -> None:
    assert (await read(question, pack, index)).data_types == ()


def test_cells_of_long_tables_are_proposed_as_names(pack: Pack) -> None:
    named = {source.name: {one.column for one in source.entities} for source in pack.sources if source.kind == "table"}
    assert named == {"stock": set(), "tools": {"tool", "place"}}, "short lists are values of slots"


def test_the_column_that_the_verb_names_is_read(pack: Pack) -> None:
    glue = row("stock", "Wood glue 750 ml", {"item": "Wood glue 750 ml", "supplier": "Nordkleb", "quantity": 24})
    hammer = row("stock", "Hammer 500 g", {"item": "Hammer 500 g", "supplier": "Isar Tools", "quantity": 12})

    def answer_to(question: str, *rows: object) -> str:
        return extractive_answer(asked(question, batch("stock", *rows), pack=pack, language="en"))  # pyright: ignore[reportArgumentType]

    assert answer_to("Who supplies the wood glue?", glue).startswith("Wood glue 750 ml: Nordkleb [1].")
    assert answer_to("Who supplies the wood glue?", glue, hammer).startswith("Wood glue 750 ml: Nordkleb [1].")
    assert not answer_to("How much wood glue is there?", glue).startswith("Wood glue 750 ml: Nordkleb")


@pytest.mark.parametrize(
    ("question", "data_types"),
    [("치과는 한달에 얼마짜리고요", ("benefits",)), ("what size pipes are used for sinks", ())],
)
async def test_a_row_may_be_named_in_other_words_that_the_field_has_for_it(
    question: str, data_types: tuple[str, ...]
) -> None:
    handbook = load_pack(shipped_packs() / "handbook")
    things = (Entity("benefit:d", "benefit", "Dental plan", source="benefits"),)
    assert (await read(question, handbook, EntityIndex(handbook, Collected(things)))).data_types == data_types
