"""A statute as HWPX, the parts of the package and their names as Hancom's word processor writes them."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from evaluations.folders.hwpx_parts import BOLD, ITEMS, OUTLINE, PLAIN, SPACES, XML, parts_around
from evaluations.folders.pieces import Piece, Statute, gathered, unnumbered, values_of


def write_hwpx(statute: Statute, path: Path, *, outlined: bool) -> None:
    """`outlined`: articles by the outline style, items numbered by the program, pairs as a table of merged cells. Else
    as the official print: 제3조(대항력 등) in bold letters before the article's first words, all of it typed."""
    written = _Written(statute.name)
    if outlined:
        for group in gathered(statute.pieces):
            written.outlined(group)
    else:
        for piece in statute.pieces:
            written.typed(piece, statute.head)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/hwp+zip", zipfile.ZIP_STORED)
        content = f"{XML}<hs:sec {SPACES}>{''.join(written.paragraphs)}</hs:sec>"
        package.writestr("Contents/section0.xml", content)
        for name, text in parts_around(statute.name, written.lists):
            package.writestr(name, text)


class _Written:
    def __init__(self, name: str) -> None:
        self.lists = 0
        self._held = ""
        self.paragraphs = [_paragraph(_run(_section(name)) + _run(_text(name), BOLD))]

    def outlined(self, group: Sequence[Piece]) -> None:
        first = group[0]
        if first.kind == "title":
            return
        if rows := values_of(group):
            self.paragraphs.append(_paragraph(_run(_table(rows))))
        elif first.kind == "item":
            for piece in group:
                properties = ITEMS + 2 * self.lists + piece.level - 1
                self.paragraphs.append(_paragraph(_run(_text(unnumbered(piece.words))), properties))
            self.lists += 1
        else:
            self.paragraphs.append(
                _paragraph(_run(_text(first.words)), PLAIN if first.kind == "paragraph" else OUTLINE)
            )

    def typed(self, piece: Piece, head: str) -> None:
        if piece.kind == "title":
            self.paragraphs.append(_paragraph(_run(_text(head))))
        elif piece.kind == "article":
            self._close()
            self._held = piece.words
        else:
            bold = _run(_text(self._held), BOLD) if self._held and piece.kind == "paragraph" else ""
            if not bold:
                self._close()
            self._held = ""
            self.paragraphs.append(_paragraph(bold + _run(_text((" " if bold else "") + piece.words))))

    def _close(self) -> None:
        if self._held:
            self.paragraphs.append(_paragraph(_run(_text(self._held), BOLD)))


def _text(words: str) -> str:
    return f"<hp:t>{escape(words)}</hp:t>"


def _run(inside: str, letters: int = 0) -> str:
    return f'<hp:run charPrIDRef="{letters}">{inside}</hp:run>'


def _paragraph(runs: str, properties: int = PLAIN) -> str:
    style = 2 if properties == OUTLINE else 0
    return (
        f'<hp:p id="0" paraPrIDRef="{properties}" styleIDRef="{style}" pageBreak="0" columnBreak="0" merged="0">{runs}'
        '<hp:linesegarray><hp:lineseg textpos="0" vertpos="0" vertsize="1000" textheight="1000" baseline="850" '
        'spacing="600" horzpos="0" horzsize="42520" flags="393216"/></hp:linesegarray></hp:p>'
    )


def _section(name: str) -> str:
    """What stands before the first words: the page, its running head and its number."""
    head = f'<hp:subList id="" vertAlign="TOP">{_paragraph(_run(_text(name)))}</hp:subList>'
    return (
        '<hp:secPr id="" textDirection="HORIZONTAL" spaceColumns="1134" outlineShapeIDRef="1">'
        '<hp:pagePr landscape="WIDELY" width="59528" height="84186" gutterType="LEFT_ONLY"/></hp:secPr>'
        '<hp:ctrl><hp:colPr id="" type="NEWSPAPER" layout="LEFT" colCount="1" sameSz="1" sameGap="0"/></hp:ctrl>'
        f'<hp:ctrl><hp:header id="1" applyPageType="BOTH">{head}</hp:header></hp:ctrl>'
        '<hp:ctrl><hp:pageNum pos="BOTTOM_CENTER" formatType="DIGIT" sideChar="-"/></hp:ctrl>'
    )


def _table(rows: Sequence[tuple[str, str, str]]) -> str:
    """A header cell over the number and the name, and one row for each pair."""
    lines = [[("구분", 2), ("금액", 1)], *([(f"{at}.", 1), (name, 1), (value, 1)] for at, name, value in rows)]
    return (
        f'<hp:tbl id="1" rowCnt="{len(lines)}" colCnt="3" cellSpacing="0" borderFillIDRef="2" repeatHeader="1">'
        + "".join(f"<hp:tr>{''.join(_cells(down, line))}</hp:tr>" for down, line in enumerate(lines))
        + "</hp:tbl><hp:t/>"
    )


def _cells(down: int, line: Sequence[tuple[str, int]]) -> list[str]:
    found: list[str] = []
    across = 0
    for words, wide in line:
        found.append(
            f'<hp:tc name="" header="{int(not down)}" borderFillIDRef="2"><hp:subList id="" vertAlign="CENTER">'
            f'{_paragraph(_run(_text(words)))}</hp:subList><hp:cellAddr colAddr="{across}" rowAddr="{down}"/>'
            f'<hp:cellSpan colSpan="{wide}" rowSpan="1"/><hp:cellSz width="14000" height="282"/></hp:tc>'
        )
        across += wide
    return found
