"""Edits a draft that is accepted as a whole: removes what the evidence contradicts, marks what nothing supports,
corrects wrong markers. Each edit is reported to the person in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.answer.checks.examined import Check, Finding, Mend
from execution_agents.answer.checks.parts import Part, parts_of
from execution_agents.answer.checks.verification import Verdict
from foundation.contracts.events import Mark, MarkWhy

WHY: dict[Check, MarkWhy] = {
    "figures": "figure",
    "cell": "figure",
    "article": "figure",
    "bound": "contradicted",
    "negated": "contradicted",
    "names": "name",
    "modality": "contradicted",
    "moment": "contradicted",
    "course": "contradicted",
    "actor": "contradicted",
    "marker": "citation",
    "unsupported": "unsupported",
    "advice": "advice",
    "overgeneral": "general",
}
LEFT_OUT = {
    "ko": "자료와 맞지 않아 뺀 문장(확인되지 않음): {what}",
    "en": "Left out, as it is not confirmed by the sources: {what}",
}
MARKED = {
    "ko": "자료로 확인되지 않은 부분에 표시했습니다: {what}",
    "en": "Marked, as it is not confirmed by the sources: {what}",
}
QUOTED, MOST = 160, 3
"""Most letters of a quoted sentence, and most sentences quoted."""
_MARKERS = re.compile(r"(?:\s?\[\d{1,3}\])+")
_MARKER = re.compile(r"\[(\d{1,3})\]")
_BLANKS = re.compile(r"[ \t]+")
_BULLET = re.compile(r"[ \t]*(?:[-*•]|\(?\d{1,2}[.)])?[ \t]*")


@dataclass(frozen=True)
class Settled:
    """A draft as it is shown."""

    text: str
    marks: tuple[Mark, ...] = ()
    """Offsets into `text` in characters, not yet in UTF-16 units."""
    left_out: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    mended: int = 0

    def notices(self, language: str) -> tuple[str, ...]:
        """The lines that report these edits to the person."""
        lines = ((LEFT_OUT, self.left_out), (MARKED, self.marked))
        return tuple(words.get(language, words["en"]).format(what=_quoted(found)) for words, found in lines if found)


def settled(text: str, verdict: Verdict) -> Settled:
    """The draft without what is wrong, with marks on what is doubtful. A table row is never removed."""
    findings = _gravest(verdict.examined.findings)
    out = [one.part for one in findings if one.wrong and one.part.kind != "row"]
    if len(out) == len(verdict.parts):
        out = []
    left_out = {part.start for part in out}
    edits = [(part.start, part.end, "") for part in out]
    edits += [
        (one.part.start, one.part.end, _mended(text[one.part.start : one.part.end], one))
        for one in verdict.examined.mends
        if one.part.start not in left_out
    ]
    whole = _edited(text, sorted(edits))
    doubted = [one for one in findings if one.part.start not in left_out]
    marks = tuple(_marks(whole, doubted))
    return Settled(
        whole, marks, tuple(part.text for part in out), tuple(one.part.text for one in doubted),
        len(edits) - len(out),
    )  # fmt: skip


def without_marked(text: str, verdict: Verdict) -> str:
    """The draft without any claim that has a finding; unchanged if nothing would be left."""
    held = {one.part.start: one.part for one in verdict.examined.findings}
    if len(held) >= len(verdict.parts):
        return text
    return _edited(text, sorted((part.start, part.end, "") for part in held.values()))


def without_parts(text: str, parts: Sequence[Part]) -> str:
    """The draft without these claims."""
    return _edited(text, sorted((part.start, part.end, "") for part in parts))


def _gravest(findings: Sequence[Finding]) -> list[Finding]:
    """The gravest finding of each claim."""
    found: dict[int, Finding] = {}
    for one in sorted(findings, key=lambda one: not one.wrong):
        found.setdefault(one.part.start, one)
    return sorted(found.values(), key=lambda one: one.part.start)


def _mended(sentence: str, mend: Mend) -> str:
    """A sentence with its markers corrected."""
    if not mend.instead:
        return _cites(sentence, mend.marker)
    instead = dict(zip(mend.part.cited, mend.instead, strict=True))
    return _MARKER.sub(lambda one: "".join(f"[{each}]" for each in instead[int(one[1])]), sentence)


def _cites(sentence: str, marker: int) -> str:
    """A sentence with this marker instead of its own."""
    place = _MARKERS.search(sentence)
    if place is None:
        return sentence
    rest = _MARKERS.sub("", sentence[place.end() :])
    return f"{sentence[: place.start()]} [{marker}]{rest}"


def _edited(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """Replaces these stretches by other words; when a stretch is removed, its bullet and its line go too if nothing
    else is on that line."""
    for start, end, instead in reversed(edits):
        if not instead:
            start, end = _with_its_line(text, start, end)
        text = f"{text[:start]}{instead}{text[end:]}"
    return text.strip() if edits else text


def _with_its_line(text: str, start: int, end: int) -> tuple[int, int]:
    begins = text.rfind("\n", 0, start) + 1
    ends = text.find("\n", end)
    ends = len(text) if ends < 0 else ends
    if not _BULLET.fullmatch(text[begins:start]) or text[end:ends].strip():
        blank = _BLANKS.match(text, end)
        return start, blank.end() if blank else end
    return begins, min(len(text), ends + 1)


def _marks(text: str, doubted: Sequence[Finding]) -> list[Mark]:
    """The positions of the marks in the edited text."""
    parts, found, cursor = parts_of(text), list[Mark](), 0
    for one in doubted:
        part = _same(one.part, parts[cursor:])
        if part is not None:
            cursor = parts.index(part) + 1
            found.append(Mark(start=part.opens, end=part.end, why=WHY[one.check]))
    return found


def _same(wanted: Part, parts: Sequence[Part]) -> Part | None:
    return next((part for part in parts if part.text == wanted.text), None)


def _quoted(sentences: Sequence[str]) -> str:
    different = list(dict.fromkeys(sentences))
    shown = [f"“{one if len(one) <= QUOTED else one[:QUOTED] + '…'}”" for one in different[:MOST]]
    return ", ".join([*shown, *(["…"] if len(different) > MOST else [])])
