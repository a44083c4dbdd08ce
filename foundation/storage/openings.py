"""What every turn starts from, in one round trip: the time, the person's settings, the versions of what the pack's
sources hold, and the session's ledger without its items."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import structlog
from sqlalchemy import text

from foundation.contracts.identity import Principal
from foundation.storage.evidence import entries_of, newest_of_each_type
from foundation.storage.records import LedgerEntry, Opening, PersonSettings
from foundation.storage.repository import Repository, who

log = structlog.get_logger()
PER_TYPE = 8
"""Newest records per data type a turn looks at."""

_READ = text(
    f"""
    SELECT clock_timestamp() AS now,
        (SELECT CAST(json_build_array(confirm_timeout_s, language, ask) AS text) FROM people
         WHERE tenant_id = :tenant_id AND owner_id = :owner_id) AS person,
        (SELECT CAST(json_agg(json_build_array(kind, name, version)) AS text) FROM source_versions
         WHERE tenant_id = :tenant_id AND pack = :pack) AS versions,
        ({newest_of_each_type("evidence.session_id = :session_id")}) AS ledger
    """  # noqa: S608  (put together from this package's own constants; values are bound)
)


class OpeningsRepository(Repository):
    """Openings of one person's turns."""

    async def read(
        self, principal: Principal, session_id: str, pack: str, data_types: Sequence[str], per_type: int = PER_TYPE
    ) -> Opening:
        """What a turn of this session on this pack starts from; its ledger holds these data types."""
        values = {"session_id": session_id, "pack": pack, "data_types": list(data_types), "per_type": per_type}
        row = await self._first(_READ, **who(principal), **values)
        if row is None:
            raise RuntimeError("the database told nothing")
        return Opening(
            now=row.now,
            person=_person(row.person),
            versions={(kind, name): str(version) for kind, name, version in _parsed(row.versions)},
            ledger=_ledger(row.ledger, session_id),
        )


def _person(told: str | None) -> PersonSettings:
    return PersonSettings() if told is None else PersonSettings(*json.loads(told))


def _parsed(told: str | None) -> list[list[Any]]:
    return [] if told is None else json.loads(told)


def _ledger(told: str | None, session_id: str) -> tuple[LedgerEntry, ...]:
    try:
        return entries_of(told)
    except ValueError:
        # An unreadable ledger costs a search, never the turn.
        log.exception("ledger_unreadable", session_id=session_id)
        return ()
