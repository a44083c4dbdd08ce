"""A thing of a table with several rows that differ by one column: two loans of one name, two machines.

Asked only if the question says nothing about that column and the rows differ in what it asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from execution_agents.analysis.ordering import asked_order
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.entities import Mention
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from foundation.contracts.ports import Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Column, TableSource
from foundation.language.script import language_of
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.clarifying.answers import rows_for, tables_of
from supervisor.planning.clarifying.names import SHOWN, named_before
from supervisor.planning.clarifying.together import several_wanted
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import TurnContext


@dataclass(frozen=True)
class Apart:
    """Rows of one name, and the column that distinguishes them."""

    mention: Mention
    column: Column
    rows: Mapping[str, EvidenceItem]
    """Value of the column -> its row."""


async def shared_row(plan: Plan, context: TurnContext, sources: Mapping[str, Source]) -> Clarification | None:
    """The clarification for a name of several rows; None: it has one row, or the question says which."""
    index, read = context.entities, plan.understanding
    tables = tables_of(read.data_types, context.pack) if index is not None and not plan.requests else None
    if index is None or tables is None or wants_all(context.question, tables):
        return None
    for mention in link(context.question, index, named_before(context, index)):
        # Parts of an aggregate stand beside their whole, which answers.
        named = (one for one in tables if _column_of(mention, one) is not None and not one.is_aggregate)
        table = next(named, None)
        if table is None or mention.status != "known" or len(mention.entities) != 1 or mention.negated:
            continue
        rows = await rows_for(read, [table], context, sources)
        found = None if rows is None else rows_apart(mention, table, rows, index)
        if found is not None and not _is_said(found, context) and differ(found, table, context.question):
            return asked(found, context.question)
    return None


def wants_all(question: str, tables: Sequence[TableSource]) -> bool:
    """True if the rows are wanted together: compared, counted, ordered."""
    asked = comparing(question)
    ordered = asked.superlative or asked.ordered or any(asked_order(question, one) is not None for one in tables)
    return ordered or asked.mean or several_wanted(question)


def rows_apart(mention: Mention, table: TableSource, rows: Sequence[EvidenceItem], index: EntityIndex) -> Apart | None:
    """The rows of a name, if exactly one text column distinguishes them."""
    named = _column_of(mention, table)
    name = key_of(index.entities[mention.entities[0]].name)
    mine = [one for one in rows if not one.derived and named and key_of(str(one.fields.get(named, ""))) == name]
    columns = [one for one in table.columns if one.name in table.key and one.name != named]
    differing = [one for one in columns if len({str(row.fields.get(one.name)) for row in mine}) > 1]
    if len(mine) < 2 or len(differing) != 1 or differing[0].type != "text":
        return None
    by_value = {str(row.fields.get(differing[0].name)): row for row in mine}
    return Apart(mention, differing[0], by_value) if len(by_value) == len(mine) else None


def differ(found: Apart, table: TableSource, question: str) -> bool:
    """True if the rows differ in what is asked for: the columns the question names, else any column that names no
    row."""
    said = key_of(question)
    columns = [one for one in table.columns if one.name not in table.key]
    named = [one for one in columns if any(key_of(word) in said for word in one.label.values() if word)]
    return any(len({str(row.fields.get(one.name)) for row in found.rows.values()}) > 1 for one in named or columns)


def asked(found: Apart, question: str) -> Clarification:
    """The question with a choice for each row; each can be asked as it is."""
    language, mention = language_of(question), found.mention
    label = found.column.label.get(language) or next(iter(found.column.label.values()), found.column.name)
    before, after = question[: mention.start], question[mention.end :]
    options = tuple(
        ClarificationOption(
            id=f"o{at}",
            label=f"{mention.text} {value}",
            query=f"{before}{mention.text} {value}{after}",
            entity_id=mention.entities[0],
            source_section=label,
        )
        for at, value in enumerate(found.rows, 1)
    )
    words = {"name": mention.text, "column": label, "count": len(options)}
    return Clarification(
        message=said("ask_row", language, **words),
        reason=said("why_row", language, **words),
        original_query=question,
        options=options[:SHOWN],
        more=options if len(options) > SHOWN else (),
        best=options[0].id,
    )


def _column_of(mention: Mention, table: TableSource) -> str | None:
    """The column of the table that names things of the mention's type."""
    declared = [(one.type, one.column) for one in table.entities if one.pattern is None]
    undeclared = [] if table.entities or mention.type not in table.key else [(mention.type, mention.type)]
    return next((column for kind, column in (*declared, *undeclared) if kind == mention.type), None)


def _is_said(found: Apart, context: TurnContext) -> bool:
    """True if the question, or the conversation before, names one of the column's values."""
    words = key_of(f"{context.question} {' '.join(one.standalone for one in context.exchanges[-1:])}")
    return any(key_of(value) in words for value in found.rows if key_of(value))
