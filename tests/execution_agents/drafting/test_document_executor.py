"""The document team: what rules write, and what of a model's words is believed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.drafting.document_executor import DocumentExecutor
from execution_agents.reuse.policy import ReuseTerms
from execution_agents.team import EvidenceStore, TeamDeps
from foundation.contracts.drafting import DocumentAsked, DocumentDone, DocumentVersion
from foundation.contracts.errors import SourceFailed
from foundation.contracts.events import RunEvent
from foundation.contracts.identity import Principal
from foundation.contracts.ports import LanguageModel, SearchRequest, SearchResult
from foundation.contracts.work import Brief, Evidence, EvidenceItem, Finding
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.llm.scripted import Reply
from foundation.storage.corpus.costs import CostsRepository
from foundation.storage.database.clock import DatabaseClock
from tests.foundation.llm.scripts import scripted

PACK = load_pack(shipped_packs() / "real_estate")
LEASE = "제1조 임차인은 계약갱신요구권을 포기한다.\n제2조 임차인은 매달 노래를 불러야 한다.\n제3조 기간은 2년으로 한다."


@dataclass
class Library:
    """A source that holds these articles, or fails."""

    titles: tuple[str, ...]
    fails: bool = False
    name: str = "law_guide"
    kind: Any = "documents"

    async def search(self, request: SearchRequest) -> SearchResult:
        if self.fails:
            raise SourceFailed("away")
        items = tuple(
            EvidenceItem(item_id=title, content_hash=title, title=title, text=title, source=self.name)
            for title in self.titles
        )
        return SearchResult(items, "1")

    async def version(self, principal: Principal) -> str:
        return "1"

    async def changed_items(self, principal: Principal, items: Any) -> bool:
        return False

    async def changed_within(self, principal: Principal, slots: Any, since: datetime) -> bool:
        return False


@dataclass
class Room:
    """The team with everything it may use."""

    engine: AsyncEngine
    principal: Principal
    library: Library = field(default_factory=lambda: Library(("주택임대차보호법 제6조의3(계약갱신 요구 등)",)))
    events: list[RunEvent] = field(default_factory=list[RunEvent])

    async def emit(self, event: RunEvent) -> None:
        self.events.append(event)

    async def work(
        self, asked: DocumentAsked, question: str, model: LanguageModel | None = None, **more: Any
    ) -> tuple[Finding, DocumentDone]:
        async def load(evidence_id: str) -> Evidence:
            raise AssertionError(f"{evidence_id} was to be in the store")

        deps = TeamDeps(
            principal=self.principal, pack=PACK, sources={"law_guide": self.library},
            costs=CostsRepository(self.engine),
            store=EvidenceStore(load, {}), clock=DatabaseClock(self.engine), emit=self.emit,
            reuse=ReuseTerms("hybrid", None), elapsed_ms=lambda: 0,
        )  # fmt: skip
        brief = Brief(
            run_id="r", session_id="s", question=question, original_question=question, language="ko", intent="i",
            slots={}, data_types=(), document=asked, now=datetime(2026, 11, 25, tzinfo=UTC), **more,
        )  # fmt: skip
        finding = await DocumentExecutor().work(brief, replace(deps, model=model))
        (done,) = finding.documents
        assert done is not None
        return finding, done


@pytest.fixture
def room(engine: AsyncEngine, principal: Principal) -> Room:
    return Room(engine, principal)


REVIEW = DocumentAsked(kind="review")
DRAFT = DocumentAsked(kind="draft", template="housing_lease")


def said(done: DocumentDone) -> str:
    return "\n".join(one.text for one in done.paragraphs)


async def test_an_article_the_corpus_holds_is_cited_and_no_other(room: Room) -> None:
    finding, done = await room.work(REVIEW, "검토해줘", contract=LEASE)
    (first,) = [one for one in done.findings if one.verdict == "against"]
    assert first.cites == ("주택임대차보호법 제6조의3(계약갱신 요구 등)",)
    assert [item.item_id for batch in finding.evidence for item in batch.items] == list(first.cites)
    assert all(not one.cites for one in done.findings if one.verdict == "missing")


async def test_an_article_with_a_longer_number_is_another_one(room: Room) -> None:
    room.library = Library(("주택임대차보호법 제3조의2(보증금의 회수)",))
    finding, _ = await room.work(REVIEW, "검토해줘", contract="제1조 임차인은 전입신고를 하지 않는다.")
    assert finding.evidence == ()


async def test_without_its_library_the_review_stands(room: Room) -> None:
    room.library = Library((), fails=True)
    finding, done = await room.work(REVIEW, "검토해줘", contract=LEASE)
    assert finding.evidence == () and "계약갱신요구권을 포기한다" in said(done)


async def test_without_a_contract_it_says_how_to_hand_one_in(room: Room) -> None:
    finding, done = await room.work(REVIEW, "검토해줘")
    assert done.paragraphs == () and "붙여 넣거나 첨부" in finding.notices[0]


async def test_what_is_lacking_comes_back_as_a_form(room: Room) -> None:
    finding, done = await room.work(DRAFT, "보증금 2억 전세 계약서 작성해줘")
    assert finding.form is not None and "landlord" in finding.form.fields["properties"]
    assert [one.name for one in finding.form.known] == ["deal", "deposit"]
    assert done.drafted is not None and "임대인 이름" in done.missing


async def test_a_run_that_begins_again_makes_the_same_document(room: Room) -> None:
    first, second = [(await room.work(DRAFT, "전세 계약서 작성해줘"))[1].drafted for _ in range(2)]
    assert first is not None and second is not None and first.document_id == second.document_id


async def test_a_document_nobody_has_a_template_of_is_reported(room: Room) -> None:
    _, done = await room.work(DocumentAsked(kind="draft"), "내용증명 써줘")
    assert "주택 임대차 계약서" in said(done) and done.drafted is None


async def test_a_change_keeps_what_it_does_not_speak_of(room: Room) -> None:
    _, made = await room.work(DRAFT, "전세 계약서 작성해줘. 보증금 2억, 임대인은 김철수")
    held: DocumentVersion | None = made.drafted
    asked = DocumentAsked(kind="change", template="housing_lease", document_id="d")
    _, done = await room.work(asked, "보증금을 3억으로 바꾸고 반려동물 특약 추가해줘", held=held)
    assert done.drafted is not None and done.drafted.version == 2
    assert done.drafted.fields["deposit"] == "300000000" and done.drafted.fields["landlord"] == "김철수"
    assert "pets" in done.drafted.clauses and "2억원 → 3억원" in said(done)
    _, back = await room.work(asked, "반려동물 특약 빼줘", held=done.drafted)
    assert back.drafted is not None and "pets" not in back.drafted.clauses


async def test_a_models_fields_must_stand_in_the_conversation(room: Room) -> None:
    fields = [
        {"name": "landlord", "quote": "박영수"},
        {"name": "tenant", "quote": "지어낸 사람"},
        {"name": "start", "quote": "내년 삼월"},
        {"name": "nothing", "quote": "박영수"},
    ]
    reply = Reply(json.dumps({"fields": fields}, ensure_ascii=False))
    async with scripted({"document_fields": reply}) as wired:
        _, done = await room.work(DRAFT, "박영수 씨 집 전세 계약서 작성해줘, 내년 삼월부터", wired.model)
    assert done.drafted is not None
    assert done.drafted.fields.get("landlord") == "박영수"
    assert {"tenant", "start", "nothing"}.isdisjoint(done.drafted.fields)


async def test_a_models_finding_must_quote_the_contract_and_name_law_in_hand(room: Room) -> None:
    findings = [
        {"quote": "임차인은 매달 노래를 불러야 한다.", "verdict": "against", "about": "노래", "why": "과도합니다.",
         "article": "민법 제999조"},
        {"quote": "없는 문장입니다.", "verdict": "against", "about": "x", "why": "y", "article": ""},
        {"quote": "기간은 2년으로 한다.", "verdict": "unusual", "about": "기간", "why": "99년이 보통입니다."},
    ]  # fmt: skip
    reply = Reply(json.dumps({"findings": findings}, ensure_ascii=False))
    async with scripted({"contract_review": reply}) as wired:
        _, done = await room.work(REVIEW, "검토해줘", wired.model, contract=LEASE)
    by_model = {one.quote: one for one in done.findings if one.item == "model"}
    assert set(by_model) == {"임차인은 매달 노래를 불러야 한다.", "기간은 2년으로 한다."}
    song = by_model["임차인은 매달 노래를 불러야 한다."]
    assert (song.verdict, song.article, song.why) == ("unusual", "", "과도합니다.")
    assert "99년" not in said(done)
    assert any(one.item == "renewal_housing" for one in done.findings), "a model takes nothing away"


async def test_a_model_that_fails_leaves_the_rules_review(room: Room) -> None:
    async with scripted({"contract_review": Reply("no json")}) as wired:
        _, done = await room.work(REVIEW, "검토해줘", wired.model, contract=LEASE)
    assert "계약갱신요구권을 포기한다" in said(done) and not done.by_model
