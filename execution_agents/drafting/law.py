"""look_up_law: the articles that a document or a finding cites, fetched from the pack's documents.

An article is evidence only if a passage of the corpus has it as heading; an article that is not found is named without
a citation.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import structlog
from langgraph.runtime import Runtime

from execution_agents.drafting.state import DocumentState
from execution_agents.team import TeamDeps
from foundation.contracts.drafting import DocumentDone, Paragraph, ReviewFinding
from foundation.contracts.errors import SourceFailed
from foundation.contracts.ports import JsonObject, SearchRequest, SearchResult
from foundation.contracts.work import Brief, Evidence, EvidenceItem
from foundation.domains.schema.pack import DocumentsSource, Pack

log = structlog.get_logger()
MOST = 16
"""Most articles of one document that are looked up."""
LOOKED_AT = 5
"""Passages of a search that may hold the article."""
TIMEOUT_S = 5.0


@dataclass(frozen=True)
class Found:
    """One article in the corpus."""

    article: str
    source: str
    item: EvidenceItem
    version: str


async def look_up_law(state: DocumentState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """The document's words with the ids of the passages that support them."""
    if state["done"] is None:
        return {}
    deps, brief, done = (
        runtime.context,
        Brief.model_validate(state["brief"]),
        DocumentDone.model_validate(state["done"]),
    )
    found = await articles_found(wanted(done), brief, deps)
    batches = await batches_of(found, brief, deps)
    for batch in batches:
        deps.store.put(batch)
    document = cited(done, {one.article: one.item.item_id for one in found})
    return {"done": document.model_dump(mode="json"), "evidence_ids": [batch.evidence_id for batch in batches]}


def wanted(done: DocumentDone) -> list[str]:
    """The articles that its words and findings name, the worst findings' first."""
    named = [one.article for one in done.findings if one.article]
    return list(dict.fromkeys([*named, *(name for one in done.paragraphs for name in one.cites)]))[:MOST]


async def articles_found(articles: Sequence[str], brief: Brief, deps: TeamDeps) -> list[Found]:
    """The articles that are the heading of a passage."""
    found = await asyncio.gather(*(article_found(article, brief, deps) for article in articles))
    return [one for one in found if one is not None]


async def article_found(article: str, brief: Brief, deps: TeamDeps) -> Found | None:
    """The passage headed by an article, of the first source that has one."""
    for source in document_sources(deps.pack):
        if source.name not in deps.sources:
            continue
        request = SearchRequest(
            principal=deps.principal,
            question=article,
            slots={},
            language=brief.language,
            limit=LOOKED_AT,
            timeout_s=TIMEOUT_S,
        )
        try:
            result: SearchResult = await deps.sources[source.name].search(request)
        except SourceFailed:
            log.warning("article_not_looked_up", run_id=brief.run_id, source=source.name)
            continue
        item = next((one for one in result.items if is_headed(one.title, article)), None)
        if item is not None:
            return Found(article, source.name, item, result.source_version)
    return None


def document_sources(pack: Pack) -> list[DocumentsSource]:
    """The pack's document sources."""
    return [source for source in pack.sources if isinstance(source, DocumentsSource)]


def is_headed(title: str, article: str) -> bool:
    """True if a passage's title is this article: 제7조 is not 제7조의2."""
    plain, wanted_words = title.strip(), article.strip()
    return plain.startswith(wanted_words) and plain[len(wanted_words) : len(wanted_words) + 1] not in (
        "의",
        *"0123456789",
    )


async def batches_of(found: Sequence[Found], brief: Brief, deps: TeamDeps) -> list[Evidence]:
    """One batch for each source."""
    if not found:
        return []
    now = await deps.clock.now()
    by_source: dict[str, list[Found]] = {}
    for one in found:
        by_source.setdefault(one.source, []).append(one)
    return [
        Evidence(
            evidence_id=str(uuid.uuid4()),
            session_id=brief.session_id,
            run_id=brief.run_id,
            data_type=data_type_of(source, deps.pack),
            sources=(source,),
            kind="documents",
            query=", ".join(one.article for one in mine),
            slots={},
            items=tuple({one.item.item_id: one.item for one in mine}.values()),
            fetched_at=now,
            source_version=mine[0].version,
            complete=False,
        )
        for source, mine in by_source.items()
    ]


def data_type_of(source: str, pack: Pack) -> str:
    """The data type the source serves."""
    return next((each.name for each in pack.data_types if source in each.sources), pack.data_types[0].name)


def cited(done: DocumentDone, ids: Mapping[str, str]) -> DocumentDone:
    """The same with passage ids for its articles; an article that was not found gets no citation."""
    paragraphs = tuple(_paragraph(one, ids) for one in done.paragraphs)
    findings = tuple(_with_ids(one, ids) for one in done.findings)
    return done.model_copy(update={"paragraphs": paragraphs, "findings": findings})


def _paragraph(one: Paragraph, ids: Mapping[str, str]) -> Paragraph:
    return one.model_copy(update={"cites": tuple(ids[name] for name in one.cites if name in ids)})


def _with_ids(one: ReviewFinding, ids: Mapping[str, str]) -> ReviewFinding:
    return one.model_copy(update={"cites": (ids[one.article],) if one.article in ids else ()})
