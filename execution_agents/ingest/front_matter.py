"""The YAML between two `---` lines at the top of a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

import yaml

from foundation.contracts.errors import BrokenDocument

READ = frozenset(("title", "as_of", "uri", "example", "origin", "file", "digest"))
"""Keys that importers read or that are stored with every document."""
MOST_FIELDS, LONGEST_FIELD = 20, 200
_CLOSING = re.compile(r"^---[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Front:
    """A Markdown file, taken apart."""

    fields: dict[str, Any]
    body: str
    body_line: int
    """The file's line the body begins on."""


def split_front_matter(text: str, name: str) -> Front:
    """The fields and the rest. Raises BrokenDocument with file and line when the YAML is broken."""
    opening, _, rest = text.partition("\n")
    closing = _CLOSING.search(rest)
    if opening.strip() != "---" or not closing:
        return Front({}, text, 1)
    try:
        loaded = yaml.safe_load(rest[: closing.start()])
    except yaml.YAMLError as problem:
        mark = problem.problem_mark if isinstance(problem, yaml.MarkedYAMLError) else None
        line = mark.line + 2 if mark else 1
        raise BrokenDocument(f"{name}:{line}: its front matter is not valid YAML.", line=line) from problem
    if loaded is not None and not isinstance(loaded, dict):
        raise BrokenDocument(f"{name}:2: its front matter is not a list of `name: value` lines.", line=2)
    fields = cast(dict[str, Any], loaded or {})
    body_at = closing.end()
    return Front(fields, rest[body_at:], rest.count("\n", 0, body_at) + 2)


def iso_date(value: object) -> str | None:
    """A date field as ISO text; None when it is absent or no date."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    try:
        return date.fromisoformat(str(value).strip()).isoformat()
    except ValueError:
        return None


def further_fields(fields: Mapping[str, Any]) -> dict[str, str]:
    """Short words under keys that no importer reads (law: 민법): a pack's `entities` may take names from them."""
    kept = {
        key: str(value)
        for key, value in fields.items()
        if key not in READ and isinstance(value, str | int) and not isinstance(value, bool)
    }
    return {key: value for key, value in list(kept.items())[:MOST_FIELDS] if 0 < len(value) <= LONGEST_FIELD}
