"""The pack of a folder, in the form of pack.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from execution_agents.ingest.proposal.asking import patterns_of_table, words_of_documents, words_of_table
from execution_agents.ingest.proposal.folder import FolderSeen
from execution_agents.ingest.proposal.tables import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    ColumnSeen,
    TableSeen,
    figures_of,
    said_of,
)

DOCUMENTS = "documents"
"""Data type and source of everything that is read as passages."""
PERIOD = "period"
RANGES = {"m2": ("area", {"ko": "면적", "en": "Area"}), "won": ("amount", {"ko": "금액", "en": "Amount"})}
"""Unit of a figure -> the parser that reads a range of it in a question (60㎡ 이하), and what that is called."""
_SHARED_ENDING = 0.7
"""Share of a list's values that must end alike for an unknown word that ends so to be one of its kind."""


@dataclass(frozen=True)
class Wishes:
    """The person's wishes."""

    name: str
    language: str
    about: str
    """What people will ask of it, in a few words; "" if none was given."""


Section = tuple[str, Mapping[str, Any]]
"""The comment on a part of the file, and the part."""


def sections_of(seen: FolderSeen, wishes: Wishes) -> Sequence[Section]:
    """The parts of pack.yaml in order, each with what a reader must know of it."""
    slots = _slots(seen.tables)
    known = {slot["name"] for slot in slots}
    return (
        ("", _shell(wishes)),
        (_INTENTS, {"intents": _intents(seen, wishes)}),
        ("", {"default_data_types": [DOCUMENTS if seen.documents else seen.tables[0].name]}),
        (_DATA_TYPES, {"data_types": _data_types(seen, known)}),
        *([(_SLOTS, {"slots": slots})] if slots else []),
        *([(_KINDS, {"entities": kinds})] if (kinds := _kinds(seen.tables, known)) else []),
        (_SOURCES, {"sources": _sources(seen, known)}),
        (_WORDS, {"dictionary": {"domain_words": _domain_words(seen)}}),
        (_REPLIES, {"replies": _replies(wishes)}),
    )


def _shell(wishes: Wishes) -> dict[str, Any]:
    title = wishes.name.replace("_", " ")
    return {
        "name": wishes.name,
        "version": "1",
        "title": {"ko": wishes.about or title, "en": title} if wishes.language == "ko" else {"en": title, "ko": title},
        "languages": ["ko", "en"] if wishes.language == "ko" else ["en", "ko"],
        "time_zone": "Asia/Seoul" if wishes.language == "ko" else "UTC",
    }


