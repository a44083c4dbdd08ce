"""Regions as a file writes them."""

from __future__ import annotations

import pytest

from execution_agents.ingest.regions import RegionNames
from foundation.domains.schema.pack import Pack


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("대구광역시 달서구 두류동", "대구 달서구 두류동"),
        ("대구광역시 달서구 새이름동", "대구 달서구 새이름동"),
        ("경기도 안양시 동안구 평촌동", "경기 안양시 동안구 평촌동"),
        ("제주특별자치도 제주시 노형동", "제주특별자치도 제주시 노형동"),
    ],
)
def test_a_written_region_gets_the_packs_name(pack: Pack, written: str, canonical: str) -> None:
    assert RegionNames(pack).canonical(written) == canonical
