"""Scripts as files: what they say is played, mistakes are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from foundation.contracts.errors import WrongUse
from foundation.llm.script_file import load_script
from foundation.llm.scripted import Reply


def written(folder: Path, text: str) -> Path:
    """A script file."""
    path = folder / "script.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_is_read(tmp_path: Path) -> None:
    text = """
    answer: "그렇습니다 [1]."
    turn_planning:
      - {reply: {route: rag_required}, delay_s: 0.2}
      - {status: 429, retry_after: "1"}
    "*": {fault: hang}
    """
    assert load_script(written(tmp_path, text)) == {
        "answer": "그렇습니다 [1].",
        "turn_planning": [Reply('{"route": "rag_required"}', delay_s=0.2), Reply(status=429, retry_after="1")],
        "*": Reply(fault="hang"),
    }


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("answer: {reply: hi, delay: 2}", "answer"),
        ("answer: {status: 99}", "answer"),
        ("answer: {fault: sulk}", "answer"),
        ("- answer", "its top"),
        ("answer: [", "cannot be read"),
    ],
)
def test_a_wrong_script_is_told_where(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(WrongUse, match=named):
        load_script(written(tmp_path, text))


def test_a_script_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="cannot be read"):
        load_script(tmp_path / "none.yaml")
