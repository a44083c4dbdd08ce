"""The document team's own state: plain values."""

from __future__ import annotations

from typing import TypedDict

from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief


class DocumentState(TypedDict):
    """One document, clause or review, from the brief to what is shown of it."""

    brief: JsonObject
    """`Brief` without its evidence."""
    fields: list[JsonObject]
    """`FilledField`: what the conversation gives."""
    form: JsonObject | None
    """`FormRequest`: what is still lacking."""
    filled: JsonObject | None
    """Field -> value, as the person filled the form."""
    done: JsonObject | None
    """`DocumentDone`."""
    evidence_ids: list[str]
    """Of the articles it rests on; the batches lie on the desk."""


def initial_state(brief: Brief) -> DocumentState:
    """The state it starts from."""
    return DocumentState(
        brief=brief.model_copy(update={"evidence": (), "requests": ()}).model_dump(mode="json"),
        fields=[],
        form=None,
        filled=None,
        done=None,
        evidence_ids=[],
    )
