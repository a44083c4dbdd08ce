"""Cells as people write them: which type a column is of, and the cell as a pack's table takes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from foundation.domains.cells import cell_value
from foundation.domains.schema.pack import ColumnType

_NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_MARKS = re.compile(r"^[₩$€£]\s*|\s*(?:원|won|%|㎡|m²|m2|명|개|건|세대|km|kg|시간|분|일|회)$", re.I)
_DAY = re.compile(r"(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?(?:\s+00:00(?::00)?)?")
_MONTH = re.compile(r"(\d{4})\s*[-./년]\s*(\d{1,2})\s*[.월]?")
_TYPES: tuple[ColumnType, ...] = ("integer", "number", "month", "date", "boolean")
YEAR = "year"
_UNITS = (
    (re.compile(r"년도?$|연도$|\byear\b", re.I), YEAR),
    (re.compile(r"원\)?$|\bKRW\b|₩"), "won"),
    (re.compile(r"%|퍼센트|비율|\bpercent\b|\brate\b", re.I), "percent"),
    (re.compile(r"㎡|m²|m2|제곱미터"), "m2"),
    (re.compile(r"\bGBP\b|£", re.I), "GBP"),
    (re.compile(r"\bUSD\b|\$", re.I), "USD"),
    (re.compile(r"\bEUR\b|€", re.I), "EUR"),
)


def column_type(cells: Sequence[str]) -> ColumnType:
    """The narrowest type that every filled cell has; text if they are mixed. A number with leading zeros is a code, and
    so is a long one."""
    filled = [cell for cell in cells if cell.strip()]
    if not filled:
        return "text"
    for kind in _TYPES:
        if all(_fits(cell, kind) for cell in filled):
            return kind
    return "text"


def plain_cell(cell: str, kind: ColumnType) -> str:
    """The cell as `suffice packs check` takes it; "" for an empty one. Raises ValueError when it is not of the type."""
    text = cell.strip()
    if not text or kind == "text":
        return said(text)
    if kind in ("integer", "number"):
        written = _MARKS.sub("", text).replace(",", "").removeprefix("+")
    elif kind == "month":
        written = "{}-{:0>2}".format(*_groups(_MONTH, text))
    elif kind == "date":
        written = "{}-{:0>2}-{:0>2}".format(*_groups(_DAY, text))
    else:
        written = text.lower()
    if cell_value(written, kind) is None:
        raise ValueError(cell)
    return written


def said(text: str) -> str:
    """The words on one line, without what no screen shows."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def unit_of(label: str) -> str | None:
    """The unit that a header names: 보증금(원), Rate %."""
    return next((unit for pattern, unit in _UNITS if pattern.search(label)), None)


def _groups(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return found.groups()


def _fits(cell: str, kind: ColumnType) -> bool:
    text = _MARKS.sub("", cell.strip())
    if kind in ("integer", "number"):
        digits = text.lstrip("+-")
        is_code = len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()
        if not _NUMBER.fullmatch(text) or is_code or len(digits.replace(",", "")) > 15:
            return False
    try:
        plain_cell(cell, kind)
    except ValueError:
        return False
    return kind != "date" or _is_day(cell)


def _is_day(cell: str) -> bool:
    year, month, day = _groups(_DAY, cell.strip())
    return bool(date(int(year), int(month), int(day)))