def _intents(seen: FolderSeen, wishes: Wishes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if seen.documents:
        about = f" {wishes.about}" if wishes.about else ""
        found.append(
            {
                "name": "lookup",
                "label": {"ko": "문서 찾기", "en": "Look up"},
                "description": f"Asks what the documents say.{about}",
                "keywords": words_of_documents(seen),
                "teams": ["search"],
                "data_types": [DOCUMENTS],
            }
        )
    found += [
        {
            "name": f"{table.name[:35]}_rows",
            "label": {"ko": table.label, "en": table.label},
            "description": f"Asks for figures or rows of the table {table.label}.",
            "keywords": words_of_table(table),
            **({"patterns": patterns} if (patterns := patterns_of_table(table)) else {}),
            "teams": ["search", "analysis"],
            "data_types": [table.name],
        }
        for table in seen.tables
    ]
    return [*found, *_ENDS]


def _data_types(seen: FolderSeen, slots: set[str]) -> list[dict[str, Any]]:
    documents = {"name": DOCUMENTS, "label": {"ko": "문서", "en": "Documents"}, "sources": [DOCUMENTS]}
    tables = [
        {
            "name": table.name,
            "label": {"ko": table.label, "en": table.label},
            "sources": [table.name],
            "keywords": words_of_table(table)[:8],
            "probe": {"enabled": False},
            "judge2": {"min_results": 1},
            "matching_slots": [mapped["slot"] for mapped in _mapped(table, slots)],
        }
        for table in seen.tables
    ]
    return [*([documents] if seen.documents else []), *tables]


def _slots(tables: Sequence[TableSeen]) -> list[dict[str, Any]]:
    """Closed lists that questions name, one for all columns of a name, and the months where a table has a time."""
    values: dict[str, dict[str, None]] = {}
    labels: dict[str, str] = {}
    for table in tables:
        for column in table.columns:
            if column.is_choice:
                values.setdefault(column.name, {}).update(dict.fromkeys(column.values))
                labels.setdefault(column.name, column.label)
    choices = [
        {
            "name": name,
            "label": {"ko": labels[name], "en": labels[name]},
            "parser": "choice",
            "choices": [_choice(value, labels[name]) for value in found],
        }
        for name, found in values.items()
        if len(found) <= 2 * MOST_CHOICES and _are_apart(found)
    ]
    ranges = [
        {"name": parser, "label": label, "parser": parser, "inherits": False}
        for unit, (parser, label) in RANGES.items()
        if any(_range_of(table, unit) for table in tables)
    ]
    times = any(_time_of(table) for table in tables)
    period = {"name": PERIOD, "label": {"ko": "기간", "en": "Period"}, "parser": "period"}
    return [*choices, *ranges, *([period] if times else [])]


def _range_of(table: TableSeen, unit: str) -> ColumnSeen | None:
    """The only figure of this unit: with several, the question does not show which one is meant."""
    found = [column for column in figures_of(table) if column.unit == unit]
    return found[0] if len(found) == 1 else None


def _kinds(tables: Sequence[TableSeen], slots: set[str]) -> list[dict[str, Any]]:
    """The endings of a list's values (구, 동): an unknown word with such an ending names a value the files do not
    have. The columns whose cells are names."""
    found: dict[str, dict[str, Any]] = {}
    for column in (one for table in tables for one in table.columns if one.is_choice and one.name in slots):
        ending = _ending_of(column.values)
        if ending:
            label = {"ko": column.label, "en": column.label}
            found.setdefault(column.name, {"name": column.name, "label": label, "endings": [ending]})
    for table in tables:
        for column in _names(table, slots):
            found.setdefault(column.name, {"name": column.name, "label": {"ko": column.label, "en": column.label}})
    return list(found.values())


def _ending_of(values: Sequence[str]) -> str:
    """The last syllable that nearly all values share after different words; "" where they do not."""
    hangul = [value for value in values if len(value) > 1 and "가" <= value[-1] <= "힣"]
    last, count = max(Counter(value[-1] for value in hangul).items(), key=lambda one: one[1], default=("", 0))
    return last if count >= 3 and count >= _SHARED_ENDING * len(values) else ""


def _are_apart(values: Mapping[str, None]) -> bool:
    folded = [value.casefold() for value in values]
    return len(set(folded)) == len(folded)


def _choice(value: str, label: str) -> dict[str, Any]:
    # A single letter or syllable is part of too many words: it is only matched next to its label.
    words = [value] if len(value) > 1 else [f"{value} {label}", f"{label} {value}"]
    return {"value": value, "label": {"ko": value, "en": value}, "words": words}


def _sources(seen: FolderSeen, slots: set[str]) -> list[dict[str, Any]]:
    importers = list(dict.fromkeys(one.importer for one in seen.documents))
    documents = {
        "kind": "documents",
        "name": DOCUMENTS,
        "label": {"ko": "문서", "en": "Documents"},
        "importers": importers,
    }
    return [*([documents] if seen.documents else []), *(_table(one, slots) for one in seen.tables)]


def _table(table: TableSeen, slots: set[str]) -> dict[str, Any]:
    time = _time_of(table)
    title = [table.title.name] if table.title else list(table.key)
    functions = ["count", "mean", "median", "min", "max"]
    figures = [{"column": one.name, "functions": functions} for one in figures_of(table) if not table.is_list]
    named = [{"type": one.name, "column": one.name} for one in _names(table, slots)]
    return {
        "kind": "table",
        "name": table.name,
        "label": {"ko": table.label, "en": table.label},
        "path": path_of(table),
        "importers": ["csv"],
        "key": list(table.key),
        **({"entities": named} if named else {}),
        "columns": [_column(one) for one in table.columns],
        **({"slots": mapped} if (mapped := _mapped(table, slots)) else {}),
        **({"aggregates": figures} if figures else {}),
        **({"order_by": time.name} if time else {}),
        "row_title": " ".join(f"{{{name}}}" for name in title),
        "limit": 500,
    }


def _names(table: TableSeen, slots: set[str]) -> list[ColumnSeen]:
    """The columns of words whose cells are names and no closed list: a question that names one is of this table."""
    longest = [max(map(len, cells), default=0) for cells in zip(*table.rows, strict=True)]
    return [
        column
        for column, length in zip(table.columns, longest, strict=False)
        if column.type == "text" and column.name not in slots and length <= LONGEST_CHOICE
    ]


def path_of(table: TableSeen) -> str:
    """The path of its rows below the pack."""
    return f"tables/{table.name}.csv"


def _column(column: ColumnSeen) -> dict[str, Any]:
    declared: dict[str, Any] = {"name": column.name, "type": column.type}
    # With its unit declared, the unit is said with each figure.
    label = said_of(column.label) if column.unit else column.label
    declared["label"] = {"ko": label, "en": label}
    return declared | ({"unit": column.unit} if column.unit and column.type in ("integer", "number") else {})


def _mapped(table: TableSeen, slots: set[str]) -> list[dict[str, Any]]:
    named = [column.name for column in table.columns if column.is_choice and column.name in slots]
    time = _time_of(table)
    months = [{"slot": PERIOD, "column": time.name, "match": "month_range"}] if time else []
    ranges = [
        {"slot": parser, "column": column.name, "match": "between"}
        for unit, (parser, _) in RANGES.items()
        if parser in slots and (column := _range_of(table, unit))
    ]
    return [*({"slot": name, "column": name, "together": True} for name in named), *ranges, *months]


def _time_of(table: TableSeen) -> ColumnSeen | None:
    return next((column for column in table.columns if column.type in ("month", "date")), None)


def _domain_words(seen: FolderSeen) -> list[str]:
    words = [*words_of_documents(seen), *(word for table in seen.tables for word in words_of_table(table))]
    return list(dict.fromkeys(words))


def _replies(wishes: Wishes) -> dict[str, Any]:
    about_ko = wishes.about if wishes.language == "ko" and wishes.about else "문서"
    about_en = wishes.about if wishes.language == "en" and wishes.about else "these files"
    return {
        "greeting": {
            "ko": f"안녕하세요. {about_ko}에 대해 물어보시면 자료에서 찾아 답해 드립니다.",
            "en": f"Hello. Ask me about {about_en}, and I answer from the files.",
        },
        "about": {
            "ko": "넣어 주신 자료를 찾아 근거를 붙여 답합니다. 이미 찾아 둔 자료가 충분하면 다시 찾지 않습니다.",
            "en": "I look things up in the files and answer with citations. What suffices is used again.",
        },
        "irrelevant": {"ko": "자료에 없는 내용입니다.", "en": "That is not in the files."},
        "unclear": {"ko": "무엇을 알고 싶으신지 조금만 더 알려 주세요.", "en": "Please tell me a little more."},
    }


_ENDS: tuple[dict[str, Any], ...] = (
    {
        "name": "irrelevant",
        "label": {"ko": "다른 분야", "en": "Another field"},
        "description": "Has nothing to do with the files.",
        "ends": "irrelevant",
    },
    {
        "name": "unclear",
        "label": {"ko": "불분명", "en": "Unclear"},
        "description": "What is wanted cannot be known from this conversation alone.",
        "ends": "unclear",
    },
)
_INTENTS = """What people may want. An intent names the evidence it needs; it is found by its keywords (taken from the
headings and columns of your files), its patterns and its examples. Split `lookup` where your documents are of several
kinds that age differently or are asked for differently; `examples:` of real questions help most."""
_DATA_TYPES = """Kinds of evidence, and how they age. Where what was found a week ago must be looked up again after a
month, say `freshness: {warn_after_s: 604800, stale_after_s: 2592000}`. A changed file is noticed without it."""
_SLOTS = """What a question may pin down. Earlier rows are used again only for the same values: take out of a slot what
people do not name, and add to `words` what they call a value."""
_KINDS = """Kinds of things that columns list, and how their names end: an unknown word that ends so is one the files do
not have, and the answer says so."""
_SOURCES = """Where it lies. Documents come from your folder by `suffice ingest` (see the head of this file); tables
were written into tables/ with plain figures and dates. `unit` (won, percent, m2, GBP, months, count) decides how
figures are said. `together: true` counts rows of all values of a list as one unless somebody asks by it: take it out
where different values must never be averaged (sale and lease)."""
_WORDS = """Words of the field. `synonyms` lead from what people say to what the files say:
  synonyms: {휴가: [연차], laptop: [notebook]}"""
_REPLIES = "What is said without any search."
