"""Specs as values of fields, however they are written: "200mm SCH 40", "200A sch40" and "(200, SCH 40)" are equal.

A number is assigned by its unit or prefix. A number with neither belongs to the field declared `bare`, if it is beside
another field of the spec.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from foundation.domains.schema.entity_types import Choice
from foundation.domains.schema.graph import SpecField

_NUMBER = r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,9}(?:\.\d{1,6})?)"
_BESIDE = re.compile(r"[\s,()×x/·*\-\[\]]*", re.IGNORECASE)
_SAID = r"(?:이?네요?|이?에요|이?예요|이?요|입니다|이?야|인데요?|은요?|는요?|으?로)(?![가-힣\w])"
"""What ends a number that stands alone: 300이네, 80은요."""
_BARE = re.compile(rf"(?<![a-z0-9_.\-#]){_NUMBER}(?:(?={_SAID})|(?!(?!x)[\w.%]))")
_NUMBER_SAID = re.compile(rf"{_NUMBER}{_SAID}")
_WORD = re.compile(r"\w+(?:[.,]\w+)*")
_LETTER = re.compile(r"[^\W\d_]")


def folded(text: str) -> str:
    """As specs and names are read: compatible forms made one (㎜, full width), lower case."""
    return unicodedata.normalize("NFKC", text).lower()


@dataclass(frozen=True)
class SpecReading:
    """The spec in a text."""

    values: Mapping[str, str]
    """Field -> value."""
    rest: str
    """The folded text without it."""
    bare: tuple[str, ...] = ()
    """Numbers that may belong to the bare field, and are beside no other field."""
    read: str = field(default="", compare=False)
    """The folded text."""


class SpecReader:
    """Reads the specs of one graph."""

    def __init__(self, fields: Sequence[SpecField]) -> None:
        self._fields = fields
        self._patterns = [(one, pattern) for one in fields for pattern in _patterns(one)]
        self._bare = next((one.name for one in fields if one.bare), None)

    def read(self, text: str) -> SpecReading:
        """The first value of each field."""
        plain = folded(text)
        values: dict[str, str] = {}
        spans: list[tuple[int, int]] = []
        for one, pattern in self._patterns:
            if one.name in values:
                continue
            for match in pattern.finditer(plain):
                if all(match.end() <= start or end <= match.start() for start, end in spans):
                    values[one.name] = _value(one, match)
                    spans.append(match.span())
                    break
        loose: list[str] = []
        for match in _BARE.finditer(plain) if self._bare and self._bare not in values else ():
            if any(start < match.end() and match.start() < end for start, end in spans):
                continue
            if self._bare not in values and _stands_beside(plain, match.span(), spans):
                values[self._bare or ""] = canonical(match[1])
                spans.append(match.span())
            else:
                loose.append(canonical(match[1]))
        return SpecReading(values, _without(plain, spans), tuple(loose), plain)

    def spec_values(self, spec: str) -> dict[str, str]:
        """The values of an entity's own spec, where a number alone is of the bare field."""
        found = self.read(spec)
        values = dict(found.values)
        if self._bare and self._bare not in values and found.bare:
            values[self._bare] = found.bare[0]
        return values

    def written(self, spec: str) -> str:
        """An entity's own spec as a person writes it: by its fields where they say all of it, else as it stands."""
        found, values = self.read(spec), self.spec_values(spec)
        left = [_unified(word) for word in _WORD.findall(found.rest)]
        alone = [one for one in found.bare[:1] if self._bare not in found.values]
        return self.shown(values) if values and left == alone else spec

    def shown(self, values: Mapping[str, str]) -> str:
        """The values as a person writes them, in the order of the fields."""
        named = [(one, values[one.name]) for one in self._fields if one.name in values]
        return " ".join(one.shown.format(value=_called(one, value)) for one, value in named)


def is_number_said(token: str) -> bool:
    """True for a number that stands alone and what ends it: 300이네."""
    return _NUMBER_SAID.fullmatch(token) is not None


def canonical(number: str) -> str:
    """A number's form for comparison: 40.0 and 40 are equal."""
    value = Decimal(number.replace(",", "")).normalize()
    return f"{value:f}"


def _unified(word: str) -> str:
    """A word as numbers are compared."""
    return canonical(word) if re.fullmatch(_NUMBER, word) else word


def _value(one: SpecField, match: re.Match[str]) -> str:
    if one.parser == "number":
        return canonical(match[1])
    said = match[0]
    return next(each.value for each in one.choices if said in _words_of(each))


def _words_of(choice: Choice) -> set[str]:
    return {folded(word) for word in (choice.value, *choice.words, *choice.label.values())}


def _called(one: SpecField, value: str) -> str:
    """A choice by its label, in the pack's own language; a number as it is."""
    chosen = next((each for each in one.choices if each.value == value), None)
    return value if chosen is None else next(iter(chosen.label.values()), value)


def _patterns(one: SpecField) -> Iterator[re.Pattern[str]]:
    if one.parser == "choice":
        words = sorted(set[str]().union(*map(_words_of, one.choices)), key=len)
        yield re.compile("|".join(rf"(?<![^\W_]){re.escape(word)}" for word in reversed(words)))
        return
    if one.prefixes:
        alternatives = "|".join(_spelled(word) for word in sorted(map(folded, one.prefixes), key=len, reverse=True))
        yield re.compile(rf"(?:(?<![^\W\d_])|(?<=\dx)|(?<=[가-힣]))(?:{alternatives})\s*[.#:=\-]?\s*{_NUMBER}(?![\d.])")
    if one.units:
        alternatives = "|".join(re.escape(word) for word in sorted(map(folded, one.units), key=len, reverse=True))
        yield re.compile(rf"(?<![a-z0-9_.]){_NUMBER}\s*(?:{alternatives})(?![a-wyz0-9²³])")


def _spelled(prefix: str) -> str:
    return r"\s*".join(re.escape(part) for part in prefix.split())


def _stands_beside(text: str, span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    """Nothing but blanks, commas and brackets lies between it and another field."""
    gaps = (text[span[1] : start] if start >= span[1] else text[end : span[0]] for start, end in spans)
    return any(_BESIDE.fullmatch(gap) for gap in gaps)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    left = list(text)
    for start, end in spans:
        left[start:end] = " " * (end - start)
    return "".join(left)
