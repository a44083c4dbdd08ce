"""Conversations with what each answer must and must not say (`conversations/README.md` of the public data says what
each key means)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Groups = tuple[tuple[str, ...], ...]
"""Groups of alternatives: of every group one must stand there."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class Expected(_Declared):
    """What an answer says when it is right."""

    lead: Groups = ()
    anywhere: Groups = ()
    half: Groups = ()
    """Figures the answer is computed from."""
    never: tuple[str, ...] = ()


class Turn(_Declared):
    """One message."""

    say: str = Field(min_length=1)
    kind: str
    outcome: str | tuple[str, ...]
    expect: Expected = Expected()
    decision: Mapping[str, Literal["search", "reuse", "either"]] = {}
    must_not_reuse: tuple[str, ...] = ()

    @property
    def is_in_the_data(self) -> bool:
        """True where an answer, and nothing else, is right: then the data holds it."""
        return self.outcome == "answer"

    @property
    def evidence(self) -> Groups:
        """What must stand in the passages or rows: the figures to compute from, else the answer itself."""
        return self.expect.half or self.expect.lead if self.is_in_the_data else ()

    @property
    def must_be_searched(self) -> frozenset[str]:
        """Data types whose reuse would be wrong."""
        return frozenset((*self.must_not_reuse, *(name for name, how in self.decision.items() if how == "search")))


class Conversation(_Declared):
    """One session's turns, in order."""

    id: str
    pack: str
    data: Literal["shipped", "ingested"]
    lang: str
    turns: tuple[Turn, ...] = Field(min_length=1)
