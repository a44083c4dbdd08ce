"""Files as they are found in a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from execution_agents.ingest.files import SkippedFile, files_under, read_text
from execution_agents.ingest.imported import InputFile
from foundation.contracts.errors import NothingToIngest
from tests.execution_agents.ingest.importers.test_korean_statutes import file_of

# --- files ----------------------------------------------------------------------------------------


def test_links_that_leave_the_folder_are_named_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.md").write_text("x")
    (inside / "a.md").write_text("x")
    (inside / "out.md").symlink_to(outside / "secret.md")
    (inside / "folder").symlink_to(outside)
    (inside / "near.md").symlink_to(inside / "a.md")
    (inside / "gone.md").symlink_to(inside / "nothing.md")
    os.mkfifo(inside / "pipe")
    (inside / "binary").write_bytes(b"a\x00b")
    found = {one.name: one for one in files_under(inside)}
    assert {name for name, one in found.items() if isinstance(one, InputFile)} == {"a.md", "near.md"}
    skipped = {name for name, one in found.items() if isinstance(one, SkippedFile)}
    assert skipped == {"out.md", "folder", "gone.md", "pipe", "binary"}


def test_a_path_with_nothing_at_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingToIngest, match="nothing at"):
        list(files_under(tmp_path / "none"))


def test_line_ends_of_every_kind_become_newlines(tmp_path: Path) -> None:
    assert read_text(file_of(tmp_path, "x", b"\xef\xbb\xbfa\r\nb\rc\n")) == "a\nb\nc\n"
