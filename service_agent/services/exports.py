"""A conversation as a file: Markdown for people, JSON for programs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Literal

from execution_agents.answer.evidence.citations import defused
from foundation.contracts.identity import Principal
from foundation.domains.loading.addresses import web_address, written_address
from foundation.storage.records import Session
from service_agent.services.exchanges import Cited, Exchange, Exchanges

Format = Literal["md", "json"]
LONGEST_NAME = 60
_UNSAFE = re.compile(r"[^\w\- ]+")
_WORDS = {
    "ko": {"untitled": "대화", "unanswered": "답이 없습니다.", "sources": "근거", "found": "찾은 때"},
    "en": {"untitled": "Conversation", "unanswered": "There is no answer.", "sources": "Sources", "found": "found"},
}


class Exports:
    """Exports of one's own conversations."""

    def __init__(self, exchanges: Exchanges) -> None:
        self._exchanges = exchanges

    async def file(self, principal: Principal, session_id: str, chosen: Format) -> tuple[str, str]:
        """Its name and its text. Raises UnknownSession."""
        session, exchanges = await self._exchanges.of(principal, session_id)
        written = markdown_of(session, exchanges) if chosen == "md" else json_of(session, exchanges)
        return file_name(session, chosen), written


def file_name(session: Session, ending: str) -> str:
    """Day and title, without anything a file system reads as more than a name."""
    title = _UNSAFE.sub(" ", unicodedata.normalize("NFC", session.title))
    name = "-".join(title.split())[:LONGEST_NAME].strip("-")
    return f"{session.created_at:%Y-%m-%d}-{name or 'conversation'}.{ending}"


def markdown_of(session: Session, exchanges: list[Exchange]) -> str:
    """Title, then each question with its answer, its sources and their places."""
    words = _WORDS[_language(session, exchanges)]
    title = " ".join(session.title.split()) or words["untitled"]
    lines = [f"# {title}", "", _moment(session.created_at), ""]
    for one in exchanges:
        lines += [f"## {' '.join(one.question.split())}", "", _moment(one.asked_at), ""]
        lines += [one.answer if one.answer is not None else f"*{words['unanswered']}*", ""]
        if one.cited:
            lines += [f"**{words['sources']}**", "", *_sources(one.cited, words["found"]), ""]
    return "\n".join(lines).rstrip() + "\n"


def _sources(cited: tuple[Cited, ...], found: str) -> Iterator[str]:
    for one in cited:
        where = ", ".join(part for part in (one.source, one.place) if part)
        words = " ".join(defused(f"{one.title} ({where}) — {one.quote}").split())
        address = f" <{written_address(one.uri)}>" if web_address(one.uri) else ""
        yield f"- [{one.marker}] {words}{address} ({found} {one.fetched_at[:10]})"


def json_of(session: Session, exchanges: list[Exchange]) -> str:
    """The same for programs; answers with everything `GET .../messages` gives of them."""
    content = {
        "format": "suffice-conversation-1",
        "title": session.title,
        "pack": session.pack,
        "created_at": session.created_at.isoformat(),
        "exchanges": [
            {
                "question": one.question,
                "asked_at": one.asked_at.isoformat(),
                "content": one.answer,
                "sources": [asdict(each) for each in one.cited],
                "answer": dict(one.body) or None,
            }
            for one in exchanges
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _language(session: Session, exchanges: list[Exchange]) -> str:
    said = session.title + "".join(one.question for one in exchanges[:3])
    return "ko" if any("가" <= letter <= "힣" for letter in said) else "en"
