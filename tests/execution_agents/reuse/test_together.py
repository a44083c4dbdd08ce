"""Records of several turns that serve one question together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.reuse.candidates import Gatherer
from execution_agents.reuse.judge2 import Standing, judge
from execution_agents.reuse.leading import MOST_ASKED
from execution_agents.reuse.together import asked_apart, may_serve
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.storage.records import Chunk
from tests.execution_agents.reuse.test_candidates import Clock, Handed, Known, gathered, request
from tests.execution_agents.search.world import MARKET, NOW, law, passage, sale, sales

DALSEO, SEOCHO = "대구 달서구", "서울 서초구"
HERE = sales(evidence_id="here", fetched_at=NOW - timedelta(minutes=5))
THERE = sales(
    *(sale(f"s{at}", region=f"{SEOCHO} 반포동") for at in range(3)),
    evidence_id="there",
    slots={"region": (SEOCHO,)},
    query="서초구 아파트 시세 알려줘",
)
BOTH = request(("region", DALSEO), ("region", SEOCHO), asked="대구 달서구와 서초구 평균 시세 비교해줘")


async def test_two_places_that_were_fetched_apart_serve_together() -> None:
    found = await gathered(BOTH, HERE, THERE)
    assert found.evidence is not None
    assert [found.evidence.evidence_id, *(one.evidence_id for one in found.also)] == ["there", "here"]
    assert (found.age_s, found.slot_conflicts, found.failed_gates) == (300, (), ())
    assert judge(found, MARKET, 950).verdict == "sufficient"


async def test_a_place_that_nobody_fetched_keeps_the_others_from_serving() -> None:
    found = await gathered(BOTH, HERE)
    assert found.also == ()
    assert found.slot_conflicts == ("region",)


async def test_what_changed_of_one_is_held_against_all() -> None:
    found = await gathered(BOTH, HERE, THERE, source=Known("trades", now="2", touched=True))
    assert judge(found, MARKET, 950).verdict == "insufficient"


async def test_one_record_of_both_serves_alone() -> None:
    whole = sales(*HERE.items, *THERE.items, evidence_id="whole", slots={"region": (DALSEO, SEOCHO)})
    found = await gathered(BOTH, whole, HERE, THERE)
    assert found.evidence == whole
    assert found.also == ()


def test_conditions_come_apart_where_one_slot_has_several_values() -> None:
    asked = {"region": (DALSEO, SEOCHO), "period": ("2026-01",)}
    assert asked_apart(asked, MARKET) == [
        {"region": (DALSEO,), "period": ("2026-01",)},
        {"region": (SEOCHO,), "period": ("2026-01",)},
    ]
    assert asked_apart({"region": (DALSEO,)}, MARKET) == ()
    assert asked_apart({"region": (DALSEO, SEOCHO), "period": ("2026-01", "2026-02")}, MARKET) == ()


TEXTS = {
    "renewal": "임차인은 계약이 끝나기 2개월 전까지 계약 갱신을 요구할 수 있다.",
    "repair": "임대인은 계약 중에 필요한 수선을 할 의무를 진다.",
}


async def passages_for(question: str, *stored: Evidence) -> Standing:
    index = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TEXTS.items())
    )
    known = Known("guide", kind="documents")
    gatherer = Gatherer(Handed(list(stored)), {known.name: known}, Clock(), index)
    return (await gatherer.gather(request(types=("legal",), asked=question)))["legal"]


def in_hand(name: str, query: str = "계약 갱신을 요구하고 수선을 받을 수 있나요?", **changes: Any) -> Evidence:
    return law(passage(name, TEXTS[name]), evidence_id=name, query=query, **changes)


async def test_passages_of_several_turns_serve_together() -> None:
    standing = await passages_for("계약 갱신을 요구하고 수선을 받을 수 있나요?", in_hand("renewal"), in_hand("repair"))
    assert standing.evidence is not None and standing.probe is not None
    assert {standing.evidence.evidence_id, *(one.evidence_id for one in standing.also)} == {"renewal", "repair"}
    assert (standing.probe.held, standing.probe.of) == (2, 2)


async def test_passages_that_a_gate_forbids_do_not_serve_with_others() -> None:
    other = in_hand("repair", query="계약 갱신을 요구하지 못하고 수선을 받을 수 있나요?")
    standing = await passages_for("계약 갱신을 요구하고 수선을 받을 수 있나요?", in_hand("renewal"), other)
    assert standing.also == ()


async def test_passages_that_are_not_all_in_hand_do_not_serve_together() -> None:
    standing = await passages_for(
        "계약 갱신을 요구하고 수선을 받을 수 있나요?", in_hand("renewal"), in_hand("renewal", query="갱신")
    )
    assert standing.also == ()


def test_what_a_question_found_in_a_file_does_not_serve_where_all_of_it_is_asked() -> None:
    asks = request(asked="lease.pdf").understanding.model_copy(update={"standalone": "lease.pdf", "wants_fresh": True})
    part, whole = (
        law(evidence_id=name).model_copy(update={"data_type": "upload", "query": name})
        for name in ("What is the deposit in lease.pdf?", "lease.pdf")
    )
    assert not may_serve(part, asks)
    assert may_serve(whole, asks)
    assert may_serve(part, asks.model_copy(update={"wants_fresh": False}))
    assert may_serve(HERE, asks), "rows of the pack are judged by their age"


@pytest.mark.parametrize(("likely", "held"), [(0.8, True), (0.5, False), (None, False)])
async def test_the_leading_line_in_hand_stands_for_what_is_out_of_hand(likely: float | None, held: bool) -> None:
    asked = "임대인은 필요한 수선을 할 의무를 지나요?"
    index = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TEXTS.items())
    )
    known = Known("guide", kind="documents")
    seen: list[tuple[int, int]] = []

    def leads(_: Understanding, mine: Sequence[EvidenceItem], fresh: Sequence[Hit]) -> float | None:
        seen.append((len(mine), len(fresh)))
        return likely

    gatherer = Gatherer(Handed([in_hand("renewal", query=asked)]), {known.name: known}, Clock(), index, leads=leads)
    probe = (await gatherer.gather(request(types=("legal",), asked=asked)))["legal"].probe
    assert probe is not None
    assert (probe.held == probe.of and not probe.failures) is held
    assert seen[0] == (1, 1)


async def test_only_the_newest_records_are_looked_at_by_their_lines() -> None:
    asked = "임대인은 필요한 수선을 할 의무를 지나요?"
    index = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TEXTS.items())
    )
    seen: list[int] = []

    def leads(_: Understanding, mine: Sequence[EvidenceItem], __: Sequence[Hit]) -> None:
        seen.append(len(mine))

    stored = [in_hand("renewal", query=asked).model_copy(update={"evidence_id": f"e{at}"}) for at in range(5)]
    known = Known("guide", kind="documents")
    await Gatherer(Handed(stored), {known.name: known}, Clock(), index, leads=leads).gather(
        request(types=("legal",), asked=asked)
    )
    assert len(seen) == MOST_ASKED < len(stored)
