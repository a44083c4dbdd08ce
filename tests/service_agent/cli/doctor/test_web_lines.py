"""What `suffice doctor` says of the web search."""

from __future__ import annotations

import pytest

from service_agent.cli.doctor.web_lines import web_line
from service_agent.settings.settings import Settings
from tests.execution_agents.search.sources.web_pages import Answer, results, serving

FOUND = {"url": "https://a.example/", "title": "Hours", "content": "From nine."}


@pytest.mark.parametrize(
    ("answer", "mark", "said"),
    [
        (results(FOUND), "ok", "answers in JSON"),
        (results(), "note", "finds nothing"),
        (Answer(b"<html>", "text/html"), "wrong", "`json` in `search.formats`"),
        (Answer(b"no", "text/html", 403), "wrong", "add `json` to `search.formats`"),
    ],
    ids=["json", "nothing", "html", "forbidden"],
)
async def test_the_web_is_searched_once_and_judged(answer: Answer, mark: str, said: str) -> None:
    async with serving() as pages:
        pages.answers["/search"] = answer
        line = await web_line(Settings(web_search_url=f"http://127.0.0.1:{pages.port}"))
        assert len(pages.asked) == 1
    assert (line.mark, line.what) == (mark, "web")
    assert said in line.text


async def test_where_none_is_set_or_nobody_listens_it_is_said() -> None:
    unset, away = await web_line(Settings()), await web_line(Settings(web_search_url="http://127.0.0.1:1"))
    assert (unset.mark, "SUFFICE_WEB_SEARCH_URL" in unset.text) == ("note", True)
    assert (away.mark, "could not be reached" in away.text) == ("wrong", True)
