"""What planning asks the documents when their index is on another machine that does not answer."""

from __future__ import annotations

from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.documents import Documents


async def test_planning_goes_on_as_without_an_index_that_is_away() -> None:
    pack = load_pack(shipped_packs() / "handbook")
    named = tuple(each.name for each in pack.data_types)
    documents = Documents(pack, AwayIndex(IndexAway()), {source.name for source in pack.sources})
    asked = Understanding(
        question="연차는 며칠인가요?",
        standalone="연차는 며칠인가요?",
        language="ko",
        route="rag_required",
        intent="ask",
        confidence=1000,
        slots=(),
        data_types=named,
    )
    assert not await documents.speak_of(asked)
    assert not await documents.head(asked)
    assert not await documents.near(asked, 8)
