"""Documents put together from templates, what differs between them, and the Word file."""

from __future__ import annotations

import io

import docx
import pytest

from execution_agents.document.composing import composed, differences, language_for
from execution_agents.document.docx import as_docx
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack

PACKS = {name: load_pack(shipped_packs() / name) for name in ("real_estate", "handbook", "water_treatment")}
HOMES = PACKS["real_estate"]


def written(pack: Pack, name: str, language: str = "ko", **values: str) -> str:
    template = pack.template(name)
    return composed(template, pack, language_for(template, pack, language), values, template.clauses, ())


@pytest.mark.parametrize("name", ["real_estate", "handbook", "water_treatment"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_blank_of_any_template_is_left_as_it_is_declared(name: str, language: str) -> None:
    for template in PACKS[name].templates:
        text = written(PACKS[name], template.name, language)
        assert "{{" not in text and "＿" in text


def test_a_value_cannot_break_out_of_its_place() -> None:
    text = written(HOMES, "housing_lease", landlord="{{tenant}}", tenant="이영희")
    assert "임대인 {{tenant}}(" in text


def test_a_language_without_a_text_falls_back_to_the_packs_first() -> None:
    assert language_for(HOMES.template("sale_contract"), HOMES, "en") == "ko"


def test_differences_are_lines_that_went_and_came() -> None:
    before, after = (written(HOMES, "housing_lease", deposit=won) for won in ("200000000", "300000000"))
    lines = differences(before, after)
    assert lines == ["-보증금 · 2억원", "+보증금 · 3억원"]
    assert differences(before, before) == []


def test_a_word_file_holds_headings_tables_and_the_note() -> None:
    text = written(HOMES, "housing_lease", deposit="200000000", landlord="김철수")
    document = docx.Document(io.BytesIO(as_docx(text, "계약서", "> 초안입니다.")))
    paragraphs = [one.text for one in document.paragraphs]
    assert paragraphs[0] == "초안입니다."
    assert any(one.startswith("제1조") for one in paragraphs)
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    assert "2억원" in cells and "김철수" in cells
    assert not any("|" in one for one in (*paragraphs, *cells))
