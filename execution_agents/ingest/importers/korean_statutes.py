"""Korean statutes in Markdown (one file per statute, as public mirrors of law.go.kr publish them).

One document per article: front matter gives the statute's name and effective date (`reading/statutes.py` tells where
articles begin and end).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from execution_agents.ingest.declared import Declared
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.outline import MAX_HEADING
from execution_agents.ingest.reading.apart import ended, read_apart
from execution_agents.retrieval.chunking import MAX_CHARS, Passage, cut, plain
from foundation.contracts.errors import BrokenDocument

_PARAGRAPH = re.compile(r"^\*\*[①-⓿㉑-㉟㊱-㊿]", re.MULTILINE)
_ITEMS = (re.compile(r"\n++(?=\s*+\d+(?:의\d+)?\\?\.)"), re.compile(r"\n++(?=\s*+[가-하]\\?\.)"))
"""Numbered items of a paragraph, then their lettered ones: a paragraph that is too long is cut between them."""
_DELETED = re.compile(r"삭제(?: *<[^<>]*>)?")


@dataclass(frozen=True)
class Article:
    """One article as its file holds it."""

    number: str
    """제N조 or 제N조의M."""
    title: str
    text: str
    line: int


@dataclass(frozen=True)
class Statute:
    """What a statute's front matter says; dates as ISO text."""

    law: str
    effective: str
    promulgated: str | None
    address: str


class KoreanStatutes:
    """The importer `korean_statutes`."""

    specific = True
    costly = False

    def sniff(self, file: InputFile) -> bool:
        """Front matter of a statute, whatever the file is called."""
        opening = file.head.split("\n---", 1)[0]
        return opening.startswith("---") and "\n제목:" in opening and "\n시행일자:" in opening

    def read(self, file: InputFile) -> Iterator[ImportedDocument | BrokenPart]:
        """One document per article. Raises BrokenDocument without a title, a date or any article."""
        front, articles = _read(file)
        law, effective = front.text("제목"), front.day("시행일자")
        if not law or not effective:
            raise BrokenDocument(f"{file.name} lacks {'시행일자' if law else '제목'} in its front matter.")
        statute = Statute(law, effective, front.day("공포일자"), front.address("출처"))
        yield from front.remarks
        seen: set[str] = set()
        for article in articles:
            if article.number in seen:
                yield BrokenPart(file.name, f"{article.number} appears twice; the first one is kept", article.line)
                continue
            seen.add(article.number)
            yield _document(article, statute)
        if not seen:
            raise BrokenDocument(f"{file.name} holds no article (##### 제1조 …).")


def _read(file: InputFile) -> tuple[Declared, list[Article]]:
    found = read_apart("statutes", file.path, file.name)
    try:
        articles = [Article(str(number), str(name), str(text), int(at)) for number, name, text, at in found["articles"]]
        return Declared(dict(found["declared"]), file.name), articles
    except (TypeError, ValueError, KeyError) as problem:
        raise ended(file.name) from problem


def _document(article: Article, statute: Statute) -> ImportedDocument:
    deleted = _DELETED.fullmatch(plain(article.text)) is not None
    heading = article.title[:MAX_HEADING] or ("삭제" if deleted else "")
    title = f"{statute.law} {article.number}" + (f" ({heading})" if heading else "")
    return ImportedDocument(
        document_id=f"{statute.law}-{article.number}",
        title=title,
        text=article.text,
        passages=tuple(_passages(title, article.text)),
        uri=f"{statute.address}#{article.number}",
        as_of=statute.effective,
        metadata={
            "law": statute.law,
            "article": article.number,
            "effective": statute.effective,
            "promulgated": statute.promulgated,
            "deleted": deleted,
        },
    )


def _passages(title: str, text: str) -> Iterator[Passage]:
    if len(text) <= MAX_CHARS:
        if text:
            yield Passage(title, plain(text), 0, len(text))
        return
    for start, end in cut(text, _PARAGRAPH, finer=_ITEMS):
        yield Passage(title, plain(text[start:end]), start, end)
