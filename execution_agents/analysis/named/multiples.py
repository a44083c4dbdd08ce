"""A figure of the person's own, as often as a sentence of the evidence says of it: my hourly rate is 24 (each call is
paid at 1.5 times your hourly rate, and at 2 times on Sundays)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.named.question import Word, words_of_question
from execution_agents.analysis.named.words import Vocabulary, names_in, shared
from execution_agents.analysis.said.amounts import Amount, Said, amounts_in
from execution_agents.analysis.said.asking import BEGINS, LONGEST, OTHER
from execution_agents.analysis.said.leftover import is_known
from foundation.contracts.formulas import NamedAsked, SaidArithmetic, SaidOperand
from foundation.contracts.work import EvidenceItem
from foundation.language.cues import composed
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import LENGTHS
from foundation.language.rules.modality import asks_whether
from foundation.language.sentences import sentences_of
from foundation.language.wanted.arithmetic import asks_result
from foundation.language.wanted.rates import Base, bases_in

_IF = re.compile(r"^(?:what\s+)?if\b|면\s*[?？]?\s*$", re.IGNORECASE)
_TIMES = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s?(?:times\b|배)", re.IGNORECASE)
_CLAUSE = re.compile(r",\s+(?:and|but)\s+|;\s+|(?<=[고며]),?\s+")
_LONG = re.compile(r"long(?:er)?|short(?:er)?|긴|오래", re.IGNORECASE)


@dataclass(frozen=True)
class Multiple:
    """One clause that says how many times."""

    number: Decimal
    words: frozenset[str]
    """Its words that no other clause of the sentence has."""


def may_multiply(question: str) -> bool:
    """True if a question states one rate of the person's own (24 an hour) and asks what follows."""
    return _own_rate(question) is not None


def multiple_of_own(asked: NamedAsked, items: Sequence[EvidenceItem], vocabulary: Vocabulary) -> SaidArithmetic | None:
    """The rate times what the one sentence says of it; None where two sentences do, or where a word is not borne
    out."""
    read = _own_rate(asked.question)
    if read is None:
        return None
    amount, base = read
    words = words_of_question(asked.question, vocabulary)
    found = [
        (item, sentence, one)
        for item in items
        for sentence in sentences_of(item.text)
        if (one := _meant(sentence, base, words, asked.before)) is not None
        and all(_is_held(word, f"{item.title} {sentence}", asked.before) for word in words)
    ]
    if len({(sentence, one.number) for _, sentence, one in found}) != 1:
        return None
    item, sentence, one = found[0]
    own = SaidOperand(value=amount.figure.value, kind=amount.figure.kind, text=amount.figure.text, origin="question")
    often = SaidOperand(
        value=one.number, kind="plain", text=f"{one.number:f}", origin="evidence", sentence=sentence,
        item_id=item.item_id,
    )  # fmt: skip
    return SaidArithmetic(operation="times", operands=(own, often), kind=amount.figure.kind)


def _own_rate(question: str) -> tuple[Amount, Base] | None:
    text = BEGINS.sub("", composed(question).strip())
    if len(text) > LONGEST or OTHER.search(text) or asks_whether(text):
        return None
    rates = [one for one in amounts_in(Said("", text)) if one.base is not None and one.base.kind in LENGTHS]
    if len(rates) != 1 or len(figures_of(text)) != 1 or not (asks_result(text) or _IF.search(text)):
        return None
    [rate] = rates
    return None if rate.base is None or rate.figure.kind in LENGTHS else (rate, rate.base)


def _meant(sentence: str, base: Base, words: Sequence[Word], before: Sequence[str]) -> Multiple | None:
    """The clause that is meant: the one whose own words are said, in the question or before it; else the first."""
    clauses = [one for one in _CLAUSE.split(sentence) if _TIMES.search(one)]
    if not clauses or not any(one.counts(base) for one in bases_in(clauses[0])):
        return None
    named = [names_in(one) for one in clauses]
    found: list[Multiple] = []
    for at, clause in enumerate(clauses):
        [number] = [Decimal(each["number"]) for each in _TIMES.finditer(clause)][:1]
        others = frozenset[str]().union(*(each for place, each in enumerate(named) if place != at))
        found.append(Multiple(number, named[at] - others))
    said = frozenset(name for word in words for name in word.names) or names_in(" ".join(before[:1]))
    special = [one for one in found[1:] if shared(one.words, said)]
    return found[0] if not special else special[0] if len(special) == 1 else None


def _is_held(word: Word, text: str, before: Sequence[str]) -> bool:
    if is_known(word.text, names_in(" ".join(before))) or shared(word.names, names_in(text)):
        return True
    # A long call is one of more than 15 minutes.
    return bool(_LONG.fullmatch(word.text)) and any(one.kind in LENGTHS for one in figures_of(text))
