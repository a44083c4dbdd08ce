"""Mentions before they are final, with positions in the normalised text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from execution_agents.knowledge_graph.normalised_text import NormalisedText
from foundation.contracts.entities import Mention, MentionStatus
from foundation.language.cues import negated


@dataclass
class Draft:
    """One mention before it is final."""

    start: int
    end: int
    status: MentionStatus | Literal["behind"]
    """behind: a name only if its container is right before it."""
    type: str = ""
    ids: list[str] = field(default_factory=list[str])
    is_shared: bool = False
    is_group: bool = False
    parent: str = ""
    corrected: str = ""

    def mention(self, text: NormalisedText) -> Mention:
        """The mention in the original text."""
        assert self.status != "behind"
        start, end = text.span(self.start, self.end)
        return Mention(
            text=text.text[start:end],
            start=start,
            end=end,
            status=self.status,
            type=self.type,
            entities=tuple(self.ids),
            parent=self.parent,
            corrected=self.corrected,
            negated=negated(text.text, (start, end)),
        )


class Taken:
    """Positions of a text that mentions cover."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        self._places: set[int] = set()
        for draft in drafts:
            self.add(draft.start, draft.end)

    def add(self, start: int, end: int) -> None:
        """Adds a stretch."""
        self._places.update(range(start, end))

    def is_free(self, start: int, end: int) -> bool:
        """True if no mention overlaps the stretch."""
        return self._places.isdisjoint(range(start, end))
