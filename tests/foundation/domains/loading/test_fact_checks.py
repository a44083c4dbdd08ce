"""Kinds of facts a pack declares: what is wrong with one is reported with its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foundation.domains.loading.loader import check_pack, load_pack, shipped_packs

FACT = """
facts:
  - name: form_number
    label: {ko: 서식 번호, en: form number}
    asked: [form number]
    held: form ([A-Z]{1,4}-[0-9]{1,5})
"""


def with_facts(folder: Path, facts: str) -> Path:
    copy = folder / "handbook"
    shutil.copytree(shipped_packs() / "handbook", copy)
    pack = copy / "pack.yaml"
    pack.write_text(pack.read_text(encoding="utf-8") + facts, encoding="utf-8")
    return copy


def test_a_declared_kind_is_read(tmp_path: Path) -> None:
    folder = with_facts(tmp_path, FACT)
    assert [str(one) for one in check_pack(folder)] == []
    assert [one.name for one in load_pack(folder).facts] == ["form_number"]


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("form ([A-Z]{1,4}-[0-9]{1,5})", "form [A-Z]{1,4}", "the pattern has 0 groups"),
        ("form ([A-Z]{1,4}-[0-9]{1,5})", "(form) ([A-Z]+)", "the pattern has 2 groups"),
        ("form ([A-Z]{1,4}-[0-9]{1,5})", "form ((?:a+)+)b", "a repeat of varying length is repeated too often"),
        ("form ([A-Z]{1,4}-[0-9]{1,5})", "form ([A-Z", "does not compile"),
        ("[form number]", "[n]", "stands in too many questions"),
        ("[form number]", "[]", "asked"),
        ("{ko: 서식 번호, en: form number}", "{ko: 서식 번호}", "the words for en are missing"),
        ("held:", "found:", "`found` is no key here"),
    ],
)
def test_a_mistake_is_reported_with_its_line(tmp_path: Path, before: str, after: str, complaint: str) -> None:
    assert before in FACT
    mistakes = [str(one) for one in check_pack(with_facts(tmp_path, FACT.replace(before, after, 1)))]
    assert any(complaint in one and one.startswith("pack.yaml:") for one in mistakes), mistakes


def test_one_word_asks_for_one_kind(tmp_path: Path) -> None:
    second = FACT.replace("\nfacts:", "").replace("name: form_number", "name: other_number")
    mistakes = [str(one) for one in check_pack(with_facts(tmp_path, FACT + second.lstrip("\n")))]
    assert any("also asks for `form_number`" in one for one in mistakes), mistakes
