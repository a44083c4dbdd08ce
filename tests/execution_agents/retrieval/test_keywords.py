"""Latin keywords are whole words, Hangul ones stand in words."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.keywords import says


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("the ip, please", "ip"),
        ("ip는 무엇인가요", "ip"),
        ("서버ip", "ip"),
        ("which ports are open", "port"),
        ("url은 무엇인가요", "url"),
        ("r2가 0.9인 모형", "r2"),
        ("port-forwarding", "port"),
        ("접속포트는", "포트"),
        ("ai 플랫폼에 들어간다", "ai 플랫폼"),
        ("the equipment has a port", "port"),
        ("supported ports and the port", "port"),
    ],
)
def test_a_keyword_is_said(text: str, keyword: str) -> None:
    assert says(text, keyword)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("which equipment is supported", "ip"),
        ("which equipment is supported", "port"),
        ("a report", "port"),
        ("curl", "url"),
        ("ip6", "ip"),
        ("r21", "r2"),
        ("r2s", "r2"),
        ("openai 플랫폼", "ai 플랫폼"),
        ("포트폴", "포트폴리오"),
    ],
)
def test_a_latin_keyword_inside_another_word_is_not_said(text: str, keyword: str) -> None:
    assert not says(text, keyword)
