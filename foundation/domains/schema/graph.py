"""A knowledge graph as a pack declares it: what its nodes and relations are called, and how specs are read."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from foundation.domains.schema.declared import Declared, Name, Text
from foundation.domains.schema.entity_types import Choice

TypeName = Annotated[str, Field(pattern=r"^[A-Z][A-Za-z0-9]{0,39}$")]
RelationName = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,39}$")]


class GraphType(Declared):
    """One kind of node."""

    name: TypeName
    """As the files write it: WorkType."""
    label: Text
    target: bool = False
    """A question may ask for it. What is no target is reached through relations alone."""
    container: bool = False
    """It holds others (a section, a category): asked for by its name it is listed with what lies in it."""


class GraphRelation(Declared):
    """One kind of relation."""

    name: RelationName
    label: Text
    """Heading of what it leads to in an answer: 노무, accessories."""
    words: tuple[str, ...] = ()
    """What else people call it: 재료 beside 자재."""
    expanded: bool = True
    """An answer about a target tells what it leads to."""
    lead: bool = False
    """Its quantities are what the first sentence of an answer says."""


class SpecField(Declared):
    """One field of a spec, and how it is read: "200mm SCH 40" and "(200, SCH 40)" are two numbers."""

    name: Name
    label: Text
    parser: Literal["number", "choice"] = "number"
    units: tuple[str, ...] = ()
    """Written behind the number: mm, A."""
    prefixes: tuple[str, ...] = ()
    """Written before it: SCH, 스케줄."""
    bare: bool = False
    """A number with neither is of this field where it stands beside another field of the spec: (200, SCH 40)."""
    choices: tuple[Choice, ...] = ()
    """The values of a choice, with the words that mean them."""
    shown: str = "{value}"
    """How it is written: "{value}mm"."""


class Surcharge(Declared):
    """A condition under which things take more."""

    name: Name
    label: Text
    percent: Annotated[Decimal, Field(gt=0, le=1000)]
    stated: str
    """Piece of a document's line that says so, as it stands there: an answer cites that line."""
    words: tuple[str, ...] = ()
    """Words that mean the condition: 밤, 야간, night. Particles may follow them."""
    patterns: tuple[str, ...] = ()
    """Regular expressions for what no single word says: 12m up."""
    above_m: Decimal | None = None
    """Metres from which on it is one: 고소작업 at 9 m is none."""


class Surcharges(Declared):
    """What is added to quantities under conditions, where documents beside the graph say it of all things."""

    relations: Annotated[tuple[RelationName, ...], Field(min_length=1)]
    """Whose quantities it is added to."""
    only: str
    """Piece of the line that says so."""
    together: str
    """Piece of the line that says that rates are summed first, and multiplied once."""
    each: Annotated[tuple[Surcharge, ...], Field(min_length=1)]


class GraphSource(Declared):
    """Entities and relations: categories, things with specs, and what belongs to them."""

    kind: Literal["graph"] = "graph"
    name: Name
    label: Text
    path: str | None = None
    """Folder below the pack with `entities` and `relations` as .jsonl or .csv; None: filled by ingest alone."""
    importers: tuple[str, ...] = ("graph",)
    slot: Name
    """The slot (`parser: graph`) that holds what is asked for."""
    parent: RelationName = "BELONGS_TO"
    """The relation that the column `parent` of the entities stands for."""
    types: Annotated[tuple[GraphType, ...], Field(min_length=1)]
    relations: tuple[GraphRelation, ...] = ()
    fields: tuple[SpecField, ...] = ()
    """Of a spec, the one that tells most apart first."""
    surcharges: Surcharges | None = None
    """What conditions add, as the pack's documents say it of all things."""
    example: bool = False
    """Its figures are made up: every answer that uses it says so."""
    likeness: int = Field(default=400, ge=0, le=1000)
    """Per mille of common pairs of letters from which a name is like what was asked."""
    most_options: int = Field(default=6, ge=2, le=12)
    """Choices offered at once, beside the whole list."""
    most_listed: int = Field(default=12, ge=1, le=200)
    """Things a section asked for by its name is listed with; of more one is asked for, if specs tell all apart."""
    limit: int = Field(default=5, ge=1, le=20)
    """Targets of one search."""
    timeout_s: float = Field(default=5, gt=0, le=60)

    def called(self, relation: GraphRelation) -> tuple[str, ...]:
        """What people call a relation, by its labels first."""
        return (*relation.label.values(), *relation.words)

    @property
    def targets(self) -> frozenset[str]:
        """Names of the types a question may ask for."""
        return frozenset(one.name for one in self.types if one.target)

    @property
    def containers(self) -> frozenset[str]:
        """Names of the types that hold others."""
        return frozenset(one.name for one in self.types if one.container)
