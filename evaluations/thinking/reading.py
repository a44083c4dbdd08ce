"""The labelled questions, each with the passages a search of its pack finds and those that hold its answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from evaluations.answering.packs import found_by, pack_chunks, request_over
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from foundation.contracts.work import EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.language.sentences import sentences_of
from foundation.storage.records import Chunk

QUESTIONS = Path(__file__).parent / "questions.yaml"
Class = Literal["simple", "complex", "edge"]
CLASSES: tuple[Class, ...] = ("simple", "complex", "edge")


@dataclass(frozen=True)
class Part:
    """One thing that is asked."""

    id: str
    q: str
    fact: str
    """What a right answer holds."""
    sentence: str
    """The sentence of the documents that says it."""
    also: tuple[str, ...] = ()
    """Other words that are as right."""
    mistaken: tuple[str, ...] = ()
    """Answers to other questions of the same passage, which a wrong one may give in its place."""


@dataclass(frozen=True)
class Question:
    """One labelled question."""

    id: str
    kind: Class
    q: str
    language: str
    parts: tuple[Part, ...]
    """Empty: the documents do not tell."""
    request: AnswerRequest
    added: int
    """Passages that hold an answer and that the search had not found."""


def squeezed(text: str) -> str:
    """Without blanks, in small letters: how facts are compared."""
    return "".join(text.split()).lower()


def holds(text: str, part: Part) -> bool:
    """Whether a text says this part's fact."""
    said = text.lower()
    return any(_written(words).search(said) for words in (part.fact, *part.also))


@lru_cache(maxsize=4096)
def _written(words: str) -> re.Pattern[str]:
    """However it is spaced. A figure inside a longer one is another: 12 in 1120, 3.12, 12.5년; it ends at a stop."""
    marks = re.findall(r"\d+|\S", words.lower())
    before = r"(?<!\d)(?<!\d[.,])" if marks[0].isdigit() else ""
    after = r"(?![.,]?\d)" if marks[-1].isdigit() else ""
    return re.compile(before + r"\s*".join(map(re.escape, marks)) + after)


@dataclass(frozen=True)
class Shelf:
    """One pack's passages and its search."""

    pack: Pack
    source: DocumentsSource
    chunks: Sequence[Chunk]
    retriever: Retriever
    corpus: Corpus

    @classmethod
    def of(cls, name: str) -> Shelf:
        """The shipped pack's."""
        pack = load_pack(shipped_packs() / name)
        source = next(one for one in pack.sources if isinstance(one, DocumentsSource) and one.path)
        chunks = pack_chunks(pack)
        index = build_in_memory(chunks, pack.dictionary.synonyms, grams=pack.retrieval.hybrid.grams)
        return cls(pack, source, chunks, Retriever(pack.dictionary, pack.retrieval), Corpus(index, ""))

    def part(self, given: Mapping[str, Any]) -> tuple[Part, Chunk]:
        """A labelled part with the passage that holds it. Raises ValueError where none does."""
        fact = squeezed(given["fact"])
        for chunk in self.chunks:
            if given["section"] not in chunk.title:
                continue
            for sentence in sentences_of(chunk.text):
                if fact in squeezed(sentence):
                    return Part(given["id"], given["q"], given["fact"], sentence), chunk
        raise ValueError(f"no passage of {self.pack.name} under {given['section']!r} says {given['fact']!r}")

    async def question(self, given: Mapping[str, Any], parts: Sequence[tuple[Part, Chunk]]) -> Question:
        """One question with its evidence."""
        items = await found_by(self.retriever, self.corpus, Query(given["q"], self.source.limit), self.source.name)
        held = {item.item_id for item in items}
        lacking = {chunk.chunk_id: chunk for _, chunk in parts if chunk.chunk_id not in held}
        items = [*items, *(self._item(chunk) for chunk in lacking.values())]
        request = request_over(self.pack, self.source, given["q"], items)
        language = "ko" if any("가" <= letter <= "힣" for letter in given["q"]) else "en"
        mine = tuple(part for part, _ in parts)
        asked = replace(request, language=language)
        return Question(given["id"], given["class"], given["q"], language, mine, asked, len(lacking))

    def _item(self, chunk: Chunk) -> EvidenceItem:
        return EvidenceItem(
            item_id=chunk.chunk_id, content_hash=chunk.content_hash, title=chunk.title, text=chunk.text,
            source=self.source.name, score=0.01,
        )  # fmt: skip


async def read_questions(path: Path = QUESTIONS) -> list[Question]:
    """All questions, in the file's order."""
    given = yaml.safe_load(path.read_text(encoding="utf-8"))
    packs = {one["pack"] for one in given["parts"]}
    shelves = {name: Shelf.of(name) for name in sorted(packs)}
    parts = {one["id"]: (one["pack"], shelves[one["pack"]].part(one)) for one in given["parts"]}
    found: list[Question] = []
    for one in given["questions"]:
        mine = [parts[name] for name in one["parts"]]
        shelf = shelves[mine[0][0] if mine else one["pack"]]
        found.append(await shelf.question(one, [part for _, part in mine]))
    return found
