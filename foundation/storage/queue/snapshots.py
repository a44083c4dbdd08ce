"""The state that every turn starts from, in one round trip: the time, the person's settings, the versions of the pack's
sources, the session's attached files, the tenant's model endpoint, and its ledger without its items."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import structlog
from sqlalchemy import text

from foundation.contracts.identity import Principal
from foundation.storage.conversations.evidence import entries_of, newest_of_each_type
from foundation.storage.database.repository import Repository, who
from foundation.storage.records import LedgerEntry, Opening, PersonSettings

log = structlog.get_logger()
PER_TYPE = 8
"""Newest records per data type that a turn reads."""

_READ = text(
    f"""
    SELECT clock_timestamp() AS now,
        (SELECT CAST(json_build_array(confirm_timeout_s, language, ask, remembers) AS text) FROM people
         WHERE tenant_id = :tenant_id AND owner_id = :owner_id) AS person,
        (SELECT CAST(json_agg(json_build_array(kind, name, version)) AS text) FROM source_versions
         WHERE tenant_id = :tenant_id AND pack = :pack) AS versions,
        ({newest_of_each_type("evidence.session_id = :session_id")}) AS ledger,
        (SELECT CAST(exchanges AS text) FROM recent_exchanges
         WHERE session_id = :session_id AND tenant_id = :tenant_id AND owner_id = :owner_id) AS exchanges,
        (SELECT remembers AND NOT stateless FROM sessions WHERE session_id = :session_id
         AND tenant_id = :tenant_id AND owner_id = :owner_id) AS remembers,
        (SELECT CAST(json_build_array(s.experiment, s.arm, e.arms, e.ends_at <= clock_timestamp()) AS text)
         FROM sessions AS s LEFT JOIN experiments AS e ON e.tenant_id = s.tenant_id AND e.name = s.experiment
         WHERE s.session_id = :session_id AND s.experiment IS NOT NULL
            AND s.tenant_id = :tenant_id AND s.owner_id = :owner_id) AS drawn,
        (SELECT CAST(json_agg(json_build_array(attachment_id, name) ORDER BY created_at DESC, attachment_id) AS text)
         FROM attachments
         WHERE session_id = :session_id AND tenant_id = :tenant_id AND owner_id = :owner_id) AS attached,
        (SELECT version FROM model_endpoints WHERE tenant_id = :tenant_id) AS endpoint
    """  # noqa: S608  (put together from this package's own constants; values are bound)
)


class OpeningsRepository(Repository):
    """Openings of one person's turns."""

    async def read(
        self, principal: Principal, session_id: str, pack: str, data_types: Sequence[str], per_type: int = PER_TYPE
    ) -> Opening:
        """The state for a turn of this session on this pack; its ledger holds these data types."""
        values = {"session_id": session_id, "pack": pack, "data_types": list(data_types), "per_type": per_type}
        row = await self._first(_READ, **who(principal), **values)
        if row is None:
            raise RuntimeError("the database returned no row")
        return Opening(
            now=row.now,
            person=_person(row.person),
            versions={(kind, name): str(version) for kind, name, version in _parsed(row.versions)},
            ledger=_ledger(row.ledger, session_id),
            exchanges=None if row.exchanges is None else tuple(json.loads(row.exchanges)),
            remembers=bool(row.remembers),
            endpoint=row.endpoint,
            attached=tuple((each, name) for each, name in _parsed(row.attached)),
            **_drawn(row.drawn),
        )


def _person(stored: str | None) -> PersonSettings:
    return PersonSettings() if stored is None else PersonSettings(*json.loads(stored))


def _drawn(stored: str | None) -> dict[str, Any]:
    if stored is None:
        return {}
    experiment, name, arms, ended = json.loads(stored)
    arm = next((arm for arm in arms or () if arm["name"] == name), None)
    return {"experiment": experiment, "arm": arm, "arms": tuple(arms or ()), "experiment_ended": bool(ended)}


def _parsed(stored: str | None) -> list[list[Any]]:
    return [] if stored is None else json.loads(stored)


def _ledger(stored: str | None, session_id: str) -> tuple[LedgerEntry, ...]:
    try:
        return entries_of(stored)
    except ValueError:
        # An unreadable ledger costs a search, never the turn.
        log.exception("ledger_unreadable", session_id=session_id)
        return ()
