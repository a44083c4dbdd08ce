"""Conversations for planning tests: each question understood after the ones before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from execution_agents.retrieval.index.lexical import build_in_memory
from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import Understanding, VariantName
from foundation.contracts.ports import Compute, at_once
from foundation.contracts.work import EvidenceSummary
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.storage.records import Chunk
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.documents import Documents
from supervisor.planning.understanding import understand
from tests.foundation.domains.small_pack import NOW, SMALL_PACK


def documents_of(passages: Mapping[str, str], pack: Pack = SMALL_PACK, source: str = "guide") -> Documents:
    """These passages (heading -> text) as all there is of the pack's documents."""
    index = build_in_memory(
        Chunk(f"{at}", f"{at}", pack.name, source, title, text, f"{at}", f"{at}", "", 0, len(text), None, False, at)
        for at, (title, text) in enumerate(passages.items())
    )
    return Documents(pack, index, {source})


def context_of(
    question: str,
    exchanges: Sequence[Exchange] = (),
    *,
    pack: Pack = SMALL_PACK,
    ledger: Sequence[EvidenceSummary] = (),
    variant: VariantName = "hybrid",
    now: datetime = NOW,
    routing: bool = True,
    compute: Compute = at_once,
    documents: Documents | None = None,
) -> TurnContext:
    """A turn as planning sees it, with the last three exchanges."""
    return TurnContext(
        principal=LOCAL,
        session_id="session",
        run_id="run",
        question=question,
        exchanges=tuple(exchanges)[-3:],
        ledger=tuple(ledger),
        pack=pack,
        variant=variant,
        thresholds=Thresholds(),
        now=now,
        routing=routing,
        compute=compute,
        documents=documents,
    )


def exchange_of(understanding: Understanding, answer: str = "") -> Exchange:
    """The exchange a finished turn leaves behind."""
    return Exchange(
        question=understanding.question,
        standalone=understanding.standalone,
        intent=understanding.intent,
        slots=understanding.slot_values(),
        data_types=understanding.data_types,
        answer=answer,
    )


def talk(*questions: str, pack: Pack = SMALL_PACK) -> list[Understanding]:
    """Every question of a conversation, understood in order."""
    understood: list[Understanding] = []
    for question in questions:
        exchanges = [exchange_of(earlier) for earlier in understood]
        understood.append(understand(context_of(question, exchanges, pack=pack)))
    return understood


def origins(understanding: Understanding) -> dict[str, str]:
    """Slot -> how the question came by it."""
    return {slot.name: slot.origin for slot in understanding.slots}
