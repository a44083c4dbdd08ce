"""The day a web page says it was published on: where it says one of itself, and none where it speaks of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.reading.html import read, read_web_page

SAID = {
    "in its head": ("<meta property='article:published_time' content='2025-08-14T09:00:00+09:00'>", ""),
    "as an item": ("<meta itemprop='datePublished' content='2025-08-14'>", ""),
    "in its data": ('<script type=\'application/ld+json\'>{"datePublished": "2025-08-14"}</script>', ""),
    "in a graph": (
        '<script type=\'application/ld+json\'>{"@graph": [{}, {"datePublished": "2025-08-14"}]}</script>',
        "",
    ),
    "in a time": ("", "<time datetime='2025-08-14T09:00'>14 August</time>"),
    "in a marked time": ("", "<time datetime='2024-01-01'></time><time pubdate datetime='2025-08-14'></time>"),
}
SILENT = {
    "nothing": ("", ""),
    "times of events": ("", "<time datetime='2024-01-01'></time><time datetime='2025-08-14'></time>"),
    "an hour": ("", "<time datetime='09:00'></time>"),
    "broken data": ("<script type='application/ld+json'>{\"datePublished\": </script>", ""),
    "deep data": (f"<script type='application/ld+json'>{'[' * 5000}</script>", ""),
    "another thing's day": ("<meta property='article:modified_time' content='2025-08-14'>", ""),
}


def declared(folder: Path, head: str, body: str) -> object:
    """What the reader of pages says beside the text."""
    file = folder / "page.html"
    file.write_text(f"<html><head>{head}</head><body><p>Words.</p>{body}</body></html>", encoding="utf-8")
    assert "declared" not in read(file), "an attached page's day is not looked for"
    return read_web_page(file)["declared"]


@pytest.mark.parametrize("name", SAID)
def test_a_page_says_its_own_day(tmp_path: Path, name: str) -> None:
    assert str(declared(tmp_path, *SAID[name])).startswith("{'published': '2025-08-14")


@pytest.mark.parametrize("name", SILENT)
def test_a_page_that_says_none_has_none(tmp_path: Path, name: str) -> None:
    assert declared(tmp_path, *SILENT[name]) == {}
