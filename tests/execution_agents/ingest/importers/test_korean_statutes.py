"""Statutes: one document an article, what is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from execution_agents.ingest.files import files_under
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from foundation.contracts.errors import BrokenDocument

STATUTE = """---
제목: 보기법
법령구분: 법률
공포일자: 2025-01-02
시행일자: 2025-07-01
출처: https://example.org/보기법
---

# 보기법

## 제1장 총칙

##### 제1조 (목적)

이 법은 보기를 보이는 것을 **목적**으로 한다.

##### 제2조

삭제 <2024.1.1>

##### 제2조의2 (뜻 (풀이))

**①** 첫째 항이다.

  1\\. 하나

## 부칙

부칙 <제1호,2025.1.2>

제1조 (시행일) 이 법은 공포한 날부터 시행한다.
"""


def file_of(folder: Path, name: str, content: str | bytes) -> InputFile:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    [file] = [one for one in files_under(folder) if one.name == name]
    assert isinstance(file, InputFile)
    return file


def documents_of(name: str, file: InputFile) -> tuple[list[ImportedDocument], list[BrokenPart]]:
    parts = list(DOCUMENT_IMPORTERS[name].read(file))
    return [p for p in parts if isinstance(p, ImportedDocument)], [p for p in parts if isinstance(p, BrokenPart)]


def test_a_statute_becomes_one_document_per_article_and_its_addenda_none(tmp_path: Path) -> None:
    documents, broken = documents_of("korean_statutes", file_of(tmp_path, "any-name.txt", STATUTE))
    assert [document.document_id for document in documents] == ["보기법-제1조", "보기법-제2조", "보기법-제2조의2"]
    assert [document.title for document in documents] == [
        "보기법 제1조 (목적)", "보기법 제2조 (삭제)", "보기법 제2조의2 (뜻 (풀이))",
    ]  # fmt: skip
    assert {document.as_of for document in documents} == {"2025-07-01"}
    assert [document.metadata["deleted"] for document in documents] == [False, True, False]
    assert documents[0].uri == "https://example.org/보기법#제1조"
    assert broken == []


def test_a_passage_reads_as_a_person_reads_it_while_the_document_keeps_the_original(tmp_path: Path) -> None:
    documents, _ = documents_of("korean_statutes", file_of(tmp_path, "보기.md", STATUTE))
    assert documents[2].text == "**①** 첫째 항이다.\n\n  1\\. 하나"
    assert documents[2].passages[0].text == "① 첫째 항이다.\n\n  1. 하나"


def test_a_long_article_is_cut_at_its_paragraphs_and_keeps_its_title(tmp_path: Path) -> None:
    long = STATUTE.replace("**①** 첫째 항이다.", "\n\n".join(f"**{mark}** {'가나다. ' * 200}" for mark in "①②③"))
    documents, _ = documents_of("korean_statutes", file_of(tmp_path, "보기.md", long))
    passages = documents[2].passages
    assert [passage.text[0] for passage in passages] == ["①", "②", "③"]
    assert {passage.title for passage in passages} == {documents[2].title}
    assert all(documents[2].text[p.start : p.end].strip().startswith("**") for p in passages)


def test_an_article_that_stands_twice_is_kept_once_and_named_with_its_line(tmp_path: Path) -> None:
    twice = STATUTE.replace("##### 제2조\n", "##### 제1조 (목적)\n")
    documents, broken = documents_of("korean_statutes", file_of(tmp_path, "보기.md", twice))
    assert len(documents) == 2
    assert [(part.file, part.line) for part in broken] == [("보기.md", 17)]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("제목: 보기법\n", "제목:\n"), "제목"),
        (("시행일자: 2025-07-01", "시행일자: 언젠가"), "시행일자"),
        (("##### 제", "##### 第"), "article"),
        (("제목: 보기법", "제목: [보기법"), ":"),
    ],
)
def test_a_statute_that_cannot_be_read_says_what_is_wrong(tmp_path: Path, change: tuple[str, str], named: str) -> None:
    file = file_of(tmp_path, "보기.md", STATUTE.replace(*change))
    with pytest.raises(BrokenDocument, match=named) as failure:
        documents_of("korean_statutes", file)
    assert failure.value.message.startswith("보기.md")


@pytest.mark.parametrize("content", ["# 보기\n\n제목: 아님\n시행일자: 2020-01-01\n", "---\n제목: 보기\n---\n", ""])
def test_other_markdown_is_not_taken_for_a_statute(tmp_path: Path, content: str) -> None:
    assert not DOCUMENT_IMPORTERS["korean_statutes"].sniff(file_of(tmp_path, "보기__법률.md", content))


@pytest.mark.public_data
def test_the_public_statutes_give_exactly_their_2621_articles(public: Path) -> None:
    with (public / "kr_statutes" / "articles.jsonl").open(encoding="utf-8") as lines:
        gold = {one["id"]: (one["text"], one["effective"]) for one in map(json.loads, lines)}
    read: dict[str, tuple[str, str | None]] = {}
    for file in files_under(public / "kr_statutes" / "md"):
        assert isinstance(file, InputFile)
        assert DOCUMENT_IMPORTERS["korean_statutes"].sniff(file)
        documents, broken = documents_of("korean_statutes", file)
        assert broken == []
        read |= {document.document_id: (document.text, document.as_of) for document in documents}
    assert len(read) == 2_621
    assert read == gold
