"""A source whose state nobody knows without asking it: reuse depends on the age of what it gave and on the slots."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from foundation.contracts.identity import Principal
from foundation.contracts.work import EvidenceItem, Slots


class Unversioned:
    """The part of `Source` that says what has changed."""

    async def version(self, principal: Principal) -> str:
        """Unknown without a call, so never equal to a stored one: reuse depends on age and slots only."""
        del principal
        return ""

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """False: nothing is called to find out; the data type's age limit bounds what may have changed."""
        del principal, items
        return False

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """False, for the same reason."""
        del principal, slots, since
        return False
