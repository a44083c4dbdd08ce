"""The reply models of the checks of a draft, and of the documents it may be written from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from prompts.reply import Reply, Words
from prompts.thinking_replies import Phrases


class ClaimReply(Reply):
    """One sentence that was looked up."""

    claim: int
    """Its number."""
    verdict: Literal["supported", "not_found", "contradicted"]
    quote: Words = ""


class ClaimsReply(Reply):
    """Every sentence that was asked for."""

    claims: Annotated[tuple[ClaimReply, ...], Field(min_length=1, max_length=60)]


class DocumentGradeReply(Reply):
    """One document."""

    document: int
    """Its number."""
    relevant: Literal["yes", "no"]


class DocumentGradingReply(Reply):
    """Every document that was asked about."""

    grades: Annotated[tuple[DocumentGradeReply, ...], Field(min_length=1, max_length=60)]


class GradeReply(Reply):
    """Whether a draft answers."""

    grade: Literal["accept", "retry", "failed"]
    missing: Phrases = ()
