"""The SQL statements of a graph: filling it batch by batch, and reading one node with everything related to it."""

from __future__ import annotations

from sqlalchemy import text

KEEP_ENTITIES = text(
    """
    INSERT INTO graph_entities AS kept (tenant_id, owner_id, pack, source, origin, id, entity_id, name, type,
                                        source_section, aliases, properties)
    SELECT :tenant_id, :owner_id, :pack, :source, :origin, e.id, e.entity_id, e.name, e.type, e.source_section,
           e.aliases, e.properties
    FROM jsonb_to_recordset(CAST(:entities AS jsonb)) AS e (
        id text, entity_id text, name text, type text, source_section text, aliases jsonb, properties jsonb)
    ON CONFLICT (tenant_id, pack, id) DO UPDATE SET
        name = excluded.name, type = excluded.type, source_section = excluded.source_section,
        aliases = excluded.aliases, properties = excluded.properties, origin = excluded.origin,
        embedding = CASE WHEN kept.name = excluded.name THEN kept.embedding END
        WHERE (kept.name, kept.type, kept.source_section, kept.aliases, kept.properties, kept.origin)
            IS DISTINCT FROM (excluded.name, excluded.type, excluded.source_section, excluded.aliases,
                              excluded.properties, excluded.origin)
    RETURNING xmax = 0 AS added
    """
)
KEEP_LINKS = text(
    """
    INSERT INTO graph_relations AS kept (tenant_id, owner_id, pack, source_id, type, target_id, properties)
    SELECT :tenant_id, :owner_id, :pack, g.source_id, g.type, g.target_id, g.properties
    FROM jsonb_to_recordset(CAST(:links AS jsonb)) AS g (
        source_id text, type text, target_id text, properties jsonb)
    ON CONFLICT (tenant_id, pack, source_id, type, target_id) DO UPDATE SET properties = excluded.properties
        WHERE kept.properties IS DISTINCT FROM excluded.properties
    """
)
REMOVE_ENTITIES = text(
    """
    DELETE FROM graph_entities WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source AND origin = :origin
        AND NOT EXISTS (SELECT 1 FROM unnest(CAST(:ids AS text[])) AS given WHERE given = graph_entities.id)
    """
)
REMOVE_LINKS = text(
    """
    DELETE FROM graph_relations AS r USING graph_entities AS e
    WHERE r.tenant_id = :tenant_id AND r.pack = :pack AND e.tenant_id = r.tenant_id AND e.pack = r.pack
        AND e.id = r.source_id AND e.source = :source AND e.origin = :origin
        AND NOT EXISTS (
            SELECT 1 FROM unnest(CAST(:keys AS text[])) AS given
            WHERE given = r.source_id || E'\\x1f' || r.type || E'\\x1f' || r.target_id)
    """
)
TO_INDEX = text(
    """
    SELECT entity_id, name, type, source_section, aliases, properties FROM graph_entities
    WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source
        AND (type = ANY(CAST(:targets AS text[])) OR name ~ '[A-Za-z]{2}')
    ORDER BY id
    """
)
"""Targets, and whatever has Latin letters in its name."""
LEADS = text(
    """
    SELECT t.entity_id AS found, s.entity_id AS target, r.type AS relation FROM graph_entities AS t
    JOIN graph_relations AS r ON r.tenant_id = t.tenant_id AND r.pack = t.pack AND r.target_id = t.id
    JOIN graph_entities AS s ON s.tenant_id = r.tenant_id AND s.pack = r.pack AND s.id = r.source_id
    WHERE t.tenant_id = :tenant_id AND t.pack = :pack AND t.source = :source
        AND NOT t.type = ANY(CAST(:targets AS text[])) AND t.name ~ '[A-Za-z]{2}'
        AND s.type = ANY(CAST(:containers AS text[]))
    ORDER BY t.id, s.id
    """
)
"""Which containers name something of Latin letters that is no target itself."""
EXPAND = text(
    """
    WITH RECURSIVE asked AS (
        SELECT * FROM graph_entities
        WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source
            AND entity_id = ANY(CAST(:ids AS text[]))
    ), above AS (
        SELECT a.entity_id AS of, p.id, p.entity_id, p.source_section, 1 AS depth FROM asked AS a
        JOIN graph_entities AS p ON p.tenant_id = :tenant_id AND p.pack = :pack
            AND p.id = a.source || '/' || a.source_section
        UNION ALL
        SELECT b.of, p.id, p.entity_id, p.source_section, b.depth + 1 FROM above AS b
        JOIN graph_entities AS p ON p.tenant_id = :tenant_id AND p.pack = :pack
            AND p.id = :source || '/' || b.source_section
        WHERE b.depth < 8
    ), near AS (
        SELECT a.entity_id AS of, r.type AS relation, r.properties AS said, true AS outgoing, r.target_id AS id,
               0 AS depth FROM asked AS a
        JOIN graph_relations AS r ON r.tenant_id = :tenant_id AND r.pack = :pack AND r.source_id = a.id
        UNION ALL
        SELECT a.entity_id, r.type, r.properties, false, r.source_id, 0 FROM asked AS a
        JOIN graph_relations AS r ON r.tenant_id = :tenant_id AND r.pack = :pack AND r.target_id = a.id
        UNION ALL
        SELECT b.of, r.type, r.properties, true, r.target_id, b.depth FROM above AS b
        JOIN graph_relations AS r ON r.tenant_id = :tenant_id AND r.pack = :pack AND r.source_id = b.id
        WHERE r.type <> :parent
    ), placed AS (
        SELECT near.*, row_number() OVER (PARTITION BY of, relation, outgoing ORDER BY depth, id) AS place,
               count(*) OVER (PARTITION BY of) AS listed
        FROM near
    )
    SELECT 'self' AS part, a.entity_id AS of, '' AS relation, '{}'::jsonb AS said, true AS outgoing, 0 AS place,
           0 AS listed, a.entity_id, a.name, a.type, a.source_section, a.aliases, a.properties FROM asked AS a
    UNION ALL
    SELECT 'path', b.of, '', '{}'::jsonb, true, b.depth, 0, e.entity_id, e.name, e.type, e.source_section, e.aliases,
           e.properties FROM above AS b
    JOIN graph_entities AS e ON e.tenant_id = :tenant_id AND e.pack = :pack AND e.id = b.id
    UNION ALL
    SELECT 'near', p.of, p.relation, p.said, p.outgoing, p.place, p.listed, e.entity_id, e.name, e.type,
           e.source_section, e.aliases, e.properties FROM placed AS p
    JOIN graph_entities AS e ON e.tenant_id = :tenant_id AND e.pack = :pack AND e.id = p.id
    WHERE p.place <= :most
    ORDER BY part, of, relation, outgoing DESC, place
    """
)
"""Nodes with their relations (both directions), those of their containers, and the path upwards: one statement."""
NEIGHBOURS = text(
    """
    WITH mine AS (
        SELECT DISTINCT target_id FROM graph_relations
        WHERE tenant_id = :tenant_id AND pack = :pack AND source_id = :source || '/' || :entity_id
            AND type = ANY(CAST(:relations AS text[]))
        ORDER BY target_id LIMIT :most
    ), held AS (
        SELECT m.target_id, o.source_id, count(*) OVER (PARTITION BY m.target_id) AS holders
        FROM mine AS m CROSS JOIN LATERAL (
            SELECT DISTINCT r.source_id FROM graph_relations AS r
            WHERE r.tenant_id = :tenant_id AND r.pack = :pack AND r.target_id = m.target_id
                AND r.type = ANY(CAST(:relations AS text[])) AND r.source_id <> :source || '/' || :entity_id
            LIMIT :common + 1
        ) AS o
    ), alike AS (
        SELECT e.entity_id, count(*) AS shared, min(h.holders) AS holders FROM held AS h
        JOIN graph_entities AS e ON e.tenant_id = :tenant_id AND e.pack = :pack AND e.id = h.source_id
        WHERE h.holders <= :common AND e.source = :source AND e.name <> :name
        GROUP BY e.entity_id ORDER BY shared DESC, holders, e.entity_id LIMIT :most
    )
    SELECT true AS shares, entity_id, shared, holders FROM alike
    UNION ALL
    SELECT false, near, 0, 0 FROM unnest(CAST(:near AS text[])) AS near
    WHERE EXISTS (
        SELECT 1 FROM graph_relations AS r WHERE r.tenant_id = :tenant_id AND r.pack = :pack
            AND r.source_id = :source || '/' || near AND r.type = ANY(CAST(:relations AS text[])))
    ORDER BY shares DESC, shared DESC, holders, entity_id
    """
)
"""What of another name has relations in common with a node, the most alike first; which of some other nodes have any.
What very many share does not tell which of them belong together: it is passed over after a bounded look."""
NOTE_ASKED = text(
    """
    INSERT INTO graph_asked AS kept (tenant_id, owner_id, pack, entity_id)
    SELECT :tenant_id, :owner_id, :pack, id FROM unnest(CAST(:ids AS text[])) AS id
    ON CONFLICT (tenant_id, pack, owner_id, entity_id)
        DO UPDATE SET times = kept.times + 1, asked_at = clock_timestamp()
    """
)
ASKED = text(
    """
    SELECT entity_id, sum(times) AS times, max(asked_at) FILTER (WHERE owner_id = :owner_id) AS mine
    FROM graph_asked WHERE tenant_id = :tenant_id AND pack = :pack GROUP BY entity_id
    ORDER BY mine DESC NULLS LAST, times DESC LIMIT 5000
    """
)
COUNTS = text(
    """
    SELECT (SELECT count(*) FROM graph_entities WHERE tenant_id = :tenant_id AND pack = :pack AND source = :source)
               AS entities,
           (SELECT count(*) FROM graph_relations AS r WHERE r.tenant_id = :tenant_id AND r.pack = :pack
               AND starts_with(r.source_id, :source || '/')) AS relations
    """
)
