"""`/`: until the chat page is built, one plain page that says how to talk to the service."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

PAGE = """<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Suffice</title>
</head>
<body>
<main>
<h1>Suffice</h1>
<p>서비스가 켜져 있습니다. 대화 페이지는 아직 만들어지지 않았으니, 다른 터미널에서
<code>.venv/bin/suffice chat</code> 을 실행해 질문하세요.</p>
<p lang="en">The service is running. Its chat page is not built yet; run
<code>.venv/bin/suffice chat</code> in another terminal to ask questions.</p>
</main>
</body>
</html>
"""


@router.get("/", response_class=HTMLResponse)
async def page() -> HTMLResponse:
    """What to do instead of looking here."""
    return HTMLResponse(PAGE, headers={"Content-Security-Policy": "default-src 'none'"})
