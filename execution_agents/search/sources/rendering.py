"""Rows as a person reads them: one title and one line, with labels and units, in Korean or English."""

from __future__ import annotations

import re
from collections.abc import Mapping

from foundation.contracts.work import FieldValue
from foundation.domains.schema.pack import Column, Pack, TableSource, Text
from foundation.language.figures.money import TEN_THOUSAND, mean_won

Row = Mapping[str, FieldValue]

_NAME = re.compile(r"\{(\w+)\}")
_UNITS = {
    "ko": {"m2": "㎡", "percent": "%", "count": "건", "months": "개월", "years": "년", "year": "년"},
    "en": {"m2": " m²", "percent": " %", "count": "", "months": " months", "years": " years", "year": ""},
}
_FLAG = {"ko": ("예", "아니오"), "en": ("yes", "no")}
_FUNCTIONS = {
    "ko": {"count": "건수", "mean": "평균", "median": "중위", "min": "최저", "max": "최고"},
    "en": {"count": "count", "mean": "mean", "median": "median", "min": "lowest", "max": "highest"},
}


class RowWriter:
    """Writes the rows of one table in one language."""

    def __init__(self, source: TableSource, pack: Pack, language: str) -> None:
        self.language = language if language in _UNITS else "ko"
        self._source = source
        self._choices = _choice_labels(source, pack, self.language)
        shown = set(_NAME.findall(source.row_title))
        self._hidden = {source.example_column} | (set(source.key) - shown if len(source.key) == 1 else set[str]())

    def title(self, row: Row) -> str:
        """The declared title with its columns filled in."""
        columns = {column.name: column for column in self._source.columns}
        pattern = self._source.row_title or " ".join(f"{{{name}}}" for name in self._source.key)
        return _NAME.sub(lambda found: self._plain(columns.get(found[1]), row.get(found[1])), pattern).strip()

    def line(self, row: Row) -> str:
        """Every filled column with its label, in declared order."""
        shown = [column for column in self._source.columns if column.name not in self._hidden]
        filled = [column for column in shown if not _void(column, row.get(column.name))]
        return ", ".join(
            f"{label_of(column.label, self.language)} {self.value(column, row.get(column.name))}" for column in filled
        )

    def value(self, column: Column, value: FieldValue) -> str:
        """One value with its unit; a choice by its label."""
        if isinstance(value, bool):
            return _FLAG[self.language][0 if value else 1]
        if isinstance(value, str):
            return self.choice(column.name, value)
        return written_number(value, column.unit, self.language)

    def choice(self, column: str, value: str) -> str:
        """A choice's label; any other text as it is."""
        return self._choices.get(column, {}).get(value, value)

    def function(self, name: str) -> str:
        """What a figure is called."""
        return _FUNCTIONS[self.language][name]

    def _plain(self, column: Column | None, value: FieldValue) -> str:
        if column is None or value is None:
            return ""
        return self.choice(column.name, value) if isinstance(value, str) else _digits(value)


def label_of(label: Text, language: str) -> str:
    """The words in this language, else in any."""
    return label.get(language) or next(iter(label.values()), "")


def written_number(value: FieldValue, unit: str | None, language: str) -> str:
    """A figure with its unit; won amounts from 10,000 also in 억 and 만."""
    if unit == "won" and isinstance(value, int | float):
        exact = f"{_digits(value)}원" if language == "ko" else f"₩{_digits(value)}"
        return f"{exact}({mean_won(value, language)})" if language == "ko" and value >= TEN_THOUSAND else exact
    if unit == "pound" and isinstance(value, int | float):
        return f"£{_digits(value)}"  # Behind the number it would be a weight.
    suffix = _UNITS[language].get(unit or "", f" {unit}" if unit else "")
    # A year is written without separators.
    digits = str(value) if unit == "year" else _digits(value)
    return f"{digits}{suffix}"


def _digits(value: FieldValue) -> str:
    if isinstance(value, float) and not value.is_integer():
        return f"{value:,.4f}".rstrip("0")
    return f"{int(value):,}" if isinstance(value, int | float) else str(value)


def _void(column: Column, value: FieldValue) -> bool:
    """Empty cells; a rent of 0 won means that there is none."""
    return value is None or (column.unit == "won" and value == 0)


def _choice_labels(source: TableSource, pack: Pack, language: str) -> dict[str, dict[str, str]]:
    slots = {slot.name: slot for slot in pack.slots if slot.parser == "choice"}
    return {
        mapped.column: {choice.value: label_of(choice.label, language) for choice in slots[mapped.slot].choices}
        for mapped in source.slots
        if mapped.slot in slots
    }
