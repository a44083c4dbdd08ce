"""Texts to sentences: Korean and English stops, lists, dates, rows of tables; which of them are in whose language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

HANGUL = re.compile(r"[가-힣]")
_END = re.compile(r"(?<=[.!?。？！])[\"'”’)」』]?\s+|\n+")
_NOT_AN_END = re.compile(
    r"(?:^\d{1,3}|(?:^|\s)\d{1,3}의\d{1,2}|(?:^|\s)[가나다라마바사아자차카타파하]|\b\d{4}\.\s?\d{1,2}\.\s?\d{1,2}|\b[A-Z]|\b(?:Mr|Mrs|Dr|St|No|Art|Sec|vs|e\.g|i\.e|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)|제\d+조)\.$"
)
"""A list's number or letter (1의2. 가.), a whole date (2009. 5. 8.), an initial, an abbreviation, an article."""
_DATE_GOES_ON = re.compile(r"\b\d{4}\.(?:\s?\d{1,2}\.)?$")
_LOOKED_BACK = 40
"""Characters before a stop that are looked at: more than any of these is long."""
_AMENDED = re.compile(r"<(?:개정|신설|삭제|시행일)[^<>]*>\s*")
_LINE = re.compile(r".*\n|.+")
_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE = re.compile(r"[\s|:+-]+")
_CELLS = " | "
"""Between the cells of a row, as it is quoted."""
_PROSE = re.compile(r"\b[a-z]{3,}\b.*\b[a-z]{3,}\b")
"""Two English words in small letters: units, abbreviations and names of things are no language."""
_HEADING = re.compile(r"^[^\S\n]*#+\s.*$", re.MULTILINE)
_BETWEEN = re.compile(r"[\W_]+")
_MARKDOWN = re.compile(r"^\s*(?:#+\s+|[-*•]\s+|>\s+)|\*\*|`")


def sentences_of(text: str) -> list[str]:
    """Sentences, one per element, without headings and Markdown marks; a text of headings alone is its headings. A row
    of a table is one, its cells with bars between; the rule below the heads is none."""
    body = _HEADING.sub("", text)
    found: list[str] = []
    for part in _parts(body if body.strip() else text):
        plain = _plain(part)
        amended = _AMENDED.match(plain) if found else None
        if amended is not None:  # says when the sentence before it was changed
            found[-1], plain = f"{found[-1]} {amended[0].strip()}", plain[amended.end() :]
        if not plain:
            continue
        if found and _goes_on(found[-1], plain):
            found[-1] = f"{found[-1]} {plain}"
        else:
            found.append(plain)
    return found


def _parts(text: str) -> Iterator[str]:
    """What stands between stops and line ends. A row of a table has none within: 제10조 | 1. | 서울특별시."""
    if "|" not in text:
        yield from _END.split(text)
        return
    for is_table, run in groupby(_LINE.findall(text), lambda line: _ROW.match(line) is not None):
        lines = list(run)
        yield from lines if is_table else _END.split("".join(lines))


def _plain(part: str) -> str:
    row = _ROW.match(part)
    if row is None:
        return _MARKDOWN.sub("", part).strip()
    cells = "" if _RULE.fullmatch(part) else row[1]
    return _CELLS.join(_MARKDOWN.sub("", cell).strip() or "-" for cell in cells.split("|")) if cells else ""


def _goes_on(before: str, after: str) -> bool:
    """True when the stop between them ends no sentence. One behind a figure does (30명에서 10.), but for dates."""
    near = before[-_LOOKED_BACK:]  # a sentence of many stops would else be read from its beginning at each
    return bool(_NOT_AN_END.search(near)) or (after[0].isdigit() and bool(_DATE_GOES_ON.search(near)))


def letters_of(text: str) -> str:
    """Letters and digits alone: marks of tables and lists, spaces and case make no difference."""
    return _BETWEEN.sub("", text.casefold())


def is_row(sentence: str) -> bool:
    """True for a row of a table, as `sentences_of` gives it."""
    return _CELLS in sentence


def in_language(sentences: Sequence[str], language: str) -> list[str]:
    """Sentences in the person's language where the text has any (guides repeat themselves in another), with what is in
    none (| 10 ℃ | 22 mg/L |); else all."""
    spoken = [_language_of(one) for one in sentences]
    if language not in spoken:
        return list(sentences)
    return [one for one, own in zip(sentences, spoken, strict=True) if own in (language, "")]


def speaks(text: str, language: str) -> bool:
    """Whether a text has a sentence in this language."""
    return any(_language_of(one) == language for one in sentences_of(text))


def _language_of(sentence: str) -> str:
    return "ko" if HANGUL.search(sentence) else "en" if _PROSE.search(sentence) else ""
