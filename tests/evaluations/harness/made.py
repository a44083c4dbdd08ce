"""Final messages and public data for the tests of measurements."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from service_agent.settings.environment import public_data_dir

DATA = public_data_dir()


def needs(*parts: str) -> pytest.MarkDecorator:
    """Skips where the public data lacks this."""
    missing = DATA is None or not DATA.joinpath(*parts).exists()
    return pytest.mark.skipif(missing, reason=f"the public data has no {'/'.join(parts)}")


def quiet(what: str, done: int, total: int) -> None:
    """No progress bar."""
    assert what and done <= total


def final_message(content: str = "", **more: Any) -> dict[str, Any]:
    """A final message with what measurements read."""
    return {
        "content": content,
        "session_id": "s",
        "run_id": "r",
        "citations": [],
        "reuse": {"data_types": {}},
        "usage": {"search_calls": 0},
        **more,
    }


def data_with(folder: Path, *names: str) -> Path:
    """A folder of public data that holds copies of these files and folders alone."""
    assert DATA is not None
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DATA / name, target)
    return folder
