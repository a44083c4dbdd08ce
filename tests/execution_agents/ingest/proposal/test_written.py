"""From a folder of files to a pack that its own check takes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from execution_agents.ingest.proposal.cells import said
from execution_agents.ingest.proposal.declared import Wishes
from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen
from execution_agents.ingest.proposal.written import add_examples, write_pack
from foundation.contracts.errors import WrongUse
from foundation.domains.loading.loader import check_pack, load_pack
from tests.execution_agents.ingest.proposal.conftest import nobody


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_pack_is_sound_and_says_what_it_is(seen: FolderSeen, tmp_path: Path, language: str) -> None:
    folder = write_pack(tmp_path / "packs", seen, Wishes("plant", language, "설비 점검"))
    add_examples(folder, ["여과 설비 점검을 알려줘", "What is the rent?"])
    assert check_pack(folder) == []
    pack = load_pack(folder)
    assert pack.languages[0] == language
    assert [source.name for source in pack.sources] == ["documents", "prices"]
    assert [(one.text, one.language) for one in pack.examples] == [
        ("여과 설비 점검을 알려줘", "ko"),
        ("What is the rent?", "en"),
    ]
    text = (folder / "pack.yaml").read_text(encoding="utf-8")
    assert "suffice ingest" in text
    assert "head_nouns: [점검]" in text


def test_a_pack_that_is_there_is_not_written_over(seen: FolderSeen, tmp_path: Path) -> None:
    wishes = Wishes("plant", "ko", "")
    folder = write_pack(tmp_path / "packs", seen, wishes)
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(WrongUse, match="There is a pack plant"):
        write_pack(tmp_path / "packs", seen, wishes)
    assert (folder / "mine.txt").exists()
    assert write_pack(tmp_path / "packs", seen, wishes, replace=True) == folder
    assert sorted(one.name for one in (tmp_path / "packs").iterdir()) == ["plant"]


def test_a_folder_that_is_no_pack_stays(seen: FolderSeen, tmp_path: Path) -> None:
    (tmp_path / "packs" / "plant").mkdir(parents=True)
    with pytest.raises(WrongUse, match="is there and is no pack"):
        write_pack(tmp_path / "packs", seen, Wishes("plant", "ko", ""), replace=True)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    about=st.text(max_size=80),
    rows=st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), min_size=1, max_size=6),
    heading=st.text(st.characters(exclude_characters="\0"), max_size=40),  # with it the file is no text
)
def test_whatever_files_say_the_pack_is_sound(
    tmp_path_factory: pytest.TempPathFactory, about: str, rows: list[list[str]], heading: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "a.md").write_text(
        f"# Title\n\n## {heading}\nText that says something.\n", encoding="utf-8", errors="ignore"
    )
    cells = [["name: x", "- value", "#3"], *rows]
    lines = "\n".join(",".join(f'"{cell.replace(chr(34), "")}"' for cell in row) for row in cells)
    (folder / "t.csv").write_text(lines, encoding="utf-8", errors="ignore")
    found = folder_seen(folder, nobody)
    written = write_pack(folder / "packs", found, Wishes("any_pack", "en", said(about)))
    assert isinstance(yaml.safe_load((written / "pack.yaml").read_text(encoding="utf-8")), dict)
