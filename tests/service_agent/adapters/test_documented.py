"""Every Python program of docs/clients.md runs against the service and prints an answer."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from tests.serving import Serving

PAGE = Path(__file__).resolve().parents[3] / "docs" / "clients.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=["websocket", "openai", "mcp", "agui"])
async def test_a_documented_program_prints_an_answer(service: Serving, program: str) -> None:
    written = program.replace("http://localhost:8000", service.url)
    written = written.replace("ws://localhost:8000", service.url.replace("http", "ws"))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", written),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "NO_PROXY": "127.0.0.1", "PYTHONIOENCODING": "utf-8"},
    )
    printed, wrong = await process.communicate()
    assert process.returncode == 0, wrong.decode()
    assert "달서구" in printed.decode()
