"""A domain as data: what `packs/<name>/pack.yaml` may say. The loader turns mistakes into file and line.

Nothing here runs what a pack says: names match patterns, queries bind their parameters, figures have bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import Field

from foundation.contracts.plan import VariantName
from foundation.contracts.work import WEB
from foundation.domains.schema.answering import AnswerFigures as AnswerFigures
from foundation.domains.schema.declared import Declared as Declared
from foundation.domains.schema.declared import Name as Name
from foundation.domains.schema.declared import Text as Text
from foundation.domains.schema.documents import Checklist as Checklist
from foundation.domains.schema.documents import Clause as Clause
from foundation.domains.schema.documents import Template as Template
from foundation.domains.schema.entity_types import Choice as Choice
from foundation.domains.schema.entity_types import ColumnEntities as ColumnEntities
from foundation.domains.schema.entity_types import DocumentEntities as DocumentEntities
from foundation.domains.schema.entity_types import EntityType as EntityType
from foundation.domains.schema.facts import Fact
from foundation.domains.schema.formulas import Formula as Formula
from foundation.domains.schema.graph import GraphSource as GraphSource
from foundation.domains.schema.judging import Freshness as Freshness
from foundation.domains.schema.judging import Judge1RuleFigures as Judge1RuleFigures
from foundation.domains.schema.judging import Judge2Figures as Judge2Figures
from foundation.domains.schema.judging import ProbeFigures as ProbeFigures
from foundation.domains.schema.judging import ReadingWeights as ReadingWeights
from foundation.domains.schema.judging import Thresholds as Thresholds
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.retrieving import RetrievalFigures
from foundation.domains.schema.saying import Dictionary as Dictionary
from foundation.domains.schema.saying import ExampleQuestion as ExampleQuestion
from foundation.domains.schema.saying import Replies as Replies
from foundation.domains.schema.web import WebSource as WebSource
from foundation.language.rules.quantities import Quantity


class Intent(Declared):
    """What a person may want, the teams it suggests and the data types it needs."""

    name: Name
    label: Text
    description: str
    examples: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    """Words that speak for it (rules engine), matched as substrings after normalisation."""
    patterns: tuple[str, ...] = ()
    """Regular expressions that speak strongly for it."""
    teams: tuple[Name, ...] = ()
    data_types: tuple[Name, ...] = ()
    needs_no_data: bool = False
    """True: works without any evidence, so the pack's default data types are not needed either."""
    ends: Literal["irrelevant", "unclear"] | None = None
    """Intents that end early with a helpful message and never start a team."""


class NamedThings(Declared):
    """How a question names one thing of a data type (버팀목 대출): evidence about another one does not serve it."""

    nouns: tuple[str, ...]
    """The kind's own nouns, before which an unknown word is a name: 대출, loan."""
    known: tuple[str, ...] = ()
    """Names people use whether or not the data has them; found wherever they stand."""
    ordinary: tuple[str, ...] = ()
    """Words that stand before the nouns and name nothing: 은행, 신용. Words of the data, of the pack's slots, keywords
    and dictionary are ordinary too."""


class DataType(Declared):
    """One kind of evidence an intent may need."""

    name: Name
    label: Text
    sources: tuple[Name, ...]
    keywords: tuple[str, ...] = ()
    high_priority: tuple[str, ...] = ()
    freshness: Freshness = Freshness()
    web_freshness: Freshness = Freshness(stale_after_s=86_400)
    """Of evidence for which the web was searched, beside the type's own."""
    judge2: Judge2Figures = Judge2Figures()
    probe: ProbeFigures = ProbeFigures()
    named_things: NamedThings | None = None
    matching_slots: tuple[Name, ...] = ()
    """Slots whose values must not differ from the stored query's."""
    reuse_across_sessions: bool = False


