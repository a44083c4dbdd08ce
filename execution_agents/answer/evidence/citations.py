"""Evidence items numbered for one answer, and the `[n]` markers that tie sentences to them.

A marker with an unknown number never reaches the person, whether a model invented it or copied it from a document that
instructs models.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from execution_agents.analysis.cells import line_of, title_of
from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.passages import Asked, Passage
from foundation.contracts.events import Citation
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.schema.answering import AnswerFigures
from foundation.domains.schema.pack import Pack
from foundation.language.grams import coverage

MARKER = re.compile(r"\[(\d{1,3})\]")
HELD = re.compile(r"^[\[【]\s*(?:자료\s*|source\s*)?(\d{1,3}(?:\s*,\s*\d{1,3})*)\s*[\]】]$", re.IGNORECASE)
MARKER_LIKE = re.compile(r"[\[［【]\s*((?:자료\s*)?\d{1,3}(?:\s*,\s*\d{1,3})*)\s*[\]］】]")
LINK = re.compile(r"\](?:\(|（)")
TAG = re.compile(r"<(?=[a-zA-Z/!])")
LONGEST_MARKER = 24
"""Characters after which an open bracket is no marker any more."""
_HALF_MARKER = re.compile(r"[\[【]\d*$")
PICTURES = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]")


@dataclass(frozen=True)
class Numbered:
    """One evidence item under its number."""

    marker: int
    item: EvidenceItem
    """As it may be shown inside an answer."""
    original: EvidenceItem
    evidence: Evidence

    @property
    def is_row(self) -> bool:
        """A row of a table or an API, not a passage."""
        return bool(self.item.fields)


def numbered(evidence: Sequence[Evidence]) -> tuple[Numbered, ...]:
    """All items of all batches, counted from 1; computed figures before the rows they were computed over."""
    found: list[Numbered] = []
    for batch in evidence:
        for item in sorted(batch.items, key=lambda item: not item.derived):
            found.append(Numbered(len(found) + 1, defused_item(item), item, batch))
    return tuple(found)


def defused_item(item: EvidenceItem) -> EvidenceItem:
    """The item with all its words defused."""
    fields = {name: defused(value) if isinstance(value, str) else value for name, value in item.fields.items()}
    return item.model_copy(update={"title": defused(item.title), "text": defused(item.text), "fields": fields})


@lru_cache(maxsize=2048)
def defused(text: str) -> str:
    """The same words without markers, links, images or tags: once quoted, these would look like ours. Cached: rows that
    are reused come again in each turn."""
    return LINK.sub("] (", TAG.sub("‹", MARKER_LIKE.sub(r"(\1)", text)))


def cited(text: str, items: Iterable[Numbered], pack: Pack, question: str, language: str) -> tuple[Citation, ...]:
    """The citations of a text, in order of their numbers; each marker once."""
    used = {int(number) for number in MARKER.findall(text)}
    return tuple(citation_of(one, pack, question, language) for one in items if one.marker in used)


def citation_of(one: Numbered, pack: Pack, question: str, language: str) -> Citation:
    """What stands behind a marker."""
    item, figures = one.original, pack.answering
    return Citation(
        marker=one.marker,
        chunk_id=item.item_id,
        source=item.source,
        title=title_of(item, pack, language),
        quote=line_of(item, pack, language) if one.is_row else best_quote(question, item, language, figures),
        uri=item.uri,
        fetched_at=one.evidence.fetched_at,
        example=item.example,
        web=item.is_web,
        as_of=item.as_of,
        fields=item.fields,
        evidence_id=one.evidence.evidence_id,
    )


def best_quote(question: str, item: EvidenceItem, language: str, figures: AnswerFigures) -> str:
    """The passage's own words nearest to the question."""
    sentences = ranked(Asked(question), [Passage(1, item.title, item.text)], language, figures.scoring)
    return (sentences[0].text if sentences else item.text)[: figures.citations.quote]


def with_citations(text: str, items: Sequence[Numbered], pack: Pack, language: str) -> str:
    """Adds to a text without citations the marker of the item that supports it best, if one does."""
    if MARKER.search(text) or not items:
        return text
    best = max(items, key=lambda one: coverage(text, shown(one, pack, language)))
    if coverage(text, shown(best, pack, language)) < pack.answering.citations.borne_out / 1000:
        return text
    return f"{text.rstrip()} [{best.marker}]"


def shown(one: Numbered, pack: Pack, language: str) -> str:
    """Title and content, as words."""
    return f"{one.item.title} {line_of(one.item, pack, language)}"


class MarkerFilter:
    """Filters a stream: holds back what may become a marker and drops unknown markers."""

    def __init__(self, known: Iterable[int]) -> None:
        self._known = frozenset(known)
        self._held = ""
        self._last = ""
        self._tail = ""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        out: list[str] = []
        for character in PICTURES.sub("", piece):
            passed = self._next(character)
            # An answer links only to its evidence.
            passed = " " + passed if passed.startswith("(") and self._last == "]" else passed
            out.append(passed)
            self._last = passed[-1:] or self._last
            self._tail = (self._tail + passed)[-LONGEST_MARKER:]
        return "".join(out)

    def flush(self) -> str:
        """The text held back when the stream ended; half a marker is dropped, and so is trailing space."""
        held, self._held = self._held, ""
        return "" if re.fullmatch(r"\s*(?:[\[【]\s*\d*[\d,\s]*)?", held) else held

    def _next(self, character: str) -> str:
        opened = self._held.lstrip()
        if character in "[【":
            out, self._held = (self._held if opened else ""), (character if opened else self._held + character)
            return out
        if not opened:
            return self._space_or_text(character)
        self._held += character
        if character in "]】":
            return self._closed()
        return self._release() if len(opened) >= LONGEST_MARKER or character == "\n" else ""

    def _space_or_text(self, character: str) -> str:
        if character.isspace():
            # Space is held back too: it must go together with a dropped marker.
            self._held += character
            return ""
        return self._release() + character

    def _closed(self) -> str:
        space = self._held[: len(self._held) - len(self._held.lstrip())]
        matched = HELD.match(self._held.strip())
        if matched is None:
            return self._release()
        self._held = ""
        markers = [int(number) for number in re.split(r"\s*,\s*", matched[1])]
        known = [f"[{marker}]" for marker in markers if marker in self._known]
        if known:
            return space + "".join(known)
        # The text around a dropped marker must not join into a new one: [9[3]9] is not [99].
        return " " if _HALF_MARKER.search(self._tail) else ""

    def _release(self) -> str:
        out, self._held = self._held, ""
        return out
