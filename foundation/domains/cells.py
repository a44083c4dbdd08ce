"""Text cells of a table as typed values: the one parser that checks, imports and searches share."""

from __future__ import annotations

import math
import re
from datetime import date

from foundation.contracts.work import FieldValue
from foundation.domains.schema.pack import ColumnType

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_BOOLEANS = {"true": True, "false": False}
TAKES = {
    "text": "text",
    "integer": "a whole number without separators, as 350000000",
    "number": "a number, as 84.9",
    "boolean": "true or false",
    "date": "a date, as 2026-01-31",
    "month": "a month, as 2026-01",
}
"""What each column type takes, for people."""


def cell_value(text: str, column_type: ColumnType) -> FieldValue:
    """The typed value of a cell; None for an empty one. Raises ValueError when it is not of that type."""
    text = text.strip()
    return _typed(text, column_type) if text else None


def _typed(text: str, column_type: ColumnType) -> FieldValue:
    match column_type:
        case "text":
            return text
        case "integer":
            return int(_ascii(text))
        case "number":
            number = float(_ascii(text))
            if not math.isfinite(number):
                raise ValueError(text)
            return number
        case "boolean":
            return _BOOLEANS[text.lower()] if text.lower() in _BOOLEANS else _wrong(text)
        case "date":
            return date.fromisoformat(text).isoformat() if _DATE.fullmatch(text) else _wrong(text)
        case "month":
            return text if _MONTH.fullmatch(text) else _wrong(text)


def _ascii(text: str) -> str:
    return text if text.isascii() and "_" not in text else str(_wrong(text))


def _wrong(text: str) -> FieldValue:
    raise ValueError(text)
