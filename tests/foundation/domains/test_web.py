"""The web behind a pack: beside its documents, once, and under a name nothing else may have."""

from __future__ import annotations

from foundation.domains.schema.pack import DocumentsSource
from foundation.domains.schema.web import WebSource
from tests.execution_agents.search.world import WORDS, pack


def test_types_that_documents_serve_get_the_web_behind_them() -> None:
    found = pack().with_web()
    assert {one.name: one.sources for one in found.data_types} == {
        "legal": ("guide", "web"),
        "market": ("trades",),
        "loan": ("loans",),
    }
    assert found.source("web").label["en"] == "the web"


def test_a_pack_that_declares_the_web_decides_itself_where_it_serves() -> None:
    own = pack(sources=(DocumentsSource(name="guide", label=WORDS), WebSource(few=1)))
    assert own.with_web() is own


def test_a_pack_without_documents_has_no_web() -> None:
    rows = pack(sources=pack().sources[1:])
    assert rows.with_web() is rows
