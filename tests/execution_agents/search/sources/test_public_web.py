"""Pages of strangers: private addresses are refused however they are written, and no page takes more than it may."""

from __future__ import annotations

import gzip
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
import pytest_asyncio

from execution_agents.search.sources.public_web import NotFetched, PublicWeb, looked_up
from tests.execution_agents.search.sources.web_pages import HTML, Answer, Pages, browsing, moved, page, serving


@pytest_asyncio.fixture
async def pages() -> AsyncGenerator[Pages]:
    async with serving() as running:
        yield running


async def test_a_page_is_fetched_under_its_own_name(pages: Pages) -> None:
    pages.answers["/a"] = page("안녕하세요")
    async with browsing(pages) as web:
        found = await web.page(pages.url("/a"), 5, 10_000)
    assert (found.kind, found.url) == ("html", pages.url("/a"))
    assert "안녕하세요" in found.body.decode()
    assert pages.asked == [(f"pages.example:{pages.port}", "/a")]


async def test_the_systems_own_names_lead_to_no_page_of_this_machine(pages: Pages) -> None:
    pages.answers["/"] = page("secret")
    assert await looked_up("localhost", 80)
    web = PublicWeb()
    try:
        for host in ("localhost", "127.0.0.1", "[::1]", "127.1", "2130706433", "0x7f000001"):
            with pytest.raises(NotFetched):
                await web.page(f"http://{host}:{pages.port}/", 5, 10_000)
    finally:
        await web.aclose()
    assert pages.asked == []


NAMES = {
    "inside": ["10.0.0.5"],
    "one of two": ["8.8.8.8", "192.168.0.1"],
    "link local": ["169.254.169.254"],
    "nothing": [],
}


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_with_any_private_address_is_refused(pages: Pages, name: str) -> None:
    pages.names["inside.example"] = [NAMES[name]]
    async with browsing(pages) as web:
        with pytest.raises(NotFetched, match="not public"):
            await web.page("http://inside.example/", 5, 10_000)


async def test_a_name_is_looked_up_once_and_its_address_is_kept(pages: Pages) -> None:
    pages.answers["/a"] = page("x")
    pages.names["turns.example"] = [["127.0.0.1"], ["10.0.0.5"]]
    async with browsing(pages) as web:
        await web.page(pages.url("/a", "turns.example"), 5, 10_000)
        assert pages.looked_up == ["turns.example"]
        with pytest.raises(NotFetched, match="not public"):
            await web.page(pages.url("/a", "turns.example"), 5, 10_000)


REDIRECTS = [
    "http://10.0.0.5/",
    "http://169.254.169.254/latest/meta-data",
    "http://inside.example/x",
    "//inside.example/",
    "file:///etc/passwd",
    "gopher://pages.example/",
    "http://user:word@pages.example/",
]


@pytest.mark.parametrize("to", REDIRECTS)
async def test_a_redirect_is_checked_like_any_address(pages: Pages, to: str) -> None:
    pages.answers["/a"] = moved(to)
    pages.names["inside.example"] = [["192.168.0.7"]]
    async with browsing(pages) as web:
        with pytest.raises(NotFetched):
            await web.page(pages.url("/a"), 5, 10_000)
    assert len(pages.asked) == 1


async def test_a_redirect_is_followed_and_a_circle_ends(pages: Pages) -> None:
    pages.answers |= {"/a": moved("/b", 301), "/b": page("there"), "/c": moved("/c")}
    async with browsing(pages) as web:
        assert (await web.page(pages.url("/a"), 5, 10_000)).url == pages.url("/b")
        with pytest.raises(NotFetched, match="from page to page"):
            await web.page(pages.url("/c"), 5, 10_000)


UNREADABLE: dict[str, tuple[Answer, str]] = {
    "too large": (Answer(b"x" * 20_000), "larger"),
    "a bomb": (Answer(gzip.compress(b"x" * 5_000_000), headers={"Content-Encoding": "gzip"}), "larger"),
    "a bomb in a bomb": (
        Answer(gzip.compress(gzip.compress(b"x" * 5_000_000)), headers={"Content-Encoding": "gzip, gzip"}),
        "packed",
    ),
    "packed as nobody asked": (Answer(b"x", headers={"Content-Encoding": "zstd"}), "packed"),
    "broken": (Answer(b"not packed at all", headers={"Content-Encoding": "gzip"}), "could not be reached"),
    "a picture": (Answer(b"x", "image/png"), "no page of text"),
    "a document": (Answer(b"%PDF-1.7", "application/pdf"), "no page of text"),
    "gone": (Answer(b"x", HTML, 404), "status 404"),
    "silent": (Answer(None), "too long"),
}


@pytest.mark.parametrize("name", UNREADABLE)
async def test_a_page_takes_no_more_than_it_may(pages: Pages, name: str) -> None:
    pages.answers["/a"], why = UNREADABLE[name]
    async with browsing(pages) as web:
        with pytest.raises(NotFetched, match=why):
            await web.page(pages.url("/a"), 0.5 if name == "silent" else 10, 10_000)


async def test_a_packed_page_is_unpacked(pages: Pages) -> None:
    body = "안녕하세요".encode() * 100
    pages.answers["/a"] = Answer(gzip.compress(body), headers={"Content-Encoding": "gzip"})
    async with browsing(pages) as web:
        assert (await web.page(pages.url("/a"), 5, 10_000)).body == body


async def test_no_cookie_of_a_page_comes_back(pages: Pages) -> None:
    pages.answers["/a"] = replace(page("x"), headers={"Set-Cookie": "reader=7; Path=/"})
    async with browsing(pages) as web:
        for host in ("one.example", "other.example"):
            await web.page(pages.url("/a", host), 5, 10_000)
    assert len(pages.heads) == 2
    assert not any("cookie" in head for head in pages.heads)


@pytest.mark.parametrize(
    "url", ["ftp://pages.example/", "javascript:alert(1)", "http://", "http://[::1", "http://a..b/"]
)
async def test_what_is_no_address_of_the_web_is_refused(pages: Pages, url: str) -> None:
    async with browsing(pages) as web:
        with pytest.raises(NotFetched):
            await web.page(url, 5, 10_000)
