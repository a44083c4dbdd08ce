"""Labelled computations: one conversation a line, whose last question is judged."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

CSV_PACK = "csv"


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Value(_Declared):
    """A figure in its unit."""

    value: Decimal
    unit: str
    rounded_to: Decimal = Decimal(0)
    """The answer may be off by as much: means of won are shown to the 만원."""
    also: tuple[Decimal, ...] = ()
    """Other right spellings."""


class Expected(_Declared):
    """What the last answer must do: one of the four."""

    value: Decimal | None = None
    unit: str = "none"
    rounded_to: Decimal = Decimal(0)
    also: tuple[Decimal, ...] = ()
    and_: tuple[Value, ...] = Field(default=(), alias="and")
    names: tuple[tuple[str, ...], ...] = ()
    """For each one of its spellings, in this order."""
    never: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_form(self) -> Expected:
        forms = [self.value is not None or bool(self.names), bool(self.missing), bool(self.refused)]
        if sum(forms) != 1:
            raise ValueError("write one of value (or names), missing and refused")
        return self

    @property
    def is_figure(self) -> bool:
        """Something must be calculated."""
        return self.value is not None or bool(self.names)

    @property
    def values(self) -> tuple[Value, ...]:
        """All figures that must stand there."""
        if self.value is None:
            return self.and_
        first = Value(value=self.value, unit=self.unit, rounded_to=self.rounded_to, also=self.also)
        return (first, *self.and_)


class CsvColumn(_Declared):
    """A column of a stranger's table."""

    type: Literal["text", "integer", "number", "date", "month", "boolean"]
    unit: str | None = None
    label: dict[str, str] = {}
    asked_by: bool = False
    time: bool = False


class Case(_Declared):
    """One computation."""

    id: str
    pack: str
    language: Literal["ko", "en"]
    ask: tuple[str, ...] = Field(min_length=1)
    expect: Expected
    csv: str | None = None
    csv_key: tuple[str, ...] = ()
    columns: dict[str, CsvColumn] = {}
    inputs: tuple[Decimal, ...] | None = None
    tags: tuple[str, ...] = ()
    why: str = ""

    @model_validator(mode="after")
    def _csv_is_named(self) -> Case:
        if (self.pack == CSV_PACK) != (self.csv is not None):
            raise ValueError("`pack: csv` and `csv` go together")
        return self
