"""Packs that come, change, break and are mended while the service runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from foundation.contracts.errors import DatabaseUnreachable, NothingToIngest, UnknownPack
from foundation.domains.schema.pack import Pack
from service_agent.composition.packs import LivePacks
from service_agent.settings.settings import Settings
from tests.serving import Serve

PACK = """
name: orchard
version: "1"
title: {en: Orchard}
languages: [en]
time_zone: Europe/London
intents:
  - name: care
    label: {en: Care}
    description: How trees are cared for.
    examples: ["When are the pears pruned?"]
    keywords: [prune, pear, tree]
    teams: [search]
    data_types: [notes]
  - {name: irrelevant, label: {en: Other}, description: Outside the orchard., ends: irrelevant}
  - {name: unclear, label: {en: Unclear}, description: Nobody knows., ends: unclear}
default_data_types: [notes]
data_types:
  - {name: notes, label: {en: Notes}, sources: [papers], freshness: {stale_after_s: 3600}}
sources:
  - {kind: documents, name: papers, label: {en: Notes}, path: documents}
replies:
  greeting: {en: Good day from the orchard.}
  about: {en: Notes of the orchard.}
  irrelevant: {en: Only the orchard is spoken of here.}
  unclear: {en: What of the orchard?}
"""
NOTES = "# Pears\n\nPears are pruned in February, before the sap rises.\n"


def write_orchard(into: Path, text: str = PACK) -> Path:
    """The pack's folder; what declares it is written last."""
    folder = into / "orchard"
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    (folder / "documents" / "pears.md").write_text(NOTES, encoding="utf-8")
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def filled() -> list[str]:
    """Titles of the packs whose own data was stored."""
    return []


@pytest.fixture
def fill(filled: list[str]) -> Callable[[Pack], Awaitable[None]]:
    async def note(pack: Pack) -> None:
        filled.append(pack.title["en"])

    return note


Fill = Callable[[Pack], Awaitable[None]]


async def test_a_new_pack_is_taken_up_once_it_stands_still(tmp_path: Path, fill: Fill, filled: list[str]) -> None:
    packs = LivePacks(Settings(packs_dir=tmp_path))
    shipped = set(packs)
    assert await packs.renew(fill) == 0
    write_orchard(tmp_path)
    assert await packs.renew(fill) == 0, "it was seen for the first time: it may be half written"
    assert await packs.renew(fill) == 1
    assert set(packs) == shipped | {"orchard"}
    assert await packs.renew(fill) == 0
    assert filled == ["Orchard"]


async def test_what_changes_replaces_what_was_read_and_what_is_wrong_does_not(
    tmp_path: Path, fill: Fill, filled: list[str]
) -> None:
    folder = write_orchard(tmp_path)
    packs = LivePacks(Settings(packs_dir=tmp_path))
    first = packs["orchard"]
    write_orchard(tmp_path, PACK.replace("languages: [en]", "languages: [xx yy]"))
    assert [await packs.renew(fill), await packs.renew(fill)] == [0, 0]
    assert packs["orchard"] is first
    write_orchard(tmp_path, PACK.replace("title: {en: Orchard}", "title: {en: Old orchard}"))
    assert [await packs.renew(fill), await packs.renew(fill)] == [0, 1]
    assert packs["orchard"].title == {"en": "Old orchard"}
    (folder / "pack.yaml").unlink()
    assert [await packs.renew(fill), await packs.renew(fill)] == [0, 0]
    assert packs["orchard"].title == {"en": "Old orchard"}
    assert filled == ["Old orchard"]


async def test_a_pack_whose_data_cannot_be_stored_is_tried_again_when_it_changes(tmp_path: Path, fill: Fill) -> None:
    packs = LivePacks(Settings(packs_dir=tmp_path))
    write_orchard(tmp_path)

    async def refuses(pack: Pack) -> None:
        raise NothingToIngest(f"There is nothing in {pack.name}; put files there.")

    assert [await packs.renew(refuses), await packs.renew(refuses)] == [0, 0]
    assert "orchard" not in packs
    write_orchard(tmp_path, PACK + "\n")
    assert [await packs.renew(fill), await packs.renew(fill)] == [0, 1]


async def test_a_pack_waits_for_a_database_that_is_away(tmp_path: Path, fill: Fill, filled: list[str]) -> None:
    packs = LivePacks(Settings(packs_dir=tmp_path))
    write_orchard(tmp_path)

    async def away(_pack: Pack) -> None:
        raise DatabaseUnreachable("The database does not answer; start it.")

    assert [await packs.renew(away), await packs.renew(away)] == [0, 0]
    assert await packs.renew(fill) == 1
    assert filled == ["Orchard"]


async def test_who_goes_through_the_packs_is_not_disturbed(tmp_path: Path, fill: Fill) -> None:
    packs = LivePacks(Settings(packs_dir=tmp_path))
    before, seen = len(packs), 0
    for name in packs:
        if seen == 0:
            write_orchard(tmp_path)
            assert [await packs.renew(fill), await packs.renew(fill)] == [0, 1]
        assert packs[name].name == name
        seen += 1
    assert (seen, len(packs)) == (before, before + 1)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Waits for it, with patience."""
    async with asyncio.timeout(60):
        while not await holds():
            await asyncio.sleep(0.2)


@pytest.mark.long  # every day: the changes themselves, above
async def test_a_running_service_answers_from_a_new_pack_and_goes_by_its_changes(serve: Serve, tmp_path: Path) -> None:
    async with serve(packs_dir=tmp_path) as service:

        async def ask(question: str) -> dict[str, Any]:
            said = {"content": question, "pack": "orchard"}
            answer = await service.http.post("/api/chat", json=said)
            return answer.json()

        unknown = await ask("When are the pears pruned?")
        assert unknown["code"] == UnknownPack.code
        write_orchard(tmp_path)

        async def known() -> bool:
            return any(pack["name"] == "orchard" for pack in (await service.http.get("/api/packs")).json()["packs"])

        await until(known)
        assert "February" in (await ask("When are the pears pruned?"))["content"]
        assert "Good day" in (await ask("hello"))["content"]
        write_orchard(tmp_path, PACK.replace("Good day from", "Welcome to"))

        async def welcomes() -> bool:
            return "Welcome to" in (await ask("hello"))["content"]

        await until(welcomes)
        assert "February" in (await ask("When are the pears pruned?"))["content"]
