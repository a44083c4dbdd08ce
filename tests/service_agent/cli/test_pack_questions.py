"""`suffice packs questions` writes a pack's `line_questions.jsonl` with the configured model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foundation.domains.loading.line_questions import FILE, read_line_questions
from foundation.domains.loading.loader import check_pack, shipped_packs
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.scripted import Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS
from service_agent.cli.pack_questions import sections_in, write_questions
from tests.service_agent.cli.conftest import Suffice, suffice

__all__ = ["suffice"]
ASKED = {"lines": [{"line": 1, "questions": ["how do people say it?"]}]}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A shipped pack with two of its chapters."""
    folder = tmp_path / "handbook"
    shutil.copytree(shipped_packs() / "handbook", folder)
    (folder / FILE).unlink(missing_ok=True)
    for chapter in list((folder / "documents").iterdir())[2:]:
        chapter.unlink()
    return folder


async def run(folder: Path, reply: object, again: bool = False) -> tuple[tuple[int, int], int]:
    """What is written, and how often the model was asked."""
    script = {"line_questions": reply}
    async with ScriptedEndpoint(script) as endpoint:  # pyright: ignore[reportArgumentType]
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS, Limits())
        try:
            written, failed, _ = await write_questions(folder, model, again)
            return (written, failed), len(endpoint.calls)
        finally:
            await model.aclose()


async def test_every_section_is_asked_about_once_and_the_pack_stays_whole(pack: Path) -> None:
    sections, _ = sections_in(pack)
    assert await run(pack, ASKED) == ((len(sections), 0), len(sections))
    assert check_pack(pack) == []
    assert await run(pack, ASKED) == ((0, 0), 0)
    assert await run(pack, ASKED, again=True) == ((len(sections), 0), len(sections))


async def test_what_failed_is_counted_and_asked_about_the_next_time(pack: Path) -> None:
    (written, failed), _ = await run(pack, Reply(status=400))
    assert (written, failed) == (0, len(sections_in(pack)[0]))
    assert read_line_questions(pack).lines == ()
    (written, failed), _ = await run(pack, ASKED)
    assert (written, failed) == (len(sections_in(pack)[0]), 0)


def test_a_file_that_cannot_be_read_is_left_out_and_named(pack: Path) -> None:
    sections, _ = sections_in(pack)
    (pack / "documents" / "binary.txt").write_bytes(b"\x00\x81\xff" * 100)
    left, unread = sections_in(pack)
    assert left == sections
    [sentence] = unread
    assert sentence.startswith("Left out: documents/binary.txt ")


def test_without_a_model_it_says_what_to_set(suffice: Suffice) -> None:
    outcome = suffice("packs", "questions", "handbook")
    assert outcome.code == 2
    assert "No model is configured; set SUFFICE_LLM_BASE_URL" in outcome.err