class RegionNode(Declared):
    """One region: canonical name, other names, the region it lies in."""

    name: str
    """Canonical value of the slot; found in questions like an alias."""
    aliases: tuple[str, ...] = ()
    """Other names that mean this region alone: no other region of the pack carries them."""
    shared: tuple[str, ...] = ()
    """Names other places carry too (중구, 비산동). One means the region whose ancestor the question names, else the
    one whose ancestor the conversation's region has, else the pack's only one; of several left it is ambiguous."""
    parent: str | None = None


class RegionGroup(Declared):
    """A name people have for several regions at once (강남 3구); it stands for all of them."""

    name: str
    aliases: tuple[str, ...] = ()
    members: Annotated[tuple[str, ...], Field(min_length=2)]
    """Names of declared regions."""


class Slot(Declared):
    """Something a question may pin down, and the parser that reads it."""

    name: Name
    label: Text
    parser: Literal["region", "period", "amount", "area", "choice", "graph"]
    """graph: its values are ids of a graph source, found by clarification."""
    choices: tuple[Choice, ...] = ()
    regions: tuple[RegionNode, ...] = ()
    groups: tuple[RegionGroup, ...] = ()
    """Names that mean several of the regions."""
    pointing_words: tuple[str, ...] = ()
    """Words that point at an earlier value: 그 지역, 거기, that area."""
    said_with: tuple[str, ...] = ()
    """Words that claim a figure for it among several slots of one parser; one without a claim is the first slot's."""
    inherits: bool = True
    """A follow-up that does not name it takes the earlier turn's value over."""
    usual: str = ""
    """The choice that is meant where none is said: nobody is asked which (flats, where homes are spoken of)."""
    of_calendar: bool = False
    """Periods: a month without a year is this year's, past or to come (holidays), not the latest that has begun."""


ColumnType = Literal["text", "integer", "number", "boolean", "date", "month"]


class Column(Declared):
    """One typed column of a table source."""

    name: Name
    type: ColumnType
    label: Text
    unit: str | None = None
    """won, m2, percent, count … decides how it is written in answers."""
    label_when: dict[str, Text] = {}
    """Value of a choice in the row -> what the column is called then: the price of a monthly rent is its deposit."""
    words: tuple[str, ...] = ()
    """What people call it, besides its label: what flats sell for, 얼마까지 빌려."""
    always_shown: bool = False
    """A figure without which the row misleads (the rent of a monthly rent): never left out for want of room."""
    price: bool = False
    """What cheap and dear are about in this table, where that is no sum of money: a loan's lowest rate."""
    least_of: Quantity | None = None
    """What a person needs this much of at least: the months of service after which a benefit begins."""


class SlotColumn(Declared):
    """How a slot filters rows."""

    slot: Name
    column: Name
    column_to: Name | None = None
    """Upper end of the row's band (overlaps only); `column` is its lower end."""
    day_column: Name | None = None
    """month_range: the column with the day, where a row knows it; periods of days are matched by it. A date column
    needs none beside it."""
    match: Literal["equals", "region", "month_range", "between", "overlaps", "at_most", "at_least"] = "equals"
    """region: the value or any region below it; month_range: periods as month intervals;
    between: "low..high"; overlaps: the row's own band (above `column`, up to `column_to`) and the asked one meet;
    at_most / at_least: the row's limit against the asked amount."""
    zero_is_none: bool = False
    """A row with 0 has none of it (the rent of a sale), so it fits no range."""
    together: bool = False
    """Of choices: figures go over all values (districts, sellers) unless the question asks by them or names several.
    Without it rows of different values (sale, lease) are never counted together."""


class Aggregate(Declared):
    """Figures the database computes over the rows that match."""

    column: Name
    functions: tuple[Literal["count", "mean", "median", "min", "max"], ...]


