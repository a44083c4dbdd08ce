"""The public question sets as passages and questions with the passages that answer them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluations.cases import Half
from execution_agents.retrieval.cascade import near_duplicates
from execution_agents.retrieval.chunking import one_chunk
from foundation.domains.schema.pack import Dictionary
from foundation.storage.records import Chunk

KORQUAD_EVERY = 4
"""One in so many KorQuAD questions is asked: 1,444 of 5,774, a standard error of 0.8 points at most."""
LEASE_STATUTES = ("주택임대차보호법", "주택임대차보호법 시행령")


@dataclass(frozen=True)
class Question:
    """One question; `gold`: for each passage that answers it, that passage and those that say the same."""

    text: str
    gold: tuple[frozenset[str], ...]

    @property
    def half(self) -> Half:
        """A fixed split by the question's hash."""
        return "development" if hashlib.sha256(self.text.encode()).digest()[0] % 2 == 0 else "test"


@dataclass(frozen=True)
class QuestionSet:
    """One corpus with its questions."""

    name: str
    title: str
    chunks: tuple[Chunk, ...]
    questions: tuple[Question, ...]
    unanswerable: int = 0
    """Questions left out: none of the passages that answer them is in the corpus."""
    dictionary: Dictionary = Dictionary()
    """Synonyms of the pack such documents belong to."""


def ranks(found: Sequence[str], gold: Sequence[frozenset[str]]) -> tuple[int | None, ...]:
    """The rank of each gold passage, from 1; None: not found."""
    return tuple(next((at for at, one in enumerate(found, 1) if one in same), None) for same in gold)


def question_sets(data: Path, lease: Dictionary) -> Iterator[QuestionSet]:
    """Those whose folders are there."""
    if (data / "korquad1_dev").is_dir():
        yield _korquad(data / "korquad1_dev")
    if (data / "ko_public_docs_qa").is_dir():
        yield _public_documents(data / "ko_public_docs_qa")
    if (data / "ko_lease_qa").is_dir() and (data / "kr_statutes").is_dir():
        yield _lease(data, LEASE_STATUTES, "lease questions, two statutes", lease)
        yield _lease(data, (), "lease questions, 23 statutes", lease)


def _set(
    name: tuple[str, str],
    chunks: Sequence[Chunk],
    asked: Sequence[tuple[str, Sequence[str]]],
    dictionary: Dictionary | None = None,
) -> QuestionSet:
    """Gold passages that are not in the corpus cannot be found: they are taken out, and questions left with none."""
    there = {chunk.chunk_id for chunk in chunks}
    same = near_duplicates([(chunk.chunk_id, chunk.title, chunk.text) for chunk in chunks])
    questions = [
        Question(text, tuple(same.get(one, frozenset({one})) for one in gold if one in there)) for text, gold in asked
    ]
    answerable = tuple(question for question in questions if question.gold)
    return QuestionSet(*name, tuple(chunks), answerable, len(questions) - len(answerable), dictionary or Dictionary())


def _korquad(folder: Path) -> QuestionSet:
    body = json.loads((folder / "KorQuAD_v1.0_dev.json").read_text("utf-8"))
    chunks: list[Chunk] = []
    asked: list[tuple[str, Sequence[str]]] = []
    for article in body["data"]:
        for paragraph in article["paragraphs"]:
            chunk = one_chunk(str(len(chunks)), "", paragraph["context"])
            chunks.append(chunk)
            asked += [(qa["question"], (chunk.chunk_id,)) for qa in paragraph["qas"]]
    return _set(("korquad", "KorQuAD paragraphs"), chunks, asked[::KORQUAD_EVERY])


def _public_documents(folder: Path) -> QuestionSet:
    chunks = [one_chunk(row["doc_id"], "", row["contents"]) for row in _lines(folder / "corpus.jsonl")]
    asked = [
        (row["query"], [one for group in row["retrieval_gt"] for one in group]) for row in _lines(folder / "qa.jsonl")
    ]
    return _set(("public_docs", "pages of public documents"), chunks, asked)


def _lease(data: Path, laws: Sequence[str], title: str, dictionary: Dictionary) -> QuestionSet:
    articles = _lines(data / "kr_statutes" / "articles.jsonl")
    kept = [one for one in articles if one["text"].strip() and (not laws or one["law"] in laws)]
    chunks = [one_chunk(one["id"], f"{one['law']} {one['article']} ({one['title']})", one["text"]) for one in kept]
    asked = [(row["question"], row["gold_articles"]) for row in _lines(data / "ko_lease_qa" / "questions.jsonl")]
    name = "lease_two" if laws else "lease_all"
    return _set((name, title), chunks, asked, dictionary)


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)
