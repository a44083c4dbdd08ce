"""The types of a knowledge graph: things with specs, their relations, and the result of a search for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import NotFound
from foundation.contracts.frozen import Frozen

Stage = Literal["id", "exact", "section", "keywords", "latin", "likeness", "history", "none"]
"""How the targets were found: an id in the question; a name with its spec; a section's name; words over names; Latin
letters over names of any type; similarity of names; the conversation."""


PAGE = 50
"""Things of one page of a whole list."""
ChoiceReason = Literal["spec", "name", "place", "no_such_spec"]
"""Several specs of one name; several names; one name in several places; a spec that is not there."""


@dataclass(frozen=True)
class GraphEntity:
    """One node, as a file or the database holds it."""

    entity_id: str
    type: str
    name: str
    spec: str = ""
    """As it is written: "200, SCH 40"."""
    unit: str = ""
    base: str = ""
    """How many of the unit its quantities are for; "" is 1."""
    section: str = ""
    """Where it stands, as the original counts: 13-2-3, 1-1-1#4."""
    parent: str = ""
    """Id of its container."""
    aliases: tuple[str, ...] = ()
    text: str = ""
    """More words of it: what a note or a standard says."""
    properties: dict[str, str] = field(default_factory=dict[str, str], hash=False)
    """Whatever else its file says."""


@dataclass(frozen=True)
class GraphLink:
    """One relation between two nodes."""

    source_id: str
    type: str
    target_id: str
    quantity: Decimal | None = None
    unit: str = ""


@dataclass(frozen=True)
class Related:
    """What one relation of an expanded node leads to."""

    relation: str
    entity: GraphEntity
    quantity: Decimal | None = None
    unit: str = ""
    outgoing: bool = True
    """False: the other one's relation leads here."""


@dataclass(frozen=True)
class Expanded:
    """A node with its relations and the way up from it."""

    entity: GraphEntity
    related: tuple[Related, ...] = ()
    path: tuple[GraphEntity, ...] = ()
    """Its containers, nearest first."""
    count: int = 0
    """Relations it has in all; more than are listed of a large section."""


class GraphTarget(Frozen):
    """A thing of the graph that a question asks for."""

    entity_id: str
    type: str
    name: str
    spec: str = ""
    section: str = ""
    unit: str = ""

    @property
    def label(self) -> str:
        """Name and spec."""
        return f"{self.name} {self.spec}".strip()


class GraphAsked(Frozen):
    """How a question was read over the graph."""

    targets: tuple[GraphTarget, ...]
    stage: Stage
    seen: int = 1
    """Candidates that were looked at."""
    quantity: str = ""
    """A number, where so much of the target is asked for."""
    quantity_unit: str = ""
    amounts: tuple[str, ...] = ()
    """How much of each target is asked for, where several are: a number in its own unit, or "" for its base."""
    combined: Literal["", "sum", "difference"] = ""
    """What is asked of several targets' quantities together."""
    listing: int = 0
    """Page of the whole list that is asked for; 0: none is."""
    list_query: str = ""
    likeness: Literal["", "ngrams", "embeddings"] = ""
    """How names were compared, where they were."""
    assumed: bool = False
    """Several were meant as well: the answer says what it takes for granted."""
    spec_ignored: str = ""
    """A spec that was said, and that the target has not."""
    holds: int = 0
    """Things that lie in the one target; an answer names the first of them."""

    def of(self, place: int) -> GraphAsked:
        """The same question of the one target at this place, in its own amount."""
        target = self.targets[place]
        if not self.amounts:
            return self
        more = {"quantity": self.amounts[place], "quantity_unit": target.unit if self.amounts[place] else ""}
        return self.model_copy(update=more)


class SurchargesAsked(Frozen):
    """Conditions a question names under which a graph's things take more."""

    names: tuple[str, ...] = ()
    """As the pack declares them, in the question's order."""
    relations: tuple[str, ...] = ()
    """Kinds of quantities that it asks whether they are added to."""
    alone: bool = False
    """It asks for what is added, and for no amount of a thing."""
    besides: bool = False
    """It names things besides: what the documents say of all answers it, with no yes or no."""


class GraphOption(Frozen):
    """One choice that a person is offered."""

    label: str
    query: str
    """What may be asked as it stands, and names this one alone."""
    entity_id: str
    source_section: str = ""
    whole: bool = False
    """It opens the whole list instead of choosing."""


class GraphChoices(Frozen):
    """What a question may mean over the graph, where it is not one thing."""

    message: str
    reason: ChoiceReason
    options: tuple[GraphOption, ...]
    whole: tuple[GraphOption, ...] = ()
    """Each thing that may be meant, where `options` are fewer; of very many the first."""
    count: int
    """Things that may be meant in all."""
    best: GraphAsked
    """What is answered where nobody is asked."""


class GraphSourceFact(Frozen):
    """One node an answer rests on."""

    entity_id: str
    type: str
    name: str
    section: str = ""
    marker: int


class GraphSectionFact(Frozen):
    """Where a target stands, and what its quantities are for."""

    entity_id: str
    path: tuple[str, ...]
    """Names of what it lies in, from the top."""
    section: str = ""
    unit: str = ""
    base: str = "1"


class GraphFacts(Frozen):
    """What an answer over a graph carries beside its text."""

    sources: tuple[GraphSourceFact, ...]
    stage: Stage
    seen: int
    likeness: str = ""
    assumed: bool = False
    quantity: str = ""
    sections: tuple[GraphSectionFact, ...] = ()


class UnknownEntity(NotFound):
    """No graph of these packs has a node of this id; it may have been removed since."""

    code = ErrorCode.UNKNOWN_ENTITY
