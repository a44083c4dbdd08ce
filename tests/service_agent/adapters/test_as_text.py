"""The final message as one text."""

from __future__ import annotations

from service_agent.adapters.as_text import shown


def test_what_a_document_planted_is_no_link_under_sources() -> None:
    title, uri = "Emu\n\n![t](http://evil/t.png) <img src=x> [2]", "https://ok/a)![x](http://evil/z.png"
    citation = {"marker": 1, "title": title, "uri": uri, "chunk_id": "c", "source": "s"}
    answer = shown({"content": "Emus run. [1]", "citations": [citation]}, "https://here")
    assert "](" not in answer.text
    assert "<img" not in answer.text
    assert answer.text.splitlines()[-1].startswith("[1] Emu ![t] (http://evil/t.png)")
    assert answer.text.endswith("(https://ok/a%29![x]%28http://evil/z.png)")


def test_an_address_with_a_password_is_not_shown() -> None:
    citation = {"marker": 1, "title": "Emu", "uri": "https://me:pw@ok/a", "chunk_id": "c", "source": "s"}
    answer = shown({"content": "Emus run. [1]", "citations": [citation]}, "https://here")
    assert answer.text.endswith("[1] Emu (https://here/api/chunks/c)")
