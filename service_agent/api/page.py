"""The web client: its page at `/`, `/s/{session}`, `/dashboard` and `/admin`, its files below `/assets/`.

`make install` builds it into `web/dist`. Where that is not there, `/` says in one sentence what to do; nothing else of
the service needs it.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Response
from fastapi.responses import HTMLResponse

from foundation.contracts.errors import UnknownAddress
from service_agent.api.conversation.kept import UNSEEN
from service_agent.api.requests.access import Service
from service_agent.settings.settings import CHECKOUT

router = APIRouter(include_in_schema=False)

DIST = CHECKOUT / "web" / "dist"
FRAMED = "frame-ancestors 'none'"
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        FRAMED,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""No other host, nothing inline, no text that becomes script: https://www.w3.org/TR/CSP3/."""
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/json"}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FILE_NAME = re.compile(r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")
A_YEAR = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Suffice</title>
</head>
<body>
<main>
<h1>Suffice</h1>
<p>서비스는 켜져 있지만 대화 페이지가 만들어지지 않았으니, <code>make install</code> 을 다시 실행하거나 다른 터미널에서
<code>.venv/bin/suffice chat</code> 으로 질문하세요.</p>
<p lang="en">The service is running, but its chat page is not built: run <code>make install</code> again, or ask in
another terminal with <code>.venv/bin/suffice chat</code>.</p>
</main>
</body>
</html>
"""


@router.get("/", response_class=HTMLResponse)
@router.get("/s/{session_id}", response_class=HTMLResponse)
@router.get("/dashboard", response_class=HTMLResponse)
@router.get("/admin", response_class=HTMLResponse)
@router.get("/knowledge", response_class=HTMLResponse)
@router.get("/models", response_class=HTMLResponse)
async def page() -> HTMLResponse:
    """The chat, the dashboard or the administration; the page itself reads which its address names. It holds nothing of
    anybody: what those show it asks of routes that take the role operator or admin."""
    file = DIST / "index.html"
    text = file.read_text(encoding="utf-8") if file.is_file() else NOT_BUILT
    return HTMLResponse(text, headers={**HEADERS, "Cache-Control": "no-cache"})


@router.get("/shared/{token}", response_class=HTMLResponse)
async def shared() -> HTMLResponse:
    """The same page for whoever has a link; what is behind it, it asks of `/api/shared/{token}`."""
    shown = await page()
    shown.headers.update(UNSEEN)
    return shown


@router.get("/embed", response_class=HTMLResponse)
async def embed(services: Service) -> HTMLResponse:
    """The same page for a frame of somebody else's page: of one of EMBED_ORIGINS, every other the browser refuses."""
    shown = await page()
    ancestors = " ".join(services.access.embed_origins) or "'none'"
    shown.headers["Content-Security-Policy"] = CONTENT_SECURITY.replace(FRAMED, f"frame-ancestors {ancestors}")
    shown.headers["Referrer-Policy"] = "no-referrer"
    return shown


@router.get("/embed.js")
async def embed_script(accept_encoding: Annotated[str, Header()] = "") -> Response:
    """The script that puts the chat's button on somebody else's page."""
    script = _file(DIST / "static", "embed.js", accept_encoding, "public, max-age=300")
    script.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return script


@router.get("/assets/{name}")
async def asset(name: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
    """One built file. Its name changes with its content, so a browser may keep it."""
    return _file(DIST / "assets", name, accept_encoding, A_YEAR)


@router.get("/static/{name}")
async def static(name: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
    """One file that keeps its name (the icon, what chooses the theme before the first paint)."""
    return _file(DIST / "static", name, accept_encoding, "no-cache")


def _file(folder: Path, name: str, accept_encoding: str, cache: str) -> Response:
    media_type = TYPES.get(Path(name).suffix)
    if media_type is None or not FILE_NAME.match(name) or not (folder / name).is_file():
        raise UnknownAddress
    headers = {**HEADERS, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    taken = {part.split(";")[0].strip() for part in accept_encoding.split(",")}
    path = folder / name
    for encoding, suffix in ENCODINGS:
        packed = folder / f"{name}{suffix}"
        if encoding in taken and packed.is_file():
            path, headers["Content-Encoding"] = packed, encoding
            break
    content = path.read_bytes()
    headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Response(content, media_type=media_type, headers=headers)
