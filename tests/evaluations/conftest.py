"""Evaluations of the shipped packs begin where one before has left its database."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from evaluations.harness.databases import Filling
from foundation.storage.database.embedded import EmbeddedPostgres
from tests.databases import lay_filled_cluster


@pytest.fixture(scope="session")
def kept(filled_cluster: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """What `--keep` names, with the database of the shipped packs in it."""
    folder = tmp_path_factory.mktemp("kept")
    lay_filled_cluster(filled_cluster, folder)
    shipped = Filling("shipped")
    with EmbeddedPostgres(folder) as address:
        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}").format(
            sql.Identifier(address.database), sql.Identifier(f"{shipped.name}_{shipped.fingerprint()}")
        )
        with psycopg.connect(**replace(address, database="postgres").psycopg_kwargs(), autocommit=True) as connection:
            connection.execute(rename)
    yield folder
    EmbeddedPostgres(folder).remove()
