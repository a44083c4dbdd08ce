"""A document as a Word file."""

from __future__ import annotations

import io

import docx

from execution_agents.document.docx import as_docx


def test_a_control_character_does_not_make_the_file_unreadable() -> None:
    held = as_docx("# A\x01\n\nsaid\x0b b\x1b[31m\ud800 \uffff c\n", "T\x00", "> N\x02")
    texts = [one.text for one in docx.Document(io.BytesIO(held)).paragraphs]
    assert texts[0] == "N "
    assert texts[-1].startswith("said ")
