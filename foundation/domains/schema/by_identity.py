"""Parts of a pack as keys of a cache: the same object, not an equal one.

A pack never changes once it is read, and comparing or hashing its hundreds of regions costs more than what is cached.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from pydantic import BaseModel

PartT = TypeVar("PartT")


@dataclass(frozen=True, eq=False)
class ByIdentity(Generic[PartT]):
    """A key that equals another one of the very same object. It keeps the object, so its id is not given away."""

    part: PartT

    def __hash__(self) -> int:
        return id(self.part)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.part is other.part  # pyright: ignore[reportUnknownMemberType]


def figures_hash(figures: BaseModel) -> str:
    """Twelve hexadecimal digits that change with any figure of a part; every turn says which it was answered with."""
    return _hashed(ByIdentity(figures))


@lru_cache(maxsize=64)
def _hashed(figures: ByIdentity[BaseModel]) -> str:
    return hashlib.sha256(figures.part.model_dump_json().encode()).hexdigest()[:12]
