"""The handbook: without a mistake, explained line by line, every feature of a pack shown, its labels true."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from shutil import copytree

import pytest
import yaml

from foundation.domains.loading.labels import read_labels
from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs
from foundation.domains.schema.pack import DataType, Intent, Pack, TableSource

FOLDER = shipped_packs() / "handbook"
PAGE_WORDS = 220


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(FOLDER)


def test_the_pack_has_no_mistake() -> None:
    assert check_pack(FOLDER) == []


def test_it_has_fifteen_to_twenty_five_pages() -> None:
    words = sum(len(path.read_text(encoding="utf-8").split()) for path in (FOLDER / "documents").glob("*.md"))
    assert 15 <= words / PAGE_WORDS <= 25


def test_a_copy_under_another_name_is_a_pack_too(tmp_path: Path) -> None:
    copy = tmp_path / "my_company"
    copytree(FOLDER, copy)
    file = copy / "pack.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("name: handbook", "name: my_company"), encoding="utf-8")
    assert check_pack(copy) == []


def test_every_key_of_an_intent_and_a_data_type_is_shown() -> None:
    declared = yaml.safe_load((FOLDER / "pack.yaml").read_text(encoding="utf-8"))
    shown = {part: {key for each in declared[part] for key in each} for part in ("intents", "data_types")}
    assert set(Intent.model_fields) - shown["intents"] == set()
    assert set(DataType.model_fields) - shown["data_types"] == set()


def test_pack_yaml_is_explained() -> None:
    lines = (FOLDER / "pack.yaml").read_text(encoding="utf-8").splitlines()
    assert sum("#" in line for line in lines) >= 40


def test_addresses_are_ones_nobody_can_own() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (FOLDER / "documents").glob("*.md"))
    hosts = re.findall(r"(?:https://|@)([\w-]+(?:\.[\w-]+)+)", text)
    assert hosts
    assert all(host.endswith(".example") for host in hosts)


def test_there_are_forty_turns_or_more_and_both_halves_reuse_and_search(pack: Pack) -> None:
    halves = {half: [turn for each in held for turn in each.turns] for half, held in read_labels(pack).items()}
    assert sum(map(len, halves.values())) >= 40
    for held in halves.values():
        assert {how for turn in held for how in turn.types.values()} == {"reused", "searched"}


def test_labels_refer_to_declared_things(pack: Pack) -> None:
    for turn in (turn for held in read_labels(pack).values() for each in held for turn in each.turns):
        if turn.intent is not None:
            assert set(turn.types) == set(pack.data_types_of(pack.intent(turn.intent))), turn.q
        for name, values in turn.slots.items():
            known = {choice.value for choice in pack.slot(name).choices}
            assert not known or set(values) <= known, turn.q


def test_the_test_half_is_the_one_whose_hash_was_committed() -> None:
    said, name = (FOLDER / "labels" / "TEST_HALF.sha256").read_text(encoding="utf-8").split()
    assert hashlib.sha256((FOLDER / "labels" / name).read_bytes()).hexdigest() == said


def test_a_holiday_of_both_offices_stands_once(pack: Pack) -> None:
    source = pack.source("holidays")
    assert isinstance(source, TableSource)
    assert source.path is not None
    days = [line.split(",")[0] for line in (FOLDER / source.path).read_text(encoding="utf-8").splitlines()[1:]]
    assert len(days) == len(set(days))
