"""Versions of corpora and tables, as the repositories that fill them keep them."""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy import Select, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.storage.repository import who
from foundation.storage.tables import source_version, source_versions

VersionKind = Literal["corpus", "table"]
UNFILLED = "0"
"""The version of what nothing was ever brought into."""

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:what, 0))")


async def alone(connection: AsyncConnection, *what: str) -> None:
    """Waits until no other transaction fills the same thing, and keeps others out until this one ends."""
    await connection.execute(_ALONE, {"what": "\x1f".join(what)})


async def bump(connection: AsyncConnection, principal: Principal, pack: str, kind: VersionKind, name: str) -> None:
    """Gives it a version nothing ever had."""
    statement = insert(source_versions).values(
        **who(principal), pack=pack, kind=kind, name=name, version=source_version.next_value()
    )
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["tenant_id", "pack", "kind", "name"],
            set_={"version": statement.excluded.version, "updated_at": func.now()},
        )
    )


def version_of(principal: Principal, pack: str, kind: VersionKind, name: str) -> Select[Any]:
    """Reads it; no row means UNFILLED."""
    return select(source_versions.c.version).where(
        source_versions.c.tenant_id == principal.tenant_id,
        source_versions.c.pack == pack,
        source_versions.c.kind == kind,
        source_versions.c.name == name,
    )
