"""A conversation as a list of questions with their answers: what is exported and shared is made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from foundation.contracts.identity import Principal
from foundation.domains.schema.pack import Pack
from foundation.domains.schema.uploads import with_uploads
from foundation.storage.records import Session, StoredMessage
from foundation.storage.repositories import Repositories

PAGE = 500
Place = Mapping[str, int | str]


@dataclass(frozen=True)
class Cited:
    """One source of an answer, in words for people: no id of ours is in it."""

    marker: int
    title: str
    source: str
    """What the pack calls it."""
    quote: str
    place: str
    """Page, or sheet and rows; "": its original has none."""
    uri: str
    fetched_at: str


@dataclass(frozen=True)
class Exchange:
    """One question, and its answer where there is one."""

    question: str
    asked_at: datetime
    answer: str | None
    cited: tuple[Cited, ...]
    body: Mapping[str, Any]
    """The whole final message; empty without an answer."""


class Exchanges:
    """Reads conversations whole."""

    def __init__(self, repositories: Repositories, packs: Mapping[str, Pack]) -> None:
        self._repositories = repositories
        self._packs = packs

    async def of(self, principal: Principal, session_id: str) -> tuple[Session, list[Exchange]]:
        """The conversation and its exchanges, oldest first. Raises UnknownSession."""
        session = await self._repositories.sessions.get(principal, session_id)
        lines = await self._lines(principal, session_id)
        places = await self._places(principal, session.pack, lines)
        answers = {line.run_id: line for line in lines if line.role == "assistant"}
        asked = [line for line in lines if line.role == "user"]
        return session, [self._exchange(session.pack, one, answers.get(one.run_id), places) for one in asked]

    async def _lines(self, principal: Principal, session_id: str) -> list[StoredMessage]:
        lines: list[StoredMessage] = []
        while True:
            after = lines[-1].message_id if lines else None
            page = await self._repositories.messages.list(principal, session_id, PAGE, after)
            lines += page
            if len(page) < PAGE:
                return lines

    async def _places(self, principal: Principal, pack: str, lines: Sequence[StoredMessage]) -> dict[str, Place]:
        ids = {one["chunk_id"] for line in lines for one in _citations(line) if not one.get("fields")}
        found = await self._repositories.corpus.chunks_named(principal, pack, sorted(ids)) if ids else {}
        return {chunk_id: chunk.place for chunk_id, chunk in found.items() if chunk.place is not None}

    def _exchange(
        self, pack: str, asked: StoredMessage, answer: StoredMessage | None, places: Mapping[str, Place]
    ) -> Exchange:
        language = "ko" if any("가" <= letter <= "힣" for letter in asked.content) else "en"
        cited = () if answer is None else tuple(
            Cited(
                marker=one["marker"],
                title=one["title"],
                source=self._label(pack, one["source"], language),
                quote=one["quote"],
                place=place_words(places.get(one["chunk_id"]), language),
                uri=one["uri"] if one.get("uri", "").startswith(("https://", "http://")) else "",
                fetched_at=one["fetched_at"],
            )
            for one in _citations(answer)
        )  # fmt: skip
        return Exchange(
            question=asked.content,
            asked_at=asked.created_at,
            answer=None if answer is None else answer.content,
            cited=cited,
            body=(answer.body or {}) if answer is not None else {},
        )

    def _label(self, pack: str, source: str, language: str) -> str:
        known = self._packs.get(pack)
        named = next((one for one in with_uploads(known).sources if one.name == source), None) if known else None
        return source if named is None else named.label.get(language, source)


def _citations(line: StoredMessage) -> list[dict[str, Any]]:
    return (line.body or {}).get("citations", [])


def place_words(place: Place | None, language: str) -> str:
    """Where the original shows it: `p. 3–4`, `3–4쪽`, `Sheet1, rows 2–9`."""
    if place is None:
        return ""
    if "page" in place:
        pages = _span(place, "page")
        return f"{pages}쪽" if language == "ko" else f"p. {pages}"
    if "row" not in place:
        return str(place.get("sheet", ""))
    rows = f"{_span(place, 'row')}행" if language == "ko" else f"rows {_span(place, 'row')}"
    return f"{place['sheet']}, {rows}" if "sheet" in place else rows


def _span(place: Place, name: str) -> str:
    first, last = place[name], place.get(f"{name}_to")
    return str(first) if last is None or last == first else f"{first}–{last}"
