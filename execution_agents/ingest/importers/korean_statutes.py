"""Korean statutes in Markdown (one file per statute, as public mirrors of law.go.kr publish them).

One document per article: front matter gives the statute's name and effective date, a heading of level five
opens an article, any other heading (parts, chapters, the addenda 부칙) closes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from execution_agents.ingest.files import read_text
from execution_agents.ingest.front_matter import Front, iso_date, split_front_matter
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.retrieval.chunking import MAX_CHARS, Passage, cut, plain
from foundation.contracts.errors import BrokenDocument

_HEADING = re.compile(r"^#{1,6} ")
_ARTICLE = re.compile(r"^##### +(제\d+조(?:의\d+)*)(?: *\((.*)\))? *$")
_PARAGRAPH = re.compile(r"^\*\*[①-⓿㉑-㉟㊱-㊿]", re.MULTILINE)
_ITEMS = (re.compile(r"\n+(?=\s*\d+(?:의\d+)?\\?\.)"), re.compile(r"\n+(?=\s*[가-하]\\?\.)"))
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
        front = split_front_matter(read_text(file), file.name)
        law = str(front.fields.get("제목") or "").strip()
        effective = iso_date(front.fields.get("시행일자"))
        if not law or not effective:
            raise BrokenDocument(f"{file.name} lacks {'시행일자' if law else '제목'} in its front matter.")
        seen: set[str] = set()
        for article in articles(front):
            if article.number in seen:
                yield BrokenPart(file.name, f"{article.number} appears twice; the first one is kept", article.line)
                continue
            seen.add(article.number)
            yield _document(article, law, effective, front.fields)
        if not seen:
            raise BrokenDocument(f"{file.name} holds no article (##### 제1조 …).")


def articles(front: Front) -> Iterator[Article]:
    """The articles of a statute's text, in order."""
    opened: tuple[str, str, int] | None = None
    lines: list[str] = []
    for at, line in enumerate(front.body.split("\n"), front.body_line):
        if not _HEADING.match(line):
            lines.append(line)
            continue
        if opened:
            yield Article(*opened[:2], "\n".join(lines).strip(), opened[2])
        found = _ARTICLE.match(line)
        opened = (found[1], (found[2] or "").strip(), at) if found else None
        lines = []
    if opened:
        yield Article(*opened[:2], "\n".join(lines).strip(), opened[2])


def _document(article: Article, law: str, effective: str, fields: dict[str, Any]) -> ImportedDocument:
    deleted = _DELETED.fullmatch(plain(article.text)) is not None
    heading = article.title or ("삭제" if deleted else "")
    title = f"{law} {article.number}" + (f" ({heading})" if heading else "")
    return ImportedDocument(
        document_id=f"{law}-{article.number}",
        title=title,
        text=article.text,
        passages=tuple(_passages(title, article.text)),
        uri=f"{fields.get('출처') or ''}#{article.number}",
        as_of=effective,
        metadata={
            "law": law,
            "article": article.number,
            "effective": effective,
            "promulgated": iso_date(fields.get("공포일자")),
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
