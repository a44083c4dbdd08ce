"""Where a process finds its database, in words."""

from __future__ import annotations

from pathlib import Path

from foundation.storage.database.embedded import embedded_files
from service_agent.composition.connections import database_of
from service_agent.settings.settings import Settings


def test_the_embedded_database_is_named_where_its_files_are(tmp_path: Path) -> None:
    shown = database_of(Settings(data_dir=tmp_path))
    assert str(embedded_files(tmp_path)) in shown


def test_a_databases_address_is_reported_without_who_comes_in() -> None:
    url = "postgresql://ann:secret@db.example:5433/answers"
    assert database_of(Settings(database_url=url)) == "db.example:5433/answers"  # pyright: ignore[reportArgumentType]
