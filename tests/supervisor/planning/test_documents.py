"""What planning asks the documents: their index, also one on another machine that does not answer."""

from __future__ import annotations

from execution_agents.retrieval.index.away import AwayIndex, IndexAway
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.documents import Documents
from tests.supervisor.planning.talks import talk

PACK = load_pack(shipped_packs() / "water_treatment")


async def test_planning_goes_on_as_without_an_index_that_is_away() -> None:
    documents = Documents(PACK, AwayIndex(IndexAway()), {source.name for source in PACK.sources})
    [asked] = talk("급속여과지 역세척 순서", pack=PACK)
    assert not await documents.speak_of(asked)
    assert not await documents.head(asked)
    assert not await documents.near(asked, 8)
