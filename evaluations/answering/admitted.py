"""The line "does not answer this directly", by rules, on both sides: said over passages that hold the answer (a false
alarm), and not said over passages that do not (a miss)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from evaluations.answering.evaluate import nothing, unheard
from evaluations.answering.packs import found_by, pack_chunks, request_over, telling
from evaluations.answering.questions import pack
from evaluations.cases import Half, Progress
from evaluations.labels.questions import read_questions
from evaluations.passages import Passages, lines
from evaluations.rates import Share
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import WORDS
from execution_agents.answer.writing.draft import write_answer
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import Usage
from foundation.contracts.work import EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack

EVERY_KORQUAD = 12
"""Every how many-th of KorQuAD's 5,774 questions is used."""
LIMIT = 8
"""Passages a search returns: the document sources' default."""
LEASE = ("주택임대차보호법", "상가건물 임대차보호법", "상가건물임대차보호법")


@dataclass(frozen=True)
class Case:
    """One question with the passages found for it, or with those of them that do not answer it."""

    data: str
    half: Half
    request: AnswerRequest
    holds: bool
    """Whether a passage holds the answer."""
    answers: tuple[str, ...] = ()
    """Words one of which is the answer; none where people answered in words of their own."""


@dataclass(frozen=True)
class AdmittedRow:
    """One set's half."""

    data: str
    half: Half
    over_answer: Share
    """Questions whose passages hold the answer, though the line was shown."""
    quoted: Share
    """Those of them whose answer was quoted verbatim below the line."""
    over_nothing: Share
    """Questions that no passage answers, where the line was shown."""


@dataclass(frozen=True)
class Asked:
    """A question with the passages that answer it."""

    question_id: str
    question: str
    gold: Set[str]
    answers: tuple[str, ...] = ()
    starts: int = 0
    """Where the first answer begins in its passage."""


async def admitted_rows(data: Path, progress: Progress) -> list[AdmittedRow]:
    """Every set that is there, by halves."""
    seen: dict[tuple[str, Half], list[tuple[Case, AnswerWritten]]] = {}
    done = 0
    async for case in cases(data):
        answer = await write_answer(case.request, None, Usage(), unheard, nothing)
        seen.setdefault((case.data, case.half), []).append((case, answer))
        done += 1
        if done % 100 == 0:
            progress("does not answer this directly", done, 3_000)
    return [_row(name, half, found) for (name, half), found in sorted(seen.items(), key=lambda each: each[0])]


def _row(data: str, half: Half, found: Sequence[tuple[Case, AnswerWritten]]) -> AdmittedRow:
    there = [(one, answer) for one, answer in found if one.holds]
    absent = [answer for one, answer in found if not one.holds]
    said = [(one, answer.content) for one, answer in there if admits(answer)]
    marked = [(one, content) for one, content in said if one.answers]
    return AdmittedRow(
        data,
        half,
        Share(len(said), len(there)),
        Share(sum(any(each in content for each in one.answers) for one, content in marked), len(marked)),
        Share(sum(admits(answer) for answer in absent), len(absent)),
    )


def admits(answer: AnswerWritten) -> bool:
    """Whether the answer says that nothing found answers the question."""
    return any(words in answer.content for each in WORDS.values() for words in each.values())


async def cases(data: Path) -> AsyncIterator[Case]:
    """Of every set that is there."""
    if (data / "korquad1_dev").is_dir():
        texts, questions = korquad(data / "korquad1_dev" / "KorQuAD_v1.0_dev.json")
        async for case in over_index("KorQuAD", pack("ko"), texts, questions[::EVERY_KORQUAD]):
            yield case
    if (data / "ko_public_docs_qa").is_dir():
        async for case in over_index("public pages", pack("ko"), *public_pages(data / "ko_public_docs_qa")):
            yield case
    if (data / "ko_lease_qa").is_dir() and (data / "kr_statutes").is_dir():
        domain = load_pack(shipped_packs() / "real_estate")
        async for case in over_index("tenants' questions", domain, *tenants(data)):
            yield case
    if (data / "mtrag").is_dir():
        async for case in mtrag(data / "mtrag"):
            yield case
    async for case in of_packs():
        yield case


async def over_index(
    name: str, domain: Pack, texts: Mapping[str, tuple[str, str]], questions: Sequence[Asked]
) -> AsyncIterator[Case]:
    """The passages found among all, and those of them that do not answer."""
    source, retriever = documents_of(domain), Retriever(domain.dictionary, domain.retrieval)
    corpus = Corpus(Passages(texts).index, "")
    for one in questions:
        items = await found_by(retriever, corpus, Query(one.question, LIMIT), source.name)
        for case in both(name, one, domain, source, items):
            yield case


