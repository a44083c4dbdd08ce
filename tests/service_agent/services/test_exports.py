"""Names of files, places of sources, pieces that a search shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from foundation.contracts.identity import Principal
from foundation.storage.conversations.records import FoundMessage
from foundation.storage.records import Session
from service_agent.services.exchanges import Cited, Exchange, place_words
from service_agent.services.exports import file_name, markdown_of
from service_agent.services.finding import SNIPPET, hit_of

AT = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)
SESSION = Session(
    "s1", Principal(tenant_id="t", owner_id="o"), "real_estate", "hybrid", "전세: 보증금/증액?", 0, AT, AT
)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("전세: 보증금/증액?", "2026-02-03-전세-보증금-증액.md"),
        ("../../etc/passwd\0", "2026-02-03-etc-passwd.md"),
        ('a"b\r\nSet-Cookie: x', "2026-02-03-a-b-Set-Cookie-x.md"),
        ("?!", "2026-02-03-conversation.md"),
    ],
)
def test_a_files_name_holds_nothing_but_letters_of_its_title(title: str, name: str) -> None:
    assert file_name(replace(SESSION, title=title), "md") == name


@pytest.mark.parametrize(
    ("place", "ko", "en"),
    [
        ({"page": 3, "page_to": 4}, "3–4쪽", "p. 3–4"),
        ({"page": 3}, "3쪽", "p. 3"),
        ({"sheet": "시세", "row": 2, "row_to": 9}, "시세, 2–9행", "시세, rows 2–9"),
        (None, "", ""),
    ],
)
def test_a_place_is_said_as_its_original_counts(place: dict[str, int | str] | None, ko: str, en: str) -> None:
    assert (place_words(place, "ko"), place_words(place, "en")) == (ko, en)


def test_markdown_names_each_source_with_its_place_and_day() -> None:
    cited = Cited(1, "제7조", "법령", "5퍼센트를 넘지 못한다.", "3쪽", "https://law.example/7", "2026-02-01T00:00:00Z")
    text = markdown_of(SESSION, [Exchange("보증금은?", AT, "5% 까지입니다. [1]", (cited,), {})])
    assert text.startswith("# 전세: 보증금/증액?\n\n2026-02-03 04:05 UTC\n\n## 보증금은?\n")
    assert "5% 까지입니다. [1]" in text
    assert "- [1] 제7조 (법령, 3쪽) — 5퍼센트를 넘지 못한다. <https://law.example/7> (찾은 때 2026-02-01)" in text


def test_what_a_document_planted_is_no_link_in_markdown() -> None:
    planted = Cited(
        1, "Emu\n\n![t](http://evil/t.png)", "a", "<img src=x> ![q](http://evil)", "![s](http://evil)", "", ""
    )
    for uri in ("https://ok/a)![x](http://evil/z.png", "https://ok/a> <img src=x>"):
        text = markdown_of(SESSION, [Exchange("?", AT, "! [1]", (replace(planted, uri=uri),), {})])
        assert "](" not in text
        assert "<img" not in text
        assert "\n![t]" not in text
    named = markdown_of(SESSION, [Exchange("?", AT, "! [1]", (replace(planted, uri="https://me:pw@ok/a"),), {})])
    assert "pw@" not in named


def found(content: str) -> FoundMessage:
    return FoundMessage("s1", "", False, "m1", "r1", "user", content, AT)


def test_a_snippet_stands_around_the_first_hit_with_every_word_marked() -> None:
    hit = hit_of(found("가" * 200 + " 전세 보증금과 Deposit 👍 보증금" + "나" * 200), ["보증금", "deposit"])
    assert len(hit.snippet) <= SNIPPET + 2
    units = hit.snippet.encode("utf-16-le")
    assert [units[a * 2 : b * 2].decode("utf-16-le") for a, b in hit.marks] == ["보증금", "Deposit", "보증금"]
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")


def test_hits_that_overlap_are_one_mark() -> None:
    assert hit_of(found("보증금액"), ["보증금", "금액"]).marks == ((0, 4),)
