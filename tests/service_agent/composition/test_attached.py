"""The files of a conversation as its turns see them."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

from execution_agents.ingest.attached import chunks_attached
from execution_agents.retrieval.index.memory import HeldPassages
from foundation.contracts.identity import Principal
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.storage.conversations.drafts import AttachedPassages, DraftsRepository
from foundation.storage.records import Opening
from service_agent.composition.attached import Attachments

ANN = Principal(tenant_id="t", owner_id="ann")
PACK = load_pack(shipped_packs() / "handbook")


def file(name: str, text: str) -> AttachedPassages:
    return AttachedPassages(name, f"{name}.md", datetime(2026, 11, 28, tzinfo=UTC), ((f"{name}.md", text, 0, 4, {}),))


def opened(*names: str) -> Opening:
    """A session that these files were attached to when its turn began."""
    return cast(Opening, SimpleNamespace(attached=tuple((each, f"{each}.md") for each in names)))


async def test_a_file_that_was_attached_after_a_turn_began_is_not_kept_as_of_that_turn() -> None:
    kept = [file("a", "Alpha leases cost 5.")]

    async def passages(principal: Principal, session_id: str) -> list[AttachedPassages]:
        return list(kept)

    files = Attachments(cast(DraftsRepository, SimpleNamespace(passages=passages)))
    kept.append(file("b", "Secret beta."))
    first = await files.of_turn(ANN, "s", PACK, opened("a"), None)
    assert first is not None
    assert [chunk.text for chunk in first.chunks.values()] == ["Alpha leases cost 5."]
    both = await files.of_turn(ANN, "s", PACK, opened("a", "b"), None)
    assert both is not None
    assert len(both.chunks) == 2
    kept.pop()
    left = await files.of_turn(ANN, "s", PACK, opened("a"), None)
    assert left is not None
    assert [chunk.text for chunk in left.chunks.values()] == ["Alpha leases cost 5."]


def test_how_many_passages_hold_a_term_is_counted_once_each() -> None:
    held = HeldPassages(chunks_attached([file("a", "valve valve pump"), file("b", "valve")]))
    every = [set(each["body"]) for each in held.terms.values()]
    assert len(every) == 2
    for term in every[0] | every[1]:
        assert held.holders("body", term) == sum(term in each for each in every)
    assert any(held.holders("body", term) == 2 for term in every[0])
    assert held.holders("body", "nobody") == 0
