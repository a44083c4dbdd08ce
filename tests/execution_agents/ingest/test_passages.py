"""Passages of any Markdown: spans in order and apart, no word lost, none too long, tables and lists in one piece."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from execution_agents.ingest.files import files_under
from execution_agents.ingest.imported import ImportedDocument, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from execution_agents.ingest.outline import Block, Outline, Outliner, outline_from
from execution_agents.ingest.passages import MAX_HEADER, heading_words, passages_of
from execution_agents.ingest.reading.markdown import markdown_blocks
from execution_agents.ingest.reading.pdf import levels_of
from execution_agents.ingest.reading.text import text_blocks
from execution_agents.retrieval.chunking import Origin, Passage, chunks_of, plain

WORDS = st.text(alphabet="가나다 .,1a*_\\#|`>-\t", min_size=1, max_size=60)
LINES = st.one_of(
    WORDS,
    WORDS.map(lambda words: f"# {words}"),
    WORDS.map(lambda words: f"### {words}"),
    WORDS.map(lambda words: f"- {words}"),
    WORDS.map(lambda words: f"  1. {words}"),
    WORDS.map(lambda words: f"> {words}"),
    st.sampled_from(["", "", "```", "~~~", "---", "===", "[a]: http://b", "<div>", "제3조(목적) 글", "제1장 총칙"]),
    st.lists(st.sampled_from(["가", "1", ""]), min_size=2, max_size=3).map(lambda row: "| " + " | ".join(row) + " |"),
    st.just("|---|---|"),
)
DOCUMENTS = st.lists(LINES, max_size=40).map("\n".join)


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


def require_whole(text: str, blocks: Sequence[Block], limit: int) -> list[Passage]:
    """The invariants every citation stands on."""
    outline = Outline(text, tuple(blocks))
    for one, other in zip(blocks, blocks[1:], strict=False):
        assert one.end <= other.start
    found = list(passages_of(outline, "제목", limit))
    for one, other in zip(found, found[1:], strict=False):
        assert one.end <= other.start
    for one in found:
        span = text[one.start : one.end]
        assert 0 < len(span) <= max(limit, max((b.end - b.start for b in blocks if b.kind == "heading"), default=0))
        assert one.text.endswith(plain(span)) or one.text == plain(heading_words(span))
        assert len(one.text) <= len(span) + MAX_HEADER + 10
    covered = bytearray(len(text))
    headings = [(one.start, one.end) for one in blocks if one.kind == "heading"]
    for start, end in [*((one.start, one.end) for one in found), *headings]:
        covered[start:end] = b"\x01" * (end - start)
    lost = "".join(letter for letter, held in zip(text, covered, strict=True) if not held and not letter.isspace())
    # Only what reads as nothing at all (marks of emphasis without a word) may stand in no passage.
    assert not re.search(r"\w", lost), lost
    return found


@pytest.mark.parametrize("text", ["1\n-", "가나다\n=", "본문\n\n# 끝", "| a |\n| - |\n| b |"])
def test_a_last_line_without_a_line_break_is_whole(text: str) -> None:
    blocks = list(markdown_blocks(text))
    require_whole(text, blocks, 40)
    assert "".join(text[one.start : one.end] for one in blocks).replace("\n", "") == text.replace("\n", "")


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, st.sampled_from([40, 200, 1200]))
def test_every_passage_of_any_markdown_is_a_span_and_none_is_lost(text: str, limit: int) -> None:
    require_whole(text, list(markdown_blocks(text)), limit)


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, st.sampled_from([40, 200, 1200]))
def test_every_passage_of_any_text_is_a_span_and_none_is_lost(text: str, limit: int) -> None:
    require_whole(text, list(text_blocks(text)), limit)


def test_a_table_that_fits_stays_whole_and_its_introduction_with_it() -> None:
    before = "앞 글이다. " * 20
    table = "| 항목 | 값 |\n|---|---|\n" + "\n".join(f"| {at} | {at * 2} |" for at in range(15))
    text = f"# 가\n\n{before}\n\n한도는 다음과 같다.\n\n{table}\n\n뒤 글이다."
    found = require_whole(text, list(markdown_blocks(text)), 300)
    [whole] = [one for one in found if "| 14 | 28 |" in one.text]
    assert whole.text.startswith("한도는 다음과 같다.\n\n| 항목 | 값 |")


def test_a_table_too_long_is_cut_between_rows_under_its_header() -> None:
    rows = [f"| 항목 {at} | {at * 2} |" for at in range(60)]
    text = "| 항목 | 값 |\n|---|---|\n" + "\n".join(rows)
    found = require_whole(text, list(markdown_blocks(text)), 200)
    assert len(found) > 3
    assert all(one.text.startswith("| 항목 | 값 |\n") for one in found)
    assert [row for one in found for row in one.text.split("\n") if "항목 " in row and row in rows] == rows


def test_a_list_that_does_not_fit_is_cut_between_its_items() -> None:
    items = [f"- 항목 {at}: " + "설명 " * 8 + f"\n  - 속 {at}" for at in range(20)]
    text = "\n".join(items)
    found = require_whole(text, list(markdown_blocks(text)), 200)
    assert len(found) > 3
    assert all(one.text.startswith("- 항목") and re.search(r"- 속 \d+$", one.text) for one in found)


def test_a_heading_alone_is_said_and_headings_stand_in_titles() -> None:
    text = "# 책\n\n## 빈 장\n\n## 장\n\n### 절\n\n글이다.\n\n# 끝"
    found = require_whole(text, list(markdown_blocks(text)), 1200)
    assert [(one.title, one.text) for one in found] == [
        ("제목 > 책", "빈 장"), ("제목 > 책 > 장 > 절", "글이다."), ("제목", "끝"),
    ]  # fmt: skip


def test_chunks_carry_their_order_their_page_and_their_address() -> None:
    places = ({"page": 3}, {"page": 3, "page_to": 4}, {"sheet": "요율", "row": 2, "row_to": 9}, None)
    given = [Passage("제목", f"글 {at}", at, at + 1, place) for at, place in enumerate(places)]
    made = list(chunks_of(Origin("a", "p", "s", "a.pdf"), given))
    assert [one.position for one in made] == [0, 1, 2, 3]
    assert [one.uri for one in made] == ["a.pdf#page=3", "a.pdf#page=3", "a.pdf#요율!2:9", "a.pdf"]
    assert [one.place for one in made] == list(places)


@pytest.mark.public_data
@pytest.mark.parametrize("name", ["주택임대차보호법", pytest.param("", marks=pytest.mark.nightly)])
def test_every_passage_of_public_statutes_is_a_span_and_none_is_lost(name: str) -> None:
    public = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data")) / "kr_statutes" / "md"
    if not public.exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold the public files")
    files = [one for one in files_under(public) if isinstance(one, InputFile) and name in one.name]
    assert files
    for file in files:
        for document in DOCUMENT_IMPORTERS["korean_statutes"].read(file):
            assert isinstance(document, ImportedDocument)
            kept = "".join(document.text[one.start : one.end] for one in document.passages)
            assert solid(kept) == solid(document.text)
        for whole in DOCUMENT_IMPORTERS["markdown"].read(file):
            if isinstance(whole, ImportedDocument):
                require_whole(whole.text, list(markdown_blocks(whole.text)), 1200)


def test_a_plain_text_is_cut_at_its_title_and_its_numbered_sections(tmp_path: Path) -> None:
    first = "1. 전화 받기\n신호음이 네 번 울리기 전에 받는다.\n"
    text = f"접수 수첩\n\n{first}\n2. 근무 시간\n새벽조는 04시 20분부터 일한다.\n교대는 10분 걸린다.\n"
    (tmp_path / "note.txt").write_text(text, encoding="utf-8")
    [file] = [one for one in files_under(tmp_path) if isinstance(one, InputFile)]
    [document] = [one for one in DOCUMENT_IMPORTERS["text"].read(file) if isinstance(one, ImportedDocument)]
    assert [(one.title, one.text.split("\n")[0]) for one in document.passages] == [
        ("note > 접수 수첩 > 1. 전화 받기", "신호음이 네 번 울리기 전에 받는다."),
        ("note > 접수 수첩 > 2. 근무 시간", "새벽조는 04시 20분부터 일한다."),
    ]


def test_numbered_sentences_and_lists_of_a_plain_text_stay_what_they_are() -> None:
    steps = "1. 밸브를 잠근다.\n2. 전원을 끈다.\n"
    items = "1. 수건\n2. 비누\n"
    assert [block.kind for block in text_blocks(steps)] == ["list"]
    assert [block.kind for block in text_blocks(items)] == ["list"]


def test_a_documents_own_title_alone_is_no_passage() -> None:
    out = Outliner(1_000)
    out.heading("안내문", 1)
    out.heading("준비물", 1)
    out.paragraph("수건을 가져온다.")
    written: dict[str, Any] = out.written()
    found = list(passages_of(outline_from(written), "안내문"))
    assert [one.title for one in found] == ["안내문 > 준비물"]


def test_headings_whose_letters_are_measured_nearly_alike_are_of_one_level() -> None:
    assert levels_of([20.0, 15.2, 14.4, 12.0]) == {20.0: 1, 15.2: 2, 14.4: 2, 12.0: 3}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("# 제목", "제목"),
        ("  ###   A  title  ##  ", "A  title"),
        ("# a # b", "a # b"),
        ("## x ## ##", "x ##"),
        ("# C#", "C#"),
        ("# C# #", "C#"),
        ("##  ##", "##"),
        ("###", ""),
        ("#word", "#word"),
        ("####### seven", "####### seven"),
        ("words alone", "words alone"),
        ("# first \nsecond", "first"),
        ("", ""),
    ],
)
def test_a_headings_words_are_without_its_marks(line: str, words: str) -> None:
    assert heading_words(line) == words
