"""Kinds of facts a pack's documents hold word for word, beside those every pack has (addresses, ports, dates …)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foundation.domains.schema.declared import Declared, Name, Text


class Fact(Declared):
    """One kind of direct fact: a question that asks for it is answered by the value as it stands, without a model."""

    name: Name
    label: Text
    """What it is called in the answer: form number."""
    asked: Annotated[tuple[str, ...], Field(min_length=1)]
    """Words of a question that ask for it. A blank in them may be left out."""
    held: str
    """Regular expression over sentences; its one group is the value. Bounded like every pattern of a pack."""
