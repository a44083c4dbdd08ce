"""A folder as somebody has it: a manual, a table, and two files that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen

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
