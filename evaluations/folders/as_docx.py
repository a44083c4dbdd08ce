"""A statute as a Word document: headings by style or bold letters, numbers that Word draws, tables of merged cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import docx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from evaluations.folders.pieces import Piece, Statute, gathered, unnumbered, values_of

_FORMS = (("decimal", "%1."), ("ganada", "%2."))
"""What Word draws before an item of each level."""


def write_docx(statute: Statute, path: Path, *, styled: bool) -> None:
    """`styled`: headings by style, items typed with their numbers, pairs of name and value as a table. Else as somebody
    types a document: article titles are bold paragraphs, and Word numbers the items, from 1 again in each list."""
    document = cast(Any, docx.Document())
    document.core_properties.title = statute.name
    _around(document.sections[0], statute.name)
    write = _styled if styled else _typed
    article = ""
    for group in gathered(statute.pieces):
        first = group[0]
        article = first.words.partition("(")[0] if first.kind == "article" else article
        if first.kind == "title":
            _opening(document, statute, styled)
        else:
            write(document, group, article)
    document.save(str(path))


def _opening(document: Any, statute: Statute, styled: bool) -> None:
    """The title, and the table of what is known about the statute; its first column is one merged cell."""
    if not styled:
        _bold(document, statute.name)
        document.add_paragraph(statute.head)
        return
    document.add_heading(statute.name, 0)
    rows = (("법령 정보", "시행", statute.effective), ("", "공포", f"{statute.promulgated} 제{statute.number}호"),
            ("", "소관", statute.office))  # fmt: skip
    table = _table(document, rows)
    table.cell(0, 0).merge(table.cell(2, 0))


def _styled(document: Any, group: Sequence[Piece], article: str) -> None:
    first = group[0]
    if first.kind in ("part", "article"):
        document.add_heading(first.words, 1 if first.kind == "part" else 2)
    elif rows := values_of(group):
        _values(document, rows, article)
    else:
        for piece in group:
            document.add_paragraph(piece.words).paragraph_format.left_indent = 180_000 * piece.level


def _typed(document: Any, group: Sequence[Piece], _: str) -> None:
    if group[0].kind in ("part", "article"):
        _bold(document, group[0].words)
    elif group[0].kind == "paragraph":
        document.add_paragraph(group[0].words)
    else:
        number = _list(document)
        for piece in group:
            properties = document.add_paragraph(unnumbered(piece.words))._p.get_or_add_pPr().get_or_add_numPr()
            properties.get_or_add_ilvl().val = piece.level - 1
            properties.get_or_add_numId().val = number


def _bold(document: Any, words: str) -> None:
    document.add_paragraph().add_run(words).bold = True


def _values(document: Any, rows: Sequence[tuple[str, str, str]], article: str) -> None:
    """The article's name in one cell beside all rows, one header cell over the number and the name."""
    lines = [(article if at == 0 else "", f"{number}.", *rest) for at, (number, *rest) in enumerate(rows)]
    table = _table(document, [("근거", "구분", "", "금액"), *lines])
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(len(rows), 0))


def _table(document: Any, rows: Sequence[Sequence[str]]) -> Any:
    table = document.add_table(len(rows), len(rows[0]), style="Table Grid")
    for down, row in enumerate(rows):
        for across, words in enumerate(row):
            if words:
                table.cell(down, across).text = words
    return table


def _around(section: Any, name: str) -> None:
    """The running head, and a foot with the page's number as a field."""
    section.header.paragraphs[0].text = name
    foot = section.footer.paragraphs[0]
    for kind in ("begin", "PAGE", "end"):
        run = foot.add_run()._r
        mark = OxmlElement("w:instrText" if kind == "PAGE" else "w:fldChar")
        if kind == "PAGE":
            mark.text = kind
        else:
            mark.set(qn("w:fldCharType"), kind)
        run.append(mark)


def _list(document: Any) -> int:
    """A list of its own: one more number of the same form, its levels begun again, as Word does it."""
    root = document.part.numbering_part.element
    form = next((one for one in root.findall(qn("w:abstractNum")) if one.get(qn("w:abstractNumId")) == "90"), None)
    if form is None:
        root.insert(0, _form())
    one = root.add_num(90)
    for level in range(len(_FORMS)):
        one.add_lvlOverride(ilvl=level).add_startOverride(1)
    return int(one.numId)


def _form() -> Any:
    form = _element("abstractNum", abstractNumId="90")
    for at, (kind, text) in enumerate(_FORMS):
        level = _element("lvl", ilvl=str(at))
        for name, value in (("start", "1"), ("numFmt", kind), ("lvlText", text)):
            level.append(_element(name, val=value))
        form.append(level)
    return form


def _element(name: str, **attributes: str) -> Any:
    element = cast(Any, OxmlElement(f"w:{name}"))
    for key, value in attributes.items():
        element.set(qn(f"w:{key}"), value)
    return element
