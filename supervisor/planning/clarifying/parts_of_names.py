"""A part of a name that several rows of a table share: a bank's loans, called by the bank and the kind of loan; the
insurances among the benefits.

The rows are named by one column. A word of the question points at a row where it stands in the row's name, or is what
one of its other cells says. Asked only if a few rows have all of these words and differ in what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.normalised_text import key_of
from execution_agents.reuse.terms import bare_words, stem
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from foundation.contracts.ports import Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Column, TableSource
from foundation.language.script import language_of
from foundation.language.sentences import HANGUL
from foundation.language.verb_stems import stem_of, stems_in
from foundation.language.wanted.asking import wanted
from supervisor.planning.clarifying.answers import rows_for, tables_of
from supervisor.planning.clarifying.names import SHOWN, named_before
from supervisor.planning.clarifying.rows import wants_all
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import TurnContext

_WORD = re.compile(r"\S+")


async def shared_part(plan: Plan, context: TurnContext, sources: Mapping[str, Source]) -> Clarification | None:
    """The clarification for a part of several rows' names; None: there is none."""
    read, index = plan.understanding, context.entities
    tables = tables_of(read.data_types[:1], context.pack)
    other = plan.requests or read.is_computed or read.document or read.graph or read.surcharges
    if index is None or tables is None or other or read.standalone != read.question:
        return None
    mentions = link(context.question, index, named_before(context, index))
    for table in tables:
        name = _name_of(table)
        types = {one.type for one in table.entities if one.column == (name and name.name) and one.pattern is None}
        settled = any(one.status == "unknown" or (one.status == "known" and one.type in types) for one in mentions)
        if name is None or table.name not in sources or settled or wants_all(context.question, [table]):
            continue
        asked = columns_asked(context.question, table)
        rows = await rows_for(read, [table], context, sources) or []
        words, shared = sharing(context.question, rows, name, table)
        if asked and 1 < len(shared) <= SHOWN and len(shared) < len(rows) and _differ(shared, asked):
            return _asked(shared, words, name, context.question)
    return None


def _name_of(table: TableSource) -> Column | None:
    """The one column that names the table's rows."""
    if len(table.key) != 1 or table.is_aggregate:
        return None
    return next((one for one in table.columns if one.name == table.key[0] and one.type == "text"), None)


def columns_asked(question: str, table: TableSource) -> list[Column]:
    """The columns that the question names, else all figures if it asks for one outright."""
    letters = key_of(question)
    columns = [one for one in table.columns if one.name not in table.key]
    called = [one for one in columns if any(key_of(word) in letters for word in _words(one))]
    if called or not wanted(question).outright:
        return called
    return [one for one in columns if one.type in ("integer", "number")]


def sharing(
    question: str, rows: Sequence[EvidenceItem], name: Column, table: TableSource
) -> tuple[list[str], list[EvidenceItem]]:
    """The question's words that point at rows, and the rows that have all of them; none where another word is a form
    of one in a row's name (갈아타려는데: 갈아타기) that these do not share: that row is meant."""
    columns = [one for one in table.columns if one.type == "text"]
    headings = {key_of(label) for one in table.columns for label in one.label.values()}
    words = [one for one in dict.fromkeys(bare_words(question).split()) if len(one) > 1 and not one[0].isdigit()]
    words = [one for one in words if not any(key_of(one) in heading for heading in headings)]
    pointing = [one for one in words if any(_has(row, one, name, columns) for row in rows)]
    found = [row for row in rows if pointing and all(_has(row, one, name, columns) for one in pointing)]
    stems = [stems_in(str(row.fields.get(name.name, ""))) for row in rows]
    own = [stems_in(str(row.fields.get(name.name, ""))) for row in found]
    for one in (stem_of(word) for word in words if word not in pointing and HANGUL.match(word)):
        if any(one in each for each in stems) and not all(one in each for each in own):
            return pointing, []
    return pointing, list({str(row.fields.get(name.name)): row for row in found}.values())


def _has(row: EvidenceItem, word: str, name: Column, columns: Sequence[Column]) -> bool:
    """True if the word stands in the row's name, or is all that another of its cells says."""
    if key_of(word) in key_of(str(row.fields.get(name.name, ""))):
        return True
    return any(key_of(word) == key_of(str(row.fields.get(one.name, ""))) for one in columns)


def _differ(rows: Sequence[EvidenceItem], columns: Sequence[Column]) -> bool:
    return any(len({str(row.fields.get(one.name)) for row in rows}) > 1 for one in columns)


def _words(column: Column) -> list[str]:
    """What the column is called; 최저 금리 and 최고 금리 are each a 금리."""
    labels = [word for label in column.label.values() for word in (label, *label.split())]
    return [one for one in (*labels, *column.words) if len(key_of(one)) > 1]


def _asked(rows: Sequence[EvidenceItem], words: Sequence[str], name: Column, question: str) -> Clarification:
    """The question with a choice for each row; each can be asked as it is."""
    language = language_of(question)
    called = [str(row.fields[name.name]) for row in rows]
    options = tuple(
        ClarificationOption(id=f"n{at}", label=one, query=_with_name(one, words, question))
        for at, one in enumerate(called, 1)
    )
    return Clarification(
        message=said("ask_part", language, words=" ".join(words), count=len(options)),
        reason=said("why", language),
        original_query=question,
        options=options,
        best=options[0].id,
    )


def _with_name(name: str, words: Sequence[str], question: str) -> str:
    """The question with the whole name in place of its parts."""
    pointing = {key_of(one) for one in words}
    kept: list[str] = []
    for word in _WORD.findall(question):
        part = key_of(stem(word.strip("?!.,"))) in pointing
        if not part:
            kept.append(word)
        elif name not in kept:
            kept.append(name)
    return " ".join(kept if name in kept else (name, question))
