"""Words that rows can be asked by."""

from __future__ import annotations

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.row_words import known_to_rows, names_a_row

PACK = load_pack(shipped_packs() / "water_treatment")


def test_columns_and_comparisons_are_known_and_other_things_are_not() -> None:
    assert list(known_to_rows(("일평균", "최고", "유량"), ("readings",), PACK)) == [True, True, False]


def test_a_time_and_two_others_name_a_row() -> None:
    assert names_a_row({"point", "parameter", "period"}, PACK)
    assert not names_a_row({"point", "period"}, PACK) and not names_a_row({"point", "parameter", "unit"}, PACK)
