"""A database is filled once, copied for each run, and filled again when what it was filled from is another."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.harness.client import serving
from evaluations.harness.databases import Filling, database_server
from evaluations.harness.settings import MeasuredSettings
from foundation.contracts.errors import WrongUse
from foundation.storage.database.embedded import EmbeddedPostgres
from tests.evaluations.harness.made import quiet

LAW = """---
제목: 자전거보관법
법령MST: 999999
법령구분: 법률
공포일자: 2025-10-01
시행일자: 2025-10-01
상태: 시행
---

# 자전거보관법

##### 제1조 (자전거의 보관)

공동주택의 자전거는 {place} 지하에 보관한다.
"""
QUESTION = "자전거보관법 제1조는 자전거를 어디에 보관하라고 해?"


def test_the_environment_does_not_change_what_is_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUFFICE_LLM_MODEL", "somebody's")
    monkeypatch.setenv("SUFFICE_ASK_WORTH_S", "77")
    settings = MeasuredSettings(data_dir=tmp_path)
    assert settings.llm_model is None
    assert settings.ask_worth_s == 1.5


def test_another_file_is_another_filling(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("one", encoding="utf-8")
    filling = Filling("a", files=(note,))
    before = filling.fingerprint()
    assert before == Filling("a", files=(note,)).fingerprint()
    note.write_text("two", encoding="utf-8")
    assert filling.fingerprint() != before


async def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WrongUse, match="--keep"):
        async with database_server(tmp_path / "file"):
            pass


@pytest.mark.slow
@pytest.mark.nightly  # every day: pairs/ and drafts/ use a kept one again
async def test_a_kept_database_is_used_again_and_filled_again_for_another_file(tmp_path: Path) -> None:
    law = tmp_path / "자전거보관법__법률.md"
    law.write_text(LAW.format(place="북관"), encoding="utf-8")
    filling, heard = Filling("law", files=(law,)), list[str]()

    def progress(what: str, done: int, total: int) -> None:
        heard.append(what)

    async with database_server(tmp_path / "kept") as databases:
        for place, is_filled in (("북관", True), ("북관", False), ("남관", True)):
            law.write_text(LAW.format(place=place), encoding="utf-8")
            heard.clear()
            async with serving(databases, filling, progress) as client:
                answer = await client.ask(await client.session("real_estate"), QUESTION)
                items = await client.evidence(answer)
            assert ("filling the database law" in heard) is is_filled
            assert f"{place} 지하" in answer.content
            assert any(f"{place} 지하" in item.text and item.cited for item in items)
            assert any(not item.cited for item in items)
            assert not any(item.is_row for item in items)
    # As root the server's files lie outside the folder, and would stay.
    EmbeddedPostgres(tmp_path / "kept").remove()


@pytest.mark.long  # every day: pairs/ and drafts/ with a real service
@pytest.mark.slow
async def test_what_the_service_refuses_is_an_answer_without_content() -> None:
    async with database_server(None) as databases:
        async with serving(databases, Filling("plain"), quiet) as client:
            session_id = await client.session("real_estate")
            answer = await client.ask(session_id, "a" * 20_000)
            assert (answer.content, answer.reused) == ("", ())
            assert answer.failure
            assert await client.evidence(answer) == ()
        folder = databases.folder
    assert not folder.exists()
