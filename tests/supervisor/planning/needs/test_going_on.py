"""Which questions go on with the attached file that the turn before was answered from, and which leave it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.retrieval.chunking import Origin, Passage, chunks_of
from execution_agents.retrieval.index.memory import MemoryIndex
from execution_agents.retrieval.retriever import Retriever
from execution_agents.search.sources.uploads import AttachedFiles, Uploads
from foundation.contracts.plan import Understanding
from foundation.contracts.work import UPLOAD
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.retrieving import RetrievalFigures
from foundation.domains.schema.saying import Dictionary
from foundation.domains.schema.uploads import with_uploads
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.requests import understood
from tests.supervisor.planning.talks import context_of, documents_of

PACK = with_uploads(load_pack(shipped_packs() / "real_estate"))
LAW = documents_of(
    {
        "Ending a lease": "Notice ends it after six months; the landlord gives notice in writing.",
        "The landlord": "The landlord keeps the home fit for use.",
        "보증금을 올릴 때": "법으로 보증금을 올릴 수 있는 한도는 5퍼센트이다.",
        "중개보수": "중개보수는 조례가 정한 요율을 넘지 못한다.",
        "관리비": "관리비는 계약서에 적는다.",
        "Fixed date": "A fixed date is given at the community centre.",
    },
    PACK,
    "law_guide",
)
LEASE = {
    "lease.pdf > Parties": "The tenant is Ada; the landlord is Otto. The deposit is 20,000 euros.",
    "lease.pdf > Ending": "Either side may give notice six months before the end.",
    "계약.md > 제2조 관리비": "관리비는 월 22만원이다. 연체이자는 연 9%이다. 월세는 95만원이다.",
}


def files() -> Uploads:
    chunks = [
        chunk
        for title, text in LEASE.items()
        for chunk in chunks_of(Origin(title, "", UPLOAD, title), [Passage(title, text, 0, 1)])
    ]
    names = ("lease.pdf", "계약.md")
    held = AttachedFiles(names, {one.chunk_id: one for one in chunks}, MemoryIndex.of(chunks), "v1")
    return Uploads(held, Retriever(Dictionary(), RetrievalFigures()))


def answered_from(*types: str, asked: str = "What is the deposit in lease.pdf?") -> Exchange:
    return Exchange(asked, asked, types[0], {}, types, "The deposit is 20,000 euros.")


FROM_FILE = answered_from(UPLOAD)
SALES = {"region": ("대구 달서구",), "deal": ("sale",), "housing_type": ("apartment",)}
PRICES = replace(
    answered_from("market", asked="대구 달서구 아파트 매매 시세 알려줘"), intent="market_inquiry", slots=SALES
)


async def read(question: str, *before: Exchange) -> Understanding:
    context: TurnContext = context_of(question, before, pack=PACK, documents=LAW)
    found, _ = await understood(replace(context, attached=files()))
    return found


@pytest.mark.parametrize(
    "question",
    [
        "And the notice period?",
        "And the landlord?",
        "What about notice?",
        "관리비는?",
        "연체이자는 몇 퍼센트야?",
        "월세는?",  # a value of a slot, and a word of the file
    ],
)
async def test_a_question_that_the_file_says_goes_on_with_it(question: str) -> None:
    assert (await read(question, FROM_FILE)).data_types == (UPLOAD,)


@pytest.mark.parametrize(
    "question",
    [
        "And the notice period?",
        "관리비는?",
    ],
)
async def test_without_the_file_before_it_the_pack_is_asked_too(question: str) -> None:
    assert (await read(question)).data_types != (UPLOAD,)


@pytest.mark.parametrize(
    "question",
    [
        "전세는?",  # a slot's value that the file does not speak of
        "대구 달서구 시세는?",
        "And Dalseo-gu jeonse prices?",
        "법으로는 보증금을 얼마까지 올릴 수 있어?",
        "중개보수는?",
        "How do I get a fixed date?",
        "By the way, what is the notice period?",
        "전세대출 한도는?",
    ],
)
async def test_what_the_pack_knows_and_the_file_does_not_leaves_the_file(question: str) -> None:
    assert UPLOAD not in (await read(question, FROM_FILE)).data_types


async def test_a_question_that_leaves_the_file_follows_what_was_said_before_it() -> None:
    found = await read("서초구는?", PRICES, FROM_FILE)
    assert found.data_types == ("market",)
    assert {slot.value for slot in found.slots if slot.origin == "inherited"} >= {"sale", "apartment"}


@pytest.mark.parametrize("question", ["When does it end?", "Why?", "And that one?", "더 자세히 알려줘"])
async def test_a_question_without_words_of_its_own_stays_with_the_file(question: str) -> None:
    assert UPLOAD in (await read(question, FROM_FILE)).data_types


async def test_a_follow_up_is_looked_for_by_itself_and_beside_the_question_before() -> None:
    found = await read("And the notice period?", FROM_FILE)
    assert found.standalone == "What is the deposit in lease.pdf? → And the notice period?"
    assert found.readings[0].text == "And the notice period?"
    assert len(found.readings) > 1
