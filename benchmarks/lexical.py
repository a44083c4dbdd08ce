"""`python -m benchmarks.lexical`: how often the right passage comes first, on the public question sets.

Reads the folder SUFFICE_TEST_DATA points at and prints one line per set and setting: recall at 1, 5 and 10,
mean reciprocal rank, and milliseconds per question.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.lexical import LexicalFigures, TantivyIndex, build_in_memory
from foundation.storage.records import Chunk

LEASE_STATUTES = ("주택임대차보호법", "주택임대차보호법 시행령")


@dataclass(frozen=True)
class QuestionSet:
    """Passages, and questions with the ids of the passages that answer them."""

    name: str
    chunks: tuple[Chunk, ...]
    questions: tuple[tuple[str, frozenset[str]], ...]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boosts", type=float, nargs="*", default=[LexicalFigures().title_boost])
    data = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))  # noqa: TID251
    arguments = parser.parse_args()
    for questions in (_korquad(data), _lease(data, LEASE_STATUTES), _lease(data, ()), _named_articles(data)):
        for boost in arguments.boosts:
            _report(questions, LexicalFigures(title_boost=boost))


def _report(questions: QuestionSet, figures: LexicalFigures) -> None:
    started = time.perf_counter()
    index = build_in_memory(questions.chunks, figures=figures)
    built = time.perf_counter() - started
    started = time.perf_counter()
    ranks = [_rank(index, question, gold) for question, gold in questions.questions]
    each_ms = (time.perf_counter() - started) * 1000 / len(ranks)
    print(
        f"{questions.name:<18} passages {len(questions.chunks):>5}  questions {len(ranks):>5}"
        f"  title x{figures.title_boost:<4}"
        f" R@1 {_recall(ranks, 1):.3f}  R@5 {_recall(ranks, 5):.3f}  R@10 {_recall(ranks, 10):.3f}"
        f"  MRR {sum(1 / rank for rank in ranks if rank) / len(ranks):.3f}  built {built:.2f} s  {each_ms:.2f} ms each"
    )


def _rank(index: TantivyIndex, question: str, gold: frozenset[str]) -> int | None:
    hits = index.search(question, 10)
    return next((at for at, hit in enumerate(hits, 1) if hit.item_id in gold), None)


def _recall(ranks: Sequence[int | None], top: int) -> float:
    return sum(1 for rank in ranks if rank and rank <= top) / len(ranks)


def _korquad(data: Path) -> QuestionSet:
    body = json.loads((data / "korquad1_dev" / "KorQuAD_v1.0_dev.json").read_text("utf-8"))
    chunks: list[Chunk] = []
    questions: list[tuple[str, frozenset[str]]] = []
    for article in body["data"]:
        for paragraph in article["paragraphs"]:
            chunk = one_chunk(str(len(chunks)), "", paragraph["context"])
            chunks.append(chunk)
            questions.extend((qa["question"], frozenset({chunk.chunk_id})) for qa in paragraph["qas"])
    return QuestionSet("korquad1_dev", tuple(chunks), tuple(questions))


def _lease(data: Path, laws: Sequence[str]) -> QuestionSet:
    articles = list(_lines(data / "kr_statutes" / "articles.jsonl"))
    kept = [article for article in articles if not laws or article["law"] in laws]
    chunks = tuple(
        one_chunk(a["id"], f"{a['law']} {a['article']} ({a['title']})", a["text"]) for a in kept if a["text"].strip()
    )
    asked = [row for row in _lines(data / "ko_lease_qa" / "questions.jsonl") if row["gold_articles"]]
    questions = tuple((row["question"], frozenset(row["gold_articles"])) for row in asked)
    return QuestionSet("ko_lease (2 laws)" if laws else "ko_lease (all)", chunks, questions)


def _named_articles(data: Path) -> QuestionSet:
    """Every seventh article asked for by its number, among all statutes."""
    every = _lease(data, ())
    articles = [one for one in _lines(data / "kr_statutes" / "articles.jsonl") if one["text"].strip()][::7]
    questions = tuple((f"{a['law']} {a['article']}는 무슨 내용이야?", frozenset({a["id"]})) for a in articles)
    return QuestionSet("articles by number", every.chunks, questions)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


if __name__ == "__main__":
    main()
