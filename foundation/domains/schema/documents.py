"""What a pack says of documents people write and sign: templates with typed fields, single clauses, and a checklist
that a contract is held against."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, model_validator

from foundation.domains.schema.declared import Declared, Name, Text
from foundation.domains.schema.entity_types import Choice
from foundation.domains.schema.vocabulary import with_vocabulary

FieldType = Literal["text", "amount", "number", "date", "choice"]
AMOUNTS = ("price", "deposit", "rent", "down_payment", "interim", "balance")
"""Names of a checklist's vocabulary under which a contract states amounts."""
Severity = Literal["against", "unusual"]


class ArticleRef(Declared):
    """An article of the pack's documents, as their front matter names it."""

    law: str
    article: str = ""


class TemplateField(Declared):
    """One blank of a template. The JSON Schema a form is drawn from is made of these, in the person's language."""

    name: Name
    label: Text
    type: FieldType = "text"
    words: tuple[str, ...] = ()
    """Words that claim a figure or date of the conversation for it; its labels do so, too."""
    unit: str = ""
    """number: what stands behind it in the text (개월, days)."""
    choices: tuple[Choice, ...] = ()
    slot: Name | None = None
    """The slot of the conversation that may fill it."""
    required: bool = True
    default: str = ""
    """Taken where nobody says otherwise; the draft names it among its defaults."""
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    longest: int = Field(default=200, ge=1, le=2000)


class Template(Declared):
    """One kind of document. Its text lies in `templates/<name>.<language>.md`, with `{{field}}` for every blank."""

    name: Name
    title: Text
    words: tuple[str, ...]
    """What people call it."""
    about: Text
    """One sentence: what it is for."""
    kind: Name | None = None
    """The kind of contract the checklist holds it against; None: it is none."""
    fields: tuple[TemplateField, ...]
    clauses: tuple[Name, ...] = ()
    """Clauses that are added without being asked for."""
    articles: tuple[ArticleRef, ...] = ()
    """What the whole document rests on."""

    def field(self, name: str) -> TemplateField | None:
        """The declared field; None where there is none."""
        return next((one for one in self.fields if one.name == name), None)


class Clause(Declared):
    """A clause on its own, written on request."""

    name: Name
    label: Text
    words: tuple[str, ...]
    """What people call what it is about."""
    text: Text
    note: Text = {}
    """What to look at before it is taken over."""
    articles: tuple[ArticleRef, ...] = ()


class Stance(Declared):
    """The clause allows, imposes or denies what it speaks of."""

    kind: Literal["stance"] = "stance"
    cause: Literal["", "none", "no_fault"] = ""
    """Only where the sentence asks for no cause or consent (이유를 묻지 않고), or holds whoever's fault it is
    (잘못이 없더라도)."""
    denied: bool | None = None
    """True: it is a problem where the act is denied; False: where it is laid down; None: wherever it is spoken of."""
    party: Name | None = None
    """Whose act or burden it must be; None: anybody's."""
    named: bool = False
    """The clause must name that party itself, and lay the act down: what stands in its condition does not count."""
    unconditional: bool = False
    """Only where no condition stands before the act."""


class Limit(Declared):
    """A figure of the clause beyond what the article allows."""

    kind: Literal["limit"] = "limit"
    unit: Literal["percent", "months", "days", "times", "won"]
    at_most: Decimal | None = None
    at_least: Decimal | None = None
    party: Name | None = None
    ahead: bool = False
    """Only how long before something (2개월 전) counts."""
    worked_out: Literal["", "conversion", "raise"] = ""
    """A percentage worked out from amounts: of a deposit turned into rent, a year; of a raise over what the
    contract states."""


Bound = Annotated[Stance | Limit, Field(discriminator="kind")]


class ChecklistItem(Declared):
    """One thing a contract is held against: how a clause on it is recognised, what it may not say, the article."""

    name: Name
    label: Text
    kinds: tuple[Name, ...] = ()
    """Kinds of contracts it is of; none: all."""
    topic: tuple[tuple[str, ...], ...] = ()
    """Groups of words, one of each of which a sentence must hold; the last group is the act the bound is said of."""
    unless: tuple[str, ...] = ()
    """Words of the cases the law itself lets pass."""
    bound: Bound | None = None
    """None: only its absence counts."""
    severity: Severity = "unusual"
    why: Text
    article: ArticleRef | None = None
    expected: bool = False
    """A contract that says nothing on it lacks a clause."""
    expected_why: Text = {}
    """What to add then."""


class ContractKind(Declared):
    """A kind of contract, by the words it is known by."""

    name: Name
    label: Text
    words: tuple[str, ...]


class Party(Declared):
    """One side of a contract."""

    name: Name
    label: Text
    words: tuple[str, ...]


class Checklist(Declared):
    """What contracts of the field are held against."""

    vocabulary: dict[Name, tuple[str, ...]] = {}
    """Words said of one thing or act, named in topics and exceptions as `$name`; a verb (올리다) stands for
    all its forms."""
    kinds: tuple[ContractKind, ...] = ()
    parties: tuple[Party, ...] = ()
    items: tuple[ChecklistItem, ...] = ()

    def amounts(self) -> dict[str, tuple[str, ...]]:
        """The names an amount may be stated under, as far as the vocabulary has them."""
        return {name: words for name, words in self.vocabulary.items() if name in AMOUNTS}

    @model_validator(mode="before")
    @classmethod
    def _in_words(cls, value: object) -> object:
        return with_vocabulary(value)
