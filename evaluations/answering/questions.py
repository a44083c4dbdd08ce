"""Questions over one English paragraph each, some of which it does not answer, as an answer's writer gets them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evaluations.cases import NOW, documents_in_hand, plain_pack
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.chunking import content_hash
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.language.sentences import sentences_of

SOURCE = "paragraphs"
Half = Literal["development", "test"]


@dataclass(frozen=True)
class Question:
    """One question with its paragraph."""

    question_id: str
    question: str
    title: str
    paragraph: str
    answerable: bool
    sentence: str
    """The sentence that holds the answer, or looks as if it did; "" where none is marked."""
    elsewhere: tuple[str, str]
    """(title, paragraph) of another article: nothing there answers it."""

    @property
    def half(self) -> Half:
        """A fixed split by the id's hash."""
        return "development" if hashlib.sha256(self.question_id.encode()).digest()[0] % 2 == 0 else "test"


def squad_questions(path: Path, share: int = 1) -> list[Question]:
    """Every `share`-th question of a file in SQuAD 2's form."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    found: list[Question] = []
    for at, article in enumerate(articles):
        other = articles[(at + len(articles) // 2) % len(articles)]
        away = (str(other["title"]), str(other["paragraphs"][0]["context"]))
        for paragraph in article["paragraphs"]:
            for one in paragraph["qas"]:
                marked = one["answers"] or one.get("plausible_answers") or [{"text": "", "answer_start": 0}]
                sentence = (
                    sentence_at(str(paragraph["context"]), int(marked[0]["answer_start"])) if marked[0]["text"] else ""
                )
                found.append(
                    Question(
                        question_id=str(one["id"]),
                        question=str(one["question"]).strip(),
                        title=str(article["title"]).replace("_", " "),
                        paragraph=str(paragraph["context"]),
                        answerable=not one["is_impossible"],
                        sentence=sentence,
                        elsewhere=away,
                    )
                )
    return found[::share]


def sentence_at(text: str, start: int) -> str:
    """The sentence of a text that holds this place."""
    at = 0
    for sentence in sentences_of(text):
        found = text.find(sentence[:40], at)
        at = found if found >= 0 else at
        if at + len(sentence) > start:
            return sentence
    return ""


def pack(language: str = "en") -> Pack:
    """A domain of one documents source."""
    made = plain_pack("paragraphs", language, SOURCE)
    source = DocumentsSource(name=SOURCE, label={"en": "Paragraphs", "ko": "문단"})
    return made.model_copy(update={"sources": (source,)})


def request_of(
    question: str, contexts: Iterator[tuple[str, str]] | list[tuple[str, str]], domain: Pack
) -> AnswerRequest:
    """The turn's request with these paragraphs in hand."""
    items = [
        EvidenceItem(
            item_id=f"p{at}",
            content_hash=content_hash(title, text),
            title=title,
            text=text,
            source=SOURCE,
            score=1.0,
        )
        for at, (title, text) in enumerate(contexts)
    ]
    return AnswerRequest(
        question=question,
        standalone=question,
        language="en",
        intent="ask",
        pack=domain,
        now=NOW,
        data_types=("passages",),
        evidence=(documents_in_hand("e", question, items, SOURCE),),
    )
