"""Entities of a tenant's sources: only what differs is written, tenants are apart, what moved on is refused."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select, text

from foundation.contracts.entities import Entity, EntityCounts, Relation
from foundation.contracts.identity import Principal
from foundation.storage.corpus.documents import CorpusRepository
from foundation.storage.corpus.entities import EntitiesRepository, SourceEntities
from foundation.storage.corpus.entity_facts import FactsRepository
from foundation.storage.corpus.uploads import UPLOADED
from foundation.storage.people.person import PeopleRepository
from foundation.storage.records import Document
from foundation.storage.tables.corpus import entity_sources, graph_entities, graph_relations
from tests.foundation.storage.corpus.test_documents import LAW, passages
from tests.foundation.storage.desk import Desk

CIVIL = Entity("law:민법", "law", "민법", ("Civil Code",), "law", properties={"label": "법"})
OF_LAW = {"document": "law/7"}
ARTICLE = Entity("article:민법/제7조", "article", "제7조", source="law", parent="law:민법", properties=OF_LAW)
PART = Relation(ARTICLE.entity_id, "PART_OF", CIVIL.entity_id)
NOBODY = "erased"


async def found_in(desk: Desk, *entities: Entity, mark: str = "1", source: str = "law") -> SourceEntities:
    """What a source of the desk holds now."""
    version = await CorpusRepository(desk.engine).version(desk.principal, "real_estate", source)
    relations = (PART,) if ARTICLE in entities else ()
    return SourceEntities(source, "corpus", version, mark, entities, relations, ("민법", "조항"), (("law", "형법"),))


async def filled(desk: Desk, document: Document = LAW) -> EntitiesRepository:
    await CorpusRepository(desk.engine).upsert_document(desk.principal, document, passages(document))
    return EntitiesRepository(desk.engine)


async def test_entities_come_back_as_they_were_given(desk: Desk) -> None:
    entities = await filled(desk)
    counts = await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE, mark="v1"))
    assert counts == EntityCounts(added=2)
    kept = await entities.kept(desk.principal, "real_estate")
    assert set(kept.entities) == {CIVIL, ARTICLE}
    assert (kept.words, kept.elsewhere) == (frozenset(("민법", "조항")), (("law", "형법"),))
    assert await entities.marks(desk.principal, "real_estate") == {"law": "v1"}
    assert await entities.relations(desk.principal, "real_estate", CIVIL.entity_id) == [PART]
    assert await entities.named(desk.principal, "real_estate", ARTICLE.entity_id) == [ARTICLE]
    assert await entities.named(desk.principal, "real_estate", "law:형법") == []


async def test_only_what_differs_is_written_and_what_vanished_goes_with_its_relations(desk: Desk) -> None:
    entities = await filled(desk)
    await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE))
    again = await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE, mark="2"))
    assert again == EntityCounts()
    renamed = replace(CIVIL, aliases=("Civil Act",))
    changed = await entities.replace(desk.principal, "real_estate", await found_in(desk, renamed))
    assert changed == EntityCounts(changed=1, removed=1)
    assert await entities.relations(desk.principal, "real_estate", CIVIL.entity_id) == []


async def test_two_sources_may_tell_of_one_entity_and_one_leaves_the_others_alone(desk: Desk) -> None:
    entities = await filled(desk)
    await filled(desk, replace(LAW, document_id="guide/7", source="guide"))
    await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE))
    other = replace(CIVIL, source="guide", aliases=("the code",))
    await entities.replace(desk.principal, "real_estate", await found_in(desk, other, source="guide"))
    assert await entities.named(desk.principal, "real_estate", CIVIL.entity_id) == [other, CIVIL]
    assert await entities.replace(desk.principal, "real_estate", await found_in(desk, source="guide")) == EntityCounts(
        removed=1
    )
    assert await entities.named(desk.principal, "real_estate", CIVIL.entity_id) == [CIVIL]
    assert await entities.relations(desk.principal, "real_estate", CIVIL.entity_id) == [PART]


async def test_a_source_that_moved_on_since_it_was_read_is_not_written(desk: Desk) -> None:
    entities = await filled(desk)
    old = await found_in(desk, CIVIL)
    await CorpusRepository(desk.engine).delete_document(desk.principal, "real_estate", LAW.document_id)
    assert await entities.replace(desk.principal, "real_estate", old) is None
    assert (await entities.kept(desk.principal, "real_estate")).entities == ()
    assert await entities.marks(desk.principal, "real_estate") == {}


async def test_entities_are_the_tenants_and_name_nobody(desk: Desk, colleague: Principal, stranger: Principal) -> None:
    entities = await filled(desk)
    await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE))
    assert len((await entities.kept(colleague, "real_estate")).entities) == 2
    assert (await entities.kept(stranger, "real_estate")).entities == ()
    assert await entities.marks(stranger, "real_estate") == {}
    assert await entities.named(stranger, "real_estate", CIVIL.entity_id) == []
    assert await entities.relations(stranger, "real_estate", CIVIL.entity_id) == []
    assert (await entities.kept(desk.principal, "handbook")).entities == ()
    async with desk.engine.connect() as connection:
        for table in (graph_entities, graph_relations, entity_sources):
            found = await connection.execute(
                select(table.c.owner_id).where(table.c.tenant_id == desk.principal.tenant_id).distinct()
            )
            assert [row.owner_id for row in found] == [NOBODY]


async def test_what_an_erased_person_uploaded_leaves_no_name_and_no_word(desk: Desk) -> None:
    mine = replace(LAW, metadata={"origin": f"{UPLOADED}law.md", "file": "law.md"})
    entities = await filled(desk, mine)
    await entities.replace(desk.principal, "real_estate", await found_in(desk, CIVIL, ARTICLE))
    late = await found_in(desk, CIVIL)
    await PeopleRepository(desk.engine).erase(desk.principal)
    assert await entities.replace(desk.principal, "real_estate", late) is None, "it was read before"
    for name in ("graph_entities", "graph_relations", "entity_sources"):
        async with desk.engine.connect() as connection:
            left = await connection.execute(
                text(f"SELECT count(*) FROM {name} WHERE tenant_id = :tenant"), {"tenant": desk.principal.tenant_id}
            )
            assert left.scalar_one() == 0, name


async def test_facts_are_read_at_one_moment_with_their_version(desk: Desk, stranger: Principal) -> None:
    await filled(desk)
    facts = FactsRepository(desk.engine)
    version = await CorpusRepository(desk.engine).version(desk.principal, "real_estate", "law")
    async with facts.snapshot(desk.principal, "real_estate", "law", "corpus") as now:
        await CorpusRepository(desk.engine).delete_document(desk.principal, "real_estate", LAW.document_id)
        found = [one async for one in now.passages()]
    assert [(one.document_id, one.title, one.metadata, one.text) for one in found] == [
        (LAW.document_id, LAW.title, LAW.metadata, f"약정한 차임 {place}") for place in range(2)
    ]
    assert now.version == version
    assert (await facts.versions(desk.principal, "real_estate"))["corpus", "law"] != version
    async with facts.snapshot(stranger, "real_estate", "law", "corpus") as theirs:
        assert [one async for one in theirs.passages()] == []
    assert theirs.version == "0"
