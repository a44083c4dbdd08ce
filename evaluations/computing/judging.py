"""Whether an answer computes what a case expects, and from nothing made up. Read off the final message alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evaluations.computing.reading import Case, Value
from evaluations.harness.client import Answer, Item
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of

LEAD = 280
"""Characters in which the result must stand."""
UNITS: Mapping[str, tuple[str, Decimal]] = {
    "won": ("won", Decimal(1)),
    "pound": ("pound", Decimal(1)),
    "percent": ("percent", Decimal(1)),
    "points": ("points", Decimal(1)),
    "times": ("times", Decimal(1)),
    "days": ("time", Decimal(86_400)),
    "hours": ("time", Decimal(3_600)),
    "minutes": ("time", Decimal(60)),
    "months": ("months", Decimal(1)),
    "years": ("months", Decimal(12)),
    "m2": ("area", Decimal(1)),
    "mg/L": ("concentration", Decimal(1)),
    "NTU": ("turbidity", Decimal(1)),
    "kg": ("mass", Decimal(1)),
    "L": ("volume", Decimal(1)),
    "m3": ("volume", Decimal(1000)),
    "m3/day": ("flow", Decimal(1)),
    "m3/h": ("flow", Decimal(24)),
}
"""Unit of a case -> kind of figure, and how many of the kind's own unit it is. Others are compared as bare numbers."""
_BARE = frozenset({"count", "none", "NTU", "times"})
_FROM_BEFORE = frozenset({"conversation", "evidence"})
"""Where an input says that it comes from, if no question of the case and no row of the answer gave it."""
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_MARKER = re.compile(r"\[\d+\]")


@dataclass(frozen=True)
class Judged:
    """One case."""

    case: Case
    answer: Answer
    right: bool
    why: str
    invented: tuple[str, ...]
    """Inputs that nobody said, no row holds and no formula brings."""

    def line(self) -> dict[str, Any]:
        """For programs."""
        return {
            "id": self.case.id,
            "right": self.right,
            "why": self.why,
            "invented": list(self.invented),
            "content": self.answer.content,
            "analysis": self.answer.final.get("analysis"),
        }


def judged(case: Case, answer: Answer, earlier: Sequence[Answer], items: Sequence[Item]) -> Judged:
    """The verdict on one case. `earlier`: the answers before it; `items`: what all of them rest on."""
    why = wrong_with(case, answer)
    return Judged(case, answer, not why, why, invented_inputs(case, answer, earlier, items))


def wrong_with(case: Case, answer: Answer) -> str:
    """What is wrong; "" for a right answer."""
    if answer.failure:
        return f"the service said: {answer.failure}"
    expect, lead = case.expect, _MARKER.sub("", answer.content[:LEAD])
    analysis: Mapping[str, Any] = answer.final.get("analysis") or {}
    if not expect.is_figure:
        return not_held_back(expect.missing or expect.refused, answer.content, analysis)
    if found := [word for word in expect.never if word.casefold() in lead.casefold()]:
        return f"says {', '.join(found)}"
    at = 0
    for spellings in expect.names:
        places = [lead.casefold().find(one.casefold(), at) for one in spellings]
        known = [place for place in places if place >= 0]
        if not known:
            return f"lacks {' / '.join(spellings)}"
        at = min(known)
    lacking = [f"{one.value} {one.unit}" for one in expect.values if not stands(one, lead)]
    return f"lacks {', '.join(lacking)}" if lacking else ""


def not_held_back(words: Sequence[str], content: str, analysis: Mapping[str, Any]) -> str:
    """Where nothing may be calculated: that it was, or that it does not say why."""
    if analysis.get("value") is not None:
        return f"calculates {analysis['value']} {analysis.get('unit')}"
    return "" if any(word.casefold() in content.casefold() for word in words) else f"says none of {', '.join(words)}"


def stands(wanted: Value, text: str) -> bool:
    """Whether a figure stands in a text, exactly or as exactly as the case demands."""
    return any(_is(figure, wanted) for figure in figures_of(text))


def _is(figure: Figure, wanted: Value) -> bool:
    kind, factor = UNITS.get(wanted.unit, ("", Decimal(1)))
    for one in (figure, *figure.readings):
        bare = not kind or (one.kind == "plain" and wanted.unit in _BARE)
        if not bare and one.kind != kind:
            continue
        value = abs(one.value) / (one.factor if bare else factor)
        for right in (wanted.value, *wanted.also):
            if abs(value - abs(right)) <= wanted.rounded_to:
                return True
    return False


def invented_inputs(case: Case, answer: Answer, earlier: Sequence[Answer], items: Sequence[Item]) -> tuple[str, ...]:
    """Numbers that went into a calculation and come from nowhere."""
    said = numbers_said(" ".join(case.ask))
    shown = _shown_before(case, earlier, items)
    found: list[str] = []
    for one in _inputs(answer):
        value = Decimal(str(one["value"]))
        if case.inputs is not None:
            known = value in case.inputs
        elif one.get("origin") == "rows":
            known = any(item.item_id == one.get("item_id") for item in items)
        else:
            known = value in said or (one.get("origin") in _FROM_BEFORE and value in shown)
        if not known:
            found.append(f"{one['name']} = {one['value']}")
    return tuple(found)


def _inputs(answer: Answer) -> Iterator[Mapping[str, Any]]:
    """The figures that an answer calculates with; a default is the pack's."""
    analysis: Mapping[str, Any] = answer.final.get("analysis") or {}
    for operation in analysis.get("operations", ()):
        for one in operation.get("inputs", ()):
            if one.get("unit") and one.get("origin") != "pack":
                yield one


def _shown_before(case: Case, earlier: Sequence[Answer], items: Sequence[Item]) -> frozenset[Decimal]:
    """What a question may take from the turns before it: numbers of their rows and passages (28건, of a follow-up × 3),
    and what they calculated from nothing made up. Not what an answer says: that may be made up."""
    held = frozenset(number for item in items for number in _numbers_of(item)) if earlier else frozenset[Decimal]()
    results: set[Decimal] = set()
    for at, one in enumerate(earlier):
        analysis: Mapping[str, Any] = one.final.get("analysis") or {}
        value = analysis.get("value")
        if value is not None and not invented_inputs(case, one, earlier[:at], items):
            results.add(Decimal(str(value)))
    return held | results


def _numbers_of(item: Item) -> frozenset[Decimal]:
    plain = {Decimal(found[0].replace(",", "")) for found in _NUMBER.finditer(item.text)}
    return numbers_said(item.text) | plain


def numbers_said(text: str) -> frozenset[Decimal]:
    """The numbers of the questions, in every unit they may be meant in."""
    found: set[Decimal] = set()
    for figure in figures_of(text):
        bare = figure.value / figure.factor
        found |= {figure.value, bare, figure.value * 10_000, figure.value * 10_000_000}
        found |= {figure.value / factor for kind, factor in UNITS.values() if kind == figure.kind}
        found |= {figure.value / 604_800, figure.value / Decimal("1609.344"), figure.value / 1000}
    for match in re.finditer(r"(\d+(?:\.\d+)?)\s?m\b", text, re.IGNORECASE):
        found.add(Decimal(match[1]) * 1_000_000)  # Instalments of 21.7m.
    for match in re.finditer(r"(\d+(?:\.\d+)?)천\s?(?:(\d)백)?", text):
        found.add((Decimal(match[1]) * 1000 + Decimal(match[2] or 0) * 100) * 10_000)
    return frozenset(found)
