"""Searched data: documents and their chunks, table rows, the graph, and the cost of searching.

A tenant's people share these: reading needs the same tenant, and `owner_id` names the person who added the row.
"""

from __future__ import annotations

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Sequence,
    Table,
    Text,
    bindparam,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from foundation.storage.tables.columns import document, flag, identity, metadata, moment, words

source_version = Sequence("source_version", metadata=metadata)
"""Versions of corpora and tables: never handed out twice, so an erased and refilled corpus is not taken for the old."""


documents = Table(
    "documents",
    metadata,
    *identity(),
    words("pack"),
    words("document_id"),
    words("source"),
    words("uri"),
    words("title"),
    words("content_hash"),
    document("metadata"),
    words("text", ""),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "document_id"),
)
Index("ix_documents_source", documents.c.tenant_id, documents.c.pack, documents.c.source)

chunks = Table(
    "chunks",
    metadata,
    *identity(),
    words("pack"),
    words("chunk_id"),
    words("document_id"),
    words("source"),
    words("title"),
    words("text"),
    words("content_hash"),
    words("near_group"),
    words("uri"),
    Column("start_offset", Integer, nullable=False),
    Column("end_offset", Integer, nullable=False),
    Column("as_of", Text),
    flag("example"),
    Column("position", Integer, nullable=False),
    document("place", nullable=True),
    Column("embedding", VECTOR()),
    PrimaryKeyConstraint("tenant_id", "pack", "chunk_id"),
    ForeignKeyConstraint(
        ["tenant_id", "pack", "document_id"],
        ["documents.tenant_id", "documents.pack", "documents.document_id"],
        name="fk_chunks_document",
        ondelete="CASCADE",
    ),
)
Index("ix_chunks_document", chunks.c.tenant_id, chunks.c.pack, chunks.c.document_id, chunks.c.position)
Index("ix_chunks_hash", chunks.c.tenant_id, chunks.c.pack, chunks.c.content_hash)
Index("ix_chunks_id", chunks.c.tenant_id, chunks.c.chunk_id)

table_rows = Table(
    "table_rows",
    metadata,
    *identity(),
    words("pack"),
    words("table_name"),
    words("row_id"),
    words("content_hash"),
    document("data"),
    words("origin", ""),
    Column(
        "removed_at",
        DateTime(timezone=True),
        comment="Set when the row vanished from its origin; its data stays so that the change can be seen.",
    ),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "table_name", "row_id"),
)
Index("ix_table_rows_hash", table_rows.c.tenant_id, table_rows.c.pack, table_rows.c.content_hash)
Index(
    "ix_table_rows_updated", table_rows.c.tenant_id, table_rows.c.pack, table_rows.c.table_name, table_rows.c.updated_at
)
Index(
    "ix_table_rows_data", table_rows.c.data, postgresql_using="gin", postgresql_ops={"data": "jsonb_path_ops"}
)  # data @> '{"column": value}'

tenant_rows = select(table_rows).where(table_rows.c.tenant_id == bindparam("asking_tenant")).subquery("mine")
"""The rows of the tenant that asks: what statements from outside are written over (`RowsRepository.select`)."""

source_versions = Table(
    "source_versions",
    metadata,
    *identity(),
    words("pack"),
    words("kind"),
    words("name"),
    Column("version", BigInteger, nullable=False),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "kind", "name"),
    comment="kind: corpus (one per documents source), table or graph.",
)

graph_entities = Table(
    "graph_entities",
    metadata,
    *identity(),
    words("pack"),
    words("id"),
    words("name"),
    words("type"),
    words("source_section", ""),
    document("properties"),
    Column("embedding", VECTOR()),
    words("source", ""),
    words("entity_id", ""),
    Column("aliases", JSONB(none_as_null=True), nullable=False, server_default=text("'[]'::jsonb")),
    words("origin", ""),
    PrimaryKeyConstraint("tenant_id", "pack", "id"),
    comment="A row is what one source says of an entity (id: source/entity_id). source_section: id of the entity it "
    "lies in, whichever source that is of.",
)
Index("ix_graph_entities_name", graph_entities.c.tenant_id, graph_entities.c.pack, graph_entities.c.name)
Index("ix_graph_entities_source", graph_entities.c.tenant_id, graph_entities.c.pack, graph_entities.c.source)
Index("ix_graph_entities_entity", graph_entities.c.tenant_id, graph_entities.c.pack, graph_entities.c.entity_id)

graph_relations = Table(
    "graph_relations",
    metadata,
    *identity(),
    words("pack"),
    words("source_id"),
    words("target_id"),
    words("type"),
    document("properties"),
    PrimaryKeyConstraint("tenant_id", "pack", "source_id", "type", "target_id"),
    ForeignKeyConstraint(
        ["tenant_id", "pack", "source_id"],
        ["graph_entities.tenant_id", "graph_entities.pack", "graph_entities.id"],
        name="fk_graph_relations_source",
        ondelete="CASCADE",
    ),
    ForeignKeyConstraint(
        ["tenant_id", "pack", "target_id"],
        ["graph_entities.tenant_id", "graph_entities.pack", "graph_entities.id"],
        name="fk_graph_relations_target",
        ondelete="CASCADE",
    ),
)
Index("ix_graph_relations_target", graph_relations.c.tenant_id, graph_relations.c.pack, graph_relations.c.target_id)

entity_sources = Table(
    "entity_sources",
    metadata,
    *identity(),
    words("pack"),
    words("source"),
    words("mark"),
    words("words", ""),
    document("elsewhere"),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "source"),
    comment="mark: of what the source's entities were collected from; words: those its passages hold, one a line.",
)

graph_asked = Table(
    "graph_asked",
    metadata,
    *identity(),
    words("pack"),
    words("entity_id"),
    Column("times", Integer, nullable=False, server_default=text("1")),
    moment("asked_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "owner_id", "entity_id"),
    comment="How often a person asked for a thing of a graph, and when last: what is offered first.",
)

source_costs = Table(
    "source_costs",
    metadata,
    Column("cost_id", BigInteger, Identity(always=True), primary_key=True),
    *identity(),
    words("pack"),
    words("source"),
    Column("cost_ms", Integer, nullable=False),
    moment("created_at"),
)
Index(
    "ix_source_costs_source",
    source_costs.c.tenant_id,
    source_costs.c.pack,
    source_costs.c.source,
    source_costs.c.cost_id,
)

ingest_reports = Table(
    "ingest_reports",
    metadata,
    *identity(),
    words("pack"),
    words("origin"),
    document("sources"),
    document("left_out"),
    moment("updated_at"),
    PrimaryKeyConstraint("tenant_id", "pack", "origin"),
    comment="The newest of each origin: a folder, an upload, or the pack itself.",
)
