"""A figure of the person's own, as often as a sentence of the evidence says of it: my hourly rate is 24 (each call is
paid at 1.5 times your hourly rate, and at 2 times on Sundays)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from execution_agents.analysis.named.question import Word, figures_besides_names, words_of_question
from execution_agents.analysis.named.words import Vocabulary, names_in, shared
from execution_agents.analysis.said.amounts import Amount, Said, amounts_in
from execution_agents.analysis.said.asking import BEGINS, LONGEST, OTHER
from execution_agents.analysis.said.leftover import is_known
from foundation.contracts.formulas import NamedAsked, SaidArithmetic, SaidOperand
from foundation.contracts.work import EvidenceItem
from foundation.language.cues import composed
from foundation.language.dates.weekdays import weekdays_asked, without_days
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import LENGTHS
from foundation.language.rules.modality import asks_whether
from foundation.language.sentences import sentences_of
from foundation.language.wanted.arithmetic import asks_result
from foundation.language.wanted.rates import Base, bases_in

_IF = re.compile(r"^(?:what\s+)?if\b|면\s*[?？]?\s*$", re.IGNORECASE)
_TIMES = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s?(?:times\b|배)", re.IGNORECASE)
_CLAUSE = re.compile(r",\s+(?:and|but)\s+|;\s+|(?<=[고며]),?\s+")
_LONGER = re.compile(r"\b(?:more|longer)\s+than\s+$", re.IGNORECASE)
_OF = re.compile(r"\b(?:of|lasting|lasts|lasted|takes|took)\s+(?:about\s+)?$", re.IGNORECASE)
_OF_THAT_LENGTH = re.compile(r"\s?-?long\b|짜리", re.IGNORECASE)
_EXTRA = re.compile(r"\bextra\b(?=\s+(?:for|on|pay)\b|\s*\?)", re.IGNORECASE)
"""What is paid besides: extra for that?"""
_POUNDS = re.compile(r"pounds?$|파운드$", re.IGNORECASE)
_LONG = re.compile(r"long(?:er)?|short(?:er)?|긴|오래", re.IGNORECASE)


@dataclass(frozen=True)
class Multiple:
    """One clause that says how many times."""

    number: Decimal
    words: frozenset[str]
    """Its words that no other clause of the sentence has."""
    days: frozenset[int] = frozenset()
    """The days of the week that it names, Monday 0."""


def may_multiply(question: str) -> bool:
    """True if a question states one rate of the person's own (24 an hour) and asks what follows."""
    return _own_rate(question) is not None


def multiple_of_own(asked: NamedAsked, items: Sequence[EvidenceItem], vocabulary: Vocabulary) -> SaidArithmetic | None:
    """The rate times what the one sentence says of it; None where two sentences do, or where a word is not borne
    out."""
    read = _own_rate(asked.question)
    if read is None:
        return None
    amount, base, length = read
    text, days = without_days(asked.question), weekdays_asked(asked.question)
    words = words_of_question(_EXTRA.sub(" ", text), vocabulary)
    found = [
        (item, sentence, one)
        for item in items
        for sentence in sentences_of(item.text)
        if (one := _meant(sentence, base, (words, days), asked.before)) is not None
        and (text == asked.question or weekdays_asked(sentence))
        and _is_long_enough(length, sentence)
        and all(_is_held(word, f"{item.title} {sentence}", asked.before) for word in words)
    ]
    if len({(sentence, one.number) for _, sentence, one in found}) != 1:
        return None
    item, sentence, one = found[0]
    figure = as_money(amount.figure)
    own = SaidOperand(value=figure.value, kind=figure.kind, text=figure.text, origin="question")
    often = SaidOperand(
        value=one.number, kind="plain", text=f"{one.number:f}", origin="evidence", sentence=sentence,
        item_id=item.item_id,
    )  # fmt: skip
    units = Decimal(1) if length is None else length.value / base.factor
    return SaidArithmetic(operation="times", operands=(own, often), factor=units, kind=figure.kind)


def _own_rate(question: str) -> tuple[Amount, Base, Figure | None] | None:
    """The rate, what it is counted by, and for how long it is asked for (a two-hour call)."""
    text = BEGINS.sub("", composed(question).strip())
    if len(text) > LONGEST or OTHER.search(text) or asks_whether(text):
        return None
    amounts = [one for one in amounts_in(Said("", text)) if one.figure.kind not in LENGTHS]
    rates = [one for one in amounts if one.base is not None and one.base.kind in LENGTHS]
    asks = asks_result(text) or _IF.search(text) or _EXTRA.search(text)
    if len(rates) != 1 or not asks or rates[0].base is None:
        return None
    [rate], base = rates, rates[0].base
    others = [one for one in figures_besides_names(text) if one.start != rate.figure.start]
    lengths = [one for one in others if one.kind == base.kind and _is_its_own(one, text)]
    if len(others) > 1 or len(lengths) != len(others):
        return None
    return rate, base, next(iter(lengths), None)


def _is_its_own(length: Figure, text: str) -> bool:
    """True for how long something itself is: a two-hour call, a call of 2 hours; for 2 hours may be of the rate."""
    return "-" in length.text or bool(_OF.search(text[: length.start]) or _OF_THAT_LENGTH.match(text[length.end :]))


def as_money(figure: Figure) -> Figure:
    """Pounds that somebody pays or earns are no mass."""
    if figure.kind != "mass" or not figure.value or not _POUNDS.search(figure.text):
        return figure
    return replace(figure, kind="pound", value=figure.value / figure.factor, factor=Decimal(1))


def _is_long_enough(length: Figure | None, sentence: str) -> bool:
    """False where the sentence holds only for what takes longer: a call of 10 minutes, more than 15 minutes."""
    least = [one for one in figures_of(sentence) if one.kind in LENGTHS and _LONGER.search(sentence[: one.start])]
    return length is None or all(one.value < length.value for one in least)


def _meant(
    sentence: str, base: Base, said: tuple[Sequence[Word], frozenset[int]], before: Sequence[str]
) -> Multiple | None:
    """The clause that is meant: the one whose own words are said, in the question or before it; else the first."""
    clauses = [one for one in _CLAUSE.split(sentence) if _TIMES.search(one)]
    if not clauses or not any(one.counts(base) for one in bases_in(clauses[0])):
        return None
    named = [names_in(one) for one in clauses]
    found: list[Multiple] = []
    for at, clause in enumerate(clauses):
        [number] = [Decimal(each["number"]) for each in _TIMES.finditer(clause)][:1]
        others = frozenset[str]().union(*(each for place, each in enumerate(named) if place != at))
        found.append(Multiple(number, named[at] - others, weekdays_asked(clause)))
    words, days = said
    names = frozenset(name for word in words for name in word.names)
    names = names if names or days else names_in(" ".join(before[:1]))
    special = [one for one in found[1:] if shared(one.words, names) or one.days & days]
    return found[0] if not special else special[0] if len(special) == 1 else None


def _is_held(word: Word, text: str, before: Sequence[str]) -> bool:
    if is_known(word.text, names_in(" ".join(before))) or shared(word.names, names_in(text)):
        return True
    # A long call is one of more than 15 minutes.
    return bool(_LONG.fullmatch(word.text)) and any(one.kind in LENGTHS for one in figures_of(text))
