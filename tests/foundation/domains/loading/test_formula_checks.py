"""Mistakes in formulas are reported with their line; a formula's own examples are worked again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs

PACKS = ("real_estate", "water_treatment", "handbook")


@pytest.mark.parametrize(("name", "least"), [("real_estate", 12), ("water_treatment", 4), ("handbook", 4)])
def test_shipped_packs_bring_enough_formulas(name: str, least: int) -> None:
    assert len(load_pack(shipped_packs() / name).formulas) >= least


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("result: 591", "result: 590", "`trip_cost` gives 591 and not 590"),
        ("expression: yearly + carried - taken", "expression: whole + nothing", "there is no `nothing`"),
        ("expression: yearly + carried - taken", "expression: open('x')", "is not taken"),
        ("unit: miles, words", "units: miles, words", "`units` is no key here"),
        ("intent: policy", "intent: nobody", "there is no intent `nobody`"),
        ("{miles}.", "{kilometres}.", "there is no `kilometres`"),
        ("unit: miles, words", "unit: miles, minimum: 5, maximum: 4, words", "`miles` goes from 5 to 4"),
        ("unit: miles, words", "unit: miles, maximum: 100, words", "cannot be worked out (out_of_bounds miles)"),
        ("ko: 한 해 휴가}, unit: days,", "ko: 한 해 휴가}, unit: days, maximum: 26,", "the default 27 of `whole`"),
        (
            "    - name: vehicle\n",
            "    - name: vehicle\n      minimum: 1\n",
            "`vehicle` is a choice and has no",
        ),
        ("not {days}.", "not {nights}.", "there is no `nights` in this formula"),
        ('article: {en: "2. Annual leave', 'article: {fr: "2. Annual leave', "the words for en are missing"),
        (
            "  looked_up_as: 2. Annual leave, buying extra leave\n",
            "  looked_up_as: 2. Annual leave, buying extra leave\n  valid_from: 2026-01-05\n"
            "  pending: [{since: 2026-01-05, text: {en: a, ko: b}, article: {en: c, ko: d}}]\n",
            "2026-01-05 is not after valid_from",
        ),
        ("when: {vehicle: [car]}, expression: first", "when: {miles: [car]}, expression: first", "is no choice"),
    ],
)
def test_a_mistake_is_reported_with_its_line(tmp_path: Path, before: str, after: str, complaint: str) -> None:
    folder = tmp_path / "handbook"
    shutil.copytree(shipped_packs() / "handbook", folder)
    formulas = folder / "formulas.yaml"
    text = formulas.read_text(encoding="utf-8")
    assert before in text
    formulas.write_text(text.replace(before, after, 1), encoding="utf-8")
    mistakes = [str(one) for one in check_pack(folder)]
    assert any(complaint in one and one.startswith("formulas.yaml:") for one in mistakes), mistakes
