"""Facts quoted word for word: a URL, a port, an account, a date … that the contexts hold near the question's words.

Answered without a model only if the question asks for exactly one kind of fact, and one value is clearly nearest to the
other words of the question. Anything less is left to the writer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.contexts import stem
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.fact_kinds import DATES, LONGEST_READ, FactKind, asked_kinds
from execution_agents.retrieval.analysis import key_words
from foundation.language.sentences import sentences_of

_PARTICLES = r"(?:에서는?|에게|으로|부터|까지|이며|이고|이다|입니다|[은는이가을를의에로와과도만])"
_ENDS = rf"(?:{_PARTICLES}|이?야|인가요?|인지|이?에요|예요|입니까|이?죠|일까요?)?$"
_ASKS = re.compile(
    rf"몇|언제|무엇|무슨|뭐|뭔|어디|어떤|어떻게|얼마|누구|알려|말해|가르쳐|(?:주소|번호|이름|번){_ENDS}"
    r"|(?:numbers?|address(?:es)?|names?|tell|give|please|know|reach)$"
)
"""Question words, and words that only repeat the kind of fact (not 번역, 주소록, 이름표)."""
_HANGUL = re.compile(r"[가-힣]")
_SAID_BEHIND = re.compile(rf"(?<=[!-~]){_PARTICLES}$")
"""A particle or copula written directly after an address."""
_KOREAN_BEHIND = re.compile(r"(?<=[A-Za-z0-9])[가-힣]+$")
"""The same for several particles in a row (로만, 에는): no Korean letter follows a Latin one within an address, but a
day ends so (5일)."""

_CLAUSE = re.compile(r"(?<=[이하으되]며)[,\s]|(?<=[이하되]고)[,\s]|[,;]\s|\b(?:and|but|while)\b")
"""The boundary inside a sentence between statements about two things (대표 번호는 … 이며, 응급 연락은 …)."""
_OTHER_VALUE = re.compile(r"\d{2}|@|://")
_RULE = re.compile(r"[\s:-]+")
"""The line under a table's heading."""
_VALUE = re.compile(r"[A-Za-z0-9_.:/@+-]{2,80}")


SENTENCES = {
    "ko": "자료에 적힌 {label} {value}입니다. [{marker}]",
    "en": "The {label} given in the documents is {value}. [{marker}]",
}


@dataclass(frozen=True)
class DirectFact:
    """A value and its position."""

    kind: FactKind
    value: str
    marker: int
    share: float
    """Share of the question's other key words that the sentence and its title hold."""

    def sentence(self, language: str) -> str:
        """The answer."""
        own = "ko" if language == "ko" else "en"
        value = f"‘{self.value}’" if own == "ko" else self.value
        return SENTENCES[own].format(label=self.kind.label[own], value=value, marker=self.marker)


def direct_fact(items: Sequence[Numbered], request: AnswerRequest) -> DirectFact | None:
    """The one fact asked for; None if it is not certain which."""
    figures = request.pack.answering.direct
    asked = asked_kinds(request.question, request.pack)
    if len(asked) != 1 or len(request.question) > figures.question:
        return None
    [one] = asked
    keys = [word for word in key_words(request.standalone) if counts_for(word, one)]
    if not keys:
        return None
    named = one.asked.search(request.question)
    which = named[0].lower()[:2] if named and one is DATES else ""
    best = sorted(candidates(one, items, keys, which), key=lambda each: -each.share)
    if not best or best[0].share < figures.key_words / 1000:
        return None
    rivals = {each.value for each in best if each.share == best[0].share}
    return best[0] if len(rivals) == 1 else None


def counts_for(word: str, one: FactKind) -> bool:
    """True if a word of the question says what the fact is about."""
    return len(word) > 1 and not one.asked.search(word) and not _ASKS.match(word)


def candidates(one: FactKind, items: Sequence[Numbered], keys: Sequence[str], which: str = "") -> Iterator[DirectFact]:
    """Every value of the kind in the passages, with its distance to the question's words. `which`: how the words before
    it begin: the day something was made is not the day it takes effect."""
    for item in items:
        if item.is_row:
            continue
        title = item.item.title.lower()
        yield from in_tables(one, item, keys)
        for sentence in sentences_of(item.item.text):
            for match in one.held.finditer(sentence[:LONGEST_READ] if one.declared else sentence):
                other = said_of_another(sentence, match.start(1), [stem(key) for key in keys], title)
                if other or not match[0].lower().startswith(which):
                    continue
                share = said(keys, f"{title} {sentence.lower()}")
                # Its own sentence counts more than the title above: the title applies to all values of the passage.
                nearer = said(keys, sentence.lower())
                value = match[1].strip()
                if not one.declared:
                    behind = _SAID_BEHIND if one is DATES else _KOREAN_BEHIND
                    value = _SAID_BEHIND.sub("", behind.sub("", value))
                yield DirectFact(one, value, item.marker, round(share + nearer / 100, 4))


def said(keys: Sequence[str], text: str) -> float:
    """Share of the words that a text holds, in any spacing and with any particle; 운영책임자 does not match 운영자."""
    close = text.replace(" ", "")
    return sum(_is_said(key, text, close) for key in keys) / len(keys)


def _is_said(word: str, text: str, close: str) -> bool:
    if word in text or (_HANGUL.search(word) and word in close):
        return True
    root = stem(word)
    return root != word and re.search(rf"{re.escape(root)}{_PARTICLES}?(?![가-힣])", text) is not None


def said_of_another(sentence: str, at: int, keys: Sequence[str], title: str) -> bool:
    """True if another clause of the sentence, with its own value, holds what the question names and the clause at `at`
    does not: then the value at `at` belongs to another thing."""
    edges = [0, *(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]
    clauses = [(start, sentence[start:end].lower()) for start, end in pairwise(edges)]
    mine = max((clause for clause in clauses if clause[0] <= at), default=(0, ""))[1]
    lacking = [key for key in keys if key not in mine and key not in title]
    others = [text for _, text in clauses if text != mine and _OTHER_VALUE.search(text)]
    return any(key in text for key in lacking for text in others)


def in_tables(one: FactKind, item: Numbered, keys: Sequence[str]) -> Iterator[DirectFact]:
    """The cells under a heading that names the kind (포트, 계정): in a table the value is not beside its name."""
    title, heads = item.item.title.lower(), list[str]()
    for line in item.item.text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.lstrip().startswith("|") else []
        if not cells or _RULE.fullmatch("".join(cells)):
            heads = heads if cells else []
            continue
        heads = heads or cells
        row = " ".join(cells).lower()
        for head, cell in zip(heads, cells, strict=False):
            if cells is not heads and one.asked.fullmatch(head) and _VALUE.fullmatch(cell):
                share, nearer = said(keys, f"{title} {row}"), said(keys, row)
                yield DirectFact(one, cell, item.marker, round(share + nearer / 100, 4))
