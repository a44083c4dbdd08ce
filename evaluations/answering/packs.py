"""A pack's single questions over its own documents: does the answer say what the documents say, by rules and by a
scripted model? The pack's own retrieval finds the passages, in memory. Of the service only the answer agent runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluations.answering.evaluate import nothing, unheard
from evaluations.cases import NOW, Half, Progress, documents_in_hand
from evaluations.faithfulness.planting import Ground, Language, drawn, other_number
from evaluations.labels.questions import Question, read_questions
from evaluations.rates import Share
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.ingest.files import files_under
from execution_agents.ingest.imported import ImportedDocument, InputFile
from execution_agents.ingest.importers.markdown import MarkdownDocuments
from execution_agents.retrieval.chunking import Origin, chunks_of
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.retriever import Corpus, Query, Retriever
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import LanguageModel, Usage
from foundation.contracts.work import EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.language.sentences import sentences_of
from foundation.llm.client import Endpoint, ModelClient
from foundation.llm.scripted import Call, ScriptedEndpoint
from foundation.storage.records import Chunk
from prompts.budgets import BUDGETS

_LIST_NUMBER = re.compile(r"^\s*\(?[0-9]{1,3}[.)]\s+")


@dataclass(frozen=True)
class PackRow:
    """One pack's half, by one engine."""

    pack: str
    half: Half
    engine: str
    wanted: str
    right: Share


@dataclass(frozen=True)
class Case:
    """One question with what retrieval found for it."""

    question: Question
    request: AnswerRequest
    sentence: str
    """The sentence among the passages that holds the first fact; "" when none was found."""

    def tells(self, answer: AnswerWritten) -> bool:
        """Every fact, however it is spaced."""
        plain = "".join(answer.content.split())
        return all("".join(fact.split()) in plain for fact in self.question.facts)


async def by_packs(progress: Progress) -> list[PackRow]:
    """Every shipped pack that has such questions, both halves."""
    rows: list[PackRow] = []
    for folder in sorted(path for path in shipped_packs().iterdir() if (path / "pack.yaml").is_file()):
        pack = load_pack(folder)
        halves = read_questions(pack)
        for half, questions in halves.items():
            progress(f"questions of {pack.name}", len(rows), 3 * len(halves))
            rows += await _measured(pack, half, await _cases(pack, questions))
    return rows


async def _measured(pack: Pack, half: Half, cases: Sequence[Case]) -> list[PackRow]:
    by_rules = [one.tells(await _answer(one.request, None)) for one in cases]
    there = [one for one in cases if one.sentence]
    right = [one.tells(answer) for one, answer in await _scripted(there, [one.sentence for one in there])]
    wrong = [(one, figure) for one in there if (figure := _wrong(one))]
    shown = [
        figure in answer.content
        for (_, figure), (_, answer) in zip(
            wrong, await _scripted([one for one, _ in wrong], [figure for _, figure in wrong]), strict=True
        )
    ]
    return [
        PackRow(pack.name, half, "rules", "every fact is stated", Share(sum(by_rules), len(by_rules))),
        PackRow(pack.name, half, "writes the right sentence", "every fact is stated", Share(sum(right), len(right))),
        PackRow(
            pack.name, half, "writes it with a wrong figure", "never shown", Share(len(shown) - sum(shown), len(shown))
        ),
    ]


def _wrong(one: Case) -> str:
    texts = " ".join(item.text for batch in one.request.evidence for item in batch.items)
    return wrongly_said(one.sentence, texts, "ko" if one.request.language == "ko" else "en")


def wrongly_said(sentence: str, texts: str, language: Language) -> str:
    """The sentence with one figure changed; "" where it has none, or where the passages contain the changed one, too. A
    step's number is not a figure. 00 equals 0: a change between them leaves the meaning as it was."""
    said = _LIST_NUMBER.sub("", sentence)
    changed = other_number(Ground(said, texts, language), drawn(said, "number")) or ""
    return "" if changed in texts or _values(changed) == _values(said) else changed


def _values(sentence: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"[0-9]+", sentence)]


async def _scripted(cases: Sequence[Case], replies: Sequence[str]) -> list[tuple[Case, AnswerWritten]]:
    now = [""]

    def say(_call: Call) -> str:
        return f"{now[0]} [1]"

    found: list[tuple[Case, AnswerWritten]] = []
    async with ScriptedEndpoint({"answer": say, "answer_strict": say}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS)
        try:
            for one, reply in zip(cases, replies, strict=True):
                now[0] = reply
                found.append((one, await _answer(one.request, model)))
        finally:
            await model.aclose()
    return found


async def _answer(request: AnswerRequest, model: LanguageModel | None) -> AnswerWritten:
    return await write_answer(request, model, Usage(), unheard, nothing)


async def _cases(pack: Pack, questions: Sequence[Question]) -> list[Case]:
    source = next(one for one in pack.sources if isinstance(one, DocumentsSource) and one.path)
    index = build_in_memory(pack_chunks(pack), pack.dictionary.synonyms, grams=pack.retrieval.hybrid.grams)
    retriever = Retriever(pack.dictionary, pack.retrieval)
    found: list[Case] = []
    for one in questions:
        items = await found_by(retriever, Corpus(index, ""), Query(one.q, source.limit), source.name)
        found.append(Case(one, request_over(pack, source, one.q, items), telling(one, items)))
    return found


async def found_by(retriever: Retriever, corpus: Corpus, query: Query, source: str) -> list[EvidenceItem]:
    """What a search finds, in the form that the answer writer gets."""
    got = await retriever.retrieve(corpus, query)
    return [
        EvidenceItem(
            item_id=hit.item_id, content_hash=hit.content_hash, title=hit.title, text=hit.text,
            source=source, score=score,
        )
        for hit, score in zip((context.hit for context in got.contexts), got.scores(), strict=True)
    ]  # fmt: skip


def pack_chunks(pack: Pack) -> list[Chunk]:
    """The passages of the pack's documents, as an ingest cuts them."""
    reader, chunks = MarkdownDocuments(), list[Chunk]()
    for source in pack.sources:
        folder = pack.root / source.path if isinstance(source, DocumentsSource) and source.path else None
        for file in files_under(folder) if folder else ():
            for document in reader.read(file) if isinstance(file, InputFile) and reader.sniff(file) else ():
                if isinstance(document, ImportedDocument):
                    origin = Origin(document.document_id, pack.name, source.name, document.uri)
                    chunks += chunks_of(origin, document.passages)
    return chunks


def request_over(pack: Pack, source: DocumentsSource, question: str, items: Sequence[EvidenceItem]) -> AnswerRequest:
    """The turn's request with these passages in hand."""
    data_type = next(one.name for one in pack.data_types if source.name in one.sources)
    evidence = documents_in_hand("e", question, items, source.name).model_copy(update={"data_type": data_type})
    return AnswerRequest(
        question=question,
        standalone=question,
        language=pack.languages[0],
        intent=pack.intents[0].name,
        pack=pack,
        now=NOW,
        data_types=(data_type,),
        evidence=(evidence,),
    )


def telling(one: Question, items: Sequence[EvidenceItem]) -> str:
    """The sentence that holds every fact; "" without one."""
    facts = ["".join(fact.split()) for fact in one.facts]
    sentences = (sentence for item in items for sentence in sentences_of(item.text))
    return next((each for each in sentences if all(fact in "".join(each.split()) for fact in facts)), "")
