"""The water treatment pack: without a mistake, forty pages, its traps set, its readings plausible, its labels true."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from evaluations.labels.questions import Question, read_questions
from foundation.domains.loading.labels import LabelledTurn, read_labels
from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import parse_slots
from packs.water_treatment import make_tables
from tests.foundation.domains.small_pack import NOW

FOLDER = shipped_packs() / "water_treatment"
PAGE = 1_000
"""Characters of a printed page of this kind, tables included."""
CHAPTERS = sorted((FOLDER / "documents").rglob("*.md"))


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(FOLDER)


def section_of(document: str, section: str) -> str:
    """What stands under a heading; "" when there is none."""
    text = (FOLDER / "documents" / document).read_text(encoding="utf-8")
    found = re.search(rf"(?ms)^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text)
    return found[1] if found else ""


def everything_asked(pack: Pack) -> list[Question]:
    return [question for questions in read_questions(pack).values() for question in questions]


def turns(pack: Pack) -> list[LabelledTurn]:
    return [turn for held in read_labels(pack).values() for each in held for turn in each.turns]


def test_the_pack_has_no_mistake() -> None:
    assert check_pack(FOLDER) == []


def test_the_manual_has_forty_pages() -> None:
    assert sum(len(path.read_text(encoding="utf-8")) for path in CHAPTERS) >= 40 * PAGE


def test_no_heading_stands_twice_in_a_chapter() -> None:
    for path in CHAPTERS:
        headings = re.findall(r"(?m)^## (.+)$", path.read_text(encoding="utf-8"))
        assert len(headings) == len(set(headings)), path


def test_addresses_are_ones_nobody_can_own() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in CHAPTERS)
    assert all(host.endswith(".example") for host in re.findall(r"https://([\w.-]+)", text))
    assert all(address.startswith("192.0.2.") for address in re.findall(r"\b\d+\.\d+\.\d+\.\d+\b", text))


@pytest.mark.parametrize("half", ["development", "test"])
def test_each_half_asks_four_or_more_of_every_type(pack: Pack, half: str) -> None:
    found = Counter(question.type for question in read_questions(pack)["development" if half != "test" else "test"])
    assert len(found) == 9
    assert min(found.values()) >= 4


def test_every_gold_fact_stands_in_its_section(pack: Pack) -> None:
    for question in everything_asked(pack):
        section = section_of(question.document, question.section)
        assert section, question
        assert not [fact for fact in question.facts if fact not in section], question


def test_no_question_is_asked_twice(pack: Pack) -> None:
    asked = [question.q for question in everything_asked(pack)]
    assert len(set(asked)) == len(asked) >= 72


def test_the_traps_are_set() -> None:
    backwash = section_of("manual/05-filtration.md", "급속여과지 역세척 절차")
    winter = section_of("manual/13-seasons.md", "수온에 따른 역세척 속도")
    usual = section_of("manual/07-disinfection.md", "잔류염소 기준")
    emergency = section_of("manual/15-boil-water.md", "비상 시 잔류염소 기준")
    assert ("40 m/h" in backwash, "34 m/h" in backwash, "34 m/h" in winter) == (True, False, True)
    assert ("0.80 mg/L" in usual, "1.50 mg/L" in usual, "1.50 mg/L" in emergency) == (True, False, True)


def test_sixty_turns_or_more_refer_to_declared_things(pack: Pack) -> None:
    every = turns(pack)
    assert len(every) >= 60
    for turn in every:
        if turn.intent is not None:
            assert set(turn.types) == set(pack.data_types_of(pack.intent(turn.intent))), turn.q
        for name, values in turn.slots.items():
            known = {choice.value for choice in pack.slot(name).choices}
            assert not known or set(values) <= known, turn.q


def test_the_test_halves_are_those_whose_hashes_were_committed() -> None:
    for line in (FOLDER / "labels" / "TEST_HALF.sha256").read_text(encoding="utf-8").splitlines():
        said, name = line.split()
        assert hashlib.sha256((FOLDER / "labels" / name).read_bytes()).hexdigest() == said


def test_the_water_is_no_other_word_that_holds_it(pack: Pack) -> None:
    read = {text: parse_slots(text, pack, NOW) for text in ("정수 잔류염소", "정수장의 잔류염소", "정수지 잔류염소")}
    points = {text: [slot.value for slot in slots if slot.name == "point"] for text, slots in read.items()}
    assert points == {"정수 잔류염소": ["finished"], "정수장의 잔류염소": [], "정수지 잔류염소": []}
    assert all("chlorine" in [slot.value for slot in slots] for slots in read.values())


def rows() -> list[dict[str, str]]:
    with (FOLDER / "tables" / "readings.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_readings_are_those_the_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_tables, "__file__", str(tmp_path / "make_tables.py"))
    (tmp_path / "tables").mkdir()
    make_tables.main()
    written = (tmp_path / "tables" / "readings.csv").read_bytes()
    assert written == (FOLDER / "tables" / "readings.csv").read_bytes()


def test_every_reading_is_marked_as_an_example_and_lies_between_its_bounds() -> None:
    for row in rows():
        assert row["example"] == "true"
        assert 0 <= float(row["min"]) <= float(row["mean"]) <= float(row["max"]), row


def test_each_step_of_the_treatment_clears_the_water() -> None:
    days: dict[str, dict[str, float]] = {}
    for row in rows():
        if row["parameter"] == "turbidity":
            days.setdefault(row["date"], {})[row["point"]] = float(row["mean"])
    for day, found in days.items():
        falling = [found[point] for point in ("raw", "settled", "filtered", "finished")]
        assert all(before > after for before, after in pairwise(falling)), day
        assert found["filtered"] <= 0.10, day
