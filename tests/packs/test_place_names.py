"""Districts of the shipped pack as people say them: without 구 and 군, where the rest is no word of its own."""

from __future__ import annotations

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.regions import find_regions

REGION = next(slot for slot in load_pack(shipped_packs() / "real_estate").slots if slot.parser == "region")
WORDS_OF_THEIR_OWN = {"구로", "동작", "수성", "달성", "동안", "만안"}
"""어느 구로, 동작이 느리다, 수성 페인트, 목표 달성, 두 달 동안, 불만 안은 집."""
DISTRICTS = [
    (node.name, node.name.split()[-1][:-1])
    for node in REGION.regions
    if node.name.endswith(("구", "군")) and len(node.name.split()[-1]) > 2
]


@pytest.mark.parametrize(("name", "bare"), [one for one in DISTRICTS if one[1] not in WORDS_OF_THEIR_OWN])
def test_a_district_is_known_by_its_bare_name(name: str, bare: str) -> None:
    assert [one.values for one in find_regions(f"{bare}은요?", REGION, ["서울 관악구"])] == [(name,)]


@pytest.mark.parametrize("bare", sorted(WORDS_OF_THEIR_OWN))
def test_a_bare_name_that_is_another_word_names_no_district(bare: str) -> None:
    assert find_regions(f"{bare}은요?", REGION) == ()
