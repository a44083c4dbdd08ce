"""Citations for clients that count sources as they come."""

from __future__ import annotations

from typing import Any

from service_agent.adapters.as_text import shown
from service_agent.adapters.numbering import in_order


def a_final(content: str, *cited: tuple[int, str], **more: Any) -> dict[str, Any]:
    return {"content": content, "citations": [{"marker": marker, "title": title} for marker, title in cited], **more}


def test_numbers_follow_the_text_from_one() -> None:
    answer = in_order(a_final("셋 [30]. 하나 [7], 다시 [30]. [12](x) [99]", (7, "a"), (12, "b"), (30, "c")))
    assert answer["content"] == "셋 [1]. 하나 [2], 다시 [1]. [12](x) [99]"
    assert [(one["marker"], one["title"]) for one in answer["citations"]] == [(1, "c"), (2, "a"), (3, "b")]


def test_passages_of_one_page_have_addresses_of_their_own() -> None:
    pages = {1: "https://law.example/3", 2: "https://law.example/3", 3: None, 4: None}
    cited = [{"marker": one, "title": "x", "uri": page, "chunk_id": str(one)} for one, page in pages.items()]
    final = {"content": "[2] [1] [3] [4]", "citations": cited}
    answer = in_order(final)
    assert [one["uri"] for one in answer["citations"]] == ["https://law.example/3", None, None, None]
    addresses = [one.url for one in shown(answer, "http://here").cited]
    copies = [f"http://here/api/chunks/{place}" for place in (1, 3, 4)]
    assert addresses == ["https://law.example/3", *copies]


def test_marks_stay_on_the_words_they_were_on() -> None:
    content = "🏠 집 [30] 값 [7]은 셋"
    start = len(content[: content.index("은 셋")].encode("utf-16-le")) // 2
    marks = [{"start": 0, "end": 2, "why": "x"}, {"start": start, "end": start + 3, "why": "y"}]
    answer = in_order(a_final(content, (7, "a"), (30, "b"), marks=marks))
    assert answer["content"] == "🏠 집 [1] 값 [2]은 셋"
    units = answer["content"].encode("utf-16-le")
    held = [units[2 * one["start"] : 2 * one["end"]].decode("utf-16-le") for one in answer["marks"]]
    assert held == ["🏠", "은 셋"]


def test_an_analysis_names_the_same_numbers() -> None:
    analysis = {"working": ["3 [30] + 4 [7]"], "table": {"rows": [["[7]", 4]]}, "value": None}
    answer = in_order(a_final("7 [30] [7]", (7, "a"), (30, "b"), analysis=analysis))
    assert answer["analysis"] == {"working": ["3 [1] + 4 [2]"], "table": {"rows": [["[2]", 4]]}, "value": None}


def test_a_message_without_citations_stays_as_it_is() -> None:
    final = a_final("[3] 몇 월이요?", form=None)
    assert in_order(final) == final
