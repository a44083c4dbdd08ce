"""The document team's own state: plain values."""

from __future__ import annotations

from typing import TypedDict

from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief


class DocumentState(TypedDict):
    """One document, clause or review, from the brief to its result."""

    brief: JsonObject
    """`Brief` without its evidence."""
    fields: list[JsonObject]
    """`FilledField`: the values from the conversation."""
    form: JsonObject | None
    """`FormRequest`: the missing fields."""
    filled: JsonObject | None
    """Field -> value, as the person filled the form."""
    done: JsonObject | None
    """`DocumentDone`."""
    evidence_ids: list[str]
    """Ids of the articles it cites; the batches are in the `EvidenceStore`."""


def initial_state(brief: Brief) -> DocumentState:
    """The initial state."""
    return DocumentState(
        brief=brief.model_copy(update={"evidence": (), "requests": ()}).model_dump(mode="json"),
        fields=[],
        form=None,
        filled=None,
        done=None,
        evidence_ids=[],
    )
