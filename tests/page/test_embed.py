"""The chat on pages of other origins, in a real browser: one that is allowed, one that is not."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.page import test_browser
from tests.page.test_browser import EVERY_SIZE, Place, ok, place, played

__all__ = ["place"]

pytestmark = test_browser.pytestmark

KEY = "reader-0123456789abc"
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A shop</title></head>
<body><main><h1>A shop</h1><p>{words}</p></main>
<script src="{service}/embed.js" data-pack="real_estate" data-language="{language}" data-token-url="{token}" async>
</script>
</body></html>"""
WORDS = {"ko": "집을 찾는 분께 드리는 안내입니다.", "en": "What you may want to know before you move."}


class Host(BaseHTTPRequestHandler):
    """Somebody's site: a page with the script, and the token its server gives to whoever reads it."""

    service: ClassVar[str] = ""
    asked: ClassVar[int] = 0

    def do_GET(self) -> None:
        """The page, or a token: none, or a wrong one the first time, as the page's address says."""
        address = urlsplit(self.path)
        given = {name: values[0] for name, values in parse_qs(address.query).items()}
        if address.path == "/token":
            Host.asked += 1
            wrong = given["kind"] == "none" or (given["kind"] == "second" and Host.asked % 2 == 1)
            self._answer("application/json", json.dumps({"token": "over-0123456789abcdef" if wrong else KEY}))
            return
        language = given.get("language", "ko")
        Host.asked = 0
        token = f"/token?kind={given.get('token', 'first')}"
        page = PAGE.format(language=language, words=WORDS[language], service=Host.service, token=token)
        self._answer("text/html; charset=utf-8", page)

    def _answer(self, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@contextmanager
def hosting() -> Generator[str]:
    """A site at an origin of its own; where it is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


EVERY_DAY = ("a bubble", "not allowed")
LONG = ("on a phone", "vouch", "a token that ended", "card in the frame at every size, Ko")
FEW_OR_ALL = [EVERY_DAY, pytest.param(LONG, marks=pytest.mark.long), pytest.param((), marks=pytest.mark.nightly)]


@pytest.mark.timeout(1600)
@pytest.mark.parametrize("stories", FEW_OR_ALL, ids=["few", "some", "all"])
async def test_a_chat_on_another_page_answers_where_it_is_allowed(place: Place, stories: tuple[str, ...]) -> None:
    part = {"PART": test_browser.PART or "|".join(stories)} | ({} if stories else EVERY_SIZE)
    with ExitStack() as sites:
        allowed, refused = sites.enter_context(hosting()), sites.enter_context(hosting())
        lines = await played(
            place,
            {"EMBED": json.dumps({"allowed": f"{allowed}/", "refused": f"{refused}/"}), **part},
            begun=_remember,
            SUFFICE_AUTH_KEYS=f"reader:{KEY}",
            SUFFICE_EMBED_ORIGINS=allowed,
            SUFFICE_CONFIRM_TIMEOUT_S="600",  # each card is looked at in every size
            SUFFICE_CLARIFY_TIMEOUT_S="600",
        )
    sys.stdout.write("\n".join(lines) + "\n")
    assert [line for line in lines if not line.startswith("@ok")] == [f"@played {len(ok(lines))}"], lines
    assert len(ok(lines)) == (len(stories) or 11) or test_browser.PART, lines


def _remember(url: str) -> None:
    Host.service = url
