"""Suggested next questions: only questions that the evidence at hand answers.

Rows offer another value of a slot that the question left open (a kind of deal, a month), and a figure the answer did
not give; passages offer another heading of a cited document; `supervisor/related.py` adds what the things at hand are
related to. Each is complete by itself: clicked, it is asked as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest

from foundation.contracts.events import AnswerWritten
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.schema.pack import Pack, Slot, TableSource
from foundation.domains.slots.slots import display_value
from foundation.language.particles import with_particle
from foundation.language.script import language_of
from supervisor.deps import SupervisorDeps
from supervisor.related import near_in_graph, references, subject
from supervisor.titles import kind_of, slot_words

MOST = 3
LONGEST_HEADING = 60
_MONTH = re.compile(r"\d{4}-\d{2}")
_NUMBER = re.compile(r"^\d+\.\s+")
FIGURES = frozenset({"won", "percent", "count"})
"""Units of columns worth a question of their own."""


async def suggestions(
    plan: Plan, answer: AnswerWritten, evidence: Sequence[Evidence], deps: SupervisorDeps
) -> tuple[str, ...]:
    """Up to three; none after an answer that found nothing, asks a question itself, or answers several questions at
    once."""
    asked, pack = plan.understanding, deps.pack
    if answer.type != "answer" or not answer.citations or plan.requests or plan.ends_early is not None:
        return ()
    ways = (
        _other_values(asked, evidence, pack),
        _other_months(asked, evidence, pack),
        _other_figures(asked, answer, evidence, pack),
        references(asked, answer, evidence, deps.entities),
        await near_in_graph(asked, deps),
        _other_headings(asked, answer, evidence),
    )
    mixed = (one for round_ in zip_longest(*ways) for one in round_ if one is not None)
    known = {asked.question, asked.standalone}
    offered: dict[str, str] = {}
    for one in mixed:
        if one not in known:
            offered.setdefault(subject(one, deps.entities), one)
    return tuple(offered.values())[:MOST]


def days_of(evidence: Sequence[Evidence]) -> dict[str, date]:
    """Data type -> the newest date in its data, if it states one."""
    found: dict[str, date] = {}
    for batch in evidence:
        if batch.as_of is not None:
            found[batch.data_type] = max(batch.as_of, found.get(batch.data_type, batch.as_of))
    return found


def _rows(evidence: Sequence[Evidence], pack: Pack) -> Iterator[tuple[TableSource, EvidenceItem]]:
    tables = {one.name: one for one in pack.sources if isinstance(one, TableSource)}
    for batch in evidence:
        for item in batch.items:
            if item.fields and not item.derived and item.source in tables:
                yield tables[item.source], item


def _other_values(asked: Understanding, evidence: Sequence[Evidence], pack: Pack) -> Iterator[str]:
    """Values of a slot with few values that the question leaves open: 전세, if sales and leases were found."""
    pinned = {value.name for value in asked.slots}
    open_slots = {slot.name: slot for slot in pack.slots if slot.parser == "choice" and slot.name not in pinned}
    held: dict[str, dict[str, None]] = {}
    for table, item in _rows(evidence, pack):
        for column in table.slots:
            value = item.fields.get(column.column)
            if column.slot in open_slots and isinstance(value, str) and _is_choice(open_slots[column.slot], value):
                held.setdefault(column.slot, {})[value] = None
    for name, values in held.items():
        for value in values if len(values) > 1 else ():
            words = [*slot_words(asked.slots, pack, asked.language), _shown(open_slots[name], value, asked)]
            yield _question(words, kind_of(asked, pack), asked.language)


def _other_months(asked: Understanding, evidence: Sequence[Evidence], pack: Pack) -> Iterator[str]:
    """The month before the newest, if the question names none: answers are about the newest."""
    pinned = {value.name for value in asked.slots}
    periods = {slot.name: slot for slot in pack.slots if slot.parser == "period" and slot.name not in pinned}
    months: dict[str, set[str]] = {}
    for table, item in _rows(evidence, pack):
        for column in table.slots:
            month = item.fields.get(column.column)
            if column.slot in periods and isinstance(month, str) and _MONTH.fullmatch(month):
                months.setdefault(column.slot, set()).add(month)
    for name, held in months.items():
        for month in sorted(held, reverse=True)[1:2]:
            words = [*slot_words(asked.slots, pack, asked.language), _shown(periods[name], f"{month}..{month}", asked)]
            yield _question(words, kind_of(asked, pack), asked.language)


def _is_choice(slot: Slot, value: str) -> bool:
    return any(choice.value == value for choice in slot.choices)


def _shown(slot: Slot, value: str, asked: Understanding) -> str:
    return display_value(slot, value, asked.language)


def _other_figures(
    asked: Understanding, answer: AnswerWritten, evidence: Sequence[Evidence], pack: Pack
) -> Iterator[str]:
    """A column of the rows found that the answer does not mention."""
    words = slot_words(asked.slots, pack, asked.language)
    said = answer.content.casefold() + asked.question.casefold()
    known = set[str]()
    for table, item in _rows(evidence, pack) if words else ():
        for column in table.columns:
            label = column.label.get(asked.language, "")
            if column.unit in FIGURES and label and item.fields.get(column.name) and label not in known:
                known.add(label)
                if label.casefold() not in said:
                    yield _question([*words, kind_of(asked, pack)], label, asked.language)


def _other_headings(asked: Understanding, answer: AnswerWritten, evidence: Sequence[Evidence]) -> Iterator[str]:
    """A passage of a cited document that was found and is not cited."""
    cited = {one.chunk_id for one in answer.citations}
    titles = {one.title for one in answer.citations}
    documents = {_document(one.item_id) for batch in evidence for one in batch.items if one.item_id in cited}
    for batch in evidence:
        for item in batch.items:
            heading = _heading(item.title)
            near = not item.fields and not item.derived and _document(item.item_id) in documents
            if not near or item.title in titles or len(heading) > LONGEST_HEADING:
                continue
            if language_of(heading) != asked.language:
                continue
            if asked.language == "ko":
                yield f"{with_particle(heading, '은', '는')} 어떤 내용이야?"
            else:
                yield f"What does “{heading}” say?"


def _heading(title: str) -> str:
    """The heading without its number and its explanation: 주택임대차보호법 제7조(차임 등의 증감청구권)."""
    return _NUMBER.sub("", title).split(": ")[0].replace(" > ", ": ")


def _document(chunk_id: str) -> str:
    """The document of a passage; if the passage is a whole document, its folder: a law's articles are stored as
    files."""
    return chunk_id.rpartition("#")[0] or chunk_id.rpartition("/")[0] or chunk_id


def _question(words: Sequence[str], what: str, language: str) -> str:
    if language == "ko":
        return f"{' '.join(words)} {what} 알려줘".strip()
    return f"{what}: {', '.join(words)}" if words else what
