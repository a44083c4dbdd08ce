"""What the browser's stories play on: a whole service of its own process, and a model that says what a story needs.

The service is `suffice serve` with the embedded database, so that it can be killed; the model is a scripted endpoint
over real HTTP in this process. A question says by its words how judge 1 sees it:

    다시 요약  0.95, reused at once          한 번 더  0.80, the person is asked
    천천히     written slowly, piece by piece   고장     the model's writing fails
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from foundation.llm.scripted import Call, Reply, ScriptedEndpoint

SUFFICE = Path(sys.executable).with_name("suffice")
DALSEO, SEOCHO = "대구 달서구", "서울 서초구"
SLOWLY = "천천히 쓰는 답입니다. 한 조각씩 옵니다. " * 24
QUESTION = re.compile(r"DATA \w+ question\n(.*?)\nDATA", re.DOTALL)
SOURCE = re.compile(r"^자료 (\d+) \| ([^|]+) \|[^|]*\| (.*)$", re.MULTILINE)
ROW = re.compile(r"거래 건수 (\S+건).*?중위 ([^,]+(?:,\d[^,]*)?만?원)")


def question_of(call: Call) -> str:
    """The question a call is about, without the conversation around it."""
    found = QUESTION.search(call.text)
    return found.group(1) if found else ""


def planning(call: Call) -> dict[str, Any]:
    """Route, slots and judge 1 of a question."""
    text = question_of(call)
    law = "보증금은 얼마나" in text or "deposit go up" in text
    confidence = 0.95 if "다시 요약" in text else 0.80 if "한 번 더" in text else None
    return {
        "route": "rag_required",
        "standalone_question": "",
        "intent": "legal_consult" if law else "market_inquiry",
        "confidence": 0.95,
        "slots": {} if law else {"region": [SEOCHO if "서초" in text else DALSEO]},
        "ambiguity_reason": None,
        "sufficiency": confidence
        and {
            "is_sufficient": True,
            "confidence": confidence,
            "data_source": "checkpoint",
            "missing_data_types": [],
            "reasoning": "같은 지역의 방금 자료",
        },
    }


def writing(call: Call) -> Reply:
    """The answer of a question, from the numbers of the sources the call brings."""
    text = question_of(call)
    if "고장" in text:
        return Reply(status=500)
    if "천천히" in text:
        return Reply(SLOWLY + "[1]", piece=4, piece_delay_s=0.07)
    return Reply(_written(SOURCE.findall(call.text)), piece=6, piece_delay_s=0.01)


def _written(sources: list[tuple[str, str, str]]) -> str:
    newest: dict[str, tuple[str, str, str]] = {}
    for number, title, told in sources:
        place, _, band = title.strip().rpartition(" ")
        row = ROW.search(told)
        if row is None:
            return f"{told.split('. ')[0].rstrip('.')}. [{number}]"
        newest.setdefault(f"{place.split(' 20')[0]} {band}", (number, row.group(1), row.group(2)))
    lines = [
        f"{name} 중위가는 **{median}**이고 거래는 {trades}입니다. [{number}]"
        for name, (number, trades, median) in list(newest.items())[:5]
    ]
    return lines[0] + "\n\n" + " ".join(lines[1:])


@dataclass
class Stage:
    """A service that can be killed and started again where it was."""

    data_dir: Path
    port: int
    model: ScriptedEndpoint
    settings: dict[str, str] = field(default_factory=dict[str, str])
    _process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Until it is ready."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("SUFFICE_")},
            "SUFFICE_DATA_DIR": str(self.data_dir),
            "SUFFICE_PORT": str(self.port),
            "SUFFICE_LLM_BASE_URL": self.model.base_url,
            "SUFFICE_LLM_MODEL": "scripted",
            "SUFFICE_ASK_WORTH_S": "0",
            **self.settings,
        }
        log = self.data_dir.parent / "serve.log"
        with log.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                SUFFICE, "serve", env=environment, stdout=output, stderr=output
            )
        async with httpx.AsyncClient(trust_env=False) as http:
            for _ in range(600):
                with suppress(httpx.HTTPError):
                    if (await http.get(f"{self.url}/readyz")).is_success:
                        return
                await asyncio.sleep(0.1)
        raise RuntimeError(f"the service did not start:\n{log.read_text()[-2000:]}")

    async def kill(self) -> None:
        """As the power would: kill -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """As a person would."""
        await self._end(signal.SIGTERM)

    async def _end(self, with_signal: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.send_signal(with_signal)
            await process.wait()


@asynccontextmanager
async def staged(folder: Path, **settings: str) -> AsyncGenerator[Stage]:
    """A stage whose service runs; everything it started ends with it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    data_dir = folder / "data"
    data_dir.mkdir(parents=True, exist_ok=True)
    async with ScriptedEndpoint({"turn_planning": planning, "answer": writing, "answer_strict": writing}) as model:
        stage = Stage(data_dir, port, model, settings)
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()
