"""Markdown and text: cut at headings and empty lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from foundation.contracts.errors import BrokenDocument
from tests.execution_agents.ingest.importers.test_korean_statutes import documents_of, file_of


def test_markdown_is_cut_at_its_headings_and_fenced_code_has_none(tmp_path: Path) -> None:
    front = "---\ntitle: 안내\nas_of: 2026-01-02\nexample: true\n---\n"
    body = front + "처음\n\n# 안내\n\n## 갱신\n본문\n```\n# 코드\n```\n## 해지\n끝\n"
    documents, _ = documents_of("markdown", file_of(tmp_path, "law/a.md", body))
    [document] = documents
    assert (document.document_id, document.as_of, document.example) == ("law/a.md", "2026-01-02", True)
    assert [(p.title, p.text) for p in document.passages] == [
        ("안내", "처음"), ("안내 > 갱신", "본문\n```\n# 코드\n```"), ("안내 > 해지", "끝"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "named"),
    [("---\ntitle: x\n---\n", "no text"), ("---\na: [\n---\nx", "a.md:"), ("---\nas_of: gestern\n---\nx", "as_of")],
)
def test_broken_markdown_is_named(tmp_path: Path, content: str, named: str) -> None:
    with pytest.raises(BrokenDocument, match=named):
        documents_of("markdown", file_of(tmp_path, "a.md", content))


def test_text_is_cut_at_empty_lines_and_no_character_is_lost(tmp_path: Path) -> None:
    text = "\n\n".join(f"{at}번째 문단. " * 60 for at in range(6))
    [document] = documents_of("text", file_of(tmp_path, "긴글.txt", text))[0]
    assert len(document.passages) > 1
    assert "".join("".join(text[p.start : p.end] for p in document.passages).split()) == "".join(text.split())
