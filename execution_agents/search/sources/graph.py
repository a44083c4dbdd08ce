"""Nodes of a graph source: the things a question asks for, with all their relations, each relation an item."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from execution_agents.clarification.quantities import shown
from execution_agents.clarification.specs import SpecReader
from foundation.contracts.graph import Expanded, GraphEntity, Related
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, FieldValue, Slots, SourceKind
from foundation.domains.schema.graph import GraphSource
from foundation.storage.corpus.graph import GraphPlace, GraphRepository

PATH = " > "


class GraphNodes:
    """A pack's graph source (implements `Source`)."""

    kind: SourceKind = "graph"

    def __init__(self, declared: GraphSource, pack: str, graph: GraphRepository) -> None:
        self.name = declared.name
        self._declared = declared
        self._graph = graph
        self._place = GraphPlace(pack, declared.name)
        self._specs = SpecReader(declared.fields)

    async def search(self, request: SearchRequest) -> SearchResult:
        """The things named by the slot with their relations; if there are more than a search expands, only the
        things."""
        ids = request.slots.get(self._declared.slot, ())
        version = await self._graph.version(request.principal, self._place)
        if not ids:
            return SearchResult(items=(), source_version=version)
        most = None if len(ids) <= self._declared.limit else 0
        found = await self._expanded(request.principal, ids, most)
        items = tuple(item for one in ids if one in found for item in self._items(found[one], listed=most == 0))
        return SearchResult(items=items, source_version=version)

    async def version(self, principal: Principal) -> str:
        """The graph's version."""
        return await self._graph.version(principal, self._place)

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True if a node, or one of its relations, has changed."""
        ids = list(dict.fromkeys(str(item.fields["target"]) for item in items if item.fields.get("target")))
        listed = not any(item.fields.get("relation") for item in items) and len(ids) > self._declared.limit
        found = await self._expanded(principal, ids, 0 if listed else None)
        now = {item.content_hash for one in found.values() for item in self._items(one, listed=listed)}
        return not {item.content_hash for item in items} <= now

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """False: what changed is listed item by item."""
        del principal, slots, since
        return False

    async def _expanded(self, principal: Principal, ids: Sequence[str], most: int | None) -> dict[str, Expanded]:
        parent = self._declared.parent
        if most is None:
            return await self._graph.expanded(principal, self._place, ids, parent)
        return await self._graph.expanded(principal, self._place, ids, parent, most)

    def _items(self, node: Expanded, *, listed: bool) -> Iterator[EvidenceItem]:
        entity = node.entity
        path = PATH.join(each.name for each in reversed(node.path))
        title = self._called(entity)
        said = {"target": entity.entity_id, "path": path, **_of(entity)}
        yield self._item(entity.entity_id, title, " · ".join(filter(None, (title, path, entity.text))), said)
        if listed:
            return
        expanded = {one.name for one in self._declared.relations if one.expanded}
        container = entity.type in self._declared.containers
        for one in node.related:
            inside = container and not one.outgoing and one.relation == self._declared.parent
            if inside or (one.outgoing and one.relation in expanded):
                yield self._related_item(entity.entity_id, title, one)

    def _related_item(self, target: str, title: str, one: Related) -> EvidenceItem:
        other = one.entity
        name = self._called(other)
        quantity = "" if one.quantity is None else f"{shown(one.quantity)} {one.unit}".strip()
        text = " · ".join(filter(None, (name, quantity, other.text)))
        said: dict[str, FieldValue] = {
            "target": target,
            "relation": one.relation if one.outgoing else f"-{one.relation}",
            **_of(other),
            **({} if one.quantity is None else {"quantity": str(one.quantity), "quantity_unit": one.unit}),
        }
        return self._item(f"{target}>{one.relation}>{other.entity_id}", f"{title} — {name}", text, said)

    def _called(self, entity: GraphEntity) -> str:
        """Name and spec, as a person writes them."""
        return f"{entity.name} {self._specs.written(entity.spec)}".strip()

    def _item(self, item_id: str, title: str, text: str, said: Mapping[str, FieldValue]) -> EvidenceItem:
        content = json.dumps([title, text, dict(said)], ensure_ascii=False, sort_keys=True)
        return EvidenceItem(
            item_id=item_id,
            content_hash=hashlib.sha256(content.encode()).hexdigest(),
            title=title,
            text=text,
            source=self.name,
            fields=dict(said),
            example=self._declared.example,
        )


def _of(entity: GraphEntity) -> dict[str, FieldValue]:
    """The plain fields of a node."""
    fields = {
        "entity_id": entity.entity_id,
        "type": entity.type,
        "name": entity.name,
        "spec": entity.spec,
        "unit": entity.unit,
        "base": entity.base,
        "section": entity.section,
        "text": entity.text,
        "called": ", ".join(entity.aliases),
    }
    return {name: value for name, value in fields.items() if value}
