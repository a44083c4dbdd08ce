"""True sentences of the public data, each with the six passages an answer would have been written from."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evaluations.faithfulness.planting import Ground, Language, drawn, usable
from evaluations.passages import lines
from foundation.language.sentences import sentences_of

Half = Literal["development", "test"]
CONTEXTS = 6
PER_PASSAGE = 2
"""Sentences taken of each passage, the ones with most figures and then the first by hash."""


@dataclass(frozen=True)
class Placed:
    """A true sentence in its world."""

    data: str
    half: Half
    ground: Ground
    contexts: tuple[tuple[str, str], ...]
    """(title, text) of the passages in hand, its own among them."""


@dataclass(frozen=True)
class Text:
    """One passage of a set."""

    title: str
    text: str
    names: tuple[str, ...] = ()


def placed(name: str, language: Language, texts: Sequence[Text]) -> Iterator[Placed]:
    """Sentences of these passages; the others in hand are the neighbours, where mistakes are easiest to make."""
    for at, text in enumerate(texts):
        near = [other for other in range(at - CONTEXTS + 1, at + CONTEXTS) if other != at and 0 <= other < len(texts)]
        around = sorted(near, key=lambda other: abs(other - at))[: CONTEXTS - 1]
        far = texts[(at + len(texts) // 2) % len(texts)]
        contexts = [(one.title, one.text) for one in (text, *(texts[other] for other in around))]
        random = drawn(name, text.title, text.text[:80])
        random.shuffle(contexts)
        for sentence in chosen(text.text):
            ground = Ground(sentence, text.text, language, text.names, far.names)
            yield Placed(name, half_of(sentence), ground, tuple(contexts))


def chosen(text: str) -> list[str]:
    """The sentences with most digits first: errors of numbers need some."""
    found = usable(sentences_of(text))
    by_hash = sorted(found, key=lambda one: hashlib.sha256(one.encode()).hexdigest())
    return sorted(by_hash, key=lambda one: -min(3, sum(character.isdigit() for character in one)))[:PER_PASSAGE]


def half_of(sentence: str) -> Half:
    """A fixed split."""
    return "development" if hashlib.sha256(sentence.encode()).digest()[0] % 2 == 0 else "test"


def squad_texts(path: Path) -> list[Text]:
    """Paragraphs of a file in SQuAD's form, with the answers without digits as their names."""
    found: list[Text] = []
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            names = [answer["text"] for one in paragraph["qas"] for answer in one["answers"]]
            found.append(Text(str(article["title"]), str(paragraph["context"]), tuple(sorted(filter(is_name, names)))))
    return found


def is_name(answer: str) -> bool:
    """Short, without digits; in English it begins with a capital letter."""
    words = answer.split()
    plain = bool(answer) and len(words) <= 3 and 2 <= len(answer) <= 30 and not any(c.isdigit() for c in answer)
    return plain and (not answer[0].isascii() or answer[0].isupper())


def statute_texts(path: Path) -> list[Text]:
    """Articles of the statutes."""
    return [Text(f"{one['law']} {one['article']} {one['title']}", one["text"]) for one in lines(path)]


def page_texts(path: Path) -> list[Text]:
    """Pages of public documents."""
    return [Text(str(one["doc_id"]), str(one["contents"])) for one in lines(path)]


def grounds(data: Path, share: int) -> Iterator[Placed]:
    """Every `share`-th passage's sentences of every set that is there."""
    readers: tuple[tuple[str, Language, Any, Path], ...] = (
        ("KorQuAD", "ko", squad_texts, data / "korquad1_dev" / "KorQuAD_v1.0_dev.json"),
        ("statutes", "ko", statute_texts, data / "kr_statutes" / "articles.jsonl"),
        ("public pages", "ko", page_texts, data / "ko_public_docs_qa" / "corpus.jsonl"),
        ("SQuAD 2", "en", squad_texts, data / "squad2_half_dev" / "dev-v2.0.json"),
    )
    for name, language, read, path in readers:
        if path.is_file():
            found = list(placed(name, language, read(path)))
            yield from found[::share]


@dataclass(frozen=True)
class Written:
    """A reply somebody (or a model) wrote over given knowledge, and whether people found it borne out by it."""

    data: str
    knowledge: str
    response: str
    supported: bool


def begin(data: Path) -> Iterator[Written]:
    """BEGIN's development files, `Generic` replies left out as its authors do for attribution."""
    for path in sorted((data / "begin").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                label = (row.get("begin_label") or "").strip()
                if label in ("Fully attributable", "Not fully attributable"):
                    name = path.stem.removeprefix("begin_dev_")
                    yield Written(name, row["knowledge"], row["response"], label == "Fully attributable")


def written_answers(data: Path) -> Iterator[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """(question, answer people hold to be right, its pages) of the public documents: true answers in other words."""
    folder = data / "ko_public_docs_qa"
    pages = {str(one["doc_id"]): str(one["contents"]) for one in lines(folder / "corpus.jsonl")}
    for one in lines(folder / "qa.jsonl"):
        gold = [name for group in one["retrieval_gt"] for name in group if name in pages]
        if gold:
            yield str(one["query"]), str(one["generation_gt"][0]), tuple((name, pages[name]) for name in gold)