class DocumentsSource(Declared):
    """Passages of a folder inside the pack, and whatever `suffice ingest` adds."""

    kind: Literal["documents"] = "documents"
    name: Name
    label: Text
    path: str | None = None
    """Folder below the pack, loaded at the first start; None: filled by ingest alone."""
    importers: tuple[str, ...] = ("markdown", "text", "html", "pdf", "docx", "hwpx", "xlsx")
    entities: tuple[DocumentEntities, ...] = ()
    """Where its documents name things; headings, and codes such as E-07 in its text, are found without it."""
    limit: int = Field(default=8, ge=1, le=100)
    timeout_s: float = Field(default=5, gt=0, le=60)


class TableSource(Declared):
    """Typed rows; filters and aggregates are built from the declarations below."""

    kind: Literal["table"] = "table"
    name: Name
    label: Text
    path: str | None = None
    """CSV below the pack; None: filled by ingest alone."""
    importers: tuple[str, ...] = ("csv", "xlsx")
    key: tuple[Name, ...]
    """Columns that identify a row."""
    columns: tuple[Column, ...]
    entities: tuple[ColumnEntities, ...] = ()
    """Columns whose cells are names; without it the words of its key and of `row_title` that no slot has."""
    slots: tuple[SlotColumn, ...] = ()
    aggregates: tuple[Aggregate, ...] = ()
    is_aggregate: bool = False
    """True when the rows are aggregates themselves: they never narrow."""
    order_by: Name | None = None
    """Newest or best first (descending)."""
    as_of: Name | None = None
    example_column: Name | None = None
    """Boolean column that marks generated example data."""
    prefer_over: tuple[Name, ...] = ()
    """Sources not asked when this one has rows (real single sales over monthly aggregates)."""
    example_service: bool = False
    """Served by the example service of `suffice serve`, which takes as long as a real one would (EXAMPLE_LATENCY_S)."""
    row_title: str = ""
    """Format string over column names, e.g. "{complex} {area_m2}㎡"."""
    limit: int = Field(default=500, ge=1, le=5000)
    timeout_s: float = Field(default=5, gt=0, le=60)


class HttpField(Declared):
    """A column of an HTTP or MCP source and where it lies in each item of the answer (a dotted path)."""

    column: Column
    pointer: str


class ItemsSource(Declared):
    """What answers with JSON items: where they lie, what is read of each, how long and how much is waited for."""

    name: Name
    label: Text
    items: str = ""
    """Dotted path to the list of items; "" when the answer itself is the list."""
    title_pointer: str = "title"
    text_pointer: str = "text"
    id_pointer: str = "id"
    uri_pointer: str | None = None
    fields: tuple[HttpField, ...] = ()
    limit: int = Field(default=20, ge=1, le=500)
    timeout_s: float = Field(default=10, gt=0, le=120)
    max_bytes: int = Field(default=2_000_000, ge=1_000)


class HttpSource(ItemsSource):
    """A JSON API. Only the declared address is called; values are sent as query parameters."""

    kind: Literal["http"] = "http"
    url: Annotated[str, Field(pattern=r"^https?://")]
    query_parameter: str | None = None
    """Parameter that carries the question's text."""
    slot_parameters: dict[Name, str] = {}


class McpSource(ItemsSource):
    """A tool of an MCP server. Which server stands behind the name, whoever runs the service says (MCP_SERVERS)."""

    kind: Literal["mcp"] = "mcp"
    server: Name
    tool: Annotated[str, Field(min_length=1, max_length=128)]
    query_argument: str | None = None
    """Argument that carries the question's text."""
    slot_arguments: dict[Name, str] = {}


PackSource = Annotated[
    DocumentsSource | TableSource | HttpSource | McpSource | GraphSource | WebSource, Field(discriminator="kind")
]


class Named(Protocol):
    """Anything a pack declares under a name."""

    @property
    def name(self) -> str: ...


PartT = TypeVar("PartT", bound=Named)


