"""Runs migrations on the connection it is handed, or on `-x url=…` when started by hand."""

from __future__ import annotations

from typing import Any

from alembic import context
from sqlalchemy import Connection, create_engine

from foundation.storage.database.engine import parse_url
from foundation.storage.database.migrate import only_ours
from foundation.storage.tables.all import metadata


def run_on(connection: Connection) -> None:
    """Runs the migrations in one transaction."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        include_name=only_ours,
        compare_type=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def run_by_hand() -> None:
    """Connects to the address after `-x url=`."""
    url = context.get_x_argument(as_dictionary=True).get("url")
    if url is None:
        raise SystemExit("Say which database: alembic -x url=postgresql://user:password@host/database …")
    keywords: dict[str, Any] = parse_url(url).psycopg_kwargs()
    engine = create_engine("postgresql+psycopg://", connect_args=keywords)
    with engine.connect() as connection:
        run_on(connection)
    engine.dispose()


handed = context.config.attributes.get("connection")
if handed is None:
    run_by_hand()
else:
    run_on(handed)
