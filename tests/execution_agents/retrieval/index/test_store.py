"""Index folders on disk: built once, shared, never removed under a reader."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.lexical import TantivyIndex
from execution_agents.retrieval.index.parts import PartedBuilder
from execution_agents.retrieval.index.store import IndexShelf

CHUNK = one_chunk("a", "갱신", "계약을 갱신한다.")


@pytest.fixture
def shelf(tmp_path: Path) -> IndexShelf:
    return IndexShelf(tmp_path / "with a space", TantivyIndex)


def _fill(builder: PartedBuilder) -> None:
    builder.add("", "mark", [CHUNK])


def test_a_version_that_was_never_built_is_not_there(shelf: IndexShelf) -> None:
    assert shelf.open("1") is None


def test_a_built_version_is_opened_again_without_building(shelf: IndexShelf) -> None:
    shelf.build("1", _fill)

    def fail(builder: PartedBuilder) -> None:
        raise AssertionError("built twice")

    assert shelf.build("1", fail).search("갱신", 1)[0].item_id == "a"
    opened = shelf.open("1")
    assert opened is not None
    assert len(opened) == 1


def test_two_builders_at_once_build_once(shelf: IndexShelf) -> None:
    built: list[int] = []

    def slow(builder: PartedBuilder) -> None:
        built.append(1)
        _fill(builder)

    threads = [threading.Thread(target=shelf.build, args=("1", slow)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert built == [1]


def test_an_old_version_goes_when_its_last_reader_is_gone(shelf: IndexShelf) -> None:
    reader = shelf.build("1", _fill)
    shelf.build("2", _fill)
    assert shelf.versions() == ["1", "2"]
    assert reader.search("갱신", 1)
    del reader
    gc.collect()
    shelf.build("3", _fill)
    assert shelf.versions() == ["3"]


def test_a_build_that_fails_leaves_nothing_and_the_next_one_succeeds(shelf: IndexShelf, tmp_path: Path) -> None:
    def fail(builder: PartedBuilder) -> None:
        raise RuntimeError("database gone")

    with pytest.raises(RuntimeError, match="database gone"):
        shelf.build("1", fail)
    assert [entry.name for entry in (tmp_path / "with a space").iterdir()] == ["build.lock"]
    assert shelf.build("1", _fill).search("갱신", 1)


def test_what_a_killed_builder_left_is_removed_by_the_next(shelf: IndexShelf, tmp_path: Path) -> None:
    left = tmp_path / "with a space" / ".build-killed"
    left.mkdir(parents=True)
    shelf.build("1", _fill)
    assert not left.exists()


def test_a_damaged_version_is_built_again(shelf: IndexShelf, tmp_path: Path) -> None:
    shelf.build("1", _fill)
    gc.collect()
    (tmp_path / "with a space" / "1" / "meta.json").write_text("{")
    assert shelf.open("1") is None
    assert shelf.build("1", _fill).search("갱신", 1)


def test_passages_damaged_on_disk_are_noticed_when_a_small_index_is_opened(shelf: IndexShelf, tmp_path: Path) -> None:
    shelf.build("1", _fill)
    gc.collect()
    (store,) = (tmp_path / "with a space" / "1").glob("*.store")
    kept = store.read_bytes()
    store.write_bytes(b"\xff" * 16 + kept[16:])
    assert shelf.open("1") is None
    assert shelf.build("1", _fill).search("갱신", 1)
