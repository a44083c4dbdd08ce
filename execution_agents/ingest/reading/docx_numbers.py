"""The numbers Word and Hancom draw before paragraphs: they are in no text, yet people cite a rule as "3. 가."."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from docx.oxml.ns import qn

_PLACE = re.compile(r"%([1-9])")
_GANADA = "가나다라마바사아자차카타파하"
_CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


@dataclass(frozen=True)
class Level:
    """How one level of a list is drawn."""

    form: str
    """`decimal`, `ganada` …, as Word names them."""
    text: str
    """`%1.` or `%1.%2`: the levels' figures between what stands around them."""
    start: int


@dataclass
class Counts:
    """How far each list has come."""

    reached: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])
    """List -> level from 0 -> its last number."""

    def drawn(self, of: str, levels: Mapping[int, Level], at: int) -> str:
        """What stands before the list's next paragraph, of this level."""
        counts = self.reached.setdefault(of, {})
        counts[at] = counts.get(at, levels[at].start - 1) + 1
        for deeper in [one for one in counts if one > at]:
            del counts[deeper]
        if levels[at].form == "bullet":
            return "-"
        return _PLACE.sub(lambda found: _figure(levels, counts, int(found[1]) - 1), levels[at].text).strip()

    def begin(self, of: str, starts: Mapping[int, int]) -> None:
        """Its levels begin with these numbers, wherever they were."""
        self.reached.setdefault(of, {}).update({level: start - 1 for level, start in starts.items()})


@dataclass
class Numbering:
    """The document's numbered lists, counted as its paragraphs are read in order."""

    lists: dict[str, tuple[str, dict[int, Level]]] = field(default_factory=dict[str, tuple[str, dict[int, Level]]])
    """Number id -> (the list it counts in, its levels)."""
    begins: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])
    """Number id -> the numbers its levels begin with at its first paragraph: one list after another counts anew."""
    counts: Counts = field(default_factory=Counts)

    @classmethod
    def of(cls, document: Any) -> Self:
        """What the document declares; nothing when it declares none."""
        try:
            root: Any = document.part.numbering_part.element
        except (KeyError, NotImplementedError, AttributeError):
            return cls()
        kinds = {
            str(kind.get(qn("w:abstractNumId"))): {
                int(level.get(qn("w:ilvl"))): _declared(level) for level in kind.findall(qn("w:lvl"))
            }
            for kind in root.findall(qn("w:abstractNum"))
        }
        found = cls()
        for one in root.findall(qn("w:num")):
            kind, number = _value(one, "abstractNumId", ""), str(one.get(qn("w:numId")))
            overrides = {int(level.get(qn("w:ilvl"))): level for level in one.findall(qn("w:lvlOverride"))}
            own = {at: _declared(level) for at, o in overrides.items() if (level := o.find(qn("w:lvl"))) is not None}
            found.lists[number] = (kind, {**kinds.get(kind, {}), **own})
            found.begins[number] = {
                at: _number(start, 1) for at, o in overrides.items() if (start := _value(o, "startOverride", ""))
            }
        return found

    def marker(self, paragraph: Any, style: Any) -> str:
        """What Word draws before the paragraph; "" before most."""
        declared = _of(paragraph, style)
        if declared is None or declared[0] not in self.lists:
            return "-" if style is not None and str(style.name).lower().startswith("list bullet") else ""
        number, at = declared
        kind, levels = self.lists[number]
        if at not in levels:
            return ""
        self.counts.begin(kind, self.begins.pop(number, {}))
        return self.counts.drawn(kind, levels, at)


def _figure(levels: Mapping[int, Level], counts: Mapping[int, int], at: int) -> str:
    level = levels.get(at)
    return "" if level is None else _drawn(counts.get(at, level.start), level.form)


def _of(paragraph: Any, style: Any) -> tuple[str, int] | None:
    for holder in (paragraph, style.element if style is not None else None):
        found = holder.find(f"{qn('w:pPr')}/{qn('w:numPr')}") if holder is not None else None
        number = found.find(qn("w:numId")) if found is not None else None
        if found is not None and number is not None:
            level = found.find(qn("w:ilvl"))
            written = "0" if level is None else str(level.get(qn("w:val")))
            return str(number.get(qn("w:val"))), int(written) if written in tuple("012345678") else 0
    return None


def _value(element: Any, name: str, default: str) -> str:
    found = element.find(qn(f"w:{name}"))
    return default if found is None else str(found.get(qn("w:val")) or default)


def _declared(level: Any) -> Level:
    return Level(
        _value(level, "numFmt", "decimal"), _value(level, "lvlText", ""), _number(_value(level, "start", ""), 1)
    )


def _number(written: str, default: int) -> int:
    return int(written) if written.isdigit() and len(written) < 6 else default


def _drawn(count: int, form: str) -> str:
    letters = {"ganada": _GANADA, "chosung": _CHOSUNG, "decimalEnclosedCircle": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"}.get(form, "")
    if 0 < count <= len(letters):
        return letters[count - 1]
    if form in ("lowerLetter", "upperLetter") and 0 < count <= 26:
        letter = chr(ord("a") + count - 1)
        return letter.upper() if form == "upperLetter" else letter
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        return _roman(count).upper() if form == "upperRoman" else _roman(count)
    return str(count)


def _roman(count: int) -> str:
    drawn = ""
    for value, letters in _ROMAN:
        drawn += letters * (count // value)
        count %= value
    return drawn
