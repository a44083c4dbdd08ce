"""From a folder of files to a pack that its own check takes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from execution_agents.ingest.proposal.asking import head_nouns, questions_to_try
from execution_agents.ingest.proposal.cells import said
from execution_agents.ingest.proposal.declared import Wishes
from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen
from execution_agents.ingest.proposal.written import add_examples, write_pack
from foundation.contracts.errors import NothingToIngest, WrongUse
from foundation.domains.loading.loader import check_pack, load_pack

MANUAL = """# 여과 설비

## 여과 설비 점검
매일 오전 9시에 압력을 봅니다.

## 염소 설비 점검
매주 월요일에 잔량을 봅니다.

## 펌프 점검
매달 윤활유를 갈아 줍니다.

## `reset` 명령 (v1.2)
쓰지 않습니다.
"""


def nobody(done: int, total: int, name: str) -> None:
    del done, total, name


@pytest.fixture
def seen(tmp_path: Path) -> FolderSeen:
    folder = tmp_path / "my files"
    folder.mkdir()
    (folder / "manual.md").write_text(MANUAL, encoding="utf-8")
    (folder / "prices.csv").write_text("부품,값(원)\n필터,12000\n펌프,98000\n", encoding="utf-8")
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    return folder_seen(folder, nobody)


def test_what_can_be_read_is_seen_and_the_rest_named(seen: FolderSeen) -> None:
    assert [one.file for one in seen.documents] == ["manual.md"]
    assert [one.name for one in seen.tables] == ["prices"]
    assert sorted(one.file for one in seen.left_out) == ["broken.pdf", "photo.png"]
    assert seen.hangul_share > 0.5


def test_nouns_and_questions_come_from_the_headings(seen: FolderSeen) -> None:
    assert head_nouns(seen) == ["점검"]
    questions = questions_to_try(seen, "ko")
    assert "여과 설비 점검을 알려줘" in questions
    assert "필터의 값은?" in questions
    assert not any("reset" in question for question in questions)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_pack_is_sound_and_says_what_it_is(seen: FolderSeen, tmp_path: Path, language: str) -> None:
    folder = write_pack(tmp_path / "packs", seen, Wishes("plant", language, "설비 점검"))
    add_examples(folder, ["여과 설비 점검을 알려줘"], language)
    assert check_pack(folder) == []
    pack = load_pack(folder)
    assert pack.languages[0] == language
    assert [source.name for source in pack.sources] == ["documents", "prices"]
    assert [example.text for example in pack.examples] == ["여과 설비 점검을 알려줘"]
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


def test_a_folder_with_nothing_readable_says_what_to_put_there(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    with pytest.raises(NothingToIngest, match="put Markdown, text, HTML, PDF, Word or Excel"):
        folder_seen(tmp_path, nobody)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    about=st.text(max_size=80),
    rows=st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), min_size=1, max_size=6),
    heading=st.text(max_size=40),
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
