"""A pack of one table that somebody brings as CSV: its columns as the case declares them, nothing tuned to it.

A header may be in any script; one that is no name of a column is called by its place, and stays the label.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from evaluations.computing.reading import Case
from evaluations.harness.databases import Filling
from foundation.contracts.errors import WrongUse
from foundation.domains.schema.declared import NAME_PATTERN

NAME = "brought_table"


def filling_of(folder: Path, case: Case, table: Path) -> Filling:
    """The pack, written into a folder of its own, and a database that holds it. Raises WrongUse."""
    packs = folder / f"packs-{table.stem}"
    shutil.rmtree(packs, ignore_errors=True)
    (packs / NAME / "tables").mkdir(parents=True)
    try:
        text = table.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{table} cannot be read ({error}); put the CSV beside the cases, in UTF-8.") from error
    rows = list(csv.reader(io.StringIO(text, newline="")))
    names = names_of(rows[0] if rows else ())
    if unknown := [header for header in case.columns if header not in names]:
        raise WrongUse(f"{case.id}: {table} has no column {', '.join(unknown)}; write headers as they stand in it.")
    with (packs / NAME / "tables" / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[names[header] for header in rows[0]], *rows[1:]])
    declared = pack_of(case, [dict(zip(rows[0], row, strict=False)) for row in rows[1:]], names)
    (packs / NAME / "pack.yaml").write_text(yaml.safe_dump(declared, sort_keys=False, allow_unicode=True), "utf-8")
    return Filling(f"csv_{table.stem}", NAME, packs_dir=packs)


def names_of(headers: Sequence[str]) -> dict[str, str]:
    """Header -> name of its column: itself where it is a name, else its place."""
    taken = {header for header in headers if re.fullmatch(NAME_PATTERN, header)}
    names: dict[str, str] = {}
    for at, header in enumerate(headers, 1):
        name = header if header in taken else f"column_{at}"
        while name in taken and name != header:
            name += "_"
        names[header] = name
    return names


def pack_of(case: Case, rows: list[dict[str, str]], names: Mapping[str, str]) -> dict[str, Any]:
    """What stands in pack.yaml. `names`: header -> name of its column."""
    columns = [
        {
            "name": names[name],
            "type": one.type,
            "label": {"ko": one.label.get("ko", name), "en": one.label.get("en", name)},
            **({"unit": one.unit} if one.unit else {}),
        }
        for name, one in case.columns.items()
    ]
    words = [text for name, one in case.columns.items() for text in (one.label or {"": name}).values()]
    asked = [name for name, one in case.columns.items() if one.asked_by]
    times = [name for name, one in case.columns.items() if one.time]
    slots = [{"name": names[name], **_choices(name, case, rows)} for name in asked]
    slots += [{"name": "period", "label": {"ko": "기간", "en": "Period"}, "parser": "period"}] if times else []
    # As `suffice init` declares a table it is given.
    mapped = [{"slot": names[name], "column": names[name], "together": True} for name in asked]
    mapped += [{"slot": "period", "column": names[times[0]], "match": "month_range"}] if times else []
    values = [choice["value"] for slot in slots for choice in slot.get("choices", ())]
    return {
        **_SHELL,
        "intents": [{**_LOOKUP, "keywords": [*_WORDS, *words, *values]}, *_ENDS],
        "data_types": [{**_ROWS, "keywords": words[:8], "matching_slots": [slot["name"] for slot in slots]}],
        "slots": slots,
        "sources": [
            {
                "kind": "table",
                "name": "table",
                "label": {"ko": "표", "en": "Table"},
                "path": "tables/rows.csv",
                "importers": ["csv"],
                "key": [names[name] for name in case.csv_key],
                "columns": columns,
                "slots": mapped,
                "row_title": " ".join(f"{{{names[name]}}}" for name in case.csv_key),
                "limit": 500,
                **({"order_by": names[times[0]], "aggregates": _aggregates(case, names)} if times else {}),
            }
        ],
        "dictionary": {"domain_words": [*words, *values]},
    }


def _aggregates(case: Case, names: Mapping[str, str]) -> list[dict[str, Any]]:
    numbers = [name for name, one in case.columns.items() if one.type in ("integer", "number") and one.unit != "year"]
    return [{"column": names[name], "functions": ["count", "mean", "median", "min", "max"]} for name in numbers]


def _choices(name: str, case: Case, rows: list[dict[str, str]]) -> dict[str, Any]:
    label = case.columns[name].label
    values = list(dict.fromkeys(row[name] for row in rows if row.get(name)))
    return {
        "label": {"ko": label.get("ko", name), "en": label.get("en", name)},
        "parser": "choice",
        "choices": [{"value": value, "label": {"ko": value, "en": value}, "words": [value]} for value in values],
    }


_WORDS = [
    "얼마",
    "몇",
    "가장",
    "제일",
    "비교",
    "차이",
    "순서",
    "평균",
    "합계",
    "how",
    "which",
    "what",
    "most",
    "average",
]
_SHELL: dict[str, Any] = {
    "name": NAME,
    "version": "1",
    "title": {"ko": "가져온 표", "en": "A table"},
    "languages": ["ko", "en"],
    "time_zone": "Asia/Seoul",
    "default_data_types": ["rows"],
    "replies": {
        "greeting": {"ko": "표에 대해 물어보세요.", "en": "Ask me about the table."},
        "about": {"ko": "표를 찾아 답합니다.", "en": "I answer from a table."},
        "irrelevant": {"ko": "표에 없는 내용입니다.", "en": "That is not in the table."},
        "unclear": {"ko": "조금 더 알려 주세요.", "en": "Please tell me a little more."},
    },
}
_LOOKUP: dict[str, Any] = {
    "name": "lookup",
    "label": {"ko": "표", "en": "Table"},
    "description": "Asks about the table.",
    "teams": ["search"],
    "data_types": ["rows"],
}
_ENDS: list[dict[str, Any]] = [
    {"name": "irrelevant", "label": {"ko": "다른 것", "en": "Other"}, "description": "Else.", "ends": "irrelevant"},
    {"name": "unclear", "label": {"ko": "불분명", "en": "Unclear"}, "description": "Unclear.", "ends": "unclear"},
]
_ROWS: dict[str, Any] = {
    "name": "rows",
    "label": {"ko": "표", "en": "Table"},
    "sources": ["table"],
    "judge2": {"min_results": 1},
    "probe": {"enabled": False},
}
