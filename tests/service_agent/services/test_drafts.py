"""Files people attach: read as text in a process of its own, or refused with a sentence."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import pytest

from execution_agents.ingest.reading import apart
from foundation.contracts.identity import Principal
from service_agent.services import drafts
from service_agent.services.uploads import Upload
from tests.serving import Serving

SLOW = (
    "from execution_agents.ingest.reading import __main__ as m; m.TIME_S, read = 5, m.reader; m.reader = lambda kind: "
    "lambda path: [0 for _ in iter(int, 1)] if 'slow' in path.name else read(kind)(path); m.main()"
)
"""A reading process in which files called slow take all of the five seconds of the processor they may take."""


async def test_one_persons_slow_attachments_hold_up_no_other_tenants_upload(
    service: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", SLOW])
    services, session = service.services, await service.session()
    where = f"/api/sessions/{session}/attachments"
    slow = [asyncio.create_task(service.http.post(where, params={"name": "slow.txt"}, content=b"a")) for _ in range(4)]
    while not reads_attachments():
        await asyncio.sleep(0.05)
    sent = Upload("beside-attachments.md", b"# words", await services.now())
    other = Principal(tenant_id="tenant-b", owner_id="operator")
    report = await services.upload(other, "real_estate", "law_guide", sent)
    assert report.sources["law_guide"].added == 1
    assert not any(task.done() for task in slow), "somebody else's was read meanwhile"
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


def reads_attachments() -> bool:
    """Whether a reading thread has put down a file that somebody attaches."""
    return any(Path(tempfile.gettempdir()).glob("suffice-attached-*/slow.txt"))


async def test_what_is_attached_to_no_session_is_not_read(service: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "COMMAND", ["/nothing/that/reads"])
    answer = await service.http.post("/api/sessions/none/attachments", params={"name": "a.txt"}, content=b"words")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_session")


async def test_a_conversation_has_so_many_files_and_no_more(service: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST", 1)
    session = await service.session()
    where = f"/api/sessions/{session}/attachments"
    assert (await service.http.post(where, params={"name": "a.txt"}, content=b"words")).status_code == 201
    refused = await service.http.post(where, params={"name": "b.txt"}, content=b"words")
    assert refused.status_code == 422 and "take one off first" in refused.text


async def test_a_file_in_a_form_is_refused_with_the_way_to_send_it(service: Serving) -> None:
    where = f"/api/sessions/{await service.session()}/attachments"
    refused = await service.http.post(where, params={"name": "a.txt"}, files={"file": ("a.txt", b"words")})
    assert (refused.status_code, "not in a form" in refused.json()["detail"]) == (422, True)


async def test_files_whose_names_hold_a_headings_mark_are_told_apart(service: Serving) -> None:
    session = await service.session()
    where = f"/api/sessions/{session}/attachments"
    for _ in range(2):
        sent = await service.http.post(where, params={"name": "a > b.md"}, content="# 제1조\n\n보증금".encode())
        assert sent.status_code == 201
    kept = await service.http.get(where)
    assert {one["name"] for one in kept.json()["attachments"]} == {"a - b.md", "a - b (2).md"}
