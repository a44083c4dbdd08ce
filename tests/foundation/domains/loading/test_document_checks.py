"""Mistakes in a pack's templates, clauses and checklist are named with their place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from foundation.domains.loading.loader import check_pack, shipped_packs

HOMES = shipped_packs() / "real_estate"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the shipped pack's own files."""
    copy = tmp_path / "real_estate"
    shutil.copytree(HOMES, copy)
    return copy


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    def work(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return work


def without(file: str) -> Callable[[Path], None]:
    def work(folder: Path) -> None:
        (folder / file).unlink()

    return work


TEXT = "templates/housing_lease.ko.md"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without(TEXT), "housing_lease.ko.md is missing"),
        (replaced(TEXT, "{{landlord}}", "{{landlrd}}"), "has the blank `landlrd`, which is no field"),
        (replaced(TEXT, "{{account}}", "-"), "never uses the field `account`"),
        (replaced(TEXT, "{{clauses}}", "-"), "has no place for clauses"),
        (replaced("templates.yaml", "clauses: [no_mortgage]", "clauses: [no_such]"), "there is no clause `no_such`"),
        (replaced("templates.yaml", "kind: housing", "kind: castle"), "the checklist has no kind `castle`"),
        (replaced("templates.yaml", "slot: deal", "slot: dael"), "there is no slot `dael`"),
        (replaced("checklist.yaml", "party: tenant}", "party: tenent}"), "there is no party `tenent`"),
        (replaced("checklist.yaml", "unit: percent, at_most: 5}", "unit: percent}"), "has no figure"),
        (replaced("checklist.yaml", "- name: renewal_shop", "- name: renewal_housing"), "two items named"),
        (
            replaced("clauses.yaml", "label: {ko: 반려동물 특약, en: Pets}", "label: {ko: 반려동물 특약}"),
            "words for en",
        ),
        (replaced("clauses.yaml", "- name: repairs", "- name: pets"), "two entries named `pets`"),
    ],
)
def test_each_mistake_says_where_it_stands(pack: Path, spoil: Callable[[Path], None], says: str) -> None:
    spoil(pack)
    mistakes = [str(one) for one in check_pack(pack)]
    assert any(says in one for one in mistakes), mistakes


def test_the_shipped_packs_have_no_mistake() -> None:
    assert check_pack(HOMES) == []
