"""The web as a source, over a scripted SearXNG endpoint and real pages: read, dated, marked, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import date
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import pytest_asyncio

from execution_agents.search.sources.web import Web, WebSearch, day_of, results_of
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.domains.schema.web import WebSource
from tests.execution_agents.search.sources.web_pages import Answer, Pages, browsing, moved, page, results, serving

QUESTION = "청년 월세 지원 금액은?"
LONG = "구청 소식입니다. " * 300 + "청년 월세 지원 금액은 매달 20만원입니다. " + "다른 소식입니다. " * 300


@pytest_asyncio.fixture
async def pages() -> AsyncGenerator[Pages]:
    async with serving() as running:
        yield running


async def searched(pages: Pages, endpoint: str = "", declared: WebSource | None = None) -> SearchResult:
    """What the source finds."""
    limit_s = (declared or WebSource()).timeout_s
    request = SearchRequest(Principal(tenant_id="t", owner_id="o"), QUESTION, {}, "ko", 5, limit_s)
    async with httpx.AsyncClient(trust_env=False) as client, browsing(pages) as browser:
        web = Web(endpoint or f"http://127.0.0.1:{pages.port}", browser)
        return await WebSearch(declared or WebSource(), web, client).search(request)


def result(pages: Pages, path: str, **more: object) -> dict[str, object]:
    """One result of the endpoint."""
    return {"url": pages.url(path), "title": f"제목 {path}", "content": f"요약 {path}", **more}


async def test_the_words_nearest_to_the_question_are_kept_dated_and_marked(pages: Pages) -> None:
    pages.answers["/a"] = page(LONG)
    pages.answers["/search"] = results(result(pages, "/a", publishedDate="2025-12-01T09:00:00+09:00"))
    found = await searched(pages)
    [item] = found.items
    assert "청년 월세 지원 금액은 매달 20만원입니다." in item.text
    assert len(item.text) <= WebSource().page_text + 100
    assert (item.source, item.is_web, item.uri) == ("web", True, pages.url("/a"))
    assert (item.as_of, item.fields) == (date(2025, 12, 1), {})
    assert found.complete


async def test_a_pages_own_day_is_believed_before_the_endpoints(pages: Pages) -> None:
    head = "<meta property='article:published_time' content='2025-08-14T09:00:00Z'>"
    pages.answers["/a"] = Answer(f"<html><head>{head}</head><body><p>{LONG}</p></body></html>".encode())
    pages.answers["/b"] = page("다른 말입니다")
    dated = {"publishedDate": "2025-12-01T09:00:00+09:00"}
    pages.answers["/search"] = results(result(pages, "/a", **dated), result(pages, "/b", **dated))
    assert [item.as_of for item in (await searched(pages)).items] == [date(2025, 8, 14), date(2025, 12, 1)]


async def test_the_endpoint_is_asked_for_json_with_the_question_alone(pages: Pages) -> None:
    pages.answers["/search"] = results()
    assert (await searched(pages)).items == ()
    [(_, asked)] = pages.asked
    assert parse_qs(urlsplit(asked).query) == {"format": ["json"], "q": [QUESTION]}


async def test_only_the_first_pages_are_read(pages: Pages) -> None:
    pages.answers |= {f"/{at}": page(f"{at}번 쪽의 말입니다") for at in range(5)}
    pages.answers["/search"] = results(*(result(pages, f"/{at}") for at in range(5)))
    found = await searched(pages, declared=WebSource(pages=2))
    assert [item.text for item in found.items] == [
        "0번 쪽의 말입니다",
        "1번 쪽의 말입니다",
        "요약 /2",
        "요약 /3",
        "요약 /4",
    ]
    assert len(pages.asked) == 3


UNREAD: dict[str, Answer] = {
    "gone": Answer(b"x", status=410),
    "a redirect inside": moved("http://10.0.0.9/"),
    "a picture": Answer(b"x", "image/png"),
    "programs alone": Answer(b"<html><body><script>x()</script></body></html>"),
    "too large": Answer(b"x" * 20_000),
}


@pytest.mark.parametrize("name", UNREAD)
async def test_a_page_that_cannot_be_read_leaves_the_endpoints_words(pages: Pages, name: str) -> None:
    pages.answers["/a"] = UNREAD[name]
    pages.answers["/search"] = results(result(pages, "/a"))
    [item] = (await searched(pages, declared=WebSource(page_bytes=10_000))).items
    assert item.text == "요약 /a"


async def test_a_page_that_is_late_loses_only_itself(pages: Pages) -> None:
    pages.answers |= {"/late": Answer(None), "/read": page("읽은 쪽의 말입니다")}
    found = results(*(result(pages, path) for path in ("/late", "/read", "/third")))
    pages.answers["/search"] = replace(found, delay_s=0.5)
    declared = WebSource(pages=2, page_s=6, timeout_s=6)
    async with asyncio.timeout(declared.timeout_s):  # as the search team limits every source
        items = (await searched(pages, declared=declared)).items
    assert [item.text for item in items] == ["요약 /late", "읽은 쪽의 말입니다", "요약 /third"]


async def test_an_endpoint_that_leaves_no_time_for_pages_keeps_its_words(pages: Pages) -> None:
    pages.answers |= {"/a": page("쪽의 말입니다"), "/search": replace(results(result(pages, "/a")), delay_s=1.2)}
    async with asyncio.timeout(2.0):
        [item] = (await searched(pages, declared=WebSource(timeout_s=2))).items
    assert item.text == "요약 /a"


async def test_a_result_inside_the_network_is_never_fetched(pages: Pages) -> None:
    pages.names["intranet.example"] = [["10.1.2.3"]]
    inside = {"url": "http://intranet.example/", "title": "안", "content": "안쪽"}
    pages.answers["/search"] = results(inside, {"url": "javascript:alert(1)", "title": "b", "content": "c"})
    found = await searched(pages)
    assert [item.uri for item in found.items] == ["http://intranet.example/"], "what is no web address is left out"
    assert [path for _, path in pages.asked if not path.startswith("/search")] == []


async def test_the_same_page_and_the_same_words_come_once(pages: Pages) -> None:
    pages.answers |= {"/a": page("같은 말입니다"), "/b": page("같은 말입니다")}
    pages.answers["/search"] = results(*(result(pages, path) for path in ("/a", "/b", "/a")))
    assert len((await searched(pages)).items) == 1


FAILURES: dict[str, Answer] = {
    "no JSON": Answer(b"<html>", "text/html"),
    "broken": Answer(b"{not json", "application/json"),
    "another shape": Answer(b'{"results": 7}', "application/json"),
    "forbidden": Answer(b"{}", "application/json", 403),
    "elsewhere": moved("http://10.0.0.1/"),
    "silent": Answer(None),
    "endless": Answer(b'{"results": [' + b" " * 2_100_000 + b"]}", "application/json"),
}


@pytest.mark.parametrize("name", FAILURES)
async def test_an_endpoint_that_fails_is_a_source_that_failed(pages: Pages, name: str) -> None:
    pages.answers["/search"] = FAILURES[name]
    with pytest.raises(SourceFailed):
        await searched(pages, declared=WebSource(timeout_s=0.5))


def test_an_endpoints_path_and_parameters_are_kept() -> None:
    assert results_of(WebSource(), "http://10.0.0.1:8080/").url == "http://10.0.0.1:8080/search?format=json"
    named = results_of(WebSource(), "https://x.example/sx/search?engines=a").url
    assert named == "https://x.example/sx/search?engines=a&format=json"


@pytest.mark.parametrize("said", ["", None, "yesterday", "2999-01-01", 7])
def test_what_is_no_day_is_none(said: object) -> None:
    assert day_of(said) is None
