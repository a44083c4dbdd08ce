"""Drafts with known truth (`drafts/README.md` of the public data says what each key means)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FOLDER = "drafts"
OPENING, CLOSING = "⟦", "⟧"
"""They stand around wrong words."""


class Plan(BaseModel):
    """What the scripted model plans."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    intent: str
    slots: Mapping[str, tuple[str, ...]] = {}


class Case(BaseModel):
    """One draft."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str
    kind: str
    label: Literal["wrong", "right"]
    pack: str
    language: str
    question: str
    plan: Plan
    draft: str
    retry: str | None = None
    """Written on strict prompts; None: the draft again."""
    evidence: Mapping[str, str] = {}
    """Name -> regular expression of one line of the prompt's evidence."""
    cells: Mapping[str, tuple[str, str]] = {}
    """Name -> (evidence, column)."""
    computed: Mapping[str, tuple[str, str]] = {}
    """Name -> (expression over the cells, how it is written)."""
    marker: tuple[str, str] | None = None
    """(Evidence cited, evidence that bears the sentence out)."""
    refuses: bool = False
    why: str = Field(default="")

    def planned(self) -> dict[str, Any]:
        """The reply to the planning prompt."""
        return {
            "route": "rag_required",
            "standalone_question": self.question,
            "intent": self.plan.intent,
            "confidence": 0.95,
            "slots": {name: list(values) for name, values in self.plan.slots.items()},
        }
