"""Few documents, so the web is asked: over the socket its findings come marked and dated, are never part of the corpus,
and are reused under the judges; nothing inside the network is fetched."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.execution_agents.search.sources.web_pages import results
from tests.execution_agents.search.sources.web_pages import serving as pages_serving
from tests.serving import Serve
from tests.stories.client import talking

PACK = """
name: allotments
version: "1"
title: {ko: 텃밭, en: Allotments}
languages: [en]
time_zone: Asia/Seoul
intents:
  - name: ask
    label: {en: Ask}
    description: Asks about allotments.
    examples: ["How much is the rent of an allotment?"]
    keywords: [allotment, rent, water, shed]
    teams: [search]
    data_types: [rules]
  - {name: irrelevant, label: {en: Something else}, description: Something else., ends: irrelevant}
  - {name: unclear, label: {en: Unclear}, description: Nobody knows., ends: unclear}
default_data_types: [rules]
data_types:
  - {name: rules, label: {en: Rules}, sources: [guide]}
sources:
  - {kind: documents, name: guide, label: {en: Guide}, path: documents}
replies:
  greeting: {en: Hello.}
  about: {en: I answer questions about allotments.}
  irrelevant: {en: I answer questions about allotments only.}
  unclear: {en: "What would you like to know?"}
"""
GUIDE = "# Rent\\n\\nThe rent of an allotment is 40 pounds a year and is paid in March.\\n".replace("\\n", "\n")
QUESTION = "How high may a shed on an allotment be?"
ON_THE_WEB = {
    "url": "http://10.0.0.7/sheds",
    "title": "Sheds on allotments",
    "content": "A shed on an allotment may be at most 2.3 metres high.",
    "publishedDate": "2025-11-03T09:00:00+09:00",
}


def own_pack(folder: Path) -> None:
    (folder / "documents").mkdir(parents=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "documents" / "rent.md").write_text(GUIDE, encoding="utf-8")


async def test_the_web_answers_where_documents_are_few(serve: Serve, tmp_path: Path) -> None:
    own_pack(tmp_path / "allotments")
    async with pages_serving() as pages:
        pages.answers["/search"] = results(ON_THE_WEB)
        web = f"http://127.0.0.1:{pages.port}"
        async with serve(packs_dir=tmp_path, pack="allotments", web_search_url=web) as service:
            session_id = await service.session()
            async with talking(service.url, session_id) as client:
                await client.next()
                first = await client.turn(QUESTION)
                again = await client.turn(QUESTION)
            steps = [frame["step"] for frame in client.frames if frame["type"] == "team_progress"]
            cited = [one for one in first["citations"] if one["source"] == "web"]
            assert "search:web" in steps
            assert "2.3" in first["content"]
            for answer in (first, again):
                [notice] = [one for one in answer["notices"] if one.startswith("Found on the web (searched 20")]
                assert notice in answer["content"]
            assert [one["uri"] for one in cited] == [ON_THE_WEB["url"]]
            assert cited[0]["as_of"] == "2025-11-03"
            assert first["reuse"]["data_types"]["rules"]["decision"] == "searched"
            assert again["reuse"]["data_types"]["rules"]["decision"] == "reused"
            asked = [parse_qs(urlsplit(path).query)["q"] for _, path in pages.asked]
            assert asked == [[QUESTION]], "the second turn reuses, and no page inside the network is fetched"
            chunk = await service.http.get(f"/api/chunks/{cited[0]['chunk_id']}")
            assert chunk.status_code == 404, "what the web said is no part of the corpus"
