"""One labelled turn, and a set of them: what the judges get, and what would have been right."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from foundation.contracts.identity import LOCAL, Principal
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import LexicalIndex, SearchRequest, SearchResult, Source
from foundation.contracts.work import Evidence, EvidenceItem, Slots, SourceKind
from foundation.domains.loading.labels import Half as Half
from foundation.domains.schema.pack import DataType, Intent, Pack, ProbeFigures, Replies

Progress = Callable[[str, int, int], None]
"""(what, done, total): called as work goes on."""

NOW = datetime(2026, 2, 20, 12, 0, tzinfo=UTC)
"""The evaluation's clock: ages are what the sets say, never what the machine's clock says."""
JUST_NOW = NOW - timedelta(minutes=2)


@dataclass(frozen=True)
class Case:
    """One later turn of a conversation."""

    case_id: str
    understanding: Understanding
    stored: tuple[Evidence, ...]
    """The ledger, newest first."""
    right: frozenset[str]
    """Ids of the records that hold all the turn needs."""
    gold: frozenset[str] = frozenset()
    """Ids of the passages it needs, where several records may hold them between them; empty: one record must."""
    labelled: bool = True
    """False where nobody could say what would be right: counted, never rated."""
    kind: str = ""
    """What the case tries, for the report's breakdown."""

    @property
    def reusable(self) -> bool:
        """True when what is in hand would do."""
        return self.served_by([each.evidence_id for each in self.stored])

    def served_by(self, evidence_ids: Collection[str]) -> bool:
        """True when these records hold what the turn needs: one of them, or all of them together."""
        if not self.right.isdisjoint(evidence_ids):
            return True
        held = {item.item_id for each in self.stored if each.evidence_id in evidence_ids for item in each.items}
        return bool(self.gold) and self.gold <= held

    @property
    def half(self) -> Half:
        """A fixed split by the id's hash: the same for ever, whatever the order of the file."""
        return "development" if hashlib.sha256(self.case_id.encode()).digest()[0] % 2 == 0 else "test"


@dataclass(frozen=True)
class CaseSet:
    """One data set, with the world its turns are judged in."""

    name: str
    title: str
    note: str
    """One or two sentences: what is in hand, what is right, where the labels come from."""
    pack: Pack
    cases: Sequence[Case]
    sources: Mapping[str, Source]
    index: LexicalIndex | None = None
    texts: Sequence[str] = ()
    """What the cosine baseline's embedder is fitted on; empty: the stored queries themselves."""
    sources_of: Mapping[str, Mapping[str, Source]] = field(default_factory=dict[str, Mapping[str, Source]])
    """Case id -> sources, where a case has a world of its own (an amended statute)."""
    index_of: Mapping[str, LexicalIndex] = field(default_factory=dict[str, LexicalIndex])
    """Case id -> index, for the same reason."""
    figures: Mapping[str, Pack] = field(default_factory=dict[str, Pack])
    """Row title -> the same pack with other figures, for rows beside ours."""


@dataclass
class FixedSource:
    """A source whose present content is known: what is in `present` is unchanged, all else changed or vanished."""

    name: str
    kind: SourceKind
    present: frozenset[str] = frozenset()
    """Content hashes that are there now."""
    now_version: str = "now"
    touched: Sequence[Slots] = ()
    """Slots of rows added or changed since."""

    async def search(self, request: SearchRequest) -> SearchResult:
        """Never asked here: the evaluation judges, it does not fetch."""
        raise NotImplementedError(f"{self.name} is judged, not searched ({request.question})")

    async def version(self, principal: Principal) -> str:
        """The version of the whole source."""
        _ = principal
        return self.now_version

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True when one of these is not there any more."""
        _ = principal
        return any(item.content_hash not in self.present for item in items)

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """True when a touched row lies within these slots."""
        _ = principal, since
        return any(all(set(row[name]) & set(values) for name, values in slots.items() if name in row)
                   for row in self.touched)  # fmt: skip


def plain_pack(name: str, language: str, source: str, probe: ProbeFigures | None = None) -> Pack:
    """A domain with one data type over one documents source, and no slots: passages and questions, nothing else."""
    words = {language: name}
    data_type = DataType(name="passages", label=words, sources=(source,), probe=probe or ProbeFigures())
    return Pack(
        name=name,
        version="1",
        title=words,
        languages=(language,),
        time_zone="UTC",
        intents=(Intent(name="ask", label=words, description=name, data_types=("passages",)),),
        default_data_types=("passages",),
        data_types=(data_type,),
        slots=(),
        sources=(),
        replies=Replies(greeting=words, about=words, irrelevant=words, unclear=words),
    )


def plain_understanding(question: str, standalone: str, language: str) -> Understanding:
    """A question of a domain without slots."""
    return Understanding(
        question=question,
        standalone=standalone,
        language=language,
        route="rag_required",
        intent="ask",
        confidence=1000,
        slots=(),
        data_types=("passages",),
    )


def documents_in_hand(evidence_id: str, query: str, items: Sequence[EvidenceItem], source: str) -> Evidence:
    """Passages fetched two minutes ago for an earlier question."""
    return Evidence(
        evidence_id=evidence_id,
        session_id="evaluation",
        run_id="evaluation",
        data_type="passages",
        sources=(source,),
        kind="documents",
        query=query,
        slots={},
        items=tuple(items),
        fetched_at=JUST_NOW,
        source_version="now",
    )


WHO = LOCAL
"""The person of every evaluated conversation."""
