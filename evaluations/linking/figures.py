"""Found mentions against labelled ones: which are right, which were missed, which name nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evaluations.linking.reading import LabelledMention, LabelledQuestion
from evaluations.rates import Share
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.entities import Mention

STATUSES = ("known", "ambiguous", "unknown")


@dataclass
class Counts:
    """Of one status."""

    found_right: int = 0
    found: int = 0
    labelled_found: int = 0
    labelled: int = 0

    @property
    def precision(self) -> Share:
        """The share of the found names that is right."""
        return Share(self.found_right, self.found)

    @property
    def recall(self) -> Share:
        """The share of the labelled names that was found."""
        return Share(self.labelled_found, self.labelled)


@dataclass
class Figures:
    """Of some questions."""

    questions: int = 0
    of: dict[str, Counts] = field(default_factory=lambda: {status: Counts() for status in STATUSES})
    false_unknown: int = 0
    """Questions in which something is reported as an unknown name that is none."""
    faults: list[str] = field(default_factory=list[str])
    """One line for each name that was missed or found wrongly."""

    def add(self, other: Figures) -> None:
        """Those of other questions, too."""
        self.questions += other.questions
        self.false_unknown += other.false_unknown
        self.faults += other.faults
        for status, counts in other.of.items():
            mine = self.of[status]
            mine.found_right += counts.found_right
            mine.found += counts.found
            mine.labelled_found += counts.labelled_found
            mine.labelled += counts.labelled


def compared(label: LabelledQuestion, found: Sequence[Mention], index: EntityIndex) -> Figures:
    """One question."""
    figures = Figures(questions=1)
    spans = _spans(label)
    sure = [mention for mention in found if mention.status != "weak"]
    for mention, span in zip(label.mentions, spans, strict=True):
        if mention.status == "weak":
            continue
        counts = figures.of[mention.status]
        counts.labelled += 1
        if any(_is_right(mention, one, index) for one in sure if _overlap(span, one)):
            counts.labelled_found += 1
        else:
            figures.faults.append(f"{label.question}: missed {mention.status} {mention.text!r}")
    for one in sure:
        near = [mention for mention, span in zip(label.mentions, spans, strict=True) if _overlap(span, one)]
        if _counts_neither_way(one, near, index):
            continue
        counts = figures.of[one.status]
        counts.found += 1
        if any(_is_right(mention, one, index) for mention in near):
            counts.found_right += 1
            continue
        figures.faults.append(
            f"{label.question}: {one.text!r} is no {one.status} {one.type} {', '.join(one.entities[:2])}"
        )
        figures.false_unknown += one.status == "unknown"
    return figures


def _spans(label: LabelledQuestion) -> list[tuple[int, int]]:
    """The spans of the labelled strings. A string that occurs more than once is searched for after the previous one."""
    found: list[tuple[int, int]] = []
    at = 0
    for mention in label.mentions:
        start = label.question.find(mention.text, at)
        start = label.question.find(mention.text) if start < 0 else start
        found.append((start, start + len(mention.text)))
        at = start + len(mention.text)
    return found


def _overlap(span: tuple[int, int], mention: Mention) -> bool:
    return span[0] < mention.end and mention.start < span[1]


def _is_right(label: LabelledMention, mention: Mention, index: EntityIndex) -> bool:
    if label.status != mention.status:
        return False
    if label.status == "unknown" or not label.entity:
        return True
    asked = key_of(label.entity)
    return any(asked in _names(entity_id, index) for entity_id in mention.entities)


def _names(entity_id: str, index: EntityIndex) -> set[str]:
    """Keys of all names that a label may use for an entity, or for the entity that contains it."""
    names: set[str] = set()
    for one in index.lineage(entity_id):
        entity = index.entities.get(one)
        if entity is not None:
            named = (one, one.partition(":")[2], entity.name, *entity.aliases, entity.properties.get("value", ""))
            names |= {key_of(name) for name in named}
    return names


def _counts_neither_way(mention: Mention, near: Sequence[LabelledMention], index: EntityIndex) -> bool:
    """Values of closed lists that are not labelled or stand inside an unknown name, and mentions near a weak label."""
    kinds = (index.entities[one].type for one in mention.entities)
    is_term = mention.status == "known" and any(index.kinds[kind].is_term for kind in kinds)
    if any(label.status == "weak" for label in near):
        return True
    return is_term and all(label.status == "unknown" for label in near)