def both(name: str, one: Asked, domain: Pack, source: DocumentsSource, items: Sequence[EvidenceItem]) -> Iterator[Case]:
    """The case with and without the passages that answer; one that holds the answer by chance counts as answering."""
    half = half_of(one.question_id)
    others = [
        item for item in items if item.item_id not in one.gold and not any(each in item.text for each in one.answers)
    ]
    if any(item.item_id in one.gold for item in items):
        yield Case(name, half, request_over(domain, source, one.question, items), True, one.answers)
    if others:
        yield Case(name, half, request_over(domain, source, one.question, others), False)


def half_of(question_id: str) -> Half:
    """A fixed split."""
    return "development" if hashlib.sha256(question_id.encode()).digest()[0] % 2 == 0 else "test"


def korquad(path: Path) -> tuple[dict[str, tuple[str, str]], list[Asked]]:
    """Its paragraphs and questions."""
    texts: dict[str, tuple[str, str]] = {}
    questions: list[Asked] = []
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for at, paragraph in enumerate(article["paragraphs"]):
            name = f"{article['title']}#{at}"
            texts[name] = (str(article["title"]).replace("_", " "), str(paragraph["context"]))
            for one in paragraph["qas"]:
                answers = tuple(str(each["text"]) for each in one["answers"])
                starts = int(one["answers"][0].get("answer_start", 0)) if answers else 0
                questions.append(Asked(str(one["id"]), str(one["question"]), {name}, answers, starts))
    return texts, questions


def public_pages(folder: Path) -> tuple[dict[str, tuple[str, str]], list[Asked]]:
    """The pages and the questions people asked of them."""
    texts = {str(one["doc_id"]): (str(one["doc_id"]), str(one["contents"])) for one in lines(folder / "corpus.jsonl")}
    questions = [
        Asked(str(one["query"]), str(one["query"]), {name for group in one["retrieval_gt"] for name in group})
        for one in lines(folder / "qa.jsonl")
    ]
    return texts, questions


def tenants(data: Path) -> tuple[dict[str, tuple[str, str]], list[Asked]]:
    """The lease statutes' articles and tenants' questions over them."""
    articles = [one for one in lines(data / "kr_statutes" / "articles.jsonl") if one["law"] in LEASE]
    texts = {str(one["id"]): (f"{one['law']} {one['article']}({one['title']})", str(one["text"])) for one in articles}
    questions = [
        Asked(str(one["qid"]), str(one["question"]), frozenset(map(str, one["gold_articles"])))
        for one in lines(data / "ko_lease_qa" / "questions.jsonl")
        if one["gold_articles"]
    ]
    return texts, questions


async def mtrag(folder: Path) -> AsyncIterator[Case]:
    """Turns as people rewrote them, over what our own search finds of all passages; some are answered by none."""
    passages = Passages({row["id"]: (row["title"] or "", row["text"]) for row in lines(folder / "passages.jsonl")})
    domain = pack("en")
    retriever, source = Retriever(domain.dictionary, domain.retrieval), documents_of(domain)
    for conversation in lines(folder / "conversations.jsonl"):
        for turn in conversation["turns"]:
            question, gold = str(turn["rewrite"] or turn["question"]), set(turn["gold_ids"])
            items = await found_by(retriever, Corpus(passages.index, ""), Query(question, LIMIT), source.name)
            holds = any(item.item_id in gold for item in items)
            if turn["answerability"] == "UNANSWERABLE" or (turn["answerability"] == "ANSWERABLE" and holds):
                request = request_over(domain, source, question, items)
                yield Case("MTRAG", half_of(str(conversation["conversation"])), request, holds)


def documents_of(domain: Pack) -> DocumentsSource:
    """The pack's first source of documents."""
    return next(one for one in domain.sources if isinstance(one, DocumentsSource))


async def of_packs() -> AsyncIterator[Case]:
    """The shipped packs' own single questions over their documents."""
    for folder in sorted(path for path in shipped_packs().iterdir() if (path / "pack.yaml").is_file()):
        domain = load_pack(folder)
        source = next((one for one in domain.sources if isinstance(one, DocumentsSource) and one.path), None)
        halves = read_questions(domain)
        if source is None or not halves:
            continue
        retriever = Retriever(domain.dictionary, domain.retrieval)
        chunks = pack_chunks(domain)
        index = build_in_memory(chunks, domain.dictionary.synonyms, grams=domain.retrieval.hybrid.grams)
        for half, questions in halves.items():
            for one in questions:
                items = await found_by(retriever, Corpus(index, ""), Query(one.q, source.limit), source.name)
                gold = {item.item_id for item in items if telling(one, [item])}
                for case in both(domain.name, Asked(one.id, one.q, gold), domain, source, items):
                    yield Case(case.data, half, case.request, case.holds, one.facts[:1] if case.holds else ())
