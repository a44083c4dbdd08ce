"""Arithmetic with figures of the evidence that the question itself names: dinner + breakfast for 4 days, 애가 둘이면
일년에 총, 3 nights London plus 2 in Leeds.

The question names things; each must be the key of one row, the head of one column or the subject of one sentence that
bears one figure. What is computed follows from what the figures are counted by and from what the question counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from execution_agents.analysis.named.beside import may_set_beside, reader_of, set_beside
from execution_agents.analysis.named.binding import (
    PAIR,
    Bound,
    best_of,
    bound,
    by_counts,
    distinct,
    pair_of,
    shown_in,
)
from execution_agents.analysis.named.lasting import lasting, may_last
from execution_agents.analysis.named.multiples import multiple_of_own
from execution_agents.analysis.named.own import own_product
from execution_agents.analysis.named.question import (
    BOTH,
    EACH,
    PLUS,
    RISES,
    THAT,
    Asked,
    Phrase,
    all_names,
    phrase_of,
    read,
)
from execution_agents.analysis.named.terms import Term, operand_of, terms_of
from execution_agents.analysis.named.words import Vocabulary, vocabulary_of
from execution_agents.analysis.said.counts import Count
from execution_agents.analysis.said.leftover import words_of
from foundation.contracts.formulas import NamedAsked, SaidArithmetic, SaidOperand
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack
from foundation.language.figures.units import CURRENCIES, DAY
from foundation.language.wanted.rates import Base, bases_in, singular

Per = Literal["", "minute", "hour", "day", "week", "month", "year"]
_PERS: dict[tuple[str, Decimal], Per] = {
    ("time", Decimal(60)): "minute", ("time", Decimal(3600)): "hour",
    ("time", Decimal(DAY)): "day", ("time", Decimal(7 * DAY)): "week",
    ("months", Decimal(1)): "month", ("months", Decimal(12)): "year",
}  # fmt: skip
_OCCASIONS = frozenset({"night", "evening", "day", "time", "회", "번", "끼", "trip", "meal"})
"""What counts how often something with a price each is had."""
_LISTED = frozenset({"값", "것", "쪽", "개", "곳", "군데", "가지", "place", "thing"})
_SINGLE = re.compile(r"(?:\ban?\s+|\bone\s+|한\s?)$", re.IGNORECASE)
MOST = 4
"""Terms of one calculation."""


def named_arithmetic(
    asked: NamedAsked, items: Sequence[EvidenceItem], pack: Pack, language: str
) -> SaidArithmetic | None:
    """What the question computes with terms of these items; None where it is not certain."""
    vocabulary = vocabulary_of(ByIdentity(pack))
    question = read(asked.question, vocabulary)
    beside, lasts = may_set_beside(asked.question), may_last(asked.question)
    terms = terms_of(items, pack, language) if question is not None or beside or lasts else []
    if (long := lasting(asked, terms)) is not None:
        return long
    found = _of_terms(question, asked, items, terms, vocabulary) if question is not None and terms else None
    if found is None and beside:
        found = set_beside(reader_of(asked, items, terms, vocabulary))
    return found or multiple_of_own(asked, items, vocabulary) or own_product(asked)


def _of_terms(
    question: Asked, asked: NamedAsked, items: Sequence[EvidenceItem], terms: Sequence[Term], vocabulary: Vocabulary
) -> SaidArithmetic | None:
    known = words_of(" ".join(asked.before))
    if question.moved:
        return _changed(question, terms, known)
    terms = [one for one in terms if one.amount.figure.kind != "plain" or one.amount.figure.counted]
    found = bound(question, terms, known)
    if found == []:
        question = _without_both(question)
    meant = [] if found is None else _with_what_was_meant(question, found, asked, terms, vocabulary)
    done = computed(question, meant) if 0 < len(meant) <= MOST else None
    if done is None and (one := by_counts(question, items, terms, known)) is not None:
        done = computed(question, [one])
    wrong = done is not None and question.wanted is not None and done.kind != question.wanted.kind
    return None if wrong else done


def _with_what_was_meant(
    question: Asked, found: list[Bound], asked: NamedAsked, terms: Sequence[Term], vocabulary: Vocabulary
) -> list[Bound]:
    """With the terms that the conversation named: "both", "that plus …", and the last one where the question names
    none. [] where one of them is not certain."""
    wanted = 0
    taken = [(one.base.start, one.base.end) for one in question.counts]
    both = next((one for one in BOTH.finditer(question.text) if not any(s <= one.start() < e for s, e in taken)), None)
    if both is not None and not found:
        wanted = PAIR
    elif not found or (len(found) == 1 and _goes_with_another(question)):
        wanted = 1
    if not wanted:
        return found
    meant: list[Bound] = []
    heads = frozenset(name for text in (asked.question, *asked.before) for name in all_names(text, vocabulary))
    for at, text in enumerate(asked.before[:wanted]):
        phrase = phrase_of(text, vocabulary)
        best = best_of(phrase, terms, heads, question.counts)
        sure = best is not None and 2 * best.covered >= len(phrase.words)
        term = best.term if best is not None and sure else None
        if wanted == 1 or term is None:
            term = shown_in(asked.said[at : at + 1], terms) or term
        if term is None:
            return []
        meant.append(Bound(term, Phrase(-1, -1, phrase.words), -1, counted=False))
    together = distinct([*reversed(meant), *found])
    return together if len(together) == len(meant) + len(found) else []


def _without_both(question: Asked) -> Asked:
    """Without the number of "the two", which counts nothing."""
    said = [one.span() for one in BOTH.finditer(question.text)]
    kept = [one for one in question.counts if not any(start <= one.base.start < end for start, end in said)]
    return replace(question, counts=tuple(kept))


def _goes_with_another(question: Asked) -> bool:
    """True if one thing more is meant than the one that is named: that plus the dental plan, 그거랑 합치면."""
    if not (question.adds or question.differs):
        return False
    pointed = bool(THAT.search(question.text) or BOTH.search(question.text) or PLUS.search(question.text))
    return pointed or (question.joins and all(_is_plain(one) for one in question.counts))


def _changed(question: Asked, terms: Sequence[Term], known: frozenset[str]) -> SaidArithmetic | None:
    """By how much, or how many per cent, two cells of one row differ: from the larger to the smaller where it fell."""
    named = [pair for phrase in question.phrases if phrase.words and (pair := pair_of(phrase, terms, known))]
    apart = sum(bool(one.words) for one in question.phrases) - 1
    if len(named) != 1 or question.counts or (apart and question.moved != "percent"):
        return None  # What is said beside it (the new version than the old one) may be another amount.
    ordered = sorted(named[0], key=lambda one: one.amount.figure.value)
    if ordered[0].amount.measures != ordered[1].amount.measures or ordered[0].amount.figure.value <= 0:
        return None
    if question.moved == "amount":
        amount = ordered[-1].amount
        return SaidArithmetic(
            operation="difference", operands=tuple(operand_of(one) for one in ordered[::-1]),
            kind=amount.figure.kind, unit=amount.unit, unit_factor=amount.figure.factor,
        )  # fmt: skip
    pair = ordered if RISES.search(question.text) else ordered[::-1]
    return SaidArithmetic(
        operation="change", operands=tuple(operand_of(one) for one in pair), kind="percent", unit=" %",
    )  # fmt: skip


@dataclass(frozen=True)
class _Taken:
    """A term with how often it is taken."""

    term: Term
    times: tuple[Decimal, ...]
    per: Per


def computed(question: Asked, found: Sequence[Bound]) -> SaidArithmetic | None:
    """The arithmetic over these terms; None where a count of the question counts none of them."""
    terms = [one.term for one in found]
    alike = len({(one.amount.measures[0], one.amount.measures[2]) for one in terms}) == 1
    if question.adds and question.differs or not alike:
        return None
    if len(found) == 1 and PLUS.search(question.text):
        return None  # What it is added to is not known.
    if len(found) > 1 and not (question.adds or question.differs or question.counts):
        return None
    if question.differs and len(found) != PAIR:
        return None
    counts = _counts_of(question, found)
    if counts is None:
        return None
    taken = [_taken(one, mine) for one, mine in zip(found, counts, strict=True)]
    sure = [one for one in taken if one is not None]
    if len(sure) != len(taken) or len({one.per for one in sure}) != 1:
        return None
    return _arithmetic(question, sure)


def _counts_of(question: Asked, found: Sequence[Bound]) -> list[list[Count]] | None:
    """For each term what the question counts of it: beside each its own, or one that stands apart for all of them."""
    own: list[list[Count]] = [[] for _ in found]
    common: list[Count] = []
    last: list[Count] = []
    for count in question.counts:
        if count.value == len(found) > 1 and (count.base.thing in _LISTED or _is_of_both(count, question)):
            continue  # The three of them, 두 값, the two come to.
        if _is_plain(count) and any(_names(one.term, count) for one in found) and len(question.counts) > 1:
            continue  # The name of the column: 하루 사용량.
        place = count.base.start
        mine = [at for at, one in enumerate(found) if one.phrase.start <= place < one.phrase.end]
        if len(found) == 1 or not mine or _PERS.get((count.base.kind, count.base.factor)) and _is_plain(count):
            common.append(count)
        elif found[mine[0]].counted or place < found[mine[0]].last:
            own[mine[0]].append(count)
        elif found[mine[0]] is found[-1]:
            last.append(count)
        else:
            own[mine[0]].append(count)
    if any(own):
        own[-1] += last
    else:
        common += last
    if sum(len(mine) for mine in own) == 1:  # 4 nights in Leeds plus dinner each night
        [count] = [each for mine in own for each in mine]
        own = [
            mine or ([count] if _is_each(question, one, count) else []) for mine, one in zip(own, found, strict=True)
        ]
    single = [bool(_SINGLE.search(question.text[: one.last])) for one in found]
    if any(own) and not all(mine or alone for mine, alone in zip(own, single, strict=True)):
        leading = [at for at, one in enumerate(own) if one]
        if leading != [0] or not _leads(question, found[0], own[0]):
            return None
        common, own = [*own[0], *common], [[] for _ in found]
    return [[*mine, *common] for mine in own]


def _is_of_both(count: Count, question: Asked) -> bool:
    return any(one.start() <= count.base.start < one.end() for one in BOTH.finditer(question.text))


def _is_each(question: Asked, one: Bound, count: Count) -> bool:
    """True if a phrase says that its thing is had each time: dinner each night."""
    said = EACH.search(question.text, one.phrase.start, one.phrase.end)
    return said is not None and singular(said["thing"]) == count.base.thing


def _names(term: Term, count: Count) -> bool:
    return any((one.kind, one.factor) == (count.base.kind, count.base.factor) for one in bases_in(term.column))


def _is_plain(count: Count) -> bool:
    """True for a length without a number: a month, 하루."""
    return not any(letter.isdigit() for letter in count.text) and count.value == count.base.factor


def _leads(question: Asked, first: Bound, counts: Sequence[Count]) -> bool:
    """True if a count before the first term is said of all: 4 days of dinner and lunch."""
    if first.counted or len(counts) != 1:
        return False
    between = question.text[counts[0].base.end : first.last].strip().lower()
    return between.startswith(("of ", "of\n", "동안", "치", "간", "의"))


def _taken(one: Bound, counts: Sequence[Count]) -> _Taken | None:
    """The term as often as the counts say; None where one of them counts something else."""
    term, bases, times, per = one.term, list(one.term.bases), list[Decimal](), list[Per]()
    if term.is_once and counts:
        return None
    for count in counts:
        base = next((each for each in bases if each.counts(count.base) or _runs_on(term, each, count.base)), None)
        if base is not None:
            bases.remove(base)
            times.append(count.value / base.factor)
            if _is_plain(count):
                per.append(_PERS.get((count.base.kind, count.base.factor), ""))
        elif count.base.thing and count.base.thing == term.one_of:
            times.append(count.value)
        elif _is_counted_so(one, count):
            times.append(count.value / (DAY if count.base.kind == "time" else 1))
        else:
            return None
    if any((each.kind, each.factor) not in _PERS for each in bases) or len(bases) + len(per) > 1:
        return None
    pers: list[Per] = [*(_PERS[each.kind, each.factor] for each in bases), *per]
    return _Taken(term, tuple(each for each in times if each != 1), pers[0] if pers else "")


def _runs_on(term: Term, base: Base, counted: Base) -> bool:
    """True for a rate of a machine (kg/h): a day of it has 24 hours."""
    return "/" in term.amount.unit and base.kind == counted.kind == "time"


def _is_counted_so(one: Bound, count: Count) -> bool:
    """True if a price that nothing is counted by is had as often as this says: dinner, £32; 4 days."""
    if one.term.bases or not one.term.is_cell or one.term.amount.figure.kind not in CURRENCIES:
        return False
    if count.base.kind == "time":
        return count.base.factor == DAY
    return one.counted or count.base.thing in _OCCASIONS


def _arithmetic(question: Asked, taken: Sequence[_Taken]) -> SaidArithmetic | None:
    first = taken[0].term.amount
    each = {one.times for one in taken}
    common = next(iter(each)) if len(each) == 1 else ()
    if len(taken) == 1 and not common:
        return None
    operands = [operand_of(one.term) if len(each) == 1 else _often(operand_of(one.term), one.times) for one in taken]
    if question.differs:
        operands.sort(key=lambda one: -one.value * one.times)
    factor = Decimal(1)
    for number in common:
        factor *= number
    return SaidArithmetic(
        operation="times" if len(taken) == 1 else "difference" if question.differs else "sum",
        operands=tuple(operands), factor=factor, factors=common if len(common) > 1 else (),
        kind=first.figure.kind, unit=_unit_of(taken[0]), unit_factor=first.figure.factor, per=taken[0].per,
        at_most=question.at_most,
    )  # fmt: skip


def _unit_of(taken: _Taken) -> str:
    """The unit behind the result: without "/h" where hours were counted."""
    unit = taken.term.amount.unit
    return unit if taken.term.amount.figure.kind not in CURRENCIES and "/" not in unit else unit.split("/")[0]


def _often(operand: SaidOperand, times: Sequence[Decimal]) -> SaidOperand:
    number = Decimal(1)
    for each in times:
        number *= each
    return operand.model_copy(update={"times": number})
