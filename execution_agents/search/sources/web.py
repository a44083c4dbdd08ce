"""The web as a source (implements `Source`): a SearXNG-compatible endpoint is queried, and the first pages are read.

It is queried only if the pack's own documents are few (`gathering.py`). Its results are foreign evidence: dated if they
state a date, marked as web, stored with the conversation only, and never part of the pack's corpus.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import httpx
import structlog

from execution_agents.answer.evidence.contexts import clipped
from execution_agents.ingest.reading.apart import in_reading_thread, outline_of, reading
from execution_agents.search.sources.http import HttpApi
from execution_agents.search.sources.public_web import NotFetched, Page, PublicWeb
from execution_agents.search.sources.unversioned import Unversioned
from foundation.contracts.errors import BrokenDocument
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem, SourceKind
from foundation.domains.schema.pack import Column, HttpField, HttpSource, WebSource

log = structlog.get_logger()
PUBLISHED = "published"
WEB_PAGE = "web_page"
"""The reader of pages that were fetched: it also looks for the day of publication."""
KEPT_AT_SENTENCE = 800
SPARE_S = 1.5
"""Of the time limit, kept for handing on what was found: a reading process that hangs takes a second to end."""
_DAY = Column(name=PUBLISHED, type="text", label={"ko": "게시일", "en": "Published"})


@dataclass(frozen=True)
class Web:
    """Where the web is searched, and the reader of the pages found."""

    endpoint: str
    pages: PublicWeb


class WebSearch(Unversioned):
    """One endpoint, and the pages it names."""

    kind: SourceKind = "web"

    def __init__(self, declared: WebSource, web: Web, client: httpx.AsyncClient) -> None:
        self.name = declared.name
        self._declared = declared
        self._results = HttpApi(results_of(declared, web.endpoint), client)
        self._pages = web.pages

    async def search(self, request: SearchRequest) -> SearchResult:
        """Results, best first, each with its page's passages about the question; pages that are late are left out, and
        their results stay. Raises SourceFailed."""
        spare = min(SPARE_S, request.timeout_s / 2)
        until = asyncio.get_running_loop().time() + request.timeout_s - spare
        listed = await self._results.search(request)
        named = [one for one in listed.items if one.uri]
        first, rest = named[: self._declared.pages], named[self._declared.pages :]
        one_at_a_time = asyncio.Lock()
        async with reading():  # One process for all pages.
            read = await asyncio.gather(*(self._in_time(one, request, one_at_a_time, until) for one in first))
        found = distinct([dated(one) for one in (*read, *rest)])
        return SearchResult(items=tuple(found), source_version=listed.source_version, complete=True)

    async def _in_time(
        self, item: EvidenceItem, request: SearchRequest, one_at_a_time: asyncio.Lock, until: float
    ) -> EvidenceItem:
        """The result with its page's text; as the endpoint gave it if that is not there by then."""
        try:
            async with asyncio.timeout_at(until):
                page = await self._page(item)
                async with one_at_a_time:
                    return await self._read(item, page, request)
        except TimeoutError:
            log.info("web_page_unread", why="the time for all pages was over")
            return item

    async def _page(self, item: EvidenceItem) -> Page | None:
        try:
            return await self._pages.page(item.uri, self._declared.page_s, self._declared.page_bytes)
        except NotFetched as why:
            log.info("web_page_unread", why=str(why))
            return None

    async def _read(self, item: EvidenceItem, page: Page | None, request: SearchRequest) -> EvidenceItem:
        """The result with its page's text; with the endpoint's own text if the page cannot be read."""
        if page is None:
            return item
        try:
            text, day = await words_of(page)
        except BrokenDocument as why:
            log.info("web_page_unread", why=str(why))
            return item
        if day_of(day) is not None:  # What the page says of itself is nearer than what the endpoint says of it.
            item = item.model_copy(update={"fields": {**item.fields, PUBLISHED: day}})
        shown = clipped(text, request.question, self._declared.page_text, KEPT_AT_SENTENCE)
        if not shown.strip():
            return item
        return item.model_copy(update={"text": shown, "content_hash": hashlib.sha256(shown.encode()).hexdigest()})


def results_of(declared: WebSource, endpoint: str) -> HttpSource:
    """The endpoint as a JSON API."""
    url = httpx.URL(endpoint)
    if url.path in ("", "/"):
        url = url.copy_with(path="/search")
    return HttpSource(
        name=declared.name,
        label=declared.label,
        url=str(url.copy_merge_params({"format": "json"})),
        query_parameter="q",
        items="results",
        title_pointer="title",
        text_pointer="content",
        id_pointer="url",
        uri_pointer="url",
        fields=(HttpField(column=_DAY, pointer="publishedDate"),),
        limit=declared.results,
        timeout_s=declared.timeout_s,
    )


async def words_of(page: Page) -> tuple[str, str]:
    """The text of a page, and the time it says it was published, "" where it says none; read in a process of its own.
    Raises BrokenDocument."""
    kind = WEB_PAGE if page.kind == "html" else page.kind
    with tempfile.TemporaryDirectory(prefix="suffice-page-") as folder:
        path = Path(folder) / "page"
        path.write_bytes(page.body)
        outline = await in_reading_thread(lambda: outline_of(kind, path, "The page"))
    return outline.text, str(outline.declared.get(PUBLISHED, ""))


def dated(item: EvidenceItem) -> EvidenceItem:
    """With its publication day, if it states one; a passage, not a row."""
    return item.model_copy(update={"as_of": day_of(item.fields.get(PUBLISHED)), "fields": {}})


def day_of(said: object) -> date | None:
    """The day of a time as endpoints write it; None: it is none, or is in the future."""
    try:
        day = datetime.fromisoformat(str(said)).date()
    except ValueError:
        return None
    return day if day <= datetime.now(UTC).date() else None


def distinct(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """Each address and each text once."""
    found: dict[str, EvidenceItem] = {}
    texts = set[str]()
    for one in items:
        if one.uri not in found and one.content_hash not in texts:
            found[one.uri] = one
            texts.add(one.content_hash)
    return list(found.values())
