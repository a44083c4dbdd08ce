"""`suffice eval memory`: it counts what it should, on the real tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from evaluations.memory.reading import DEVELOPMENT, read_cases
from evaluations.memory.run import MEMORY_GOALS, evaluate_memory
from foundation.contracts.errors import DataMissing
from foundation.storage.people.memories import MemoriesRepository


def no_bar(what: str, done: int, of: int) -> None:
    del what, done, of


def case(number: int, **fields: Any) -> str:
    return json.dumps({"id": f"c{number}", "group": "keep", "language": "ko", **fields}, ensure_ascii=False)


async def test_right_wrong_and_missing_memories_are_told_apart(engine: AsyncEngine, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(
        "\n".join(
            [
                case(1, text="저는 달서구에 살아요", keep=True, kind="fact", contains=["달서구"]),
                case(2, text="저는 달서구에 살아요", keep=True, kind="fact", contains=["수성구"]),
                case(3, text="수성구 시세 보여줘", keep=True, kind="fact", contains=["수성구"]),
                case(4, group="none", text="나는 구미에서 일해", keep=False),
            ]
        )
    )
    [report] = await evaluate_memory([file], MemoriesRepository(engine), None, no_bar)
    assert (report.precision.hits, report.precision.of) == (1, 3)
    assert (report.recall.hits, report.recall.of) == (1, 3)
    assert (report.left_alone("none").hits, report.foreign, len(report.faults)) == (0, 0, 3)


async def test_the_development_statements_hold_the_goals(engine: AsyncEngine) -> None:
    for report in await evaluate_memory(DEVELOPMENT, MemoriesRepository(engine), None, no_bar):
        assert 100 * (report.precision.value or 0) >= MEMORY_GOALS["precision"], report.faults
        assert 100 * (report.recall.value or 0) >= MEMORY_GOALS["recall"], report.faults
        assert report.foreign == 0


@pytest.mark.parametrize("line", ["{broken", '{"id": "a"}', ""])
def test_a_wrong_file_is_reported_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(line)
    with pytest.raises(DataMissing, match="suffice eval memory --help"):
        read_cases(file)
