"""HWPX as it is read: headings, paragraphs, tables, and what is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from execution_agents.ingest.kinds import kind_of
from execution_agents.ingest.reading import package
from execution_agents.ingest.reading.bounds import Unreadable
from execution_agents.ingest.reading.hwpx import read

HP = 'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section"'
HEAD = """<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"><hh:refList>
<hh:paraProperties><hh:paraPr id="0"/>
<hh:paraPr id="7"><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr></hh:paraProperties>
<hh:styles><hh:style id="0" name="바탕글"/><hh:style id="3" name="개요 2" engName="Outline 2"/></hh:styles>
</hh:refList></hh:head>"""
PACKAGE = """<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:metadata>
<opf:title>승강기 관리 규정</opf:title></opf:metadata></opf:package>"""


def words(text: str) -> str:
    return f"<hp:run><hp:t>{text}</hp:t></hp:run>"


def paragraph(inside: str, para: str = "0", style: str = "0") -> str:
    return f'<hp:p paraPrIDRef="{para}" styleIDRef="{style}">{inside}</hp:p>'


def cell(text: str, *, wide: int = 1, high: int = 1) -> str:
    held = f"<hp:subList>{paragraph(words(text))}</hp:subList>"
    return f'<hp:tc>{held}<hp:cellSpan colSpan="{wide}" rowSpan="{high}"/></hp:tc>'


def table(*rows: tuple[str, ...]) -> str:
    inside = "".join(f"<hp:tr>{''.join(row)}</hp:tr>" for row in rows)
    return f"<hp:run><hp:tbl>{inside}</hp:tbl></hp:run>"


def written(path: Path, *paragraphs: str, **more: str) -> Path:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/hwp+zip")
        package.writestr("Contents/header.xml", more.pop("header", HEAD))
        package.writestr("Contents/content.hpf", PACKAGE)
        package.writestr("Contents/section0.xml", f"<hs:sec {HP}>{''.join(paragraphs)}</hs:sec>")
        for name, text in more.items():
            package.writestr(f"Contents/{name}.xml", text)
    return path


def lines(path: Path) -> list[str]:
    return [line for line in str(read(path)["text"]).splitlines() if line]


def test_headings_are_recognised_by_outline_level_or_style(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.hwpx",
        paragraph(words("제1장 점검"), para="7"),
        paragraph(words("점검은 매달 합니다.")),
        paragraph(words("비상 연락"), style="3"),
        paragraph(words("4421번입니다.")),
    )
    found = read(path)
    kinds = [(block[0], block) for block in found["blocks"]]
    assert found["title"] == "승강기 관리 규정"
    assert lines(path) == ["제1장 점검", "점검은 매달 합니다.", "비상 연락", "4421번입니다."]
    assert len(kinds) == 4
    with path.open("rb") as file:
        assert kind_of(path, file.read(4096)) == "hwpx"


def test_merged_cells_are_said_in_each_row_they_reach(tmp_path: Path) -> None:
    rows = ((cell("구분"), cell("주기")), (cell("승강기", high=2), cell("매달")), (cell("매년"),))
    text = "\n".join(lines(written(tmp_path / "t.hwpx", paragraph(table(*rows)))))
    assert text.count("승강기") == 2
    assert "매년" in text


def test_marks_within_text_do_not_glue_words(tmp_path: Path) -> None:
    text = "<hp:run><hp:t>앞<hp:tab/>뒤<hp:lineBreak/>다음</hp:t></hp:run>"
    assert lines(written(tmp_path / "m.hwpx", paragraph(text))) == ["앞 뒤 다음"]


def test_heads_feet_and_notes_stay_out(tmp_path: Path) -> None:
    held = f"<hp:footNote><hp:subList>{paragraph(words('각주'))}</hp:subList></hp:footNote>"
    note = f"<hp:run><hp:ctrl>{held}</hp:ctrl></hp:run>"
    assert lines(written(tmp_path / "n.hwpx", paragraph(words("본문") + note))) == ["본문"]


def test_sections_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    more = {f"section{n}": f"<hs:sec {HP}>{paragraph(words(f'{n}번째'))}</hs:sec>" for n in (10, 2)}
    assert lines(written(tmp_path / "s.hwpx", paragraph(words("처음")), **more)) == ["처음", "2번째", "10번째"]


def test_entities_and_broken_markup_are_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "c">]><hs:sec xmlns:hs="s"/>'
    with pytest.raises(Unreadable, match="declares entities"):
        read(written(tmp_path / "e.hwpx", section1=bomb))
    with pytest.raises(Unreadable, match="no HWPX document"):
        read(written(tmp_path / "b.hwpx", paragraph(words("본문")), section1="<hs:sec"))
    with pytest.raises(Unreadable, match="no text"):
        read(written(tmp_path / "n.hwpx"))


def test_entities_of_the_package_itself_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.hwpx", paragraph(words("text")))
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts["Contents/content.hpf"] = b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    with pytest.raises(Unreadable, match="entities"):
        read(path)


def test_every_section_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_MARKUP", 10_000)
    long = f"<hs:sec {HP}>{paragraph(words('본문 ' * 5_000))}</hs:sec>"
    with pytest.raises(Unreadable, match="MB of text and marks; split it"):
        read(written(tmp_path / "long.hwpx", paragraph(words("앞")), section1=long))


NUMBERED = """<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"><hh:refList><hh:numberings>
<hh:numbering id="1"><hh:paraHead start="1" level="1" numFormat="ROMAN_CAPITAL">^1.</hh:paraHead></hh:numbering>
<hh:numbering id="2"><hh:paraHead start="1" level="1" numFormat="DIGIT">^1.</hh:paraHead>
<hh:paraHead start="1" level="2" numFormat="HANGUL_SYLLABLE">^1-^2)</hh:paraHead></hh:numbering>
<hh:numbering id="3"><hh:paraHead start="4" level="1" numFormat="DIGIT">^1.</hh:paraHead></hh:numbering></hh:numberings>
<hh:paraProperties><hh:paraPr id="0"><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr>
<hh:paraPr id="1"><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr>
<hh:paraPr id="2"><hh:heading type="NUMBER" idRef="2" level="0"/></hh:paraPr>
<hh:paraPr id="3"><hh:heading type="NUMBER" idRef="2" level="1"/></hh:paraPr>
<hh:paraPr id="4"><hh:heading type="NUMBER" idRef="3" level="0"/></hh:paraPr>
<hh:paraPr id="5"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr>
</hh:paraProperties></hh:refList></hh:head>"""


def test_the_numbers_hancom_draws_stand_in_the_text(tmp_path: Path) -> None:
    section = '<hp:run><hp:secPr outlineShapeIDRef="1"/></hp:run>'
    said = (
        ("점검", "1"),
        ("문", "2"),
        ("손잡이", "3"),
        ("경첩", "3"),
        ("불", "2"),
        ("등", "3"),
        ("열쇠", "4"),
        ("표", "5"),
    )
    path = written(
        tmp_path / "n.hwpx",
        paragraph(section + words("편람")),
        *(paragraph(words(text), para=properties) for text, properties in said),
        header=NUMBERED,
    )
    assert lines(path) == [
        "편람",
        "I. 점검",
        "1. 문",
        "1-가) 손잡이",
        "1-나) 경첩",
        "2. 불",
        "2-가) 등",
        "4. 열쇠",
        "- 표",
    ]
    assert [block[0] for block in read(path)["blocks"]] == ["text", "heading", "list"]
