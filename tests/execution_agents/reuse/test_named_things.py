"""Cover: another thing of a kind the earlier question named is another question; what stands in hand is covered."""

from __future__ import annotations

import pytest

from execution_agents.reuse.named_things import uncovered
from tests.execution_agents.knowledge_graph.little_town import index
from tests.execution_agents.search.world import law, passage

INDEX = index()
REGIONS = frozenset({"region"})


def missing(stored: str, asked: str, *texts: str) -> tuple[str, ...]:
    evidence = law(*(passage(str(at), text=text) for at, text in enumerate(texts)), query=stored)
    return uncovered(asked, evidence, INDEX, REGIONS)


@pytest.mark.parametrize(
    ("stored", "asked", "named"),
    [
        ("민법 제618조는?", "제623조는?", "제623조"),
        ("주임법 제7조는?", "상임법 제7조는?", "상임법 제7조"),
        ("신한은행 금리", "농협은 어때?", "농협"),
        ("상가 임차인은 몇 년까지?", "주택은?", "주택"),
        ("What of a home?", "And for a shop?", "shop"),
        ("집주인이 수리해야 해?", "세입자가 수리해야 해?", "세입자"),
        ("전세 복비는?", "매매는?", "매매"),
        ("민법 제618조는?", "형법 제250조는?", "형법 제250조"),
    ],
)
def test_another_thing_of_the_same_kind_is_not_covered(stored: str, asked: str, named: str) -> None:
    assert missing(stored, asked, f"{stored} {asked}") == (named,)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("민법 제618조는?", "제618조 다시"),
        ("주임법 제7조는?", "주택임대차보호법에서는?"),
        ("신한은행 금리", "신한은행 금리 다시 알려줘"),
        ("상가 임차인은 몇 년까지?", "상가는 그럼 몇 년?"),
        ("아파트 수리는 누가 해?", "주택이면?"),
        ("전세 복비는?", "월세 말고 전세 복비"),
        ("강남구 시세", "서울 중구는?"),
        ("수리는 누가 해?", "그게 무슨 말인지 법률 용어 없이 풀어줘"),
    ],
)
def test_the_same_thing_another_word_for_it_or_a_slot_is_covered(stored: str, asked: str) -> None:
    assert missing(stored, asked) == ()


def test_where_none_was_named_what_stands_in_the_evidence_is_covered() -> None:
    assert missing("보증금은 얼마나 올릴 수 있어?", "상가도 그래?", "상가건물의 차임 증액") == ()
    assert missing("보증금은 얼마나 올릴 수 있어?", "상가도 그래?", "차임의 증액") == ("상가",)
