"""An answer that the document team wrote: its own words, each with the markers of its passages. No model writes it, so
nothing changes on its way to the person."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.drafting import DocumentMade, Paragraph


def is_documented(request: AnswerRequest) -> bool:
    """The document team's words are the answer."""
    return request.document is not None and bool(request.document.paragraphs)


def documented_answer(request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """Its whole text."""
    if request.document is None:
        return ""
    by_id = {one.item.item_id: one.marker for one in reversed(items)}
    return "\n\n".join(_with_markers(one, by_id) for one in request.document.paragraphs)


def _with_markers(one: Paragraph, by_id: dict[str, int]) -> str:
    numbers = dict.fromkeys(by_id[each] for each in one.cites if each in by_id)
    markers = "".join(f"[{number}]" for number in numbers)
    return f"{one.text} {markers}" if markers else one.text


def documents_made(request: AnswerRequest) -> tuple[DocumentMade, ...]:
    """The drafted or changed documents, as clients are shown them."""
    made = request.document.drafted if request.document else None
    if made is None:
        return ()
    return (DocumentMade(document_id=made.document_id, title=made.title, version=made.version),)
