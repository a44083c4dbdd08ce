"""What tenants ask most, in their own words: the guide's right article is quoted first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import yaml

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.language.cues import language_of
from foundation.storage.records import Chunk

FOLDER = shipped_packs() / "real_estate"
NOW = datetime(2026, 2, 20, 1, 45, tzinfo=UTC)
MOST = 8


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(FOLDER)


@pytest.fixture(scope="module")
def index(pack: Pack) -> TantivyIndex:
    """The guide as it is searched, an article a passage."""
    chunks: list[Chunk] = []
    for path in sorted((FOLDER / "documents" / "law").rglob("*.md")):
        _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
        text = "\n".join(line for line in body.splitlines() if not line.startswith("# ")).strip()
        title = str(yaml.safe_load(front)["title"])
        chunks.append(replace(one_chunk(title, title, text), source="law_guide"))
    return build_in_memory(chunks, pack.dictionary.synonyms)


def answered(question: str, pack: Pack, index: TantivyIndex) -> str:
    """The answer without a model, from what the guide's index finds."""
    items = tuple(
        EvidenceItem(
            item_id=hit.item_id,
            content_hash=hit.content_hash,
            title=hit.title,
            text=hit.text,
            source="law_guide",
            score=hit.score,
        )
        for hit in index.search(question, MOST)
    )
    found = Evidence(
        evidence_id="e",
        session_id="s",
        run_id="r",
        data_type="legal",
        sources=("law_guide",),
        kind="documents",
        query=question,
        slots={},
        items=items,
        fetched_at=NOW,
        source_version="1",
    )
    request = AnswerRequest(
        question=question,
        standalone=question,
        language=language_of(question),
        intent="legal_consult",
        pack=pack,
        now=NOW,
        evidence=(found,),
        data_types=("legal",),
    )
    return extractive_answer(request)


@pytest.mark.parametrize(
    ("question", "article"),
    [
        ("보증금을 안 돌려주면 어떻게 해?", "주택임대차보호법 제3조의3"),
        ("계약 끝났는데 집주인이 전세금을 안 줘요", "주택임대차보호법 제3조의3"),
        ("보증금 떼이면 어떡해?", "주택임대차보호법 제3조의3"),
        ("다음 세입자가 들어와야 보증금을 준대요", "주택임대차보호법 제3조의3"),
        ("집이 팔리면 전세계약은 어떻게 돼?", "주택임대차보호법 제3조("),
        ("월세를 10% 올려달래요", "주택임대차보호법 제7조("),
        ("보증금은 몇 프로까지 올려 줄 수 있어?", "주택임대차보호법 제7조("),
        ("상가 월세는 얼마나 올릴 수 있어?", "상가건물 임대차보호법 제11조"),
        ("보일러가 고장났는데 누가 고쳐야 하나요?", "민법 제623조"),
        ("이사 나갈 때 벽지를 새로 해줘야 하나요?", "민법 제615조"),
        ("세입자가 죽으면 보증금은 누가 받아요?", "주택임대차보호법 제9조"),
        ("My landlord does not give back my deposit", "주택임대차보호법 제3조의3"),
        ("The landlord won't return my deposit, what can I do?", "주택임대차보호법 제3조의3"),
        ("The boiler is broken. Who has to fix it?", "민법 제623조"),
        ("Does my lease survive if the landlord sells the flat?", "주택임대차보호법 제3조("),
        ("Can my landlord increase the rent by 10 percent?", "주택임대차보호법 제7조("),
        # The brokers' law says that they can be looked up; 제3조의7 what the landlord must show.
        ("Can I see whether my landlord has unpaid taxes?", "공인중개사법 제25조의3"),
    ],
)
def test_the_right_article_is_quoted_first(question: str, article: str, pack: Pack, index: TantivyIndex) -> None:
    heading = answered(question, pack, index).split("**")[1]
    law, number = article.rstrip("(").rsplit(" ", 1)
    if language_of(question) == "ko":
        assert heading.startswith(article)
    else:
        assert heading.startswith(pack.dictionary.english_names[law])
        assert heading.endswith(f"({law} {number})")


@pytest.mark.parametrize("question", ["상속세율 알려줘", "층간소음은 어디에 신고해?", "How do I get a visa?"])
def test_what_the_guide_does_not_tell_is_said(question: str, pack: Pack, index: TantivyIndex) -> None:
    assert answered(question, pack, index).startswith(WORDS["unclear"][language_of(question)])
