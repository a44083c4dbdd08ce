"""Two files of one name in one conversation: the later one has a number, in its passages too."""

from __future__ import annotations

import asyncio

import pytest

from foundation.storage.conversations.drafts import DraftsRepository
from foundation.storage.conversations.file_names import BELOW, MOST_BYTES, name_beside, name_in_titles, titled
from tests.foundation.storage.desk import Desk


@pytest.mark.parametrize(
    ("name", "taken", "called"),
    [
        ("lease.pdf", (), "lease.pdf"),
        ("lease.pdf", ("other.pdf",), "lease.pdf"),
        ("lease.pdf", ("lease.pdf",), "lease (2).pdf"),
        ("Lease.PDF", ("lease.pdf",), "Lease (2).PDF"),
        ("lease.pdf", ("lease.pdf", "lease (2).pdf"), "lease (3).pdf"),
        ("lease.pdf", ("lease (2).pdf",), "lease.pdf"),
        ("계약서", ("계약서",), "계약서 (2)"),
        ("a.tar.gz", ("a.tar.gz",), "a.tar (2).gz"),
    ],
)
def test_a_name_that_is_taken_gets_a_number(name: str, taken: tuple[str, ...], called: str) -> None:
    assert name_beside(name, taken) == called


def test_a_name_stays_as_short_as_a_name_may_be() -> None:
    name = "가" * 83 + ".pdf"
    assert len(name_beside(name, (name,)).encode()) <= MOST_BYTES


@pytest.mark.parametrize(
    ("name", "called"),
    [("a > b.txt", "a - b.txt"), ("a > > b > c.txt", "a - - b - c.txt"), ("a>b.txt", "a>b.txt"), ("> b.md", "> b.md")],
)
def test_a_name_is_told_apart_from_the_headings_below_it(name: str, called: str) -> None:
    assert name_in_titles(name) == called
    assert BELOW not in called
    assert titled([(f"{called} > 제1조", "x")], called, "c.txt") == [("c.txt > 제1조", "x")]


def test_only_the_files_own_name_is_renamed_in_titles() -> None:
    passages: list[tuple[object, ...]] = [
        ("a.md", "x", 0, 1, {}),
        ("a.md > a.md > 제5조", "y", 1, 2, {}),
        ("other", "z", 2, 3, {}),
    ]
    assert [one[0] for one in titled(passages, "a.md", "a (2).md")] == ["a (2).md", "a (2).md > a.md > 제5조", "other"]


async def test_files_of_one_name_attached_at_once_are_told_apart(desk: Desk) -> None:
    run, drafts = await desk.working(), DraftsRepository(desk.engine)
    nowhere: dict[str, int | str] = {}
    passages = (("a.md > 제1조", "하나", 0, 2, nowhere),)
    await asyncio.gather(*(drafts.attach(desk.principal, run.session_id, "a.md", "하나", passages) for _ in range(4)))
    kept = {one.name: one.passages[0][0] for one in await drafts.passages(desk.principal, run.session_id)}
    assert kept == {name: f"{name} > 제1조" for name in ("a.md", "a (2).md", "a (3).md", "a (4).md")}
