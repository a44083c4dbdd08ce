"""Documents of every format, sent over HTTP and opened at a passage."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from pathlib import Path
from typing import Any

import pytest

from execution_agents.ingest.reading import apart
from execution_agents.ingest.report import IngestReport
from foundation.contracts.identity import Principal
from service_agent.api.domain.models import PlaceOut
from service_agent.protocol.failures import Problem
from service_agent.services.uploads import Upload
from tests.execution_agents.ingest.originals import cells, lines, pdf, together, word, workbook
from tests.serving import Serving

ROWS = [["옥탑방 설비", "교체 주기"], ["계량기", "96개월"]]
UPLOAD = "/api/corpora/real_estate/documents"


def _original(folder: Path, name: str) -> Path:
    path = folder / name
    match path.suffix:
        case ".pdf":
            return pdf(path, [together(lines(800, (10, "설비와 그 교체 주기이다.")), cells(700, ROWS))])
        case ".xlsx":
            return workbook(path, {"주기": ROWS})
        case ".docx":
            return word(path, _table)
        case ".md":
            rows = [" | ".join(row) for row in ROWS]
            path.write_text(f"# 설비\n\n| {rows[0]} |\n|---|---|\n| {rows[1]} |\n", encoding="utf-8")
        case _:
            body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
            path.write_text(f"<html><body><p>설비이다.</p><table>{body}</table></body></html>", encoding="utf-8")
    return path


def _table(document: Any) -> None:
    table = document.add_table(2, 2)
    for down, row in enumerate(ROWS):
        for across, words in enumerate(row):
            table.cell(down, across).text = words


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.xlsx", "a.html", "a.md"])
async def test_a_document_of_every_format_opens_at_its_passage_tables_included(
    service: Serving, tmp_path: Path, name: str
) -> None:
    content = _original(tmp_path, name).read_bytes()
    sent = await service.http.post(UPLOAD, params={"name": name, "source": "law_guide"}, content=content)
    assert sent.status_code == 200, sent.text
    assert sent.json()["sources"]["law_guide"]["added"] == 1
    folder = hashlib.sha256(f"upload:{name}".encode()).hexdigest()[:10]
    answer = await service.http.get(f"/api/documents/law_guide/{folder}/{name}")
    assert answer.status_code == 200, answer.text
    document = answer.json()
    [passage] = [one for one in document["passages"] if "96개월" in one["text"]]
    assert document["text"][passage["start"] : passage["end"]] == passage["text"]
    assert "| 옥탑방 설비 | 교체 주기 |" in passage["text"]
    assert "| 계량기 | 96개월 |" in passage["text"]
    chunk = (await service.http.get(f"/api/chunks/{passage['chunk_id']}")).json()
    assert chunk["place"] == passage["place"]
    place = PlaceOut.model_validate(passage["place"] or {})
    wanted = {"a.pdf": PlaceOut(page=1), "a.xlsx": PlaceOut(sheet="주기", row=1, row_to=2)}
    assert place == wanted.get(name, PlaceOut())


async def test_an_upload_that_cannot_be_read_says_why_and_what_is_accepted(service: Serving, tmp_path: Path) -> None:
    locked = pdf(tmp_path / "locked.pdf", [lines(800, (10, "글"))], password="geheim").read_bytes()
    answer = await service.http.post(UPLOAD, params={"name": "locked.pdf", "source": "law_guide"}, content=locked)
    assert answer.json()["remarks"] == ["locked.pdf: locked with a password; save it without one"]
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"HWP Document File"
    answer = await service.http.post(UPLOAD, params={"name": "a.hwp", "source": "law_guide"}, content=old)
    problem = Problem.model_validate(answer.json())
    assert problem.code == "nothing_to_ingest"
    for words in (
        "a.hwp: an HWP document; save it as HWPX, DOCX or PDF",
        "PDF (.pdf), Word (.docx), HWPX (.hwpx), Excel (.xlsx)",
    ):
        assert words in problem.detail
    assert "uploads" not in problem.detail


SLOW = (
    "from execution_agents.ingest.reading import __main__ as m; m.TIME_S, read = 5, m.reader; m.reader = lambda kind: "
    "lambda path: [0 for _ in iter(int, 1)] if 'slow' in path.name else read(kind)(path); m.main()"
)
"""A reading process in which files called slow take all of the five seconds of the processor they may take."""


@pytest.mark.long  # every day: an upload whose client hung up, below
async def test_a_tenants_slow_upload_holds_up_no_others(service: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", SLOW])
    services, begun = service.services, await service.services.now()

    async def upload(tenant: str, name: str) -> IngestReport:
        sent = Upload(name, b"# words", begun)
        return await services.upload(Principal(tenant_id=tenant, owner_id="operator"), "real_estate", "law_guide", sent)

    slow = asyncio.create_task(upload("tenant-a", "slow.md"))
    own = asyncio.create_task(upload("tenant-a", "next.md"))
    await asyncio.sleep(0.2)
    report = await upload("tenant-b", "a.md")
    assert report.sources["law_guide"].added == 1
    assert not slow.done(), "somebody else's was read meanwhile"
    assert not own.done(), "the same tenant's came after it"
    assert "slow.md: takes longer than 120 seconds to read; split it" in [str(part) for part in (await slow).broken]
    assert (await own).sources["law_guide"].added == 1


async def test_an_upload_whose_client_hung_up_ends_and_holds_up_nobody(
    service: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = tmp_path / "began"
    endless = (
        "import execution_agents.ingest.reading.__main__ as m; read = m.reader; m.reader = lambda kind: "
        f"lambda path: [open({str(began)!r}, 'w').close() for _ in iter(int, 1)] if 'slow' in path.name "
        "else read(kind)(path); m.main()"
    )
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", endless])
    where = {"source": "law_guide"}
    slow = asyncio.create_task(service.http.post(UPLOAD, params={"name": "slow.md", **where}, content=b"# words"))
    while not began.exists():
        await asyncio.sleep(0.05)
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    after = await service.http.post(UPLOAD, params={"name": "after.md", **where}, content=b"# words")
    assert after.status_code == 200, "the endless one had two minutes of the processor, and its tenant waited"
    began.unlink()
    await asyncio.sleep(0.5)
    assert not began.exists(), "its reading process has ended"
    assert not list((service.services.access.uploads).iterdir()), "nothing of it lies there"
