"""Checks are asked side by side and answered together; one that says nothing is reported, and not asked twice."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from foundation.contracts.errors import DatabaseUnfit, FolderTakesNoWrites
from service_agent.telemetry import readiness
from service_agent.telemetry.readiness import Readiness, Seldom, require_files
from tests.full_disk import small_disk


async def fine() -> None:
    """Nothing is wrong."""


async def unfit() -> None:
    raise DatabaseUnfit("It lacks pgvector.")


async def test_checks_are_asked_side_by_side() -> None:
    together = asyncio.Barrier(3)
    sentences = await Readiness(dict.fromkeys("abc", together.wait)).sentences()
    assert sentences == dict.fromkeys("abc"), "none of the three is answered before all are asked"


async def test_each_says_what_is_wrong_and_one_without_an_answer_does_not_hold_up_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readiness, "WAITED_S", 0.05)
    asked, answer = list[None](), asyncio.Event()

    async def silent() -> None:
        asked.append(None)
        await answer.wait()

    checks = Readiness({"fine": fine, "unfit": unfit, "silent": silent})
    for _ in range(3):
        sentences = await checks.sentences()
        assert sentences == {"fine": None, "unfit": "It lacks pgvector.", "silent": "No answer within 0 seconds."}
    assert len(asked) == 1, "whoever asks meanwhile takes none of its connections"
    answer.set()
    await asyncio.sleep(0)
    assert (await checks.sentences())["silent"] is None


async def test_a_check_that_never_answers_is_given_up_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "ASKED_S", 0.01)
    asked = list[None]()

    async def silent() -> None:
        asked.append(None)
        await asyncio.Event().wait()

    checks = Readiness({"silent": silent})
    for _ in range(2):
        assert "No answer" in str((await checks.sentences())["silent"])
    assert len(asked) == 2


async def test_what_is_wrong_when_nobody_asks_any_more_is_not_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "WAITED_S", 0.0)

    async def late() -> None:
        await asyncio.sleep(0.01)
        raise DatabaseUnfit

    checks = Readiness({"late": late})
    await checks.sentences()
    await asyncio.sleep(0.05)
    del checks
    gc.collect()
    assert caplog.text == ""


async def test_a_write_that_was_taken_is_not_tried_again_at_once_and_one_that_failed_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, failing = list[None](), [True]

    async def check() -> None:
        asked.append(None)
        if failing:
            raise FolderTakesNoWrites

    seldom = Seldom(check)
    for _ in range(2):
        with pytest.raises(FolderTakesNoWrites):
            await seldom()
    failing.clear()
    for _ in range(3):
        await seldom()
    assert len(asked) == 3
    monkeypatch.setattr(readiness, "KEPT_S", 0.0)
    await (later := Seldom(check))()
    await later()
    assert len(asked) == 5


async def test_a_folder_on_a_full_disk_takes_no_writes_and_one_with_room_does() -> None:
    with small_disk() as disk:
        await require_files(disk.folder)
        disk.fill()
        with pytest.raises(FolderTakesNoWrites):
            await require_files(disk.folder)
        disk.make_room()
        await require_files(disk.folder)
        assert list(disk.folder.iterdir()) == [], "nothing of the trial stays"


async def test_a_folder_that_cannot_be_made_takes_no_writes(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderTakesNoWrites):
        await require_files(tmp_path / "file" / "data")
    await require_files(tmp_path / "new" / "data")
