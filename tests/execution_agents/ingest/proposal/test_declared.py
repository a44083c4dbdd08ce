"""What is proposed of a table: lists that go together, ranges, endings of names, words; and nothing that takes all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from execution_agents.ingest.proposal.declared import Wishes
from execution_agents.ingest.proposal.folder import folder_seen
from execution_agents.ingest.proposal.written import write_pack
from tests.execution_agents.ingest.proposal.conftest import nobody

ROWS = """구,동,단지명,전용면적(㎡),계약일,거래금액(원),층,거래유형
달서구,두류동,보성맨션,84.9,2026.1.6,"215,000,000",2,중개거래
수성구,범어동,범어아파트,59.9,2026.1.7,"500,000,000",12,중개거래
동구,신천동,신천타워,59.9,2026.2.1,"300,000,000",7,직거래
동구,율하동,보성맨션,84.9,2026.2.3,"310,000,000",3,직거래
"""


@pytest.fixture
def pack(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "실거래.csv").write_text(ROWS, encoding="utf-8")
    folder = write_pack(tmp_path / "packs", folder_seen(tmp_path / "files", nobody), Wishes("trades", "ko", ""))
    return yaml.safe_load((folder / "pack.yaml").read_text(encoding="utf-8"))


def test_lists_are_counted_together_until_somebody_asks_by_them(pack: dict[str, Any]) -> None:
    (source,) = pack["sources"]
    mapped = {one["slot"]: one for one in source["slots"]}
    assert mapped["gu"]["together"]
    assert mapped["georaeyuhyeong"]["together"]


def test_sizes_and_amounts_are_read_as_ranges(pack: dict[str, Any]) -> None:
    (source,) = pack["sources"]
    mapped = {one["slot"]: one for one in source["slots"]}
    assert mapped["area"] == {"slot": "area", "column": "jeonyongmyeonjeok_m2", "match": "between"}
    assert mapped["amount"]["column"] == "georaegeumaek_won"
    parsers = {one["name"]: one["parser"] for one in pack["slots"]}
    assert (parsers["area"], parsers["amount"], parsers["period"]) == ("area", "amount", "period")


def test_names_that_end_alike_tell_which_ones_the_files_lack(pack: dict[str, Any]) -> None:
    endings = {one["name"]: one["endings"] for one in pack["entities"]}
    assert endings["gu"] == ["구"]
    assert endings["dong"] == ["동"]
    assert "danjimyeong" not in endings


def test_no_pattern_takes_every_question(pack: dict[str, Any]) -> None:
    (rows, *_) = pack["intents"]
    assert "거래" in rows["keywords"]
    assert "단지" in rows["keywords"]
    (pattern,) = rows["patterns"]
    assert "층" in pattern
    assert "알려" not in pattern
