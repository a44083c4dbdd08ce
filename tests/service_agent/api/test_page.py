"""The page's files: what the browser is allowed, what it may keep, and what stands there when nothing was built."""

from __future__ import annotations

from pathlib import Path

import pytest

from service_agent.api import page
from tests.serving import Serve, Serving


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page of three files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>built</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("plain")
    (tmp_path / "assets" / "index-abc.js.br").write_bytes(b"packed")
    (tmp_path / "assets" / "secret.txt").write_text("no")
    (tmp_path / "secret.js").write_text("no")
    monkeypatch.setattr(page, "DIST", tmp_path)
    return tmp_path


async def test_the_page_may_speak_to_its_own_host_alone(service: Serving, dist: Path) -> None:
    for address in ("/", "/s/any-session", "/dashboard"):
        answer = await service.http.get(address)
        assert "built" in answer.text
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["connect-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-cache"


async def test_the_chat_stands_in_pages_of_allowed_origins_alone(serve: Serve, dist: Path) -> None:
    (dist / "static").mkdir()
    (dist / "static" / "embed.js").write_text("script")
    for origins in ((), ("https://shop.example", "http://127.0.0.1:9000")):
        async with serve(embed_origins=origins) as service:
            answer = await service.http.get("/embed")
            policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
            assert policy["frame-ancestors"] == (" ".join(origins) or "'none'")
            assert policy["script-src"] == policy["connect-src"] == "'self'"
            for own in ("/", "/admin", "/dashboard", "/s/any-session"):
                policy_of_own = (await service.http.get(own)).headers["content-security-policy"]
                assert "frame-ancestors 'none'" in policy_of_own, "the page itself stands in nobody's"
            script = await service.http.get("/embed.js")
            assert (script.text, script.headers["cross-origin-resource-policy"]) == ("script", "cross-origin")
            assert "set-cookie" not in script.headers


async def test_a_file_named_by_its_content_is_kept_and_sent_packed(service: Serving, dist: Path) -> None:
    packed = await service.http.get("/assets/index-abc.js", headers={"Accept-Encoding": "identity"})
    assert (packed.text, packed.headers["content-type"]) == ("plain", "text/javascript; charset=utf-8")
    assert "immutable" in packed.headers["cache-control"]
    async with service.http.stream("GET", "/assets/index-abc.js", headers={"Accept-Encoding": "br, gzip"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert b"".join([part async for part in answer.aiter_raw()]) == b"packed"


@pytest.mark.parametrize(
    "name", ["nothing.js", "secret.txt", "..%2Fsecret.js", "%2e%2e%2fsecret.js", ".hidden.js", "index-abc.js.br"]
)
async def test_nothing_but_the_pages_own_files_is_served(service: Serving, dist: Path, name: str) -> None:
    answer = await service.http.get(f"/assets/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


async def test_without_a_build_the_page_says_in_a_sentence_what_to_do(
    service: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "DIST", tmp_path / "nowhere")
    answer = await service.http.get("/")
    assert answer.status_code == 200
    assert "make install" in answer.text
    assert "suffice chat" in answer.text
