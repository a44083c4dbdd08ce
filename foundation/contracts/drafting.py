"""The request to the document team and its result: plain values that packages exchange."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import NotFound
from foundation.contracts.frozen import Frozen

DocumentKind = Literal["draft", "clause", "review", "change"]
FieldOrigin = Literal["message", "conversation", "form", "kept", "default"]
"""From this message, from an earlier one, from a form, from the version before, or the template's own default."""
Verdict = Literal["fine", "unusual", "against", "missing"]
FORMATS: tuple[str, ...] = ("md", "docx")


class UnknownDraft(NotFound):
    """There is no such document of yours; its conversation may have been erased."""

    code = ErrorCode.UNKNOWN_DRAFT


class DocumentAsked(Frozen):
    """What a message asks of the document team."""

    kind: DocumentKind
    template: str = ""
    clauses: tuple[str, ...] = ()
    """Names of the pack's clauses that are asked for."""
    document_id: str = ""
    """change: the document that is changed. review: the drafted one that is reviewed."""


class FilledField(Frozen):
    """One field with its value and where that comes from."""

    name: str
    value: str
    """A decimal in won or in the field's unit, an ISO date, a choice, or words."""
    origin: FieldOrigin
    text: str = ""
    """The words it was read from."""


class DocumentVersion(Frozen):
    """One version of a drafted document."""

    document_id: str
    version: int = 1
    template: str
    title: str
    language: str
    fields: dict[str, str] = Field(default_factory=dict[str, str])
    clauses: tuple[str, ...] = ()
    """Names of the pack's clauses it holds."""
    terms: tuple[str, ...] = ()
    """Clauses in the person's own words."""
    markdown: str


class Paragraph(Frozen):
    """A paragraph shown to the person, with the evidence items that support it."""

    text: str
    cites: tuple[str, ...] = ()


class ReviewFinding(Frozen):
    """What is said of one clause of a reviewed contract."""

    item: str
    """Name of the checklist's entry; "model" where a model found it."""
    verdict: Verdict
    quote: str = ""
    """The sentence of the contract; "" where a clause is missing."""
    start: int = 0
    end: int = 0
    label: str = ""
    why: str = ""
    article: str = ""
    """As it is written to people: 주택임대차보호법 제6조의3."""
    cites: tuple[str, ...] = ()


class DocumentDone(Frozen):
    """What the document team gives back for one request."""

    kind: DocumentKind
    paragraphs: tuple[Paragraph, ...] = ()
    drafted: DocumentVersion | None = None
    findings: tuple[ReviewFinding, ...] = ()
    missing: tuple[str, ...] = ()
    """Labels of the fields that are still lacking."""
    by_model: bool = False


class DocumentMade(Frozen):
    """A document an answer made, as clients are shown of it."""

    document_id: str
    title: str
    version: int
    formats: tuple[str, ...] = FORMATS
