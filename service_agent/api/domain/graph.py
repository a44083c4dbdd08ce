"""`/api/graph`: a node of a pack's graph with its relations, and the targets to page through."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from execution_agents.clarification.specs import SpecReader
from foundation.contracts.graph import GraphEntity, Related
from service_agent.api.requests.access import PROBLEMS, Asking, Service

router = APIRouter(tags=["graph"], responses=PROBLEMS)


class EntityOut(BaseModel):
    """One node."""

    entity_id: str
    type: str
    name: str
    spec: str
    """As a person writes it: 200mm SCH 40."""
    unit: str
    base_quantity: str
    """How many of the unit its quantities are for; "" is 1."""
    section: str
    """Where the original has it: 13-2-3."""
    aliases: list[str]
    text: str


class RelatedOut(BaseModel):
    """One relation of a node."""

    relation: str
    outgoing: bool
    """False: the other node's relation leads here."""
    quantity: str | None
    unit: str
    entity: EntityOut


class EntityNodeOut(BaseModel):
    """A node with what it lies in and its relations."""

    pack: str
    source: str
    entity: EntityOut
    path: list[EntityOut]
    """What it lies in, from the top."""
    relations: list[RelatedOut]
    relation_count: int
    """In all; more than are listed of a large section."""
    type_labels: dict[str, dict[str, str]]
    relation_labels: dict[str, dict[str, str]]
    example: bool
    """Its figures are made up."""


class TargetOut(BaseModel):
    """A thing a question may ask for."""

    entity_id: str
    type: str
    name: str
    spec: str
    section: str


class TargetsOut(BaseModel):
    """One page of the things a text is about."""

    pack: str
    count: int
    page: int
    targets: list[TargetOut]


@router.get("/api/graph")
async def targets(
    asking: Asking,
    services: Service,
    pack: Annotated[str, Query(min_length=1, max_length=80)],
    q: Annotated[str, Query(max_length=400)] = "",
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> TargetsOut:
    """The things of a pack's graph that a text may mean, page by page; all of them without a text."""
    found = await services.graphs.listed(asking, pack, q, page, limit)
    return TargetsOut(
        pack=found.place.pack,
        count=found.count,
        page=page,
        targets=[
            TargetOut(entity_id=one.entity_id, type=one.type, name=one.name, spec=one.shown, section=one.section)
            for one in found.targets
        ],
    )


@router.get("/api/graph/{entity_id}")
async def entity(
    entity_id: str,
    asking: Asking,
    services: Service,
    pack: Annotated[str | None, Query(max_length=80)] = None,
) -> EntityNodeOut:
    """One node an answer cites or a choice names, with its relations. `pack`: where several packs have its id."""
    node = await services.graphs.node(asking, entity_id, pack)
    specs = SpecReader(node.declared.fields)
    return EntityNodeOut(
        pack=node.place.pack,
        source=node.place.source,
        entity=_entity(node.found.entity, specs),
        path=[_entity(one, specs) for one in reversed(node.found.path)],
        relations=[_related(one, specs) for one in node.found.related],
        relation_count=node.found.count,
        type_labels={one.name: one.label for one in node.declared.types},
        relation_labels={one.name: one.label for one in node.declared.relations},
        example=node.declared.example,
    )


def _entity(one: GraphEntity, specs: SpecReader) -> EntityOut:
    return EntityOut(
        entity_id=one.entity_id,
        type=one.type,
        name=one.name,
        spec=specs.written(one.spec),
        unit=one.unit,
        base_quantity=one.base,
        section=one.section,
        aliases=list(one.aliases),
        text=one.text,
    )


def _related(one: Related, specs: SpecReader) -> RelatedOut:
    quantity = None if one.quantity is None else f"{Decimal(one.quantity):f}"
    return RelatedOut(
        relation=one.relation,
        outgoing=one.outgoing,
        quantity=quantity,
        unit=one.unit,
        entity=_entity(one.entity, specs),
    )
