"""What the browser's stories play on: a whole service of its own process, and a model that says what a story needs.

The service is `suffice serve` with the embedded database, so that it can be killed; the model is a scripted endpoint
over real HTTP in this process. A question says by its words how judge 1 sees it:

    다시 요약, sum up    0.95, reused at once            한 번 더, once more  0.80, the person is asked
    천천히              one sentence over and over, slowly, piece by piece; 끝없이: longer than any story waits
    차근차근, step by step   the usual answer, and on     고장                the model's writing fails
    종합                prices and law at once           추이                a month a sentence
    표로, as a table     a table of many columns          아파트 … at its beginning: it names no place
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

from foundation.llm.scripted import Call, Line, Reply, ScriptedEndpoint

SUFFICE = Path(sys.executable).with_name("suffice")
DALSEO, SEOCHO, DONGAN = "대구 달서구", "서울 서초구", "경기 안양시 동안구"
SLOWLY = "대구 달서구 아파트 시세를 천천히 씁니다. " + "한 조각씩 천천히 옵니다. " * 24
ENDLESSLY = SLOWLY * 12
"""Two minutes and more: a story that stops it, or looks at it, does so in time on any machine."""
QUESTION = re.compile(r"DATA \w+ question\n(.*?)\nDATA", re.DOTALL)
SOURCE = re.compile(r"^자료 (\d+) \| [^|]+ \|[^|]*\| (.*)$", re.MULTILINE)
ROW = re.compile(
    r"(?P<place>[^·]+) · [^·]+ · (?:아파트|flats) · (?P<band>[^·]+) · (?P<month>[^,]+), "
    r"(?:거래 건수|Transactions) (?P<trades>[\d,]+)건?, .*?"
    r"(?:중위|Median) (?P<median>₩[\d.,]+ million|[^,]+(?:,\d[^,]*)?만?원)"
)
TELLS = {
    "ko": "{place} {band} 중위가는 **{median}**이고 거래는 {trades}건입니다. [{number}]",
    "en": "In {place}, flats of {band} have a median of **{median}** over {trades} sales. [{number}]",
    "months": "{month} {place} {band} 보증금 중위는 **{median}**입니다. [{number}]",
}


def question_of(call: Call) -> str:
    """The question a call is about, without the conversation around it."""
    found = QUESTION.search(call.text)
    return found.group(1) if found else ""


def planning(call: Call) -> dict[str, Any]:
    """Route, slots and judge 1 of a question."""
    text = question_of(call)
    law = any(words in text for words in ("보증금은 얼마나", "deposit go up", "임대차보호법"))
    nowhere = law or text.startswith("아파트")
    place = SEOCHO if "서초" in text or "Seocho" in text else DONGAN if "동안구" in text else DALSEO
    return {
        "route": "rag_required",
        "standalone_question": "",
        "intent": "comprehensive" if "종합" in text else "legal_consult" if law else "market_inquiry",
        "confidence": 0.95,
        "slots": {} if nowhere else {"region": [place]},
        "ambiguity_reason": None,
        "sufficiency": judged(text),
    }


def judged(text: str) -> dict[str, Any] | None:
    """Judge 1 of a question; None: it says nothing, so the rules judge."""
    if "종합" in text:
        return {**_judge1(0.95), "missing_data_types": ["legal"]}
    if "다시 요약" in text or "sum up" in text:
        return _judge1(0.95)
    return _judge1(0.80) if "한 번 더" in text or "once more" in text else None


def _judge1(confidence: float) -> dict[str, Any]:
    return {
        "is_sufficient": True,
        "confidence": confidence,
        "data_source": "checkpoint",
        "missing_data_types": [],
        "reasoning": "같은 지역의 방금 자료",
    }


def writing(call: Call) -> Reply:
    """The answer of a question, from the numbers of the sources the call brings."""
    text = question_of(call)
    if "고장" in text:
        return Reply(status=500)
    # Few and large pieces: on a busy machine each of them waits for its turn.
    if "천천히" in text:
        return Reply(SLOWLY + "[1]", piece=6, piece_delay_s=0.2)
    if "끝없이" in text:
        return Reply(ENDLESSLY, piece=6, piece_delay_s=0.2)
    if "차근차근" in text or "tep by step" in text:
        written = _written(text, SOURCE.findall(call.text))
        return Reply("\n\n".join([written] * 6), piece=6, piece_delay_s=0.5)
    return Reply(_written(text, SOURCE.findall(call.text)), piece=6, piece_delay_s=0.01)


def _written(question: str, sources: list[tuple[str, str]]) -> str:
    """One sentence a band of area, of its newest month; law is summed up by its first sentence."""
    months = "추이" in question
    tells = TELLS["months" if months else "ko" if re.search("[가-힣]", question) else "en"]
    lines: dict[str, str] = {}
    law: list[str] = []
    for number, text in sources:
        row = ROW.search(text)
        if row is None:
            law.append(f"{text.split('. ')[0].rstrip('.')}. [{number}]")
        else:
            lines.setdefault(row["month"] if months else row["band"], tells.format(number=number, **row.groupdict()))
    if ("표로" in question or "as a table" in question) and lines:
        return _tabled([(number, row) for number, text in sources if (row := ROW.search(text))][:5])
    first, *rest = [*list(lines.values())[: 12 if months else 5], *law[: 1 if lines else 3]][:12] or ["모릅니다."]
    return f"{first}\n\n{' '.join(rest)}" if lines else first


def _tabled(rows: list[tuple[str, re.Match[str]]]) -> str:
    """More columns than a phone has room for, each row with its source."""
    names = ("band", "place", "month", "trades", "median")
    cells = [" | ".join([*(row[name] for name in names), f"[{number}]"]) for number, row in rows]
    head = "면적 | 지역 | 기준 월 | 거래 건수 | 중위 가격 | 출처"
    return "\n".join([f"| {head} |", f"|{' --- |' * (len(names) + 1)}", *(f"| {line} |" for line in cells)])


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
            "SUFFICE_HOLD_OUT": "0",
            "SUFFICE_EXAMPLE_LATENCY_S": "0",
            **self.settings,
        }
        log = self.data_dir.parent / "serve.log"
        with log.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                SUFFICE, "serve", env=environment, stdout=output, stderr=output
            )
        async with httpx.AsyncClient(trust_env=False) as http:
            for _ in range(1800):
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
    script: dict[str, Line] = {"turn_planning": planning, "answer": writing, "answer_strict": writing}
    script |= {"data_sufficiency_check": _judge1(0.95)}  # a try on labelled turns: reuse, whatever it is asked
    script |= {"query_router": {"route": "simple"}, "direct_response": Reply("날씨가 좋네요. 반갑습니다.", piece=4)}
    async with ScriptedEndpoint(script) as model:
        stage = Stage(data_dir, port, model, settings)
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()
