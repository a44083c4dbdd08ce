"""Versions of corpora and tables, as the repositories that fill them keep them."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import and_, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.storage.conversations.sessions import ERASED
from foundation.storage.tables.corpus import source_version, source_versions

VersionKind = Literal["corpus", "table", "graph"]
UNFILLED = "0"
"""The version of what nothing was ever brought into."""

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:what, 0))")


async def alone(connection: AsyncConnection, *what: str) -> None:
    """Waits until no other transaction fills the same thing, and keeps others out until this one ends."""
    await connection.execute(_ALONE, {"what": "\x1f".join(what)})


async def bump(connection: AsyncConnection, principal: Principal, pack: str, kind: VersionKind, name: str) -> None:
    """Gives the source a new, unique version. It names no person: the source belongs to the tenant."""
    nobody = {"tenant_id": principal.tenant_id, "owner_id": ERASED}
    statement = insert(source_versions).values(
        **nobody, pack=pack, kind=kind, name=name, version=source_version.next_value()
    )
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["tenant_id", "pack", "kind", "name"],
            set_={"version": statement.excluded.version, "updated_at": func.now()},
        )
    )


# Every turn reads these: built once, they cost half of what building them each time does.
_OF_PACK = and_(
    source_versions.c.tenant_id == bindparam("tenant_id"),
    source_versions.c.pack == bindparam("pack"),
    source_versions.c.kind == bindparam("kind"),
)
VERSIONS = select(source_versions.c.name, source_versions.c.version).where(_OF_PACK)
"""All versions of a pack and kind; its values are `versions_key`. What has no row is UNFILLED."""
VERSION = VERSIONS.where(source_versions.c.name == bindparam("name"))
"""One of them; wants `name` too."""

EVERYBODYS_VERSIONS = select(
    source_versions.c.tenant_id, source_versions.c.pack, source_versions.c.name, source_versions.c.version
).where(source_versions.c.kind == bindparam("kind"))
"""Those of every tenant and pack."""


def versions_key(principal: Principal, pack: str, kind: VersionKind) -> dict[str, str]:
    """The values of VERSIONS."""
    return {"tenant_id": principal.tenant_id, "pack": pack, "kind": kind}
