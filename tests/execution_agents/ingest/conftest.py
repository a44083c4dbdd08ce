"""The shipped pack and the public files, for whoever reads files into it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture(scope="module")
def public() -> Path:
    folder = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))
    if not (folder / "kr_statutes").exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold the public files")
    return folder
