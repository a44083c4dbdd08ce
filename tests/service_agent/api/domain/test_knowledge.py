"""What a pack holds, over HTTP."""

from __future__ import annotations

from tests.serving import Serving

GUIDE = "# 승강기 보수 안내\n\n정기 보수는 매달 셋째 주 화요일입니다.\n\n## 비상 연락\n\n비상 연락은 4421번입니다."


async def send(service: Serving, name: str, text: str = GUIDE) -> None:
    sent = await service.http.post(
        "/api/corpora/real_estate/documents", params={"name": name, "source": "law_guide"}, content=text.encode()
    )
    assert sent.is_success, sent.text


async def test_every_source_says_what_it_holds_and_of_which_days(service: Serving) -> None:
    known = (await service.http.get("/api/knowledge/real_estate")).json()
    sources = {source["name"]: source for source in known["sources"]}
    assert sources["law_guide"]["documents"] >= 60
    assert sources["law_guide"]["parts"] >= sources["law_guide"]["documents"]
    prices = sources["district_prices"]
    assert (prices["data_from"], prices["data_until"]) == ("2017-01", "2026-02")
    assert prices["example"]
    assert prices["changed_at"]
    assert prices["importers"]
    assert known["may_change"]


async def test_the_graph_of_a_pack_is_described_by_its_nodes(service: Serving) -> None:
    known = (await service.http.get("/api/knowledge/construction")).json()
    (graph,) = [source for source in known["sources"] if source["kind"] == "graph"]
    assert graph["documents"] == 696


async def test_pages_of_documents_hold_each_once(service: Serving) -> None:
    whole = (await service.http.get("/api/knowledge/real_estate/documents", params={"limit": 200})).json()
    seen: list[str] = []
    after = ""
    while True:
        page = await service.http.get(
            "/api/knowledge/real_estate/documents", params={"limit": 40, "after": after, "source": "law_guide"}
        )
        seen += [one["document_id"] for one in page.json()["documents"]]
        after = page.json()["next"]
        if after is None:
            break
    assert len(seen) == len(set(seen)) == page.json()["total"]
    assert set(seen) <= {one["document_id"] for one in whole["documents"]}


async def test_documents_are_found_by_part_of_title_or_file(service: Serving) -> None:
    await send(service, "elevator-guide.md")
    for words in ("승강기 보수", "ELEVATOR-guide"):
        found = await service.http.get("/api/knowledge/real_estate/documents", params={"q": words})
        (line,) = found.json()["documents"]
        assert (line["title"], line["origin"], line["removable"]) == ("승강기 보수 안내", "upload", True)
        assert line["passages"] == 2


async def test_a_removed_document_is_found_no_more(service: Serving) -> None:
    await send(service, "gone.md", "# 옥상 출입 규정\n\n옥상은 저녁 아홉 시에 잠급니다.")
    asked = {"q": "옥상은 몇 시에 잠그나요"}
    found = (await service.http.get("/api/knowledge/real_estate/search", params=asked)).json()["passages"]
    assert "옥상은" in found[0]["text"]
    path = f"/api/knowledge/real_estate/documents/{found[0]['document_id']}"
    assert (await service.http.delete(path)).status_code == 204
    again = (await service.http.get("/api/knowledge/real_estate/search", params=asked)).json()["passages"]
    assert not [one for one in again if "옥상은" in one["text"]]
    assert (await service.http.delete(path)).status_code == 404


async def test_what_lies_in_the_pack_is_not_removed(service: Serving) -> None:
    listed = (await service.http.get("/api/knowledge/handbook/documents")).json()["documents"]
    assert not any(one["removable"] for one in listed)
    refused = await service.http.delete(f"/api/knowledge/handbook/documents/{listed[0]['document_id']}")
    assert refused.status_code == 422
    assert "would come back" in refused.json()["detail"]


async def test_what_an_upload_left_out_stays_to_be_read(service: Serving) -> None:
    sent = await service.http.post(
        "/api/corpora/real_estate/documents",
        params={"name": "empty.pdf", "source": "law_guide"},
        content=b"%PDF-1.4 cut short",
    )
    assert sent.is_success, sent.text
    reports = (await service.http.get("/api/knowledge/real_estate")).json()["reports"]
    (report,) = [one for one in reports if one["name"] == "empty.pdf"]
    assert report["origin"] == "upload"
    assert "empty.pdf" in report["left_out"][0]


async def test_a_file_of_the_same_name_replaces_the_one_before(service: Serving) -> None:
    await send(service, "roof.md", "# 옥상 텃밭 규정\n\n텃밭은 한 세대에 두 평입니다.")
    await send(service, "roof.md", "# 옥상 텃밭 규정\n\n텃밭은 한 세대에 네 평입니다.")
    found = (await service.http.get("/api/knowledge/real_estate/documents", params={"q": "옥상 텃밭"})).json()
    assert found["total"] == 1
    asked = {"q": "옥상 텃밭은 한 세대에 몇 평인가요"}
    texts = [
        one["text"]
        for one in (await service.http.get("/api/knowledge/real_estate/search", params=asked)).json()["passages"]
    ]
    assert "네 평" in texts[0]
    assert not [text for text in texts if "두 평" in text]


async def test_rows_of_a_table_are_paged(service: Serving) -> None:
    path = "/api/knowledge/real_estate/rows"
    first = (await service.http.get(path, params={"source": "district_prices", "limit": 5})).json()
    then = await service.http.get(path, params={"source": "district_prices", "limit": 5, "after": first["next"]})
    assert len(first["rows"]) == len(then.json()["rows"]) == 5
    assert not {one["row_id"] for one in first["rows"]} & {one["row_id"] for one in then.json()["rows"]}
    refused = await service.http.get(path, params={"source": "law_guide"})
    assert (refused.status_code, refused.json()["field"]) == (422, "source")


async def test_the_index_is_brought_up_to_date_on_demand(service: Serving) -> None:
    assert (await service.http.post("/api/knowledge/real_estate/reindex")).status_code == 204
    assert (await service.http.get("/api/knowledge/real_estate")).json()["index"] == "current"
    assert (await service.http.post("/api/knowledge/nothing/reindex")).status_code == 404
