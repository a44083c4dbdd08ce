"""Single questions: what counts as quoted first, cited and stated, and files that cannot be read."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from evaluations.labels.evaluate import page_of
from evaluations.labels.questions import Answered, Question, page, place, read_questions
from evaluations.labels.world import amend_rows
from foundation.contracts.errors import WrongPack
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import TableSource

ASKED = Question(id="q", type="numeric", q="?", document="manual/05.md", section="기준", facts=("40 m/h", "6분"))
RIGHT = {"marker": 2, "uri": "05.md", "title": "5장 여과 > 기준"}
OTHER = {"marker": 1, "uri": "13.md", "title": "13장 계절 > 기준"}


def answered(content: str, *citations: Mapping[str, Any]) -> Answered:
    return Answered("development", ASKED, {"content": content, "citations": list(citations)})


def test_the_section_of_the_first_quotation_leads() -> None:
    assert answered("물만으로 40m/h, 6 분 [2]. 겨울에는 [1].", OTHER, RIGHT).leads
    assert not answered("겨울에는 [1]. 40 m/h, 6분 [2].", OTHER, RIGHT).leads
    assert answered("겨울에는 [1]. 40 m/h, 6분 [2].", OTHER, RIGHT).cites
    assert not answered("겨울에는 [1].", OTHER).cites


def test_every_fact_must_be_stated_however_it_is_spaced() -> None:
    assert answered("40m/h로 6 분 [2]", RIGHT).tells
    assert not answered("40 m/h [2]", RIGHT).tells


def test_a_failed_answer_tells_and_cites_nothing() -> None:
    failed = Answered("test", ASKED, {})
    assert (failed.leads, failed.cites, failed.tells) == (False, False, False)


def test_the_same_heading_in_another_file_is_another_section() -> None:
    assert place("manual/05.md", "기준") == place("05.md", "5장 여과 > 기준")
    assert place("05.md", "기준") != place("13.md", "기준")


def test_the_page_counts_by_type_and_names_what_was_missed() -> None:
    text = page([answered("40 m/h, 6분 [2]", RIGHT), answered("모름")])
    assert "| numeric | 2 | 50.0 % (1/2) | 50.0 % (1/2) | 50.0 % (1/2) |" in text
    assert "the right section is not cited; the facts are not stated" in text
    assert page([]) == ""


def test_a_pack_without_questions_has_none_and_a_broken_file_is_reported(tmp_path: Path) -> None:
    root = tmp_path / "handbook"
    shutil.copytree(shipped_packs() / "handbook", root)
    pack = load_pack(root)
    assert read_questions(pack) == {}
    (root / "labels" / "questions_test.yaml").write_text("- {id: q1}\n", encoding="utf-8")
    with pytest.raises(WrongPack, match="questions_test"):
        read_questions(pack)


def test_every_pack_has_a_page_of_its_own() -> None:
    assert [page_of(name) for name in ("real_estate", "water_treatment")] == ["labels.md", "labels-water-treatment.md"]


def test_figures_that_are_no_money_are_changed_too(tmp_path: Path) -> None:
    pack = load_pack(shipped_packs() / "water_treatment")
    source = pack.source("readings")
    assert isinstance(source, TableSource)
    file = tmp_path / "readings.csv"
    shutil.copy(pack.root / str(source.path), file)
    before = file.read_text(encoding="utf-8").splitlines()
    amend_rows(file, {"point": "finished", "parameter": "ph", "date": "2026-10-05"}, source)
    pairs = zip(before, file.read_text(encoding="utf-8").splitlines(), strict=True)
    [(old, new)] = [pair for pair in pairs if pair[0] != pair[1]]
    assert [Decimal(new.split(",")[at]) - Decimal(old.split(",")[at]) for at in (3, 4, 5)] == [1, 1, 1]
