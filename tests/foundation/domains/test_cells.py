"""Cells of a table become typed values, or are refused."""

from __future__ import annotations

import pytest

from foundation.contracts.work import FieldValue
from foundation.domains.cells import cell_value
from foundation.domains.schema.pack import ColumnType


@pytest.mark.parametrize(
    ("text", "column_type", "value"),
    [
        (" 서울 ", "text", "서울"),
        ("", "integer", None),
        ("  ", "month", None),
        ("-12", "integer", -12),
        ("84.9", "number", 84.9),
        ("1e3", "number", 1000.0),
        ("TRUE", "boolean", True),
        ("false", "boolean", False),
        ("2026-02-28", "date", "2026-02-28"),
        ("2026-12", "month", "2026-12"),
    ],
)
def test_a_cell_is_read(text: str, column_type: ColumnType, value: FieldValue) -> None:
    found = cell_value(text, column_type)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "column_type"),
    [
        ("1,000", "integer"),
        ("1_000", "integer"),
        ("１２", "integer"),
        ("1.0", "integer"),
        ("nan", "number"),
        ("inf", "number"),
        ("1 000", "number"),
        ("1", "boolean"),
        ("예", "boolean"),
        ("2026-02-30", "date"),
        ("20260228", "date"),
        ("2026-W05-1", "date"),
        ("2026-2", "month"),
        ("2026-13", "month"),
        ("2026-01-01", "month"),
    ],
)
def test_a_cell_of_another_type_is_refused(text: str, column_type: ColumnType) -> None:
    with pytest.raises(ValueError):
        cell_value(text, column_type)
