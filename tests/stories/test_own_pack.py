"""A domain of one's own: a small pack whose data comes from a JSON API, asked through the whole service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.serving import Serve

PACK = """
name: library
version: "1"
title: {{ko: 도서관, en: Library}}
languages: [ko]
time_zone: Asia/Seoul
intents:
  - name: book_search
    label: {{ko: 책 찾기, en: Find a book}}
    description: 어떤 책이 있는지 묻는다.
    examples: ["파이썬 책 있어?"]
    keywords: [책, 도서, book]
    teams: [search]
    data_types: [holdings]
  - {{name: irrelevant, label: {{ko: 다른 이야기}}, description: 도서관 밖의 질문., ends: irrelevant}}
  - {{name: unclear, label: {{ko: 알 수 없음}}, description: 무엇을 묻는지 알 수 없다., ends: unclear}}
default_data_types: [holdings]
data_types:
  - name: holdings
    label: {{ko: 소장 자료, en: Holdings}}
    sources: [catalogue]
    freshness: {{stale_after_s: 3600}}
    matching_slots: [subject]
slots:
  - name: subject
    label: {{ko: 주제, en: Subject}}
    parser: choice
    choices:
      - {{value: python, label: {{ko: 파이썬}}, words: [파이썬, python]}}
      - {{value: cooking, label: {{ko: 요리}}, words: [요리, cooking]}}
sources:
  - kind: http
    name: catalogue
    label: {{ko: 목록 서비스, en: Catalogue}}
    url: {url}
    query_parameter: q
    slot_parameters: {{subject: subject}}
    items: result.books
    id_pointer: isbn
    title_pointer: title
    text_pointer: about
    fields:
      - {{column: {{name: copies, type: integer, unit: count, label: {{ko: 소장 권수}}}}, pointer: copies}}
      - {{column: {{name: subject, type: text, label: {{ko: 주제}}}}, pointer: subject}}
    timeout_s: 2
replies:
  greeting: {{ko: 안녕하세요.}}
  about: {{ko: 도서관 목록을 찾아 드립니다.}}
  irrelevant: {{ko: 도서관에 대한 질문에만 답합니다.}}
  unclear: {{ko: "어떤 책을 찾으시나요?"}}
"""
BOOKS = {
    "python": [
        {
            "isbn": str(number),
            "title": f"파이썬 {number}권",
            "about": f"파이썬을 배우는 {number}번째 책",
            "copies": number,
        }
        for number in (1, 2, 3)
    ],
    "cooking": [{"isbn": "9", "title": "집밥", "about": "매일 하는 요리 책", "copies": 4}],
}


@dataclass
class Catalogue:
    """The library's API: answers by subject, remembers what it was asked, and can be broken."""

    asked: list[dict[str, list[str]]] = field(default_factory=list[dict[str, list[str]]])
    broken: bool = False
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        line = (await reader.readline()).decode()
        while (await reader.readline()).strip():
            pass
        query = parse_qs(urlsplit(line.split(" ")[1]).query)
        self.asked.append(query)
        subject = query.get("subject", ["python"])[0]
        books = [{**book, "subject": subject} for book in BOOKS[subject]]
        body = json.dumps({"result": {"books": books}}).encode()
        status = "500 Broken" if self.broken else "200 OK"
        head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def catalogue() -> AsyncGenerator[Catalogue]:
    """The API on a free port."""
    running = Catalogue()
    server = await asyncio.start_server(running.serve, "127.0.0.1", 0)
    running.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/books"
    async with server:
        yield running


def write_pack(folder: Path, url: str) -> None:
    """The pack's one file."""
    (folder / "library").mkdir()
    (folder / "library" / "pack.yaml").write_text(PACK.format(url=url), encoding="utf-8")


async def test_a_pack_over_an_api_is_searched_reused_searched_for_another_subject_and_honest_when_it_breaks(
    serve: Serve, tmp_path: Path
) -> None:
    async with catalogue() as api:
        write_pack(tmp_path, api.url)
        async with serve(packs_dir=tmp_path, pack="library") as service:
            session = await service.session()

            async def ask(question: str) -> dict[str, Any]:
                answer = await service.http.post("/api/chat", json={"content": question, "session_id": session})
                assert answer.status_code == 200, answer.text
                return answer.json()

            first = await ask("파이썬 책 있어?")
            assert api.asked == [{"q": ["파이썬 책 있어?"], "subject": ["python"]}]
            assert "파이썬 1권" in str(first["content"])
            assert first["citations"]

            again = await ask("방금 파이썬 책 다시 알려줘")
            assert len(api.asked) == 1, "what is in hand suffices"
            assert again["reuse"]["decision"] == "reuse"

            other = await ask("요리 책은?")
            assert api.asked[-1]["subject"] == ["cooking"]
            assert "집밥" in str(other["content"])
            assert "파이썬" not in str(other["content"])

            api.broken = True
            missing = await ask("최신 파이썬 책 목록")
            assert len(api.asked) >= 3
            assert missing["reuse"]["data_types"]["holdings"]["decision"] == "failed"
            assert missing["notices"]


async def test_a_question_whose_words_the_pack_does_not_list_is_answered_from_its_documents(
    serve: Serve, tmp_path: Path
) -> None:
    write_pack(tmp_path, "http://127.0.0.1:9/books")
    written = tmp_path / "library" / "pack.yaml"
    papers = "\nsources:\n  - {kind: documents, name: papers, label: {ko: 안내}, path: documents}\n  - kind: http"
    text = written.read_text(encoding="utf-8").replace("\nsources:\n  - kind: http", papers)
    text = text.replace("sources: [catalogue]", "sources: [catalogue, papers]")
    written.write_text(text, encoding="utf-8")
    (tmp_path / "library" / "documents").mkdir()
    rules = "# 주차\n\n주차장에는 전기차 충전 구역이 6면 있다. 최초 1시간은 무료이다.\n"
    (tmp_path / "library" / "documents" / "parking.md").write_text(rules, encoding="utf-8")
    async with serve(packs_dir=tmp_path, pack="library") as service:

        async def ask(question: str) -> str:
            answer = await service.http.post("/api/chat", json={"content": question})
            assert answer.status_code == 200, answer.text
            return str(answer.json()["content"])

        assert "6면" in await ask("전기차 충전 구역은 몇 면이야?")
        assert await ask("비행기 조종사 자격은 어떻게 따?") == "도서관에 대한 질문에만 답합니다."
