"""What candidates for reuse are read from, as far as they need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from foundation.contracts.identity import Principal
from foundation.contracts.ports import LexicalIndex
from foundation.contracts.work import Evidence
from foundation.storage.records import LedgerEntry


class Ledger(Protocol):
    """The part of the evidence repository that is read here."""

    async def of_types(
        self, principal: Principal, session_id: str, data_types: Sequence[str]
    ) -> Sequence[LedgerEntry]: ...

    async def across_sessions(
        self, principal: Principal, pack: str, data_types: Sequence[str]
    ) -> Sequence[LedgerEntry]: ...

    async def with_items(self, principal: Principal, record: Evidence) -> Evidence: ...


@runtime_checkable
class Indexed(Protocol):
    """A source with an index of its own."""

    @property
    def index(self) -> LexicalIndex: ...
