"""What lies in a folder, and what is left out and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen
from foundation.contracts.errors import NothingToIngest
from tests.execution_agents.ingest.proposal.conftest import nobody


def test_what_can_be_read_is_seen_and_the_rest_named(seen: FolderSeen) -> None:
    assert [one.file for one in seen.documents] == ["manual.md"]
    assert [one.name for one in seen.tables] == ["prices"]
    assert sorted(one.file for one in seen.left_out) == ["broken.pdf", "photo.png"]
    assert seen.hangul_share > 0.5


def test_a_folder_with_nothing_readable_says_what_to_put_there(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    with pytest.raises(NothingToIngest, match="put Markdown, text, HTML, PDF, Word or Excel"):
        folder_seen(tmp_path, nobody)
