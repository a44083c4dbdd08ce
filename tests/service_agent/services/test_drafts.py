"""Files people attach: read as text in a process of its own, or refused with a sentence."""

from __future__ import annotations

import io

import docx
import pytest

from foundation.contracts.errors import BrokenDocument
from service_agent.services.drafts import text_of


def test_a_word_file_is_its_words() -> None:
    document, held = docx.Document(), io.BytesIO()
    document.add_paragraph("제1조 임차인은 차임을 낸다.")
    document.save(held)
    assert "제1조 임차인은 차임을 낸다." in text_of("lease.docx", held.getvalue())


def test_text_keeps_its_lines() -> None:
    assert "제1조 가\n" in text_of("lease.txt", "제1조 가\n\n제2조 나\n".encode())


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.png", b"\x89PNG\r\n", "a picture"),
        ("a.html", b"<html><body>x</body></html>", "attach PDF, DOCX, Markdown or text"),
        ("a.pdf", b"%PDF-1.4 nothing", "a.pdf"),
        ("a.bin", b"\x00\x01\x02", "no kind that is read"),
    ],
)
def test_other_files_are_refused_with_what_to_do(name: str, content: bytes, says: str) -> None:
    with pytest.raises(BrokenDocument) as refused:
        text_of(name, content)
    assert says in refused.value.message
