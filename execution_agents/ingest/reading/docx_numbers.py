"""The numbers Word draws before paragraphs: they are in no text, yet people cite a rule as "3. 가."."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Self

from docx.oxml.ns import qn

_PLACE = re.compile(r"%([1-9])")
_GANADA = "가나다라마바사아자차카타파하"
_CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


@dataclass(frozen=True)
class _Level:
    form: str
    text: str
    start: int


@dataclass
class Numbering:
    """The document's numbered lists, counted as its paragraphs are read in order."""

    lists: dict[str, tuple[str, dict[int, _Level]]] = field(default_factory=dict[str, tuple[str, dict[int, _Level]]])
    """Number id -> (the list it counts in, its levels)."""
    counts: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])

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
        lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        for one in root.findall(qn("w:num")):
            kind = _value(one, "abstractNumId", "")
            lists[str(one.get(qn("w:numId")))] = (kind, kinds.get(kind, {}))
        return cls(lists)

    def marker(self, paragraph: Any, style: Any) -> str:
        """What Word draws before the paragraph; "" before most."""
        declared = _of(paragraph, style)
        if declared is None or declared[0] not in self.lists:
            return "-" if style is not None and str(style.name).lower().startswith("list bullet") else ""
        number, at = declared
        kind, levels = self.lists[number]
        if at not in levels:
            return ""
        counts = self.counts.setdefault(kind, {})
        counts[at] = counts.get(at, levels[at].start - 1) + 1
        for deeper in [one for one in counts if one > at]:
            del counts[deeper]
        if levels[at].form == "bullet":
            return "-"
        return _PLACE.sub(lambda found: self._figure(levels, counts, int(found[1]) - 1), levels[at].text).strip()

    def _figure(self, levels: dict[int, _Level], counts: dict[int, int], at: int) -> str:
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


def _declared(level: Any) -> _Level:
    start = _value(level, "start", "1")
    return _Level(
        _value(level, "numFmt", "decimal"),
        _value(level, "lvlText", ""),
        int(start) if start.isdigit() and len(start) < 6 else 1,
    )


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
