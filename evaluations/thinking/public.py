"""Questions of public sets (MTRAG, KorQuAD) in the form of the thinking mode's own: what is right is what their labels
say (rules 10 to 13 of docs/thinking.md)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from evaluations.answering.admitted import LIMIT, Asked, documents_of, korquad
from evaluations.answering.packs import found_by, request_over
from evaluations.answering.questions import pack, sentence_at
from evaluations.passages import Passages, lines
from evaluations.thinking.reading import Part, Question, squeezed
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from foundation.contracts.work import EvidenceItem
from foundation.language.sentences import sentences_of

Data = Literal["KorQuAD", "MTRAG"]
NEAR = 0.5
"""From this F1 of their words on, a sentence of a gold passage says what a person answered."""
SHORTEST = 2
"""Letters of an answer that can be looked for in a text; a single one stands anywhere."""


@dataclass(frozen=True)
class PublicQuestion:
    """One question of a public set, with what a search found for it."""

    data: Data
    question: Question

    @property
    def is_answered(self) -> bool:
        """Whether a passage found answers it."""
        return bool(self.question.parts)


@dataclass
class PublicQuestions:
    """The questions of a sample, and what was left out of it."""

    kept: list[PublicQuestion] = field(default_factory=list[PublicQuestion])
    not_found: int = 0
    """Questions none of whose gold passages the search found."""
    without_sentence: int = 0
    """Turns of MTRAG whose gold passages have no sentence near to the person's answer."""


@dataclass(frozen=True)
class Turn:
    """A question as its set labels it."""

    asked: Asked
    reference: str
    """What a person answered; "" where the set marks the answer's words."""
    others: tuple[str, ...] = ()
    """Answers to the other questions of the passage."""


@dataclass(frozen=True)
class PublicSet:
    """The passages of one set, and its search."""

    data: Data
    language: str
    texts: Mapping[str, tuple[str, str]]
    """Id -> (title, text)."""

    async def questions(self, turns: Sequence[Turn], sample: int, *, withheld: bool) -> PublicQuestions:
        """At most `sample`, in an order fixed by their ids; withheld: what answers is taken out of what is found."""
        domain, found = pack(self.language), PublicQuestions()
        source, retriever = documents_of(domain), Retriever(domain.dictionary, domain.retrieval)
        corpus = Corpus(Passages(self.texts).index, "")
        for turn in sorted(turns, key=place_of):
            if len(found.kept) == sample:
                break
            asked = turn.asked
            items = await found_by(retriever, corpus, Query(asked.question, LIMIT), source.name)
            held = [one for one in items if not (withheld and answers(one, asked))]
            parts = self._parts(turn, held, found) if asked.gold and not withheld else ()
            if parts is None or not held:
                continue
            name = f"{asked.question_id}{'-withheld' if withheld else ''}"
            request = request_over(domain, source, asked.question, held)
            kind = "simple" if parts else "edge"
            question = Question(name, kind, asked.question, self.language, parts, request, 0)
            found.kept.append(PublicQuestion(self.data, question))
        return found

    def _parts(self, turn: Turn, items: Sequence[EvidenceItem], found: PublicQuestions) -> tuple[Part, ...] | None:
        """What is right; None: the search found no gold passage, or none that says what the person answered."""
        gold = [item.item_id for item in items if item.item_id in turn.asked.gold]
        if not gold:
            found.not_found += 1
            return None
        part = nearest(turn, [self.texts[name][1] for name in gold]) if turn.reference else marked(turn, self.texts)
        found.without_sentence += part is None
        return None if part is None else (part,)


def answers(item: EvidenceItem, asked: Asked) -> bool:
    """Whether a passage answers: by its label, or because it holds the words."""
    return item.item_id in asked.gold or any(words in item.text for words in asked.answers)


def place_of(turn: Turn) -> bytes:
    """Its place among the others: by chance, and the same for ever."""
    return hashlib.sha256(turn.asked.question_id.encode()).digest()


def marked(turn: Turn, texts: Mapping[str, tuple[str, str]]) -> Part:
    """The marked words, and the sentence at their place."""
    [name] = turn.asked.gold
    first, *also = turn.asked.answers
    sentence = sentence_at(texts[name][1], turn.asked.starts)
    return Part(turn.asked.question_id, turn.asked.question, first, sentence, tuple(also), turn.others)


def nearest(turn: Turn, passages: Sequence[str]) -> Part | None:
    """The sentence nearest to what a person answered, with the others that are near enough."""
    near = sorted(
        (
            (score, sentence.strip().rstrip("."))
            for text in passages
            for sentence in sentences_of(text)
            if (score := f1(sentence, turn.reference)) >= NEAR
        ),
        key=lambda one: -one[0],
    )
    if not near:
        return None
    best, *also = dict.fromkeys(sentence for _, sentence in near)
    return Part(turn.asked.question_id, turn.asked.question, best, best, tuple(also))


def f1(sentence: str, reference: str) -> float:
    """How far two texts share their words, 0..1."""
    said, wanted = words_of(sentence), words_of(reference)
    shared = len(said & wanted)
    return 2 * shared / (len(said) + len(wanted)) if shared else 0.0


def words_of(text: str) -> set[str]:
    """In small letters."""
    return set(re.findall(r"\w+", text.lower()))


async def korquad_questions(folder: Path, sample: int) -> list[PublicQuestions]:
    """Of the paragraphs' questions, over what a search finds, and over that without what answers."""
    texts, asked = korquad(folder / "KorQuAD_v1.0_dev.json")
    turns = list(korquad_turns(texts, asked))
    asked_of = PublicSet("KorQuAD", "ko", texts)
    return [await asked_of.questions(turns, sample, withheld=withheld) for withheld in (False, True)]


def korquad_turns(texts: Mapping[str, tuple[str, str]], asked: Sequence[Asked]) -> Iterator[Turn]:
    """Those whose answer is long enough to be looked for."""
    said: dict[str, dict[str, None]] = {}
    for one in asked:
        [name] = one.gold
        said.setdefault(name, {}).update(dict.fromkeys(one.answers))
    for one in asked:
        [name] = one.gold
        if len(squeezed(one.answers[0])) < SHORTEST:
            continue
        sentence, mine = squeezed(sentence_at(texts[name][1], one.starts)), squeezed(one.answers[0])
        others = tuple(words for words in said[name] if squeezed(words) not in sentence and mine not in squeezed(words))
        yield Turn(one, "", others)


async def mtrag_questions(folder: Path, sample: int) -> list[PublicQuestions]:
    """Turns as people rewrote them: the answerable ones, and those that no passage answers."""
    texts = {str(row["id"]): (str(row["title"] or ""), str(row["text"])) for row in lines(folder / "passages.jsonl")}
    turns: dict[str, list[Turn]] = {"ANSWERABLE": [], "UNANSWERABLE": []}
    for conversation in lines(folder / "conversations.jsonl"):
        for turn in conversation["turns"]:
            gold = frozenset(map(str, turn["gold_ids"])) if turn["answerability"] == "ANSWERABLE" else frozenset[str]()
            asked = Asked(str(turn["task_id"]), str(turn["rewrite"] or turn["question"]), gold)
            turns.setdefault(turn["answerability"], []).append(Turn(asked, str(turn["answer"])))
    asked_of = PublicSet("MTRAG", "en", texts)
    return [await asked_of.questions(turns[label], sample, withheld=False) for label in ("ANSWERABLE", "UNANSWERABLE")]
