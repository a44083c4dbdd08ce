"""Parts of a pack as keys of a cache: the same object, not an equal one.

A pack never changes once it is read, and comparing or hashing its hundreds of regions costs more than what is cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

PartT = TypeVar("PartT")


@dataclass(frozen=True, eq=False)
class ByIdentity(Generic[PartT]):
    """A key that equals another one of the very same object. It keeps the object, so its id is not given away."""

    part: PartT

    def __hash__(self) -> int:
        return id(self.part)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.part is other.part  # pyright: ignore[reportUnknownMemberType]
