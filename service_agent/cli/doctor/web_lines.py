"""What `suffice doctor` says of the web search: whether one is set, answers, and answers in JSON."""

from __future__ import annotations

import httpx

from execution_agents.search.sources.http import HttpApi
from execution_agents.search.sources.web import results_of
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import LOCAL
from foundation.contracts.ports import SearchRequest
from foundation.domains.schema.web import WebSource
from service_agent.cli.doctor.findings import Line
from service_agent.settings.settings import Settings

PROBED = "opening hours"
"""What is searched for: it says nothing of anybody."""
PROBE_S = 10.0
HINTS = {
    "refused": "; where that is 403, its JSON format is off: add `json` to `search.formats` of its settings.yml",
    "unusable": "; its JSON format must be on: `json` in `search.formats` of its settings.yml",
}


async def web_line(settings: Settings) -> Line:
    """One search, as a turn makes it; no page is read."""
    endpoint = settings.web_search_url
    if endpoint is None:
        return Line("note", "web", "not searched; set SUFFICE_WEB_SEARCH_URL to a SearXNG-compatible endpoint for it")
    request = SearchRequest(LOCAL, PROBED, {}, "en", 5, PROBE_S)
    async with httpx.AsyncClient(follow_redirects=False) as client:
        try:
            found = await HttpApi(results_of(WebSource(), endpoint), client).search(request)
        except SourceFailed as failure:
            why = failure.message.removesuffix(".")
            hint = HINTS.get(str(failure.data.get("how")), "; start it, or mend SUFFICE_WEB_SEARCH_URL")
            return Line("wrong", "web", f"{why}{hint} ({httpx.URL(endpoint).host}). Answers go on without the web.")
    if not found.items:
        return Line(
            "note", "web", f"{httpx.URL(endpoint).host} answers in JSON, but finds nothing: look at its engines"
        )
    return Line("ok", "web", f"{httpx.URL(endpoint).host} answers in JSON; searched where documents are few")