class Pack(Declared):
    """One whole domain."""

    name: Name
    version: str
    title: Text
    languages: tuple[str, ...]
    """First one is the default."""
    time_zone: str
    """Decides 오늘 and days."""
    intents: tuple[Intent, ...]
    default_data_types: tuple[Name, ...]
    """Needed by any intent that declares none of its own and does not end early."""
    default_teams: tuple[Name, ...] = ("search",)
    data_types: tuple[DataType, ...]
    slots: tuple[Slot, ...] = ()
    entities: tuple[EntityType, ...] = ()
    """Kinds of things questions name, besides regions and the values of slots, which need no entry."""
    sources: tuple[PackSource, ...]
    formulas: tuple[Formula, ...] = ()
    """Calculations people of the field make."""
    templates: tuple[Template, ...] = ()
    """Documents that can be drafted."""
    clauses: tuple[Clause, ...] = ()
    """Clauses that can be written on their own."""
    checklist: Checklist = Checklist()
    """What a contract of the field is held against."""
    facts: tuple[Fact, ...] = ()
    """Kinds of facts that documents hold word for word, beside addresses, ports, dates and the like."""
    thresholds: Thresholds = Thresholds()
    judge1_rules: Judge1RuleFigures = Judge1RuleFigures()
    readings: ReadingWeights = ReadingWeights()
    retrieval: RetrievalFigures = RetrievalFigures()
    answering: AnswerFigures = AnswerFigures()
    variant_weights: dict[VariantName, float] = {"hybrid_confirm": 1.0}
    dictionary: Dictionary = Dictionary()
    replies: Replies
    examples: tuple[ExampleQuestion, ...] = ()
    line_questions: tuple[LineQuestions, ...] = Field(default=(), exclude=True)
    """How people ask for lines of its documents (set by the loader, from `line_questions.jsonl`)."""
    root: Path = Field(default=Path(), exclude=True)
    """The folder it was read from (set by the loader)."""

    def data_types_of(self, intent: Intent) -> tuple[str, ...]:
        """The data types an intent needs: its own, else the pack's default; none when it ends early."""
        if intent.ends is not None or intent.needs_no_data:
            return ()
        return intent.data_types or self.default_data_types

    def intent(self, name: str) -> Intent:
        """The declared intent; KeyError when there is none."""
        return next_named(self.intents, name)

    def intent_ends(self, name: str) -> bool:
        """Whether a question of this intent ends early, or is of none of the pack's."""
        return next((one.ends is not None for one in self.intents if one.name == name), True)

    def with_web(self) -> Pack:
        """With the web behind every data type that documents serve; as it is where the pack declares it itself."""
        documents = {source.name for source in self.sources if isinstance(source, DocumentsSource)}
        if not documents or any(source.name == WEB for source in self.sources):
            return self
        types = [
            one.model_copy(update={"sources": (*one.sources, WEB)}) if documents & set(one.sources) else one
            for one in self.data_types
        ]
        return self.model_copy(update={"sources": (*self.sources, WebSource()), "data_types": tuple(types)})

    def data_type(self, name: str) -> DataType:
        """The declared data type; KeyError when there is none."""
        return next_named(self.data_types, name)

    def source(self, name: str) -> PackSource:
        """The declared source; KeyError when there is none."""
        return next_named(self.sources, name)

    @property
    def graph(self) -> GraphSource | None:
        """The graph questions are clarified by; a pack has one at most."""
        return next((source for source in self.sources if isinstance(source, GraphSource)), None)

    def formula(self, name: str) -> Formula:
        """The declared formula; KeyError when there is none."""
        return next_named(self.formulas, name)

    def template(self, name: str) -> Template:
        """The declared template; KeyError when there is none."""
        return next_named(self.templates, name)

    def clause(self, name: str) -> Clause:
        """The declared clause; KeyError when there is none."""
        return next_named(self.clauses, name)

    def slot(self, name: str) -> Slot:
        """The declared slot; KeyError when there is none."""
        return next_named(self.slots, name)


def next_named(parts: tuple[PartT, ...], name: str) -> PartT:
    """The part with this name. Raises KeyError."""
    for part in parts:
        if part.name == name:
            return part
    raise KeyError(name)
