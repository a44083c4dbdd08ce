"""The parts of an HWPX package around its text: the package itself, the properties of letters and paragraphs, the
lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

_YEAR = "http://www.hancom.co.kr/hwpml/2011"
SPACES = " ".join(
    f'xmlns:{short}="{_YEAR}/{name}"' for short, name in
    (("hp", "paragraph"), ("hs", "section"), ("hh", "head"), ("hc", "core"))
)  # fmt: skip
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
_PACKAGE = f"""{XML}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/" version="" unique-identifier="" id="">
<opf:metadata><opf:title>%s</opf:title><opf:language>ko</opf:language></opf:metadata><opf:manifest>
<opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>
<opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/>
<opf:item id="settings" href="settings.xml" media-type="application/xml"/></opf:manifest>
<opf:spine><opf:itemref idref="header"/><opf:itemref idref="section0" linear="yes"/></opf:spine></opf:package>"""
_CONTAINER = f"""{XML}<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container"><ocf:rootfiles>
<ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/>
<ocf:rootfile full-path="Preview/PrvText.txt" media-type="text/plain"/></ocf:rootfiles></ocf:container>"""
_MANIFEST = f'{XML}<odf:manifest xmlns:odf="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
_VERSION = f"""{XML}<hv:HCFVersion xmlns:hv="{_YEAR}/version" tagetApplication="WORDPROCESSOR" major="5" minor="1"
micro="1" buildNumber="0" os="1" xmlVersion="1.4" application="Hancom Office Hangul"/>"""
_SETTINGS = f"""{XML}<ha:HWPApplicationSetting xmlns:ha="{_YEAR}/app">
<ha:CaretPosition listIDRef="0" paraIDRef="0" pos="0"/></ha:HWPApplicationSetting>"""
_FORMS = (("DIGIT", "^1."), ("HANGUL_SYLLABLE", "^2."))
"""What Hancom draws before an item of each level."""
PLAIN, OUTLINE, ITEMS = 0, 1, 10
"""Ids of paragraph properties; those of a list's two levels follow `ITEMS`, two for each list."""
BOLD = 1


def parts_around(title: str, lists: int) -> Iterator[tuple[str, str]]:
    """Name and text of every part but `mimetype`, the first, and the text's own."""
    yield "version.xml", _VERSION
    yield "settings.xml", _SETTINGS
    yield "Contents/content.hpf", _PACKAGE % escape(title)
    yield "Contents/header.xml", _header(lists)
    yield "Preview/PrvText.txt", title
    yield "META-INF/container.xml", _CONTAINER
    yield "META-INF/manifest.xml", _MANIFEST


def _header(lists: int) -> str:
    """A list has its own numbering: it begins at 1 again."""
    letters = f'<hh:charPr id="0" height="1000"/><hh:charPr id="{BOLD}" height="1000"><hh:bold/></hh:charPr>'
    paragraphs = _paragraph(PLAIN, "NONE", 0, 0) + _paragraph(OUTLINE, "OUTLINE", 0, 0)
    # The first is the outline's: it draws nothing.
    numberings = _numbering(1, [("DIGIT", "")] * 7)
    for one in range(lists):
        paragraphs += "".join(_paragraph(ITEMS + 2 * one + level, "NUMBER", one + 2, level) for level in (0, 1))
        numberings += _numbering(one + 2, _FORMS)
    styles = "".join(
        f'<hh:style id="{at}" type="PARA" name="{name}" engName="{english}" paraPrIDRef="{properties}"/>'
        for at, name, english, properties in (
            (0, "바탕글", "Normal", PLAIN), (1, "본문", "Body", PLAIN), (2, "개요 1", "Outline 1", OUTLINE)
        )
    )  # fmt: skip
    return (
        f'{XML}<hh:head {SPACES} version="1.4" secCnt="1"><hh:beginNum page="1" footnote="1"/><hh:refList>'
        f"<hh:charProperties>{letters}</hh:charProperties><hh:numberings>{numberings}</hh:numberings>"
        f"<hh:paraProperties>{paragraphs}</hh:paraProperties><hh:styles>{styles}</hh:styles></hh:refList></hh:head>"
    )


def _paragraph(properties: int, kind: str, numbering: int, level: int) -> str:
    heading = f'<hh:heading type="{kind}" idRef="{numbering}" level="{level}"/>'
    return f'<hh:paraPr id="{properties}">{heading}</hh:paraPr>'


def _numbering(one: int, forms: Sequence[tuple[str, str]]) -> str:
    heads = "".join(
        f'<hh:paraHead start="1" level="{level}" align="LEFT" useInstWidth="1" autoIndent="1" numFormat="{form}" '
        f'charPrIDRef="4294967295" checkable="0">{drawn}</hh:paraHead>'
        for level, (form, drawn) in enumerate(forms, 1)
    )
    return f'<hh:numbering id="{one}" start="0">{heads}</hh:numbering>'
